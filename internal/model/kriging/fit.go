package kriging

import (
	"context"
	"iter"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/parallel"
)

// Trial is a site to be predicted while fitting, from candidates known without it.
type Trial struct {
	Site       int32
	Candidates []int32
}

// Observed are the residuals at the sites, in log euros.
type Observed struct {
	Source
	Residual []float32
	// NoiseScales multiply the noise of each site; see Solver.Solve.
	NoiseScales []float32
}

const (
	// trialDegrees are the degrees of freedom of the Student distribution by which
	// trials are scored: a single outlying price must not bend the kernel.
	trialDegrees = 4.0
	// firstStep and lastStep bound the factor by which a parameter is changed.
	firstStep, lastStep = 2.5, 1.1
	// priorScale is the standard deviation of the prior on each parameter around its start, in logarithms: the
	// trials say little about some parameters, and without a prior chance would set them.
	priorScale = 0.5
	// sweepsPerStep is how many times each parameter is tried with one step.
	sweepsPerStep = 3
)

// Fit improves the kernel on trials by coordinate search. It makes each parameter in turn larger or smaller as long
// as that increases the likelihood of the trials, times a prior around the starting kernel, with ever smaller
// steps. The result is the same for any number of processors.
func Fit(ctx context.Context, o Observed, k Kernel, trials []Trial, most int) (Kernel, error) {
	start := k
	rate := func(k *Kernel) float64 {
		return score(o, k, trials, most) + k.prior(&start)/float64(len(trials))
	}
	best := rate(&k)
	last := math.Log(math.Log(lastStep))
	from := math.Log(math.Log(firstStep)) - last
	for step := firstStep; step > lastStep; step = math.Sqrt(step) {
		n, still := len(k.parameters()), 0 // how many in a row could not be improved
		for i := 0; i < sweepsPerStep*n && still < n; i++ {
			if err := ctx.Err(); err != nil {
				return k, err
			}
			const most = 1000
			begun, size := math.Log(math.Log(step))-last, math.Ln2*float64(i)/float64(sweepsPerStep*n)
			gevel.Report(ctx, int(most*(from-begun+size)/from), most)
			still++
			for _, factor := range []float64{step, 1 / step} {
				tried := k
				*tried.parameters()[i%n] *= factor
				if got := rate(&tried); got > best {
					k, best, still = tried, got, 0
					break
				}
			}
		}
	}
	return k, nil
}

// prior returns the log density of the parameters around another kernel's, up to a constant.
func (k *Kernel) prior(about *Kernel) float64 {
	sum, others := 0.0, about.parameters()
	for i, p := range k.parameters() {
		z := math.Log(*p / *others[i]) / priorScale
		sum -= z * z / 2
	}
	return sum
}

// parameters returns the parameters that are fitted, in the order in which they are tried. All traits and kinds
// share one length: a length for each fitted the trials better and later sales worse.
func (k *Kernel) parameters() []*float64 {
	p := []*float64{&k.Noise}
	for _, r := range []*Range{&k.Block, &k.Near, &k.Like} {
		p = append(p, &r.Variance, &r.Metres, &r.Months)
	}
	return append(p, &k.Unlike)
}

// score returns the mean log density of the trials.
func score(o Observed, k *Kernel, trials []Trial, most int) float64 {
	densities := make([]float64, len(trials))
	parallel.Workers(parallel.Threads(), len(trials), func(pieces iter.Seq[int]) {
		solver := NewSolver(o.Source, k, most)
		for i := range pieces {
			mean, variance := o.predict(solver, trials[i])
			densities[i] = logStudent(float64(o.Residual[trials[i].Site])-mean, variance+k.Noise)
		}
	})
	sum := 0.0
	for _, d := range densities {
		sum += d
	}
	return sum / float64(len(trials))
}

func (o Observed) predict(solver *Solver, t Trial) (mean, variance float64) {
	solver.source.Lay([]int32{t.Site}, &solver.asked)
	solver.subject.set(&solver.asked, 0)
	w := solver.solve(t.Candidates, func(site int32) float64 { return float64(o.NoiseScales[site]) })
	for i, site := range w.Sites {
		mean += w.Weights[i] * float64(o.Residual[site])
	}
	return mean, w.Variance
}

// NoiseScale returns the factor on the noise of a trial's site, from its error when the others predict its price:
// the weight of a Student-t error, inverted (Lange, Little and Taylor 1989).
func (o Observed) NoiseScale(solver *Solver, t Trial) float32 {
	mean, variance := o.predict(solver, t)
	err := float64(o.Residual[t.Site]) - mean
	return float32(noiseScaleOf(err, variance+solver.p.noise, 0))
}

// noiseScaleOf returns the factor on the noise of a price: the inverse of the expected weight of a Student-t error
// with trialDegrees degrees of freedom, (trialDegrees + E[e^2]/variance) / (trialDegrees + 1). E[e^2]/variance is
// err^2/variance plus unknown, the posterior variance of the smooth part as a share of the noise.
func noiseScaleOf(err, variance, unknown float64) float64 {
	return (trialDegrees + err*err/variance + unknown) / (trialDegrees + 1)
}

// logStudent is the log density of a Student-t error, up to a constant. variance is its scale squared.
func logStudent(err, variance float64) float64 {
	return -0.5*math.Log(variance) - (trialDegrees+1)/2*math.Log1p(err*err/(variance*trialDegrees))
}
