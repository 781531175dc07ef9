package ratio

// Compares promises with prices: intervals, FSD, accuracy and classes.

import (
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// fsdAim is the share of a normal distribution within one standard deviation, by which the FSD is defined, percent.
const fsdAim = 68.3

// accuracyWithin is the error, relative to the value, in the definition of accuracy.
const accuracyWithin = 0.10

// setCalibration fills in the promises of the valued sales.
func (s *Summary) setCalibration(valued []*Observation) {
	s.Coverage50 = coverage(valued, 50, func(o *Observation) (low, high float64) { return o.Low50, o.High50 })
	s.Coverage80 = coverage(valued, 80, func(o *Observation) (low, high float64) { return o.Low80, o.High80 })
	s.Coverage90 = coverage(valued, 90, func(o *Observation) (low, high float64) { return o.Low90, o.High90 })
	s.ConstantLog80 = coverage(valued, 80, func(o *Observation) (low, high float64) { return o.LowLog80, o.HighLog80 })
	s.ConstantEuros80 = coverage(valued, 80, func(o *Observation) (low, high float64) {
		return o.LowEuros80, o.HighEuros80
	})
	s.FSD = calibrate(valued, func(o *Observation) promise {
		return promise{made: o.FSD > 0, aim: fsdAim, kept: o.within(o.FSD)}
	})
	s.Accuracy = calibrate(valued, func(o *Observation) promise {
		return promise{made: o.Accuracy.Known, aim: o.Accuracy.V, kept: o.within(accuracyWithin)}
	})
	s.CRPS = meanCRPS(valued)
	for class := gevel.HighestClass; class >= 0; class-- {
		p := class.Promise()
		c := calibrate(valued, func(o *Observation) promise {
			return promise{made: o.Class.Known && o.Class.V == class, aim: 100 * p.Share, kept: o.within(p.Within)}
		})
		if c.N == 0 {
			continue
		}
		s.Classes = append(s.Classes, ClassPromise{
			Class: class, Within: 100 * p.Within, Calibration: c, Verdict: c.verdict(p.Share),
		})
	}
}

// meanCRPS is the mean score of the promised distributions.
func meanCRPS(valued []*Observation) Figure {
	sum, n := 0.0, 0
	for _, o := range valued {
		if o.CRPS.Known {
			sum, n = sum+o.CRPS.V, n+1
		}
	}
	return known(sum / float64(n)) // none without any
}

// verdict judges the promise that at least a share of the prices lies within.
func (c Calibration) verdict(promised float64) Verdict {
	if promised == 0 {
		return ""
	}
	switch c.Share.atLeast(c.Aim) {
	case NotMet:
		return Broken
	case Met:
		return Kept
	}
	return NotRefuted
}

// within reports whether the price lies within a fraction of the value.
func (o *Observation) within(fraction float64) bool {
	return math.Abs(o.Price-o.Value) <= fraction*o.Value
}

// promise is one value's promise on its error.
type promise struct {
	made bool
	aim  float64 // percent
	kept bool
}

func calibrate(valued []*Observation, of func(*Observation) promise) Calibration {
	n, kept, aims := map[gevel.Month]int{}, map[gevel.Month]int{}, 0.0
	for _, o := range valued {
		p := of(o)
		if !p.made {
			continue
		}
		n[o.Month]++
		aims += p.aim
		if p.kept {
			kept[o.Month]++
		}
	}
	var counts counted
	for _, month := range slices.Sorted(maps.Keys(n)) {
		counts = append(counts, [2]int{kept[month], n[month]})
	}
	if len(counts) == 0 {
		return Calibration{}
	}
	share, all := counts.share()
	return Calibration{N: all, Aim: aims / float64(all), Share: share}
}

func coverage(valued []*Observation, aim float64, interval func(*Observation) (low, high float64)) Coverage {
	widths := 0.0
	c := calibrate(valued, func(o *Observation) promise {
		low, high := interval(o)
		if !(high > 0) {
			return promise{}
		}
		widths += (high - low) / o.Value
		return promise{made: true, aim: aim, kept: low <= o.Price && o.Price <= high}
	})
	return Coverage{Calibration: c, Width: known(100 * widths / float64(c.N))}
}

// wilson returns the ends of the interval of a share p of n, z standard errors to each side (E.B. Wilson, 1927). It
// holds for small n and shares near 0 and 1.
func wilson(p, n, z float64) (low, high float64) {
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	margin := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, centre-margin), min(1, centre+margin)
}
