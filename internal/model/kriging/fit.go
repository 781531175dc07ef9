package kriging

import (
	"context"
	"iter"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/parallel"
	"github.com/gevel/gevel/internal/num/stats"
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

// Solver predicts with a kernel. It holds workspace: use one per goroutine.
type Solver struct {
	source Source
	p      prepared
	most   int

	asked   Sites // the subject alone
	subject probe
	// Of each candidate, to the subject:
	unlike []uint64
	nearby []float64
	near   Sites   // the candidates
	places []int32 // in near: 0, 1, 2 and so on

	picked    []stats.Ranked // by covariance; their items are places
	rows      []int32        // of the picked, in the source
	chosen    Sites          // the picked by themselves
	one       probe          // of the chosen
	others    []uint64       // how unlike it is to those before it
	matrix    []float64
	toSubject []float64
	weights   []float64
}

// NewSolver returns a solver that conditions on at most so many sites.
func NewSolver(s Source, k *Kernel, most int) *Solver {
	return &Solver{
		source: s, p: k.prepare(), most: most,
		asked: s.Empty(), near: s.Empty(), chosen: s.Empty(),
	}
}

// Solution has the weights of the residuals at sites in the residual at the subject.
// The slices are valid until the next call of the solver.
type Solution struct {
	Sites   []int32
	Weights []float64
	// Variance of the residual at the subject, without the noise of a single price.
	Variance float64
}

// Solve chooses the candidates that say most about the subject, and weighs them. noiseScale multiplies the noise of
// a site: 1 for an ordinary price, more for a price that its neighbours do not explain.
func (s *Solver) Solve(subject *Site, candidates []int32, noiseScale func(site int32) float64) Solution {
	s.asked.clear()
	s.asked.Add(subject)
	s.subject.set(&s.asked, 0)
	return s.solve(candidates, noiseScale)
}

// solve is Solve for the subject in s.subject.
func (s *Solver) solve(candidates []int32, noiseScale func(site int32) float64) Solution {
	s.pick(candidates)
	out := Solution{Variance: s.p.variance()}
	n := len(s.picked)
	if n == 0 {
		return out
	}
	s.fill(noiseScale)
	if err := stats.FactorSPD(s.matrix, n); err != nil {
		return out // sites on top of each other without noise add no information; the prior remains
	}
	copy(s.weights, s.toSubject)
	if err := stats.SolveFactored(s.matrix, s.weights); err != nil {
		return out
	}
	out.Sites, out.Weights = s.rows, s.weights
	for i, w := range s.weights {
		out.Variance -= w * s.toSubject[i]
	}
	out.Variance = math.Max(out.Variance, 0)
	return out
}

// pick keeps the candidates with the largest covariance with the subject, by falling
// covariance: later sums must not depend on the candidates' order.
func (s *Solver) pick(candidates []int32) {
	s.unlike, s.nearby = list.Sized(s.unlike, len(candidates)), list.Sized(s.nearby, len(candidates))
	s.source.Lay(candidates, &s.near)
	for i := len(s.places); i < len(candidates); i++ {
		s.places = append(s.places, int32(i))
	}
	s.p.covariances(&s.subject, &s.near, s.places[:len(candidates)], s.unlike, s.nearby)
	s.picked = s.picked[:0]
	for i, c := range candidates {
		s.picked = append(s.picked, stats.Ranked{By: s.nearby[i], Row: c, Item: int32(i)})
	}
	if len(s.picked) > s.most {
		stats.SelectRanked(s.picked, s.most)
		s.picked = s.picked[:s.most]
	}
	stats.SortRanked(s.picked)
}

// fill sets the covariances of the picked sites, lower triangle.
func (s *Solver) fill(noiseScale func(int32) float64) {
	n := len(s.picked)
	s.matrix, s.toSubject, s.weights = list.Sized(s.matrix, n*n), list.Sized(s.toSubject, n), list.Sized(s.weights, n)
	s.others = list.Sized(s.others, n)
	s.chosen.clear()
	s.rows = s.rows[:0]
	for i, a := range s.picked {
		s.chosen.take(&s.near, a.Item)
		s.rows, s.toSubject[i] = append(s.rows, a.Row), a.By
	}
	for i, a := range s.picked { // a loop of its own, which waits for many lines of memory at once
		s.matrix[i*n+i] = s.p.variance() + s.p.noise*noiseScale(a.Row)
	}
	for i := range s.picked {
		s.one.set(&s.chosen, int32(i))
		s.p.covariances(&s.one, &s.chosen, s.places[:i], s.others, s.matrix[i*n:])
	}
}
