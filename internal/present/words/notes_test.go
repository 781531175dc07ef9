package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
)

// requireNotes compares notes in both languages: by their beginning, and the last by its end too.
func requireNotes(t *testing.T, of func(Language) []string, english, dutch []string) {
	t.Helper()
	for l, want := range map[Language][]string{English: english, Dutch: dutch} {
		if got := of(l); !slices.Equal(got, want) && (len(got) > 0 || len(want) > 0) {
			t.Errorf("the notes are %q, want %q", got, want)
		}
	}
}

func TestACharacteristicThatDoesNotCountAsItIsHasANote(t *testing.T) {
	having := func(s explain.Step) explain.Step {
		s.Part, s.Typical = explain.Having, explain.Unknown
		return s
	}
	for _, c := range []struct {
		steps  []explain.Step
		en, nl []string
	}{
		{
			[]explain.Step{{Name: "energyLabel", Has: explain.Unknown, Log: 0.034}},
			[]string{"Where a characteristic of the home is not known, its step compares homes that lack it too with the typical home."},
			[]string{"Waar een kenmerk van de woning niet bekend is, vergelijkt de stap woningen waarvan het ook niet bekend is met de doorsneewoning."},
		},
		{[]explain.Step{{Name: "energyLabel", Has: explain.Unknown, Log: 0.0001}}, nil, nil}, // 0.0 %
		{[]explain.Step{{Name: "energyLabel", Has: "A", Log: 0.034}}, nil, nil},
		{
			[]explain.Step{{Name: "rooms", Has: "20", Unobserved: true}, {Name: "num_storey", Has: "2", Unobserved: true}},
			[]string{"No known sale records this characteristic, so it does not count: rooms, storey."},
			[]string{"Geen enkele bekende verkoop vermeldt dit kenmerk, dus het telt niet mee: rooms, verdieping."},
		},
		{
			[]explain.Step{{Name: "parcelSurface", Has: "0 m2", Rare: true, CountsAs: explain.Unknown}},
			[]string{"Hardly any home of its type was sold with a parcel, so the given parcel does not count."},
			[]string{"Woningen van dit type worden bijna nooit met een perceel verkocht, dus het opgegeven perceel telt niet mee."},
		},
		{
			[]explain.Step{{Name: "parcelSurface", Has: "1 m2", CountsAs: "120 m2"}},
			[]string{"Hardly any home was sold with a parcel smaller than 120 m², so a smaller one counts as 120 m²."},
			[]string{"Bijna geen woning is verkocht met een kleiner perceel dan 120 m², dus een kleiner perceel telt als 120 m²."},
		},
	} {
		for i := range c.steps {
			c.steps[i] = having(c.steps[i])
		}
		requireNotes(t, func(l Language) []string { return l.StepNotes(c.steps) }, c.en, c.nl)
	}
}

func TestReferencesOfAnotherTypeAreSaidToBe(t *testing.T) {
	flats, references := make([]explain.Comparable, 4), make([]explain.Comparable, 3)
	for i := range flats {
		flats[i].BuildType = gevel.Portiekflat
	}
	for i := range references {
		references[i].BuildType = gevel.Portiekflat
	}
	e := explain.Explanation{Comparables: flats, References: references}
	e.Home.BuildType = gevel.VrijstaandeWoning
	notes := func(l Language) []string { return l.ReferenceNotes(e) }
	requireNotes(t, notes,
		[]string{"None of the references is of the home's own type (detached): too few such homes were sold nearby."},
		[]string{"Geen van de referenties is van het eigen woningtype (vrijstaand): in de buurt zijn er te weinig zulke woningen verkocht."})
	flats[3].BuildType = gevel.VrijstaandeWoning
	requireNotes(t, notes,
		[]string{"None of the references is of the home's own type (detached): such homes sold nearby differ more from it in other respects."},
		[]string{"Geen van de referenties is van het eigen woningtype (vrijstaand): zulke woningen die in de buurt zijn verkocht, wijken op andere punten meer af."})
	references[2].BuildType = gevel.VrijstaandeWoning
	requireNotes(t, notes, nil, nil)
}

