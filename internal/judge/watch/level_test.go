package watch

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
)

// start is the day of the first sale.
const start gevel.Date = 7000

// sale is one of an error, known so many days after the first.
func sale(days int, off float64) Sale {
	return Sale{Known: start + gevel.Date(days), Error: off, Size: 0.1}
}

func TestTheCommonErrorIsThatOfTheLastThirtyDays(t *testing.T) {
	l := levelOf([]Sale{sale(0, 0.03), sale(1, 0.01), sale(29, 0.02), sale(30, 0.06)})
	for _, tt := range []struct {
		day  int
		mean float64
	}{{1, 0.02}, {29, 0.02}, {30, 0.03}} {
		at := l[start+gevel.Date(tt.day)]
		if mean := at.errors / at.weight; math.Abs(mean-tt.mean) > 1e-12 {
			t.Errorf("on day %d the mean error is %v, want %v", tt.day, mean, tt.mean)
		}
	}
	if at := l[start+30]; at.from != start+1 || math.Abs(at.weight-3/(0.1*0.1)) > 1e-9 {
		t.Errorf("on day 30 it is of the sales from %s on, with the weight %v", at.from, at.weight)
	}
}

func TestTheCommonErrorIsThatOfTheLastTwoHundredSales(t *testing.T) {
	var sales []Sale
	for i := range windowSales + 10 {
		sales = append(sales, sale(i/20, 0)) // 20 a day
	}
	l := levelOf(sales)
	if at := l[start+9]; at.from != start {
		t.Errorf("200 sales are those from %s on, want %s", at.from, start)
	}
	if at := l[start+10]; at.from != start { // the first of the last 200 is the eleventh of the first day
		t.Errorf("the last 200 of 210 sales are those from %s on, want %s", at.from, start)
	}
}

func TestAPartIsHeldBesideTheOthersAlone(t *testing.T) {
	sales := []Sale{sale(0, 0.2), sale(0, 0.2), sale(0, -0.1)}
	l := levelOf(sales)
	for _, tt := range []struct {
		own            []Sale
		mean, variance float64
	}{
		{sales[:2], -0.1, 3},
		{sales[2:], 0.2, 1.5},
		{sales, 0, 1}, // no others
	} {
		var own window
		for i := range tt.own {
			own.add(&tt.own[i])
		}
		if b := l.beside(&own, start); math.Abs(b.mean-tt.mean) > 1e-12 || math.Abs(b.variance-tt.variance) > 1e-9 {
			t.Errorf("beside %d of 3 sales the others err by %v, with %v times the variance; want %v, %v", len(tt.own), b.mean, b.variance, tt.mean, tt.variance)
		}
	}
}

func TestOthersOfLessThanAHundredthOfTheWeightAreNothingToCompareWith(t *testing.T) {
	for others, want := range map[float64]float64{0.0099: 0, 0.0101: 0.2} {
		one := sale(0, 0.2)
		one.Size = math.Sqrt((1 - others) / others) // beside a part of the size 1
		part := Sale{Known: start, Size: 1}
		l := levelOf([]Sale{part, one})
		var own window
		own.add(&part)
		if b := l.beside(&own, start); math.Abs(b.mean-want) > 1e-9 {
			t.Errorf("others with %v of the weight err by %v, want %v", others, b.mean, want)
		}
	}
}
