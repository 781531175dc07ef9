package valuation

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/stats"
)

// Takeover says how far values move on the day on which a model takes over from the one before it: nothing else happens
// between the two values of a home, so this is what the new model learned, and its chance.
type Takeover struct {
	Homes    int     `json:"homes"`
	Median   float64 `json:"medianPercent"` // up or down
	OneInTen float64 `json:"oneInTenPercent"`
}

// TakeoverOf returns the moves of log values together; nil of none.
func TakeoverOf(moves []float64) *Takeover {
	if len(moves) == 0 {
		return nil
	}
	t := &Takeover{Homes: len(moves)}
	for i, by := range moves {
		moves[i] = 100 * math.Expm1(math.Abs(by))
	}
	t.Median, _ = stats.QuantileInPlace(moves, 0.5)
	t.OneInTen, _ = stats.QuantileInPlace(moves, 0.9)
	return t
}

// TakeoverHomes is about how many homes show how far values move, at most twice as many.
const TakeoverHomes = 2000

// Takeover values a part of the homes on the day of the newest model and on the day before it; nil where there is no
// model before.
func (v *Valuer) Takeover() *Takeover {
	if len(v.vintages) < 2 {
		return nil
	}
	var moves []float64
	rows, day := v.edition.AddressRows(), v.vintages[len(v.vintages)-1].AsOf
	for row := 0; row < rows.Len(); row += max(1, rows.Len()/TakeoverHomes) {
		address := rows.At(row)
		if by, ok := v.MoveOn(gevel.Inquiry{AddressQuery: address.Query(), Date: day}); ok {
			moves = append(moves, by)
		}
	}
	return TakeoverOf(moves)
}

// MoveOn returns the log of a home's value on a day over its value the day before; it is not ok where one of them is
// missing.
func (v *Valuer) MoveOn(q gevel.Inquiry) (by float64, ok bool) {
	after, err := v.ValueAlone(q)
	if err != nil {
		return 0, false
	}
	q.Date--
	before, err := v.ValueAlone(q)
	return math.Log(float64(after.Weighted) / float64(before.Weighted)), err == nil
}
