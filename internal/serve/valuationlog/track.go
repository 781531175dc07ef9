package valuationlog

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
)

// Tracked compares answers with later sale prices of their homes.
type Tracked struct {
	Answers  int            `json:"answers"`           // without the damaged ones
	Unsold   int            `json:"unsold"`            // the home was not sold within the period
	Repeated int            `json:"repeated"`          // superseded by a later answer about the same home before the same sale
	TooLate  int            `json:"tooLate"`           // given after the sale
	Damaged  []string       `json:"damaged,omitempty"` // where, and why
	Editions map[string]int `json:"editions"`          // of the compared answers
	Report   ratio.Measures `json:"report"`
}

// answered are the fields of an answer that Track reads.
type answered struct {
	BagID    string     `json:"bagId"`
	Value    gevel.Euro `json:"weightedValue"`
	Accuracy *float64   `json:"accuracy"`
	Class    *int       `json:"confidenceClass"`
	Type     *string    `json:"buildType"`
}

// Track compares the answers of a log with the first sale of each home on or after the valuation date, within
// a number of days. An answer counts only if it was given by the day of the sale, and of several about a home
// only the last: so no answer could know the price, and no sale counts twice.
func Track(entries iter.Seq2[Entry, error], sales *market.Sales, within int, o ratio.Options) (Tracked, error) {
	out := Tracked{Editions: map[string]int{}}
	type kept struct {
		at          int64 // when the answer was given
		edition     string
		observation ratio.Observation
	}
	bySale, order := map[int32]kept{}, []int32{}
	for r, err := range entries {
		if damaged := (*DamagedError)(nil); errors.As(err, &damaged) {
			out.Damaged = append(out.Damaged, err.Error())
			continue
		}
		if err != nil {
			return out, err
		}
		out.Answers++
		var a answered
		if err := json.Unmarshal(r.Answer, &a); err != nil {
			return out, fmt.Errorf("the answer to request %s: %w", r.Request, err)
		}
		row, found := firstSale(sales, a.BagID, r.Asked.Date, within)
		switch {
		case !found:
			out.Unsold++
			continue
		case gevel.DayOf(r.Time) > sales.Date[row]:
			out.TooLate++
			continue
		}
		observation, err := observe(&r, &a, float64(sales.Price[row]))
		if err != nil {
			return out, fmt.Errorf("the answer to request %s: %w", r.Request, err)
		}
		observation.Month = sales.Date[row].Month()
		before, repeated := bySale[row]
		if repeated {
			out.Repeated++
			if before.at > r.Time.UnixNano() {
				continue
			}
		} else {
			order = append(order, row)
		}
		bySale[row] = kept{r.Time.UnixNano(), r.Edition(), observation}
	}
	observations := make([]ratio.Observation, 0, len(order))
	for _, row := range order {
		k := bySale[row]
		observations = append(observations, k.observation)
		out.Editions[k.edition]++
	}
	out.Report = ratio.Study(observations, o)
	return out, nil
}

// firstSale returns the first sale of a home on a day or within a number of days after it.
func firstSale(s *market.Sales, home string, from gevel.Date, within int) (first int32, found bool) {
	code := s.DwellingCode(home)
	if home == "" || code < 0 {
		return 0, false
	}
	for _, row := range s.OfDwelling(code) {
		if d := s.Date[row]; d >= from && int(d-from) <= within && (!found || d < s.Date[first]) {
			first, found = row, true
		}
	}
	return first, found
}

// observe returns an answer and a price as an observation of a ratio study.
func observe(r *Entry, a *answered, price float64) (ratio.Observation, error) {
	o := ratio.Observation{Price: price, Value: float64(a.Value), HasValue: true}
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
		o.Segments = append(o.Segments, ratio.Segment{Dimension: "house type", Name: *a.Type})
	}
	return o, errors.Join(faults...)
}
