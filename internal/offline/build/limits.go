package build

// How far an edition may be from the one before it.

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/value/checkup"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Limits say what an edition may lose against the edition before it. One that goes beyond is not
// published. Shares are from 0 to 1, and 1 is no limit.
type Limits struct {
	HomesFall    float64 `yaml:"homes_fall" bounds:"0 to 1" doc:"Share of the homes that may go."`
	SalesFall    float64 `yaml:"sales_fall" bounds:"0 to 1" doc:"Share of the sales that may go."`
	FillRateFall float64 `yaml:"fill_rate_fall" bounds:"0 to 1" doc:"How far the share of homes, or of sales, with a known characteristic may fall: 0.05 is from 0.99 to 0.94."`
	RejectsRise  float64 `yaml:"rejects_rise" bounds:"0 to 1" doc:"How far the share of a source's rows that are rejects or faults may rise."`
	HitRateFall  float64 `yaml:"hit_rate_fall" bounds:"0 to 1" doc:"How far the share of homes that can be valued may fall. A running service keeps to the default."`
	ValueFactor  float64 `yaml:"value_factor" bounds:"above 1, or 0" doc:"How many times above or below its value before the median home may come to lie; 0 is no limit."`
	DaysBack     int     `yaml:"days_back" bounds:"0 to 36500" doc:"Days by which a source, or the newest model, may be older."`
}

// defaultLimits let a new delivery of the same area pass, and stop what no market does in the months between two
// deliveries: homes are hardly ever demolished or struck off by the hundred, and prices have never moved by a
// quarter. A month back leaves room for last sales that are withdrawn.
func defaultLimits() Limits {
	return Limits{
		HomesFall: 0.05, SalesFall: 0.25, FillRateFall: 0.05, RejectsRise: 0.1,
		HitRateFall: checkup.HitRateFall, ValueFactor: 1.25, DaysBack: 31,
	}
}

// Keys of the limits, in the order in which they are checked and shown.
const (
	homesFall    = "homes_fall"
	salesFall    = "sales_fall"
	fillRateFall = "fill_rate_fall"
	rejectsRise  = "rejects_rise"
	hitRateFall  = "hit_rate_fall"
	valueFactor  = "value_factor"
	daysBack     = "days_back"
)

// maxDaysBack is a century: no limit in effect.
const maxDaysBack = 36500

// of returns the limit of a key.
func (l Limits) of(key string) float64 {
	return map[string]float64{
		homesFall: l.HomesFall, salesFall: l.SalesFall, fillRateFall: l.FillRateFall, rejectsRise: l.RejectsRise,
		hitRateFall: l.HitRateFall, valueFactor: l.ValueFactor,
		daysBack: float64(l.DaysBack),
	}[key]
}

// check says what is wrong, and with which key.
func (l Limits) check() (key string, err error) {
	for _, key := range []string{homesFall, salesFall, fillRateFall, rejectsRise, hitRateFall} {
		if v := l.of(key); !(v >= 0 && v <= 1) {
			return key, fmt.Errorf("%v is not between 0 and 1", v)
		}
	}
	if v := l.ValueFactor; v != 0 && (!(v > 1) || math.IsInf(v, 0)) {
		return valueFactor, fmt.Errorf("%v is not above 1; 0 is no limit", v)
	}
	if l.DaysBack < 0 || l.DaysBack > maxDaysBack {
		return daysBack, fmt.Errorf("%d is not between 0 and %d", l.DaysBack, maxDaysBack)
	}
	return "", nil
}

// Of how many homes, and of how many sales, an edition knows each characteristic.

// fillRate is of how many homes or sales a characteristic is known.
type fillRate struct {
	column, label string
	part
}

// fillRates compares the fill rates of homes or sales. A characteristic that only the edition before has has a rate of
// 0 now.
func (m *measuring) fillRates(of string, before, now []fillRate) {
	rates := map[string]part{}
	all := 0
	for _, rate := range now {
		rates[rate.column], all = rate.part, rate.of
	}
	for _, was := range before {
		is, ok := rates[was.column]
		if !ok {
			is.of = all
		}
		if was.n > 0 || is.n > 0 {
			m.share(of+" of known "+was.label, was.part, is, fillRateFall, was.share()-is.share())
		}
	}
}

// filled counts the homes whose characteristic the register knows.
func filled(e *edition.Edition) []fillRate {
	rates := ratesOf(e.Sales().Attributes)
	for d := range e.Dwellings {
		for k := range rates {
			rates[k].count(e.Sales().Attributes[k].Known(&d.Characteristics))
		}
	}
	return rates
}

// filledSales counts the sales whose characteristic was known.
func filledSales(e *edition.Edition) []fillRate {
	s := e.Sales()
	rates := ratesOf(s.Attributes)
	for k := range rates {
		for row := range s.Len() {
			v := s.Value(k, row)
			rates[k].count(v == v)
		}
	}
	return rates
}

func ratesOf(table gevel.Attributes) []fillRate {
	return list.Of(table, func(a gevel.Attribute) fillRate { return fillRate{column: a.Column, label: a.Label} })
}

func (r *fillRate) count(known bool) {
	r.of++
	if known {
		r.n++
	}
}

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
