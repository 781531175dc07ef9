package valuationlog

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// Tracked compares answers with later sale prices of their homes.
type Tracked struct {
	Answers   int            `json:"answers"`           // without the damaged ones
	Unmatched []gevel.Reject `json:"unmatched"`         // answers that don't count
	LeftOut   []gevel.Reject `json:"leftOut"`           // sales of the days that the answers reach
	Damaged   []string       `json:"damaged,omitempty"` // where, and why
	Editions  map[string]int `json:"editions"`          // of the answers that count
	Report    ratio.Measures `json:"report"`
}

// answered are the fields of an answer that Track reads.
type answered struct {
	BagID    string     `json:"bagId"`
	Value    gevel.Euro `json:"weightedValue"`
	Accuracy *float64   `json:"accuracy"`
	Class    *int       `json:"confidenceClass"`
	Type     *string    `json:"buildType"`
}

// Track compares the answers of a log with the sales of their homes within a number of days from the valuation date on.
// An answer counts only if it was given by the day of the sale, and of several before a sale only the last: so no
// answer could know the price, and no sale counts twice.
func Track(entries iter.Seq2[Entry, error], sales *comparison.Market, within int, o ratio.Options) (Tracked, error) {
	out := Tracked{Editions: map[string]int{}}
	join := sales.NewJoin(comparison.Rule{Within: within})
	from, until := gevel.Never, gevel.NoDate
	for r, err := range entries {
		if damaged := (*DamagedError)(nil); errors.As(err, &damaged) {
			out.Damaged = append(out.Damaged, err.Error())
			continue
		}
		if err != nil {
			return out, err
		}
		v, err := r.value()
		if err != nil {
			return out, fmt.Errorf("the answer to request %s: %w", r.Request, err)
		}
		join.Add(v)
		from, until = min(from, r.Asked.Date), max(until, r.Asked.Date+gevel.Date(within)+1)
	}
	counted := join.Sales()
	for _, row := range counted {
		out.Editions[join.Value(row).Maker]++
	}
	_, left := sales.Between(from, until)
	out.Answers, out.Unmatched, out.LeftOut = join.Values, join.Rejects.List(), left.List()
	out.Report = ratio.Study(join.Observe(counted), o)
	return out, nil
}

// value returns an answer as a value.
func (r *Entry) value() (*comparison.Value, error) {
	var a answered
	if err := json.Unmarshal(r.Answer, &a); err != nil {
		return nil, err
	}
	said, err := r.said(&a)
	return &comparison.Value{
		Row: "request " + r.Request, Maker: r.Edition(), Homes: []string{a.BagID}, Day: gevel.Some(r.Asked.Date),
		Given: r.Time, Said: said,
	}, err
}

// said returns the value of an answer with its promises.
func (r *Entry) said(a *answered) (ratio.Observation, error) {
	o := ratio.Observation{Value: float64(a.Value), HasValue: true}
	var faults []error
	number := func(name string) float64 {
		v, err := strconv.ParseFloat(r.Meta[name], 64)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
		return v
	}
	o.Low80, o.High80, o.FSD = number("valueLow"), number("valueHigh"), number("forecastStandardDeviation")
	if a.Accuracy != nil {
		o.Accuracy = gevel.Some(*a.Accuracy)
	}
	if a.Class != nil {
		o.Class = gevel.Some(gevel.ConfidenceClass(*a.Class))
	}
	if a.Type != nil {
		o.Segments = append(o.Segments, ratio.Segment{Dimension: ratio.DimensionType, Name: *a.Type})
	}
	return o, errors.Join(faults...)
}
