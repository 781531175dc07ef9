package gbm

// The points at which Shapley values are integrated, four to a walk: see shap.go.

// lane holds a number for each of four points.
type lane struct{ a, b, c, d float64 }

func (x lane) times(y lane) lane      { return lane{x.a * y.a, x.b * y.b, x.c * y.c, x.d * y.d} }
func (x lane) plus(y lane) lane       { return lane{x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d} }
func (x lane) minus(y lane) lane      { return lane{x.a - y.a, x.b - y.b, x.c - y.c, x.d - y.d} }
func (x lane) scaled(by float64) lane { return lane{x.a * by, x.b * by, x.c * by, x.d * by} }
func (x lane) raised(by float64) lane { return lane{x.a + by, x.b + by, x.c + by, x.d + by} }
func (x lane) inverted() lane         { return lane{1 / x.a, 1 / x.b, 1 / x.c, 1 / x.d} }
func (x lane) dot(y lane) float64     { return (x.a*y.a + x.b*y.b) + (x.c*y.c + x.d*y.d) }

// laneOf returns a lane of up to four numbers; the others are rest.
func laneOf(list []float64, rest float64) lane {
	full := [4]float64{rest, rest, rest, rest}
	copy(full[:], list)
	return lane{full[0], full[1], full[2], full[3]}
}

// points are up to four quadrature points. The others are in the middle, without weight.
type points struct{ t, weight lane }

// rules returns the points for trees with 0, 1, 2, ... different columns on a way. n points integrate
// a degree of 2n - 1, and the degree is below the number of columns.
func (m *Model) rules() [][]points {
	most := 0
	for _, columns := range m.asking {
		most = max(most, int(columns))
	}
	rules := make([][]points, most+1)
	for columns := range rules {
		var t, weight []float64
		for _, q := range gaussLegendre(max(1, (columns+1)/2)) {
			t, weight = append(t, q.t), append(weight, q.weight)
		}
		for from := 0; from < len(t); from += 4 {
			to := min(from+4, len(t))
			rules[columns] = append(rules[columns], points{laneOf(t[from:to], 0.5), laneOf(weight[from:to], 0)})
		}
	}
	return rules
}
