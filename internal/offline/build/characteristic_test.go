package build_test

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
)

// points are the town's own column, as a build file declares it.
var points = build.Characteristic{
	Label: "maintenance", Doc: "Maintenance, 1 to 9.", Kind: "count",
	Least: bound(1), Most: bound(9), Rising: true, Callers: true,
}

func TestADeclaredColumnIsTheCharacteristicOfTheEdition(t *testing.T) {
	c := townConfig(t)
	c.Characteristics = map[string]build.Characteristic{"num_maintenance": points}
	table := openValuer(t, mustRun(t, c)).Edition().Sales().Attributes
	a := table[table.Column("num_maintenance")]
	if a.Kind != gevel.Count || a.Label != "maintenance" || a.Doc != "Maintenance, 1 to 9" ||
		a.Parameter != "num_maintenance" || a.Least != 1 || a.Most != 9 || !a.Rising {
		t.Errorf("the edition has %+v", a)
	}
	for v, want := range map[float64]bool{9: true, 10: false, 2.5: false} {
		if err := a.Check(v, townDay.Year()); (err == nil) != want {
			t.Errorf("%v is checked with %v", v, err)
		}
	}
}

func TestADeclaredAreaThatIsNeverNoneIsLearned(t *testing.T) {
	c := townConfig(t)
	garden := points
	garden.Kind, garden.Most = "area", bound(500)
	c.Characteristics = map[string]build.Characteristic{"num_maintenance": garden}
	mustRun(t, c)
}

func TestSalesAreHeldToTheBoundsOfADeclaredColumn(t *testing.T) {
	c := townConfig(t)
	narrow := points
	narrow.Most = bound(7)
	c.Characteristics = map[string]build.Characteristic{"num_maintenance": narrow}
	for _, r := range mustRun(t, c).Manifest.Rejects["sales"] {
		if r.Reason == "bad_num_maintenance" {
			if !strings.Contains(r.Samples[0], "lies outside 1 to 7") {
				t.Errorf("such as %q", r.Samples[0])
			}
			return
		}
	}
	t.Error("no sale was rejected for more points than there are")
}

func TestADeclaredColumnThatNothingHasIsWarnedOfAndClosedToCallers(t *testing.T) {
	c := townConfig(t)
	c.Characteristics = map[string]build.Characteristic{"num_storey": {Callers: true}}
	s := mustRun(t, c)
	if !warned(s, "num_storey: the build file declares it, and no home and no sale has it") {
		t.Errorf("the warnings are %q", s.Warnings)
	}
	table := openValuer(t, s).Edition().Sales().Attributes
	if k := table.Column("num_storey"); k < 0 || table[k].Parameter != "" {
		t.Errorf("callers may give what moves nothing: %+v", table)
	}
}
