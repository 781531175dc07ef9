package score

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
)

// vendorFiles returns sales, and values that err by 5 % with further columns of a vendor.
func vendorFiles(t *testing.T, columns string, of func(i int, value float64) string) []string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	sales, values := "sale_id,sale_date,price\n", "sale_id,value"+columns+"\n"
	for i := range 600 {
		price := 300_000 + float64(1000*(i%50))
		value := price * (1 + 0.05*rng.NormFloat64())
		sales += fmt.Sprintf("s%d,2022-%02d-01,%.0f\n", i, 1+i%12, price)
		values += fmt.Sprintf("s%d,%.0f%s\n", i, value, of(i, value))
	}
	return write(t, "sales.csv", sales, "values.csv", values)
}

func TestAVendorWithoutClassesIsJudgedByWhatItPromises(t *testing.T) {
	interval := func(share float64) func(int, float64) string {
		return func(_ int, value float64) string { return fmt.Sprintf(",%.0f,%.0f", value*(1-share), value*(1+share)) }
	}
	for _, tt := range []struct {
		name, columns string
		of            func(int, float64) string
		by            ratio.ClassBy
		classed       int // of 600, in the bar of class 3
		says          string
	}{
		{"narrow intervals", ",low80,high80", interval(0.06), ratio.Implied, 600, "values whose FSD, interval or level promises class 3 or higher, 100.0 % of all."},
		{"wide intervals", ",low80,high80", interval(0.30), ratio.Implied, 0, "none; no FSD, interval or level promises class 3 or higher."},
		{"of 90 %", ",low90,high90", interval(0.08), ratio.Implied, 600, "promises class 3 or higher"},
		{"fsd", ",fsd", func(int, float64) string { return ",0.05" }, ratio.Implied, 600, "promises class 3 or higher"},
		{"levels", ",eaaLevel", func(i int, _ float64) string { return fmt.Sprintf(",%d", 7*(i%2)) }, ratio.Implied, 300, "promises class 3 or higher, 50.0 %"},
		{"classes", ",confidence_class", func(int, float64) string { return ",3" }, ratio.Stated, 600, "values of class 3 and higher, 100.0 % of all."},
		{"nothing", "", func(int, float64) string { return "" }, ratio.NotStated, 0, "not stated: the values say nothing of their own errors; of all 600, "},
	} {
		paths := vendorFiles(t, tt.columns, tt.of)
		d := scored(t, paths[0], paths[1]).Vendors[0].Decision
		l := &d.Lending[0]
		if l.By != tt.by || l.Classed.N != tt.classed || l.All.N != 600 || !strings.Contains(d.Uses[0], tt.says) {
			t.Errorf("%s: %s, %d of %d values: %s", tt.name, l.By, l.Classed.N, l.All.N, d.Uses[0])
		}
	}
}

func TestLevelsOfAVendorAreHeldToTheFSDObserved(t *testing.T) {
	for name, column := range map[string]string{"a column of levels": "confidenceLevel", "classes up to 7": "klasse"} {
		paths := vendorFiles(t, ","+column, func(i int, _ float64) string { return fmt.Sprintf(",%d", 7-2*(i%2)) })
		v := &scored(t, paths[0], paths[1]).Vendors[0]
		got := map[standard.Level]ratio.Outcome{}
		for _, c := range v.Decision.Certainty[1:] {
			got[*c.Level] = c.Outcome
		}
		if len(got) != 2 || got[7] != ratio.NotMet || got[5] == ratio.NotMet { // errors of 5 % are of level 5, and none of level 7
			t.Errorf("%s: %v", name, got)
		}
		if notes := strings.Join(v.Notes, "; "); !strings.Contains(notes, "levels are judged by gevel's bounds of the FSD") {
			t.Errorf("%s: notes are %s", name, notes)
		}
	}
	paths := vendorFiles(t, ",confidence_level", func(i int, _ float64) string { return []string{",7", ",8", ",high", ",6.5", ","}[i%5] })
	v := &scored(t, paths[0], paths[1]).Vendors[0]
	if n := counts(v.File.Faults)["bad_confidence_level"]; n != 360 || v.Measures.Valued != 600 {
		t.Errorf("%d levels are none, of %d values: %v", n, v.Measures.Valued, v.File.Faults)
	}
}

func TestSalesWithoutAValueAreNamed(t *testing.T) {
	paths := write(t, "sales.csv", soldHomes, "values.csv", "sale_id,value\na,300000\nb,\nd,330000\n")
	m := match(paths[0], paths[1])
	m.From.V, m.From.Known = 0, true
	r, err := Run(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	v := &r.Vendors[0]
	if len(v.Missing) != 1 || v.Missing[0].Count != 2 || !slices.Equal(v.Missing[0].Samples, []string{"sale b", "sale c"}) ||
		v.Measures.HitRate.Value != 50 {
		t.Errorf("missing %v, hit rate %v", v.Missing, v.Measures.HitRate)
	}
	if len(v.File.SHA256) != 64 || len(r.Sales.SHA256) != 64 || v.File.SHA256 == r.Sales.SHA256 {
		t.Errorf("the hashes are %q and %q", v.File.SHA256, r.Sales.SHA256)
	}
}
