package gbm

// The points at which Shapley values are integrated, four to a lane: see shap.go.

// lane holds a number for each of four points.
type lane [4]float64

func (to *lane) product(a, b *lane) {
	to[0], to[1], to[2], to[3] = a[0]*b[0], a[1]*b[1], a[2]*b[2], a[3]*b[3]
}

func (to *lane) scaled(a *lane, by float64) {
	to[0], to[1], to[2], to[3] = a[0]*by, a[1]*by, a[2]*by, a[3]*by
}

func (to *lane) add(a *lane) {
	to[0], to[1], to[2], to[3] = to[0]+a[0], to[1]+a[1], to[2]+a[2], to[3]+a[3]
}

func (a *lane) dot(b *lane) float64 {
	return (a[0]*b[0] + a[1]*b[1]) + (a[2]*b[2] + a[3]*b[3])
}

// points are four quadrature points, with what is often needed of them.
type points struct {
	t, weight lane
	off       lane // weight / (1 - t)
}

// rule returns the points for a tree with so many different columns on a way. n points integrate
// a degree of 2n - 1, and the degree is below the number of columns.
func (e *explainer) rule(columns int) []points {
	if e.rules[columns] == nil {
		rule := gaussLegendre(max(1, (columns+1)/2))
		lanes := make([]points, (len(rule)+3)/4)
		for i := range 4 * len(lanes) {
			q := quadrature{t: 0.5}
			if i < len(rule) {
				q = rule[i]
			}
			p := &lanes[i/4]
			p.t[i%4], p.weight[i%4], p.off[i%4] = q.t, q.weight, q.weight/(1-q.t)
		}
		e.rules[columns] = lanes
	}
	return e.rules[columns]
}
