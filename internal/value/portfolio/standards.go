package portfolio

// What the standards of the field say of a book: each loan beside the bar of its loan to value, and each value on the
// scales of others.

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/value/book"
)

// Standard is the loans for which a bar of a standard stands, and how many of them keep it.
type Standard struct {
	Standard string  `json:"standard"`
	For      string  `json:"for"`
	Asked    string  `json:"asked"`
	Homes    int     `json:"homes"`
	Exposure int64   `json:"exposure"`
	Kept     int     `json:"kept"`
	Share    float64 `json:"keptShare"` // of the exposure
}

// barred are the loans of a bar.
type barred struct{ all, kept tally }

// addStandard counts a loan under the bar of its loan to value: the value's class must promise as much.
func (t *totals) addStandard(loan, value float64, class gevel.ConfidenceClass) {
	from := 0.0
	for i, bar := range standard.Lending {
		if ltv := loan / value; from < ltv && ltv <= bar.UpTo {
			t.bars[i].all.add(loan)
			if class >= bar.Class {
				t.bars[i].kept.add(loan)
			}
		}
		from = bar.UpTo
	}
}

func (t *totals) standards() []Standard {
	list, from := []Standard{}, ""
	for i, bar := range standard.Lending {
		n := t.bars[i]
		s := Standard{
			Standard: standard.NRVT.Name, For: fmt.Sprintf("loans %sup to %.0f %% of the value", from, 100*bar.UpTo),
			Asked: fmt.Sprintf("%.0f %% of the values within %.0f %% of the price: class %d or higher", 100*bar.Share,
				100*bar.Within, bar.Class),
			Homes: n.all.homes, Exposure: whole(n.all.loans), Kept: n.kept.homes,
		}
		if n.all.loans > 0 {
			s.Share = fourDecimals(n.kept.loans / n.all.loans)
		}
		list, from = append(list, s), fmt.Sprintf("over %.0f ", 100*bar.UpTo)
	}
	return list
}

// The ways of grouping homes by the FSDs of their values.
const (
	byLevel = "EAA level"
	byBand  = "Freddie Mac band"
)

// scales are the groups of a value on the scales of others. The book has no such parts.
func scales(fsd float64) []book.Segment {
	return []book.Segment{
		{By: byLevel, Name: fmt.Sprint(int(standard.LevelOf(fsd)))},
		{By: byBand, Name: string(standard.BandOf(fsd))},
	}
}
