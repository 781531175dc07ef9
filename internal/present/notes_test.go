package present

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
)

func TestWhatDoesNotCountIsSaid(t *testing.T) {
	having := func(s explain.Step) explain.Step {
		s.Part, s.Typical = explain.Having, explain.Unknown
		return s
	}
	for _, c := range []struct {
		steps     []explain.Step
		row, note string
	}{
		{
			[]explain.Step{{Name: "rooms", Has: "20", Unobserved: true}, {Name: "energyLabel", Has: "G", Unobserved: true}},
			"", "No known sale records this characteristic, so it does not count: rooms, energyLabel.\n",
		},
		{
			[]explain.Step{{Name: "parcelSurface", Has: "0 m2", Rare: true, CountsAs: explain.Unknown}},
			"0 m2 (as not known)", "Hardly any home of its type was sold with a parcel, so the given parcel does not count.\n",
		},
		{
			[]explain.Step{{Name: "parcelSurface", Has: "1 m2", CountsAs: "120 m2"}},
			"1 m2 (as 120 m2)", "Hardly any home was sold with a parcel smaller than 120 m2, so a smaller one counts as 120 m2.\n",
		},
	} {
		steps := []explain.Step{{Part: explain.Typical}}
		for _, s := range c.steps {
			steps = append(steps, having(s))
		}
		var b strings.Builder
		if err := writeSteps(&b, explain.Explanation{Steps: steps}); err != nil {
			t.Fatal(err)
		}
		table, notes, _ := strings.Cut(b.String(), "= value")
		if !strings.Contains(table, c.row) || c.row == "" && strings.Contains(table, c.steps[0].Name) ||
			!strings.Contains(notes, c.note) {
			t.Errorf("%+v is printed as\n%s\nwant a row with %q and a note %q", c.steps, b.String(), c.row, c.note)
		}
	}
}

func TestWhereKrigingBeginsIsNamed(t *testing.T) {
	for nonspatial, want := range map[bool]string{
		false: "Kriging begins at the trend of the whole market, by characteristics and place: € 300,000.\n",
		true:  "Kriging begins at the trend of the whole market, by characteristics alone, without place: € 300,000.\n",
	} {
		var b strings.Builder
		e := explain.Explanation{Kriging: explain.Kriging{Trend: 300_000, Nonspatial: nonspatial}}
		if err := writeKriging(&b, e); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), want) {
			t.Errorf("nonspatial %v is printed as %q", nonspatial, b.String())
		}
	}
}

func TestWhatLikeSalesAreLeftOutMoveTheValueLessThanThoseShown(t *testing.T) {
	for _, n := range []int{0, 3, 6, 20} {
		even := make([]explain.LikeSale, n)
		for i := range even {
			even[i] = explain.LikeSale{Residual: 1.1, Weight: 0.1}
		}
		want := max(min(n, fewLikeSales), n/2)
		if got := likeSalesShown(even); got != want {
			t.Errorf("of %d sales that count alike %d are shown, want %d", n, got, want)
		}
	}
	falling := make([]explain.LikeSale, 30)
	for i := range falling {
		falling[i] = explain.LikeSale{Residual: math.Exp(-1 / float64(1+i*i)), Weight: 0.1}
	}
	if got := likeSalesShown(falling); got != fewLikeSales {
		t.Errorf("%d are shown where the first few move nearly all, want %d", got, fewLikeSales)
	}
}

func TestANegativeWeightIsExplainedWhereOneIsShown(t *testing.T) {
	for weight, want := range map[float64]bool{-0.04: true, -0.004: false, 0.1: false} {
		sales := []explain.LikeSale{{Residual: 1.1, Weight: weight}}
		e := explain.Explanation{Kriging: explain.Kriging{Trend: 1, Sales: sales}}
		var b strings.Builder
		if err := writeKriging(&b, e); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "WEIGHT below 0 %"); got != want ||
			strings.Contains(b.String(), "-0 %") {
			t.Errorf("a weight of %v is explained: %v, want %v\n%s", weight, got, want, b.String())
		}
	}
}

