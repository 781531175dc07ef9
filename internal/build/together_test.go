package build

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/sales"
)

func TestFilesOfSalesAreJoinedByName(t *testing.T) {
	one := sales.Result{
		Schema: gevel.SaleSchema{Num: []string{"woz", "lease"}},
		Sales:  []gevel.Sale{{ID: "1", Num: []float64{10, 11}}, {ID: "2", Num: []float64{20, 21}}},
	}
	two := sales.Result{
		Schema: gevel.SaleSchema{Num: []string{"lease"}, Cat: []string{"view"}},
		Sales:  []gevel.Sale{{ID: "3", Num: []float64{31}, Cat: []string{"park"}}},
	}
	schema, got := together([]sales.Result{one, two})
	want := []gevel.Sale{
		{ID: "1", Num: []float64{11, 10}, Cat: []string{""}},
		{ID: "2", Num: []float64{21, 20}, Cat: []string{""}},
		{ID: "3", Num: []float64{31, nan}, Cat: []string{"park"}},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("sales (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(gevel.SaleSchema{Num: []string{"lease", "woz"}, Cat: []string{"view"}}, schema); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
}
