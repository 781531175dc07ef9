package sales

import (
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// FuzzDayInAName finds days of forms in names, and takes a day alone.
func FuzzDayInAName(f *testing.F) {
	for _, seed := range []string{"YYYYMMDD sales-20240131.csv", "YYYY-MM 2024-02.csv", "*(YYYYMM *(202402", "MM YYYY"} {
		form, name, _ := strings.Cut(seed, " ")
		f.Add(form, name)
	}
	f.Fuzz(func(t *testing.T, form, name string) {
		known, err := knownByName(form, name, gevel.NewDate(2025, 3, 14))
		if err != nil || !strings.Contains(form, "YYYY") {
			return
		}
		if day, err := gevel.ParseDate(known); err != nil || day.String() != known {
			t.Errorf("%q in %q gives %q: %v", form, name, known, err)
		}
		if year := known[:4]; !slices.ContainsFunc(strings.SplitAfter(name, ""), func(s string) bool { return s == year[:1] }) {
			t.Errorf("%q in %q gives %q", form, name, known)
		}
	})
}
