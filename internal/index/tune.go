package index

import (
	"math"
	"sync"

	"github.com/gevel/gevel"
)

const (
	// tuneMonths is over how many of the last months priors are tried out, and
	// tuneStep the months from one trial to the next.
	tuneMonths = 24
	tuneStep   = 2
	// tuneHistory is how many months an index must have behind it to be tried.
	tuneHistory = 4
	// tuneSales bounds how many observations a trial uses; more change the choice no
	// more.
	tuneSales = 40_000
)

// The priors that are tried, each kind of level after the other.
var (
	triedPersistence = []float64{0.5, 0.8, 0.9, 0.95}
	triedInnovation  = []float64{0.001, 0.002, 0.004, 0.01}
	triedGrowth      = []float64{0.0003, 0.001, 0.002, 0.004}
	triedSeason      = []float64{0, 0.02}
)

// Tune chooses the priors with which indexes made in the last months would have
// said best what the sales of the months behind them then brought. It uses nothing
// but the observations, which must all be known. ahead is how many months an index
// will be in use before the next is made.
func Tune(observations []Observation, areas *Areas, first, last gevel.Month, ahead int) Params {
	t := tuner{observations: thin(observations), areas: areas, first: first, last: last}
	// A short history has room for short forecasts only.
	t.ahead = max(1, min(gevel.Month(ahead), (last-first)/tuneHistory))
	best := DefaultParams()
	score := t.score(best)
	try := func(p Params) {
		if s := t.score(p); s < score {
			best, score = p, s
		}
	}
	for _, season := range triedSeason {
		for _, persistence := range triedPersistence {
			for _, innovation := range triedInnovation {
				p := best
				p.Whole = Prior{Persistence: persistence, Growth: innovation, Season: season}
				try(p)
			}
		}
	}
	for _, growth := range triedGrowth {
		p := best
		p.Area.Growth = growth
		try(p)
	}
	for _, growth := range triedGrowth {
		p := best
		p.Group.Growth = growth
		try(p)
	}
	return best
}

func thin(observations []Observation) []Observation {
	step := len(observations)/tuneSales + 1
	if step == 1 {
		return observations
	}
	var kept []Observation
	for i := 0; i < len(observations); i += step {
		kept = append(kept, observations[i])
	}
	return kept
}

type tuner struct {
	observations []Observation
	areas        *Areas
	first, last  gevel.Month
	ahead        gevel.Month
}

// tuneThreads is how many forecasts are made at once.
const tuneThreads = 2

// score returns the mean robust error of forecasts made at the start of each of
// the last months; lower is better.
func (t *tuner) score(p Params) float64 {
	start := max(t.first+tuneHistory, t.last-tuneMonths)
	losses := make([][]float64, max(0, (t.last-start+tuneStep-1)/tuneStep))
	var wait sync.WaitGroup
	for thread := range tuneThreads {
		wait.Go(func() {
			for i := thread; i < len(losses); i += tuneThreads {
				losses[i] = t.losses(p, start+gevel.Month(i)*tuneStep)
			}
		})
	}
	wait.Wait()
	sum, n := 0.0, 0.0
	for _, of := range losses {
		for _, loss := range of {
			sum += loss
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// losses returns the errors of a forecast made at the start of a month.
func (t *tuner) losses(p Params, month gevel.Month) []float64 {
	var known []Observation
	for _, o := range t.observations {
		if o.Month < float64(month)-0.5 {
			known = append(known, o)
		}
	}
	if len(known) == 0 {
		return nil
	}
	var losses []float64
	ix := Fit(known, t.areas, t.first, month+t.ahead, p)
	for _, o := range t.observations {
		if o.Month >= float64(month)-0.5 && o.Month < float64(month+t.ahead)-0.5 {
			losses = append(losses, robustLoss(o.Value-ix.Level(o.Area, o.Group, o.Month)))
		}
	}
	return losses
}

// tuneScale is the error, in log euros, from where on errors count in proportion
// and no more by their square.
const tuneScale = 0.1

func robustLoss(e float64) float64 {
	x := e / tuneScale
	return math.Sqrt(1+x*x) - 1
}
