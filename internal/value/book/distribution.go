package book

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/gevel/gevel/internal/num/stats"
)

// Distribution is the distribution of a book. Amounts are whole euros, shares fractions with four decimals.
type Distribution struct {
	Homes    int     `json:"homes"`
	Exposure float64 `json:"exposure"` // sum of the loans
	Draws    int     `json:"draws"`
	Seed     uint64  `json:"seed"`
	Total    Sum     `json:"total"`
	// Alone is the interval of the total if each home erred by itself, which no book does.
	Alone Interval `json:"ifHomesErredAlone"`
	Above []Above  `json:"above"`
	// Shortfall is the sum of what loans exceed prices by.
	Shortfall Tail   `json:"shortfall"`
	Segments  []Part `json:"segments"`
}

// Interval is a central interval of 80 %.
type Interval struct {
	Low80  float64 `json:"low80"`
	High80 float64 `json:"high80"`
}

// Sum is the distribution of a sum of prices.
type Sum struct {
	Values float64 `json:"values"` // sum of the values
	Mean   float64 `json:"mean"`
	Interval
	Low95 float64 `json:"low95"` // 5 of 100 sums lie below
}

// Above is the share of the exposure above a loan to value.
type Above struct {
	LTV  float64 `json:"ltv"`
	Mean float64 `json:"mean"`
	Interval
	High95 float64 `json:"high95"` // 5 of 100 shares lie above
}

// Tail is the tail of an amount.
type Tail struct {
	Mean   float64 `json:"mean"`
	High95 float64 `json:"high95"`
	// Expected95 is the mean of the worst 5 of 100: the expected shortfall.
	Expected95 float64 `json:"expected95"`
}

// Part is a segment of the book.
type Part struct {
	By       string  `json:"by"`
	Name     string  `json:"name"`
	Homes    int     `json:"homes"`
	Exposure float64 `json:"exposure"`
	Total    Sum     `json:"total"`
	// Shortfall is the mean.
	Shortfall float64 `json:"shortfall"`
}

// Distribution draws the prices of the book. The same book and options give the same distribution. Error: the context's.
func (b *Book) Distribution(ctx context.Context, o Options) (*Distribution, error) {
	d, err := b.draw(ctx, o)
	if err != nil {
		return nil, err
	}
	out := &Distribution{Homes: len(b.homes), Draws: len(d.total), Seed: o.Seed, Above: []Above{}, Segments: []Part{}}
	parts := make([]Part, len(b.segments))
	values := 0.0
	for i := range b.homes {
		h := &b.homes[i]
		values, out.Exposure = values+h.value, out.Exposure+h.loan
		for _, s := range h.segments {
			parts[s].Homes++
			parts[s].Exposure += h.loan
			parts[s].Total.Values += h.value
		}
	}
	out.Total = sumOf(values, slices.Clone(d.total))
	out.Alone = b.alone(out.Total)
	for i, end := range aboveEnds {
		shares := d.above[i]
		for k := range shares {
			shares[k] /= math.Max(1, out.Exposure)
		}
		out.Above = append(out.Above, Above{end, mean(shares), intervalOf(shares), at(shares, 0.95)})
	}
	out.Shortfall = tailOf(d.shortfall)
	column := make([]float64, len(d.total))
	for s := range parts {
		for k := range column {
			column[k] = d.segments[k][s]
		}
		parts[s].By, parts[s].Name = b.segments[s].By, b.segments[s].Name
		parts[s].Total = sumOf(parts[s].Total.Values, column)
		for k := range column {
			parts[s].Shortfall += d.short[k][s] / float64(len(column))
		}
	}
	out.round(parts)
	slices.SortFunc(parts, func(a, b Part) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(b.Homes, a.Homes), cmp.Compare(a.Name, b.Name))
	})
	out.Segments = append(out.Segments, parts...)
	return out, nil
}

// round rounds amounts to euros and shares to four decimals.
func (d *Distribution) round(parts []Part) {
	euros := func(amounts ...*float64) {
		for _, a := range amounts {
			*a = math.Round(*a)
		}
	}
	sum := func(s *Sum) { euros(&s.Values, &s.Mean, &s.Low80, &s.High80, &s.Low95) }
	sum(&d.Total)
	euros(&d.Exposure, &d.Alone.Low80, &d.Alone.High80, &d.Shortfall.Mean, &d.Shortfall.High95, &d.Shortfall.Expected95)
	for i := range parts {
		sum(&parts[i].Total)
		euros(&parts[i].Exposure, &parts[i].Shortfall)
	}
	for i := range d.Above {
		a := &d.Above[i]
		for _, share := range []*float64{&a.Mean, &a.Low80, &a.High80, &a.High95} {
			*share = math.Round(1e4**share) / 1e4
		}
	}
}

// alone returns the interval of the total if errors were all own, in closed form: the sum of many such is near to normal.
func (b *Book) alone(total Sum) Interval {
	variance := 0.0
	for i := range b.homes {
		h := &b.homes[i]
		own := h.own*h.own + h.level*h.level + h.area*h.area + h.group*h.group
		variance += h.value * h.value * own
	}
	z, _ := stats.NormalQuantile(0.9)
	reach := z * math.Sqrt(variance)
	return Interval{total.Mean - reach, total.Mean + reach}
}

func sumOf(values float64, drawn []float64) Sum {
	return Sum{Values: values, Mean: mean(drawn), Interval: intervalOf(drawn), Low95: at(drawn, 0.05)}
}

func intervalOf(drawn []float64) Interval { return Interval{at(drawn, 0.1), at(drawn, 0.9)} }

func tailOf(drawn []float64) Tail {
	t := Tail{Mean: mean(drawn), High95: at(drawn, 0.95)}
	slices.Sort(drawn)
	worst := drawn[len(drawn)-max(1, len(drawn)/20):]
	t.Expected95 = mean(worst)
	return t
}

// at returns a quantile of what was drawn, which it may reorder.
func at(drawn []float64, p float64) float64 {
	q, _ := stats.QuantileInPlace(drawn, p)
	return q
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}
