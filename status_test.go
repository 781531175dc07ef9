package gevel_test

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestAStatusIsAsKnownAndValidOnTheDay(t *testing.T) {
	day := func(year int) gevel.Date { return gevel.NewDate(year, 1, 1) }
	built := []gevel.StatusStep{
		{Status: gevel.Gone, Known: gevel.NoDate, Since: gevel.Always},
		{Status: gevel.Formed, Known: day(2012), Since: day(2012)},
		{Status: gevel.InUse, Known: day(2014), Since: day(2013)},
		{Status: gevel.OutOfUse, Known: day(2018), Since: day(2018)},
	}
	for _, tt := range []struct {
		known, valid gevel.Date
		want         gevel.Status
	}{
		{day(2012), day(2012), gevel.Gone},
		{day(2012) + 1, day(2012), gevel.Formed},
		{day(2020), day(2011), gevel.Gone},
		{day(2014), day(2014), gevel.Formed},
		{day(2014) + 1, day(2013), gevel.InUse},
		{day(2030), day(2018), gevel.OutOfUse},
	} {
		if got := gevel.StatusAt(built, gevel.Moment{Before: tt.known, Valid: tt.valid}); got != tt.want {
			t.Errorf("before %s, on %s: %q, want %q", tt.known, tt.valid, got, tt.want)
		}
	}
	if got := gevel.StatusAt(nil, gevel.Latest); got != gevel.InUse {
		t.Errorf("a home without steps is %q", got)
	}
}

func TestAStatusIsReadAsItIsWritten(t *testing.T) {
	for _, s := range []gevel.Status{gevel.InUse, gevel.Formed, gevel.OutOfUse, gevel.Rebuilding, gevel.Unlived, gevel.Gone} {
		if got, err := gevel.ParseStatus(s.String()); err != nil || got != s {
			t.Errorf("%q is read as %q, %v", s, got, err)
		}
	}
	if _, err := gevel.ParseStatus("Formed"); err == nil {
		t.Error("a word in another case is a status")
	}
}
