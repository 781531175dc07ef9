package bulk

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

func TestHomesOfAnArea(t *testing.T) {
	_, v := sharedTown(t)
	e := v.Edition()
	var here gevel.Address
	for d := range e.Dwellings {
		here, _ = e.MainAddress(d.ID)
		break
	}
	other := here.Province + " elsewhere"
	for name, c := range map[string]struct {
		area  Area
		homes int // -1 is refused
	}{
		"all":                          {Area{}, e.Manifest().Rows["dwellings"]},
		"its municipality":             {Area{Municipalities: []string{strings.ToUpper(here.Municipality)}}, e.Manifest().Rows["dwellings"]},
		"its province":                 {Area{Provinces: []string{here.Province}}, e.Manifest().Rows["dwellings"]},
		"a municipality that is not":   {Area{Municipalities: []string{other}}, -1},
		"one municipality that is not": {Area{Municipalities: []string{here.Municipality, other}}, -1},
		"a province that is not":       {Area{Provinces: []string{other}}, -1},
	} {
		all := NewAll(e)
		defer all.Close()
		err := all.In(c.area)
		if c.homes < 0 {
			if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), other) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		text, errRead := io.ReadAll(all)
		if err != nil || errRead != nil || bytes.Count(text, []byte("\n")) != 1+c.homes {
			t.Errorf("%s: %d lines instead of %d homes, %v, %v", name, bytes.Count(text, []byte("\n")), c.homes, err, errRead)
		}
	}
	// Of a home elsewhere nothing is left.
	if (Area{Municipalities: []string{other}}).has(e, here.ObjectID) || (Area{}).has(e, "") == false {
		t.Error("a home is in an area where it is not, or not in the country")
	}
}
