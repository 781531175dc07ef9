package studysales

import (
	"path/filepath"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestAnEditionIsEvaluatedByItselfOrAsTheNewestOfItsFolder(t *testing.T) {
	dir := t.TempDir()
	sold := []gevel.Sale{
		{ID: "a", Date: 1, KnownDate: 1, Price: 100_000}, {ID: "b", Date: 2, KnownDate: 2, Price: 200_000},
	}
	written := smalltown.Write(t, dir, edition.Contents{Sales: market.NewSales(gevel.Standard(), sold)})
	for _, path := range []string{dir, written} {
		source, err := Open(t.Context(), path, Options{Today: 3})
		if err != nil {
			t.Fatal(err)
		}
		if source.Source.Edition != filepath.Base(written) || source.Source.Sales != 2 || source.Len() != 2 {
			t.Errorf("%s: %+v, want the two sales of edition %s", path, source.Source, filepath.Base(written))
		}
	}
}