func TestComparablesThatHardlyWeighAreSaidTo(t *testing.T) {
	for weight, want := range map[float64]string{0.05: "", 0.04: "they make up 4 % of the value", 0.004: "they make up less than 1 % of the value", 0: "they make up 0 % of the value"} {
		e := explain.Explanation{Approaches: []explain.Approach{{Name: "comparables", Weight: weight}}}
		if got := strings.Join(English.ReferenceNotes(e), " "); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("of comparables with a weight of %g it says %q, want %q", weight, got, want)
		}
	}
}

func TestPlacesThatDifferInOneStreetAreExplained(t *testing.T) {
	for by, want := range map[float64]bool{-0.09: true, 0.004: false} {
		e := explain.Explanation{References: make([]explain.Comparable, 3)}
		e.References[1].Differences = []explain.Difference{{Name: "rooms", Log: 0.2}, {Name: "place", Log: by}}
		got := English.ReferenceNotes(e)
		if said := len(got) > 0 && strings.HasPrefix(got[len(got)-1], "What a place is worth depends on the rest of the home"); said != want {
			t.Errorf("a place worth %v is explained: %v, want %v", by, got, want)
		}
	}
}

func TestWhereKrigingBeginsIsSaid(t *testing.T) {
	for nonspatial, want := range map[bool][2]string{
		false: {"By its characteristics and place this home would be worth € 300,000 ", "Op grond van kenmerken en ligging zou deze woning in de markt als geheel € 300.000 waard zijn. "},
		true:  {"By its characteristics alone, whatever its place, this home would be worth € 300,000 ", "Op grond van de kenmerken alleen, los van de ligging, zou deze woning in de markt als geheel € 300.000 waard zijn. "},
	} {
		k := explain.Kriging{Trend: 300_000, Nonspatial: nonspatial}
		if en, nl := English.KrigingNotes(k, nil), Dutch.KrigingNotes(k, nil); len(en) != 1 || !strings.HasPrefix(en[0], want[0]) || !strings.HasPrefix(nl[0], want[1]) {
			t.Errorf("nonspatial %v is said as %q and %q", nonspatial, en, nl)
		}
	}
}

func TestANegativeWeightIsExplainedWhereOneIsShown(t *testing.T) {
	for weight, want := range map[float64]int{-0.04: 2, -0.004: 1, 0.1: 1} {
		if got := English.KrigingNotes(explain.Kriging{Trend: 1}, []explain.LikeSale{{Weight: weight}}); len(got) != want {
			t.Errorf("of a weight of %v it says %q", weight, got)
		}
	}
}

func TestWhereACharacteristicComesFromIsSaidInWords(t *testing.T) {
	day, sources := gevel.NewDate(2023, 2, 28), gevel.StandardSources()
	from := func(s gevel.Source, known gevel.Date) explain.Characteristic {
		return explain.Characteristic{From: *sources.Row(s), Provenance: gevel.Provenance{Source: s, Known: known, Until: gevel.NoDate}}
	}
	published, expired := from(gevel.FromFile, day), from(gevel.FromLabel, day)
	published.About = gevel.Some(gevel.NewDate(2022, 1, 1))
	expired.Until, expired.Expired = day+10, true
	for want, k := range map[string]explain.Characteristic{
		"given":              {Given: true},
		"not said":           from(gevel.NoSource, gevel.NoDate),
		"derived from walls": from(gevel.FromWalls, gevel.NoDate),
		"own file":           from(gevel.FromFile, gevel.NoDate),
		"own file of 28 February 2023, about 1 January 2022":         published,
		"energy label of 28 February 2023, expired on 10 March 2023": expired,
		"monument register of 28 February 2023":                      from(gevel.FromMonuments, day),
	} {
		if got := English.From(k); got != want {
			t.Errorf("%+v is from %q, want %q", k, got, want)
		}
	}
}
