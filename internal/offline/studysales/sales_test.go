package studysales

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestAnEditionIsEvaluatedByItselfOrAsTheNewestOfItsFolder(t *testing.T) {
	dir := t.TempDir()
	sold := []gevel.Sale{
		{ID: "a", Date: 1, KnownDate: 1, Price: 100_000}, {ID: "b", Date: 2, KnownDate: 2, Price: 200_000},
	}
	written := smalltown.Write(t, dir, smalltown.Contents{Contents: edition.Contents{Sales: market.NewSales(gevel.Standard(), sold)}})
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

// TestACorrectedSaleIsOneSaleJudgedByItsLastPrice reads three sales whose prices were corrected: from a slip, to a slip, and
// a little.
func TestACorrectedSaleIsOneSaleJudgedByItsLastPrice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sales.csv")
	rows := `sale_id,dwelling_id,sale_date,known_date,price,lat,lon,use_surface
a,h1,2020-01-01,2020-02-01,10000,52.1,4.3,100
a,h1,2020-01-01,2020-03-01,300000,52.1,4.3,100
b,h2,2020-01-05,2020-02-01,300000,52.1,4.3,100
b,h2,2020-01-05,2020-03-01,3000,52.1,4.3,100
c,h3,2020-01-07,2020-02-01,300000,52.1,4.3,100
c,h3,2020-01-07,2020-03-01,320000,52.1,4.3,100
`
	if err := os.WriteFile(path, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), path, Options{Today: gevel.NewDate(2021, 1, 1), Detailed: true})
	if err != nil {
		t.Fatal(err)
	}
	tested, left := s.Between(gevel.NoDate, gevel.Never)
	var got []string
	for _, row := range tested {
		got = append(got, fmt.Sprint(s.ID(int(row)), " ", s.Paid(row)))
	}
	if !slices.Equal(got, []string{"a 300000", "c 320000"}) || left.Count("price_too_low") != 1 || s.Source.Sales != 3 {
		t.Fatalf("tested are %q of %d, left out %v", got, s.Source.Sales, left.List())
	}
	value := comparison.Value{
		Row: "line 2", Homes: s.HomesOf[tested[0]], Day: gevel.Some(gevel.NewDate(2020, 1, 1)),
		Said: ratio.Observation{Value: 310_000, HasValue: true},
	}
	joined := s.Join([]comparison.Value{value}, comparison.Rule{Within: 400})
	if of := joined.Sales(); len(of) != 1 {
		t.Errorf("one value counts for the sales %v", of)
	}
}
