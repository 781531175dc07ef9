package reconcile

// The credibility of a home's own last sale: it falls as the home has changed since, and as
// its indexed price disagrees with the other approaches.

import "math"

// ownChange is the change of a home, in log euros, at which its own sale counts half:
// three tenths of an adjustment may be wrong, which then equals the error of the sale itself.
const ownChange = 0.3

// Unchanged returns the share of its weight that an own sale keeps as the home changes:
// the square of the change adds to its variance.
func (b Basis) Unchanged() float64 {
	return 1 / (1 + (b.Change/ownChange)*(b.Change/ownChange))
}

// Credibility returns the probability that the own sale's price was a market price of the home as
// it is. Otherwise the home was worked on since, or sold among relatives or under duress.
func (m *Model) Credibility(b Basis) float64 {
	k, share := ownKnot(b.Years)
	p := (1 - share) * m.Agreement[k].credibility(b.Gap)
	if share > 0 {
		p += share * m.Agreement[k+1].credibility(b.Gap)
	}
	return p
}

// Agreement is the distribution of the gap between own sales and the values without them:
// a mixture of two normal distributions, in log euros. Credible sales have the narrow one;
// strange sales have the wide one: homes bought to be worked on, sold among relatives or under
// duress. Fields are exported for encoding only.
type Agreement struct {
	Strange      float64 // share of the strange sales
	Narrow       float64 // standard deviation of the gap of credible sales; its mean is 0
	Middle, Wide float64 // mean and standard deviation of the gap of strange sales
}

// priorAgreement is the agreement before sales are seen; it counts as priorSales sales.
var priorAgreement = Agreement{Strange: 0.05, Narrow: 0.12, Wide: 0.5}

const (
	priorSales = 20.0
	// agreementRounds is the number of times that the mixture is refitted; shares settle within a hundredth.
	agreementRounds = 40
	// leastNarrow is the least deviation of the gap of credible sales: two prices of
	// one home differ that much by chance.
	leastNarrow = 0.03
	// leastWide is the least ratio of the deviation of strange sales to the deviation of credible ones.
	leastWide = 2.0
)

// credibility returns the probability that a sale with a gap is credible.
func (a *Agreement) credibility(gap float64) float64 {
	narrow, wide := gap/a.Narrow, (gap-a.Middle)/a.Wide
	odds := a.Strange / (1 - a.Strange) * a.Narrow / a.Wide * math.Exp((narrow*narrow-wide*wide)/2)
	return 1 / (1 + odds)
}

// fitAgreement fits the mixture to the gaps of own sales, weighted by counts, by
// expectation maximisation (Dempster, Laird and Rubin 1977).
func fitAgreement(bases []Basis, counts []float64) Agreement {
	a := priorAgreement
	for range agreementRounds {
		// The prior counts as sales of both kinds.
		strange, credible := priorSales*priorAgreement.Strange, priorSales*(1-priorAgreement.Strange)
		narrow := credible * priorAgreement.Narrow * priorAgreement.Narrow
		sum, wide := 0.0, strange*priorAgreement.Wide*priorAgreement.Wide
		for i, count := range counts {
			if count == 0 {
				continue
			}
			gap := bases[i].Gap
			p := count * a.credibility(gap)
			credible += p
			narrow += p * gap * gap
			strange += count - p
			sum += (count - p) * gap
			wide += (count - p) * gap * gap
		}
		a.Strange, a.Middle = strange/(strange+credible), sum/strange
		a.Narrow = math.Max(leastNarrow, math.Sqrt(narrow/credible))
		a.Wide = math.Max(leastWide*a.Narrow, math.Sqrt(math.Max(0, wide/strange-a.Middle*a.Middle)))
	}
	return a
}
