package words

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
)

func TestTheBoundsOfTheErrorAreNamedByTheSideThatIsReached(t *testing.T) {
	for _, c := range []struct {
		size, factor float64
		want         string
	}{
		{0.02, 1.3, "a mean error below 2.0 % is expected of no home"},
		{0.8, 0.7, "a mean error above 80.0 % is expected of no home"},
	} {
		e := explain.Explanation{Certainty: explain.Certainty{Size: c.size}}
		if got := English.Risk(explain.Risk{Name: explain.Bounds, Factor: c.factor}, e); got != c.want {
			t.Errorf("a size of %g, made %g times as large: got %q, want %q", c.size, c.factor, got, c.want)
		}
	}
}

func TestEachSideOfTheMarketHasItsSentence(t *testing.T) {
	for _, c := range []struct {
		name explain.RiskName
		has  float64
		want string
	}{
		{explain.BelowMiddle, 0.5, "its value is 0.50 times the middle of the market"},
		{explain.BelowMiddle, 1, "its value does not lie below the middle of the market"},
		{explain.AboveMiddle, 1.5, "its value is 1.50 times the middle of the market"},
		{explain.AboveMiddle, 1, "its value does not lie above the middle of the market"},
	} {
		if got := English.Risk(explain.Risk{Name: c.name, Has: gevel.Some(c.has)}, explain.Explanation{}); got != c.want {
			t.Errorf("%s of %g: got %q, want %q", c.name, c.has, got, c.want)
		}
	}
}

func TestWhatIsImputedIsNamed(t *testing.T) {
	steps := []explain.Step{
		{Part: explain.Having, Name: "buildYear", Has: "1950"},
		{Part: explain.Having, Name: "rooms", Has: "4", Imputed: true},
		{Part: explain.Having, Name: "num_storey", Has: "2", Imputed: true},
	}
	for n, want := range map[int]string{
		2: "1 characteristic is not known and was imputed from like homes sold nearby: number of rooms",
		3: "2 characteristics are not known and were imputed from like homes sold nearby: number of rooms, num_storey",
	} {
		if got := English.Risk(explain.Risk{Name: explain.Imputed}, explain.Explanation{Steps: steps[:n]}); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestRiskFeaturesAreSentences(t *testing.T) {
	flat := explain.Explanation{
		Home: gevel.Characteristics{BuildType: gevel.Portiekflat, BuildYear: gevel.Some(1965)},
		Steps: []explain.Step{
			{Part: explain.Having, Name: "useSurface", Has: "80 m2"},
			{Part: explain.Having, Name: "rooms", Has: "60", Sold: "1 to 7"},
		},
	}
	for _, c := range []struct {
		d    explain.Risk
		want string
	}{
		{
			explain.Risk{Name: explain.ComparablesAdjusted, Has: gevel.Some(2.08), Typical: gevel.Some(1.2)},
			"the comparables' prices were adjusted by a factor of 2.08 on average, up or down, typically 1.20",
		},
		{
			explain.Risk{Name: explain.LikeHomesFew, Has: gevel.Some(0.049), Typical: gevel.Some(0.033)},
			"like homes sold nearby pin down what homes like it fetch to within 4.9 %, typically 3.3 %",
		},
		{
			explain.Risk{Name: explain.HouseType, Factor: 0.9},
			"homes of its type (apartment) are valued with smaller errors than others",
		},
		{
			explain.Risk{Name: explain.Surroundings, Factor: 1.1},
			"homes of its area are valued with larger errors than elsewhere",
		},
		{
			explain.Risk{Name: explain.OwnSaleAge, Factor: 1.1},
			"homes without an own sale that is known are valued with larger errors than others",
		},
		{
			explain.Risk{Name: explain.OwnSaleApart, Has: gevel.Some(0.0), Typical: gevel.Some(0.011)},
			"no own last sale pulls its value away from all else, typically 1.1 %",
		},
		{
			explain.Risk{Name: explain.Extreme, Has: gevel.Some(8.0), Factor: 3},
			"it lies outside what nearly all homes of its type that were sold have: number of rooms (1 to 7)",
		},
	} {
		if got := English.Risk(c.d, flat); got != c.want {
			t.Errorf("%s: got %q, want %q", c.d.Name, got, c.want)
		}
	}
}