func TestReferencesOfAnotherTypeAreSaidToBe(t *testing.T) {
	const note = "None of the references is of the home's own type (detached): "
	flats := make([]explain.Comparable, 4)
	for i := range flats {
		flats[i].BuildType, flats[i].Adjustment = gevel.Portiekflat, 1
	}
	references := make([]explain.Reference, 3)
	for i := range references {
		references[i].BuildType, references[i].Adjustment = gevel.Portiekflat, 1
	}
	e := explain.Explanation{Comparables: flats, References: references, Approaches: []explain.Approach{{Name: "comparables", Weight: 0.04}}}
	e.Home.BuildType = gevel.VrijstaandeWoning
	print := func() string {
		var b strings.Builder
		if err := writeComparables(&b, e); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := print(); !strings.Contains(got, note+"too few such homes were sold nearby.\n") ||
		!strings.Contains(got, "make up 4 % of the value") {
		t.Errorf("three flats as references of a villa are printed as\n%s", got)
	}
	flats[3].BuildType = gevel.VrijstaandeWoning
	if got := print(); !strings.Contains(got, note+"such homes sold nearby differ more") {
		t.Errorf("three flats as references where a villa is among the comparables are printed as\n%s", got)
	}
	references[2].BuildType, e.Approaches[0].Weight = gevel.VrijstaandeWoning, 0.05
	if got := print(); strings.Contains(got, note) || strings.Contains(got, "make up") {
		t.Errorf("a villa among the references of a villa is printed as\n%s", got)
	}
}

func TestPlacesThatDifferInOneStreetAreExplained(t *testing.T) {
	for by, want := range map[float64]bool{-0.09: true, 0.004: false} {
		references := make([]explain.Reference, 3)
		references[1].Differences = []explain.Difference{{Name: "rooms", Log: 0.2}, {Name: "place", Log: by}}
		var b strings.Builder
		writePlaceNote(&b, references)
		if got := strings.HasPrefix(b.String(), "What a place is worth depends on the rest of the home"); got != want {
			t.Errorf("a place worth %v is explained: %v, want %v", by, got, want)
		}
	}
}

func TestAnOwnSaleOfAnUnchangedHomeIsNotSaidToBeOfAChangedOne(t *testing.T) {
	for _, c := range []struct {
		differences []explain.Difference
		want        string
	}{
		{[]explain.Difference{{Name: "rooms", Log: 1e-4}}, "x1.061 by the index, nothing that counts has changed since: € 424,000.\n"},
		{[]explain.Difference{{Name: "rooms", Log: -0.02}}, "x1.061 by the index, -2.0 % for what changed since (rooms -2.0 %): € 424,000.\n"},
		{[]explain.Difference{{Name: "rooms", Log: 0.04}, {Name: "volume", Log: -0.04}}, "0.0 % for what changed since (rooms +4.1 %, volume -3.9 %)"},
	} {
		own := explain.OwnSale{AdjustedSale: explain.AdjustedSale{Adjusted: 424_000, Differences: c.differences}, Apart: 1}
		own.Price, own.IndexFactor, own.Adjustment = 400_000, 1.061, 1
		for _, d := range c.differences {
			own.Adjustment *= math.Exp(d.Log)
		}
		var b strings.Builder
		if err := writeOwnSale(&b, explain.Explanation{OwnSale: gevel.Some(own)}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), c.want) {
			t.Errorf("an own sale that differs by %v is printed as %q, want %q", c.differences, b.String(), c.want)
		}
	}
}

func TestASaleThatIsPassedOverHasANote(t *testing.T) {
	for off, want := range map[float64]string{
		1.42: "adjusted, that is 42 % above the comparables.\n", 0.7: "adjusted, that is 30 % below the comparables.\n",
	} {
		var b strings.Builder
		writePassedOver(&b, []explain.PassedOver{{Off: off}})
		if got := b.String(); !strings.HasPrefix(got, "Passed over, though alike: ") || !strings.HasSuffix(got, want) {
			t.Errorf("a price %v times the comparables is noted as %q, want %q at its end", off, got, want)
		}
	}
}

func TestFiveSalesThatArePassedOverAreListed(t *testing.T) {
	for sales, want := range map[int]string{5: "above the comparables.", 6: "1 more were passed over for their prices.", 9: "4 more were passed over for their prices."} {
		var b strings.Builder
		writePassedOver(&b, slices.Repeat([]explain.PassedOver{{Off: 1.5}}, sales))
		lines := strings.Split(strings.TrimSpace(b.String()), "\n")
		if last := lines[len(lines)-1]; !strings.HasSuffix(last, want) || len(lines) != min(sales, 6) {
			t.Errorf("of %d sales %d lines are written, the last %q, want %q", sales, len(lines), last, want)
		}
	}
}
