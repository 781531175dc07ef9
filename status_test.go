package gevel_test

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestAStatusIsThatOfTheDay(t *testing.T) {
	day := func(year int) gevel.Date { return gevel.NewDate(year, 1, 1) }
	built := []gevel.StatusPeriod{
		{Status: gevel.Formed, Since: day(2012), Until: day(2013)},
		{Status: gevel.OutOfUse, Since: day(2018), Until: day(2019)},
		{Status: gevel.Rebuilding, Since: day(2022), Until: gevel.NoDate},
	}
	for _, tt := range []struct {
		periods []gevel.StatusPeriod
		day     gevel.Date
		want    gevel.Status
	}{
		{nil, day(2020), gevel.InUse},
		{built, day(2000), gevel.Formed}, // not there yet
		{built, day(2012), gevel.Formed},
		{built, day(2013), gevel.InUse},
		{built, day(2018), gevel.OutOfUse},
		{built, day(2019) - 1, gevel.OutOfUse},
		{built, day(2019), gevel.InUse},
		{built, day(2022) - 1, gevel.InUse},
		{built, day(2030), gevel.Rebuilding},
		{built[1:], day(2017), gevel.InUse},
		{[]gevel.StatusPeriod{{Status: gevel.OutOfUse, Since: gevel.NoDate, Until: gevel.NoDate}}, day(2000), gevel.OutOfUse},
	} {
		if got := gevel.StatusOn(tt.periods, tt.day); got != tt.want {
			t.Errorf("on %s of %+v: %q, want %q", tt.day, tt.periods, got, tt.want)
		}
	}
}

func TestAStatusIsReadAsItIsWritten(t *testing.T) {
	for _, s := range []gevel.Status{gevel.InUse, gevel.Formed, gevel.OutOfUse, gevel.Rebuilding} {
		if got, err := gevel.ParseStatus(s.String()); err != nil || got != s {
			t.Errorf("%q is read as %q, %v", s, got, err)
		}
	}
	if _, err := gevel.ParseStatus("Formed"); err == nil {
		t.Error("a word in another case is a status")
	}
}
