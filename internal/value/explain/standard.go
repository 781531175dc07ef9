package explain

// The home that all explanations of a model start from.

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
)

// standard holds what the explanations of a model share.
type standard struct {
	home       market.Home // the typical one, of no day
	unobserved []int       // imputed characteristics that no sale known to the model has observed
}

// standardOf returns what the explanations of a model share.
func (x *Explainer) standardOf(v *vintage.Vintage) *standard {
	x.mu.Lock()
	defer x.mu.Unlock()
	if s, has := x.standards[v]; has {
		return s
	}
	sales := v.Sales().Sales
	sample := sampleBefore(sales, v.AsOf)
	s := &standard{home: atOrdinaryPlace(v, impute.TypicalHome(sales, sample), sample)}
	for _, k := range sales.Roles.Imputed {
		if !observedBefore(sales, k, v.AsOf) {
			s.unobserved = append(s.unobserved, k)
		}
	}
	x.standards[v] = s
	return s
}

// placesTried is the most places among which an ordinary one is chosen.
const placesTried = 250

// atOrdinaryPlace puts a home where it costs the median of what it costs at the places of sales, on the
// model's day. Without a place of any it stays nowhere.
func atOrdinaryPlace(v *vintage.Vintage, home market.Home, sales []int32) market.Home {
	type placed struct {
		home market.Home
		log  float64
	}
	var tried []placed
	dated := v.IndexOn(v.AsOf)
	month := index.MonthsSince(0, v.AsOf)
	located := slices.DeleteFunc(slices.Clone(sales), func(row int32) bool { return !v.Sales().Place[row].Known() })
	step := len(located)/placesTried + 1
	for i := 0; i < len(located); i += step {
		h, row := home, located[i]
		h.Place, h.Zip, h.Day = v.Sales().Place[row], v.Sales().Zip[row], v.AsOf
		estimate := v.Hedonic.Estimate(&h)
		level := dated.Index.LevelOf(dated.Index.Areas.Of(h.Place), h.BuildType.Group(), estimate, month)
		tried = append(tried, placed{h, level + estimate})
	}
	if len(tried) == 0 {
		return home
	}
	slices.SortStableFunc(tried, func(a, b placed) int { return cmp.Compare(a.log, b.log) })
	return tried[len(tried)/2].home
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

// manySold is the most sales, evenly spread over place and date, that the typical home
// is taken from: more hardly change a median.
const manySold = 5000

// sampleBefore returns the rows of the sales that the typical home is taken from, all known before a day.
func sampleBefore(s *market.Sales, day gevel.Date) []int32 {
	known := s.EvidenceBefore(day)
	step := len(known)/manySold + 1
	rows := known[:0]
	for i := 0; i < len(known); i += step {
		rows = append(rows, known[i])
	}
	return rows
}
