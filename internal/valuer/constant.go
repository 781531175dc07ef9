package valuer

// What the model of the size of the error is held against: intervals of one width for
// all homes.

import (
	"math"

	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/stats"
)

// Constant are two 80 % intervals of one width for all homes, made of the out-of-time
// errors that a Spread is learned from, with the same weights, but without regard to
// their size (in the manner of split conformal prediction; Lei et al., 2018). All are 0
// without errors.
// Fields are exported for encoding only.
type Constant struct {
	// Low and High are log price less log value: one width in log price, so the same
	// share of the value for all homes.
	Low, High float64
	// Euros is half of one width in euros, at the whole market's level on the vintage's
	// date.
	Euros float64
}

// constantShare is the share of prices in the intervals of a Constant.
const constantShare = 0.8

func fitConstant(outcomes []scored) Constant {
	if len(outcomes) == 0 {
		return Constant{}
	}
	logs, euros, weights := make([]float64, len(outcomes)), make([]float64, len(outcomes)), make([]float64, len(outcomes))
	for i, o := range outcomes {
		logs[i], weights[i] = o.err, o.weight
		euros[i] = math.Abs(o.price - o.price*math.Exp(-o.err))
	}
	var c Constant
	c.Low, _ = stats.WeightedQuantile(logs, weights, (1-constantShare)/2)
	c.High, _ = stats.WeightedQuantile(logs, weights, (1+constantShare)/2)
	c.Euros, _ = stats.WeightedQuantile(euros, weights, constantShare)
	return c
}

// marketSince returns by how much the whole market has risen from the vintage's date to
// a time (see index.Level), in log euros. Errors in euros are held against each other at
// one level of the market: in a rising one those of last year would be too small.
func (v *Vintage) marketSince(month float64, ix *index.Index) float64 {
	return ix.Level(0, 0, month) - ix.Level(0, 0, index.MonthsSince(0, v.AsOf))
}

// setConstant gives a forecast of a value the intervals of one width for all homes;
// risen is by how much the market has risen since the vintage's date, log euros.
func (f *Forecast) setConstant(c Constant, risen float64) {
	if c == (Constant{}) {
		return
	}
	f.LowLog80, f.HighLog80 = f.Value*math.Exp(c.Low), f.Value*math.Exp(c.High)
	half := c.Euros * math.Exp(risen)
	f.LowEuros80, f.HighEuros80 = f.Value-half, f.Value+half
}
