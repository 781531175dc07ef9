package textreport

import (
	"path/filepath"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
)

func TestAnEditionIsEvaluatedByItselfOrAsTheNewestOfItsFolder(t *testing.T) {
	dir := t.TempDir()
	sold := []gevel.Sale{
		{ID: "a", Date: 1, KnownDate: 1, Price: 100_000}, {ID: "b", Date: 2, KnownDate: 2, Price: 200_000},
	}
	m, _, err := edition.Write(t.Context(), dir, edition.Contents{Sales: market.NewSales(gevel.Standard(), sold)})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(dir, m.ID)} {
		source, err := OpenSales(t.Context(), path, 3, func(int64, int64) {})
		if err != nil {
			t.Fatal(err)
		}
		if source.Source.Edition != m.ID || source.Source.Sales != 2 || source.Len() != 2 {
			t.Errorf("%s: %+v, want the two sales of edition %s", path, source.Source, m.ID)
		}
	}
}
