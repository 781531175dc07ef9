package sales

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
)

func TestPositionsInTheNetherlandsBecomeRD(t *testing.T) {
	got := readText(t, `sale_id,sale_date,price,lat,lon
haarlem,2020-01-01,300000,52.39738762,4.64739941
nowhere,2020-01-02,300000,,
hague,2020-01-02,300000,52.08,4.32
abroad,2020-01-03,300000,48.85,2.35
`, Options{})
	if ids(got.Sales) != "haarlem hague nowhere" || got.Rejects.Count("bad_lat") != 1 {
		t.Fatalf("kept %q, rejects %v", ids(got.Sales), got.Rejects.List())
	}
	if want := (gevel.Point{X: 104_647.676, Y: 490_206.575}); geo.Distance(got.Sales[0].At, want) > 0.3 {
		t.Errorf("Haarlem lies at %v, want %v", got.Sales[0].At, want)
	}
	if got.Sales[2].At.Known() {
		t.Errorf("the sale without a position lies at %v", got.Sales[2].At)
	}
}

func TestPositionsElsewhereAreMetres(t *testing.T) {
	got := readText(t, `sale_id,sale_date,price,lat,lon
a,2020-01-01,300000,47.6,-122.3
b,2020-01-02,300000,47.6,-122.2
c,2020-01-03,300000,47.7,-122.3
`, Options{})
	a, b, c := got.Sales[0].At, got.Sales[1].At, got.Sales[2].At
	for _, test := range []struct {
		name      string
		got, want float64
	}{
		{"a tenth of a degree east", geo.Distance(a, b), 7_520},
		{"a tenth of a degree north", geo.Distance(a, c), 11_118},
	} {
		if math.Abs(test.got-test.want) > 15 {
			t.Errorf("%s is %.0f m, want %.0f", test.name, test.got, test.want)
		}
	}
}

func TestPositionsInMetresStayAsTheyAre(t *testing.T) {
	got := readText(t, "sale_date,price,lat,lon,x,y\n2020-01-01,300000,47.6,-122.3,80000.5,455000\n", Options{})
	if want := (gevel.Point{X: 80_000.5, Y: 455_000}); len(got.Sales) != 1 || got.Sales[0].At != want {
		t.Errorf("sales %v, want one at %v", got.Sales, want)
	}
}

func TestLaterSalesNeverMoveEarlierOnes(t *testing.T) {
	var early, late strings.Builder
	early.WriteString("sale_id,sale_date,price,lat,lon\n")
	for i := range centreSales {
		fmt.Fprintf(&early, "e%d,2020-01-01,300000,47.%d,-122.%d\n", i, 100+i, 900-i)
		fmt.Fprintf(&late, "l%d,2020-01-02,300000,-33.%d,151.%d\n", i, 100+i, 900-i)
	}
	alone := readText(t, early.String(), Options{})
	together := readText(t, early.String()+late.String(), Options{})
	if diff := cmp.Diff(alone.Sales, together.Sales[:centreSales]); diff != "" {
		t.Errorf("earlier sales moved:\n%s", diff)
	}
}

// TestRejectedRowsMoveNoPlane adds rows far north whose ids came before.
func TestRejectedRowsMoveNoPlane(t *testing.T) {
	clean, twice := "sale_id,sale_date,price,lat,lon\n", ""
	for i := range 100 {
		day := gevel.NewDate(2020, 1, 1) + gevel.Date(2*i)
		clean += fmt.Sprintf("s%d,%s,300000,%.3f,-122.3\n", i, day, 47+float64(i)/1000)
		twice += fmt.Sprintf("s%d,%s,300000,%.3f,-122.3\n", i, day+1, 48+float64(i)/1000)
	}
	want := readText(t, clean, Options{AsOf: gevel.NewDate(2021, 1, 1)})
	got := readText(t, clean+twice, Options{AsOf: gevel.NewDate(2021, 1, 1)})
	if got.Rejects.Total() != 100 || len(got.Sales) != 100 {
		t.Fatalf("%d rows are rejected, %d kept", got.Rejects.Total(), len(got.Sales))
	}
	for i := range want.Sales {
		if got.Sales[i].At != want.Sales[i].At {
			t.Fatalf("rejected rows move sale %s from %v to %v", want.Sales[i].ID, want.Sales[i].At, got.Sales[i].At)
		}
	}
}
