package gbm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Invented data and small helpers that several tests share.

// Data is what a model is trained on.
type Data struct {
	Table  Table
	Target []float64
}

// Train fits a model to data.
func Train(ctx context.Context, data Data, p Params, progress func(Progress)) (*Model, error) {
	binned, err := Bin(data.Table, p)
	if err != nil {
		return nil, err
	}
	return binned.Train(ctx, data.Target, p, progress)
}

// invented returns rows of a smooth function with interactions and noise; every fifth
// column has few values and every seventh misses a tenth of them.
func invented(rows, columns int, seed uint64) Data {
	random := rand.New(rand.NewPCG(seed, 1))
	d := Data{Target: make([]float64, rows)}
	before := make([]float64, rows)
	for j := range columns {
		c := Column{Name: fmt.Sprintf("c%02d", j), Values: make([]float64, rows)}
		for i := range c.Values {
			x := random.NormFloat64()
			if j%5 == 1 {
				x = math.Floor(4 * x)
			}
			d.Target[i] += (math.Sin(x*float64(j%4+1)) + 0.3*x*before[i]) / float64(j+1)
			before[i] = x
			if j%7 == 2 && random.Float64() < 0.1 {
				x = math.NaN()
			}
			c.Values[i] = x
		}
		d.Table.Columns = append(d.Table.Columns, c)
	}
	for i := range d.Target {
		d.Target[i] += 0.3 * random.NormFloat64()
	}
	return d
}

// rowOf returns a row of a table.
func rowOf(t Table, row int) []float64 {
	values := make([]float64, len(t.Columns))
	for i, c := range t.Columns {
		values[i] = c.Values[row]
	}
	return values
}

// slice returns rows from to to of the data.
func slice(d Data, from, to int) Data {
	out := Data{Target: d.Target[from:to]}
	for _, c := range d.Table.Columns {
		c.Values = c.Values[from:to]
		out.Table.Columns = append(out.Table.Columns, c)
	}
	return out
}

func predictions(t *testing.T, m *Model, table Table) []float64 {
	t.Helper()
	out := make([]float64, table.Rows())
	for row := range out {
		out[row] = m.Predict(rowOf(table, row))
	}
	return out
}

func rmse(got, want []float64) float64 {
	sum := 0.0
	for i := range got {
		sum += (got[i] - want[i]) * (got[i] - want[i])
	}
	return math.Sqrt(sum / float64(len(got)))
}
