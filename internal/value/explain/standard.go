package explain

// The home that all explanations of a model start from.

import (
	"math"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/vintage"
)

// standard holds what the explanations of a model share.
type standard struct {
	vintage    *vintage.Vintage
	home       market.Home // the typical one, of no day
	unobserved []int       // imputed characteristics that no sale known to the model has observed

	mu   sync.Mutex
	last *dated // the last requested day: most requests are for the same
}

// dated is the typical home on a day, with its explanation.
type dated struct {
	home    market.Home
	typical hedonic.Typical
}

// standardOf returns what the explanations of a model share.
func (x *Explainer) standardOf(v *vintage.Vintage) *standard {
	x.mu.Lock()
	defer x.mu.Unlock()
	if s, has := x.standards[v]; has {
		return s
	}
	sales := v.Sales().Sales
	s := &standard{vintage: v, home: impute.TypicalHome(sales, sampleBefore(sales, v.AsOf))}
	for _, k := range sales.Roles.Imputed {
		if !observedBefore(sales, k, v.AsOf) {
			s.unobserved = append(s.unobserved, k)
		}
	}
	x.standards[v] = s
	return s
}

// on returns the typical home on a day.
func (s *standard) on(day gevel.Date) (*dated, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil && s.last.home.Day == day {
		return s.last, nil
	}
	d := &dated{home: s.home}
	d.home.Day = day
	var err error
	if d.typical, err = s.vintage.Hedonic.Typical(&d.home); err != nil {
		return nil, err
	}
	s.last = d
	return d, nil
}

// observedBefore reports whether some sale known before a day has an attribute observed.
func observedBefore(s *market.Sales, k int, day gevel.Date) bool {
	for row, known := range s.Known {
		if known < day && !math.IsNaN(s.Value(k, row)) {
			return true
		}
	}
	return false
}

// manySales is the most sales, evenly spread over place and date, that the typical home
// is taken from: more hardly change a median.
const manySold = 5000

// sampleBefore returns the rows of the sales that the typical home is taken from, all
// known before a day.
func sampleBefore(s *market.Sales, day gevel.Date) []int32 {
	known := s.KnownBefore(day)
	step := len(known)/manySold + 1
	rows := known[:0]
	for i := 0; i < len(known); i += step {
		rows = append(rows, known[i])
	}
	return rows
}
