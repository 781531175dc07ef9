package valuation_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// An edition opened in place, without images and by them, says the very same as the one that is read whole.
func TestInPlaceEachNumberIsTheSame(t *testing.T) {
	for name, town := range map[string]smalltown.Town{"town": smalltown.Shared(t), "city": smalltown.City(t)} {
		dir := t.TempDir()
		whole := town.OpenIn(t, dir, town.Sales().Sales, town.Vintages())
		for range 2 {
			v, err := valuation.Open(t.Context(), filepath.Join(dir, whole.Edition().ID()))
			if err != nil {
				t.Fatal(err)
			}
			checkTraces(t, name, town, whole, v)
		}
	}
}

func checkTraces(t *testing.T, name string, town smalltown.Town, whole, v *valuation.Valuer) {
	t.Helper()
	valued := 0
	for h := 0; h < len(town.Addresses); h += 7 {
		q := town.Inquiry(h, smalltown.End)
		want, errWhole := whole.Trace(q)
		got, err := v.Trace(q)
		diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
			cmp.Comparer(func(a, b *vintage.Vintage) bool { return a.AsOf == b.AsOf }))
		if diff != "" || (err == nil) != (errWhole == nil) {
			t.Fatalf("%s, home %d (-whole +in place): %v, %v\n%s", name, h, errWhole, err, diff)
		}
		if err == nil {
			valued++
		}
	}
	if valued == 0 {
		t.Errorf("%s: no home was valued", name)
	}
}
