package tile

import (
	"os"
	"testing"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/value/valuation"
)

// withoutBuildings is an edition without a table of buildings.
var withoutBuildings edition.Edition

// cityValuer opens the edition named by GEVEL_CITY.
func cityValuer(t testing.TB) *valuation.Valuer {
	t.Helper()
	named := os.Getenv("GEVEL_CITY")
	if named == "" {
		t.Skip("GEVEL_CITY names no edition")
	}
	dir, err := edition.Named(named)
	if err != nil {
		t.Fatal(err)
	}
	v, err := valuation.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
