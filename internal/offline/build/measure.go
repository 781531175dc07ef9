package build

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/value/checkup"
	"github.com/gevel/gevel/internal/value/valuation"
)

// What two editions are compared by.

// measuring gathers the measures of a comparison.
type measuring struct {
	*Comparison
	limits Limits
}

// add adds a measure; beyond says that its change goes beyond the limit of a key.
func (m *measuring) add(what, before, now, key string, beyond bool) {
	if !beyond {
		key = ""
	}
	m.Measures = append(m.Measures, Measure{What: what, Before: before, Now: now, Passed: key})
}

// counts compares how many homes and sales there are.
func (m *measuring) counts(before, now edition.Manifest) {
	for _, count := range []struct{ what, table, key string }{
		{"homes", "dwellings", homesFall}, {"sales", "sales", salesFall},
	} {
		was, is := before.Rows[count.table], now.Rows[count.table]
		fall := float64(was-is) / float64(max(was, 1))
		m.add(count.what, fmt.Sprint(was), fmt.Sprint(is), count.key,
			was >= checkup.LeastHomes && fall > m.limits.of(count.key))
	}
}

// share adds a measure of shares of so many; a share of few says nothing. change is how much it went the wrong way.
func (m *measuring) share(what string, was, is part, key string, change float64) {
	m.add(what, was.String(), is.String(), key,
		min(was.of, is.of) >= checkup.LeastHomes && change > m.limits.of(key))
}

// part is n of so many.
type part struct{ n, of int }

func (p part) share() float64 { return float64(p.n) / float64(max(p.of, 1)) }

func (p part) String() string { return fmt.Sprintf("%.1f %%", 100*p.share()) }

// rejects compares the rejects and faults of each source that both editions have.
func (m *measuring) rejects(before, now edition.Manifest) {
	for _, source := range slices.Sorted(maps.Keys(now.Read)) {
		if _, ok := before.Read[source]; ok {
			was, is := rejected(before, source), rejected(now, source)
			m.share("rejects and faults of "+source, was, is, rejectsRise, is.share()-was.share())
		}
	}
}

// rejected returns how many of a source's rows are rejects and faults.
func rejected(m edition.Manifest, source string) part {
	p := part{of: m.Read[source]}
	for _, r := range m.Rejects[source] {
		p.n += r.Count
	}
	return p
}

// days compares the day of each source that both editions have.
func (m *measuring) days(before, now edition.Manifest) {
	for _, source := range slices.Sorted(maps.Keys(now.AsOf)) {
		if was, ok := before.AsOf[source]; ok {
			m.day("the day of "+source, was, now.AsOf[source])
		}
	}
}

// day adds a measure of days. An unknown day is not compared.
func (m *measuring) day(what string, was, is gevel.Date) {
	if was == gevel.NoDate || is == gevel.NoDate {
		return
	}
	m.add(what, was.String(), is.String(), daysBack, int(was-is) > m.limits.DaysBack)
}

// newestModel returns the day of an edition's newest model.
func newestModel(v *valuation.Valuer) gevel.Date {
	vintages := v.Vintages()
	return vintages[len(vintages)-1].AsOf
}

// answers compares what both editions answer about a sample of homes.
func (m *measuring) answers(before, now checkup.Answers) {
	was, is := part{before.Valued(), len(before)}, part{now.Valued(), len(now)}
	m.share("homes that can be valued", was, is, hitRateFall, before.HitRate()-now.HitRate())
	medianBefore, median, homes := checkup.Medians(before, now)
	if homes == 0 {
		return
	}
	apart := math.Exp(math.Abs(math.Log(float64(median) / float64(medianBefore))))
	m.add("median value", fmt.Sprintf("€ %d", medianBefore), fmt.Sprintf("€ %d", median), valueFactor,
		homes >= checkup.LeastHomes && m.limits.ValueFactor > 0 && apart > m.limits.ValueFactor)
}
