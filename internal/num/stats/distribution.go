package stats

import "math"

// normalCDF returns the probability that a standard normal value is at most z.
func normalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// newtonSteps is enough for the quantiles below to settle to the last bits: the error squares with each step.
const newtonSteps = 4

// NormalQuantile returns the z that a standard normal value stays below with probability p, 0 < p < 1.
func NormalQuantile(p float64) (z float64, ok bool) {
	if !(p > 0 && p < 1) {
		return undefined()
	}
	if p > 0.5 {
		z, ok = NormalQuantile(1 - p)
		return -z, ok
	}
	z = -math.Sqrt2 * math.Erfinv(1-2*p)
	if math.IsInf(z, 0) { // p is lost in 1-2p
		z = -math.Sqrt(-2 * math.Log(p))
	}
	for range newtonSteps { // on the log of the probability, which is nearly a parabola
		below := normalCDF(z)
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		z -= math.Log(below/p) * below / density
	}
	return defined(z)
}

// normalDOF is from how many degrees of freedom Student's t counts as normal: the
// quantiles differ by less than 1e-6 there.
const normalDOF = 1e7

// StudentQuantile returns the t that a value of Student's t with dof > 0 degrees
// of freedom stays below with probability p, 0 < p < 1.
func StudentQuantile(p, dof float64) (t float64, ok bool) {
	switch {
	case !(p > 0 && p < 1 && dof > 0):
		return undefined()
	case p > 0.5:
		return studentUpper(1-p, dof), true
	case p < 0.5:
		return -studentUpper(p, dof), true
	}
	return 0, true
}

// The logs between which studentUpper searches, and when it has found: an interval
// of relative width 1e-15 is the resolution of a float64.
const (
	minLogT, maxLogT = -60.0, 700.0
	logTWidth        = 1e-15
)

// studentUpper returns the t > 0 with probability p < 0.5 above it: Newton's method
// on the logs of both, falling back to halving the interval.
func studentUpper(p, dof float64) float64 {
	low, high, u := minLogT, maxLogT, 0.0
	for high-low > logTWidth*max(1, math.Abs(u)) {
		t := math.Exp(u)
		tail := studentTail(t, dof)
		excess := math.Log(tail / p)
		if excess > 0 {
			low = u
		} else {
			high = u
		}
		next := u + excess*tail/(studentDensity(t, dof)*t)
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if next == u || math.Abs(next-u) <= logTWidth*math.Abs(u) {
			break
		}
		u = next
	}
	return math.Exp(u)
}

func studentDensity(t, dof float64) float64 {
	top, _ := math.Lgamma((dof + 1) / 2)
	bottom, _ := math.Lgamma(dof / 2)
	return math.Exp(top-bottom-(dof+1)/2*math.Log1p(t*t/dof)) / math.Sqrt(dof*math.Pi)
}

// studentTail is the probability above t >= 0.
func studentTail(t, dof float64) float64 {
	if dof >= normalDOF {
		return normalCDF(-t)
	}
	ratio := t / math.Sqrt(dof)
	x := 1 / (1 + ratio*ratio)
	if math.IsInf(ratio*ratio, 1) {
		return 0
	}
	return incompleteBeta(dof/2, 0.5, x, ratio*ratio*x) / 2
}

// incompleteBeta is the regularised incomplete beta function at x, with y = 1-x,
// by its continued fraction on the side where that converges fast.
func incompleteBeta(a, b, x, y float64) float64 {
	switch {
	case x <= 0:
		return 0
	case y <= 0:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - incompleteBeta(b, a, y, x)
	}
	lab, _ := math.Lgamma(a + b)
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	return math.Exp(lab-la-lb+a*math.Log(x)+b*math.Log(y)) / a * betaFraction(a, b, x)
}

// The continued fraction ends when a step changes it by less than betaPrecision;
// betaSteps is far more than it takes below normalDOF.
const (
	betaPrecision = 1e-15
	betaSteps     = 20_000
)

// betaFraction evaluates the continued fraction of the incomplete beta function (NIST Handbook of Mathematical
// Functions, 8.17.22) from the front, by the method of Lentz.
func betaFraction(a, b, x float64) float64 {
	const tiny = 1e-300 // in place of a zero denominator
	nonzero := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/nonzero(1-(a+b)*x/(a+1))
	value := d
	for i := 1; i <= betaSteps; i++ {
		m := float64(i)
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / nonzero(1+even*d)
		c = nonzero(1 + even/c)
		value *= c * d
		d = 1 / nonzero(1+odd*d)
		c = nonzero(1 + odd/c)
		value *= c * d
		if math.Abs(c*d-1) < betaPrecision {
			break
		}
	}
	return value
}
