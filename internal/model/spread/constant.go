package spread

// The baseline of the model of the error's size: intervals of one width for
// all homes.

import (
	"math"

	"github.com/gevel/gevel/internal/num/stats"
)

// Constant is two 80 % intervals of one width for all homes, made from the same errors and weights as a
// Model, but regardless of their size (in the
// manner of split conformal prediction; Lei et al., 2018). All are 0 without errors.
// Fields are exported for encoding only.
type Constant struct {
	// Low and High are log price less log value: one width in log price, so the same
	// share of the value for all homes.
	Low, High float64
	// Euros is half of one width in euros, at the whole market's level on the model's date.
	Euros float64
}

// constantShare is the share of prices in the intervals of a Constant.
const constantShare = 0.8

func fitConstant(holdouts []Holdout) Constant {
	if len(holdouts) == 0 {
		return Constant{}
	}
	logs, euros, weights := make([]float64, len(holdouts)), make([]float64, len(holdouts)), make([]float64, len(holdouts))
	for i := range holdouts {
		h := &holdouts[i]
		e := h.Error + h.Common
		logs[i], weights[i] = e, h.Weight
		euros[i] = math.Abs(h.Price - h.Price*math.Exp(-e))
	}
	var c Constant
	c.Low, _ = stats.WeightedQuantile(logs, weights, (1-constantShare)/2)
	c.High, _ = stats.WeightedQuantile(logs, weights, (1+constantShare)/2)
	c.Euros, _ = stats.WeightedQuantile(euros, weights, constantShare)
	return c
}

// Intervals returns both intervals around a value, euros; risen is the rise of the market
// since the model's date, log euros. ok is false if there were no errors.
func (c Constant) Intervals(value, risen float64) (byLog, byEuros [2]float64, ok bool) {
	if c == (Constant{}) {
		return byLog, byEuros, false
	}
	half := c.Euros * math.Exp(risen)
	byLog = [2]float64{value * math.Exp(c.Low), value * math.Exp(c.High)}
	return byLog, [2]float64{value - half, value + half}, true
}
