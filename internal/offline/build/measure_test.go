package build

import (
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/value/checkup"
)

// manifestOf returns the manifest of an edition of so many homes and sales, and of a source of
// which so many of 1000 rows are rejected.
func manifestOf(homes, sales, rejected int) edition.Manifest {
	return edition.Manifest{
		Rows: map[string]int{"dwellings": homes, "sales": sales}, Read: map[string]int{"bag": 1000},
		Rejects: map[string][]gevel.Reject{"bag": {{Reason: "malformed id", Count: rejected}}},
	}
}

// answersOf returns the values of n homes; the first can't be valued.
func answersOf(homes, unvalued int, value gevel.Euro) checkup.Answers {
	a := make(checkup.Answers, homes)
	for i := unvalued; i < homes; i++ {
		a[i] = value
	}
	return a
}

func TestLimitsArePassedBeyondThemAndOfEnoughHomes(t *testing.T) {
	unlimited := Limits{1, 1, 1, 1, 1, 0, maxDaysBack}
	for _, tt := range []struct {
		name          string
		before, now   edition.Manifest
		asked, asking checkup.Answers
		limits        Limits
		want          []string
	}{
		{"nothing changed", manifestOf(100, 100, 9), manifestOf(100, 100, 9), nil, nil, defaultLimits(), nil},
		{"to the limit", manifestOf(100, 100, 0), manifestOf(95, 75, 100), nil, nil, defaultLimits(), nil},
		{
			"beyond it", manifestOf(100, 100, 0), manifestOf(94, 74, 101), nil, nil, defaultLimits(),
			[]string{homesFall, salesFall, rejectsRise},
		},
		{"up", manifestOf(100, 100, 900), manifestOf(9000, 9000, 0), nil, nil, defaultLimits(), nil},
		{"few homes", manifestOf(49, 49, 0), manifestOf(1, 1, 0), nil, nil, defaultLimits(), nil},
		{"without limits", manifestOf(100, 100, 0), manifestOf(1, 0, 1000), nil, nil, unlimited, nil},
		{
			"a lower hit rate", manifestOf(100, 100, 0), manifestOf(100, 100, 0),
			answersOf(100, 2, 1), answersOf(100, 8, 1), defaultLimits(),
			[]string{hitRateFall},
		},
		{
			"higher values", manifestOf(100, 100, 0), manifestOf(100, 100, 0),
			answersOf(100, 0, 100), answersOf(100, 4, 126), defaultLimits(),
			[]string{valueFactor},
		},
		{
			"lower values", manifestOf(100, 100, 0), manifestOf(100, 100, 0),
			answersOf(100, 0, 126), answersOf(100, 4, 100), defaultLimits(),
			[]string{valueFactor},
		},
		{
			"values of few homes", manifestOf(100, 100, 0), manifestOf(100, 100, 0),
			answersOf(49, 0, 100), answersOf(49, 40, 900), defaultLimits(), nil,
		},
		{
			"values without limits", manifestOf(100, 100, 0), manifestOf(100, 100, 0),
			answersOf(100, 0, 100), answersOf(100, 40, 900), unlimited, nil,
		},
	} {
		m := &measuring{Comparison: &Comparison{}, limits: tt.limits}
		m.counts(tt.before, tt.now)
		m.rejects(tt.before, tt.now)
		m.answers(tt.asked, tt.asking)
		var got []string
		for _, measure := range m.Measures {
			if measure.Passed != "" {
				got = append(got, measure.Passed)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: beyond %q, want %q", tt.name, got, tt.want)
		}
		if refused := m.refuse(tt.limits) != nil; refused != (len(tt.want) > 0) {
			t.Errorf("%s: refused is %t", tt.name, refused)
		}
	}
}

func TestADayMayGoBackToTheLimit(t *testing.T) {
	const day = gevel.Date(20_000)
	for _, tt := range []struct {
		was, is gevel.Date
		back    int
		beyond  bool
	}{
		{day, day, 0, false},
		{day, day + 400, 0, false},
		{day, day - 1, 0, true},
		{day, day - 31, 31, false},
		{day, day - 32, 31, true},
		{day, day - 9999, maxDaysBack, false},
		{gevel.NoDate, day, 0, false},
		{day, gevel.NoDate, 0, false},
	} {
		m := &measuring{Comparison: &Comparison{}, limits: Limits{DaysBack: tt.back}}
		sources := func(d gevel.Date) edition.Manifest {
			return edition.Manifest{AsOf: map[string]gevel.Date{"bag": d}}
		}
		m.days(sources(tt.was), sources(tt.is))
		if got := len(m.Passed()) > 0; got != tt.beyond {
			t.Errorf("from %d to %d with days_back %d: beyond is %t", tt.was, tt.is, tt.back, got)
		}
	}
	m := &measuring{Comparison: &Comparison{}}
	m.days(edition.Manifest{AsOf: map[string]gevel.Date{"bag": day}}, edition.Manifest{})
	if len(m.Measures) > 0 {
		t.Errorf("a source that is gone has a day: %v", m.Measures)
	}
}

func TestTheHintOfAFallenHitRateNamesTheService(t *testing.T) {
	for key, want := range map[string]bool{hitRateFall: true, salesFall: false} {
		c := &Comparison{Measures: []Measure{{What: "it", Passed: key}}}
		if got := strings.Contains(c.refuse(defaultLimits()).Error(), "a service"); got != want {
			t.Errorf("beyond %s the hint names it: %t", key, got)
		}
	}
}
