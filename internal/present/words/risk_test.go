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
		{Part: explain.Having, Name: "num_storeys_above", Has: "2", Imputed: true},
	}
	for n, want := range map[int]string{
		2: "1 characteristic is not known and was imputed from like homes sold nearby: number of rooms",
		3: "2 characteristics are not known and were imputed from like homes sold nearby: number of rooms, storeys above",
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
		d      explain.Risk
		en, nl string
	}{
		{
			explain.Risk{Name: explain.ComparablesAdjusted, Has: gevel.Some(1.16), Typical: gevel.Some(1.2)},
			"the comparables' prices were adjusted by 16 % on average, typically 20 %",
			"de prijzen van de vergelijkbare verkopen zijn gemiddeld 16 % gecorrigeerd, doorgaans 20 %",
		},
		{
			explain.Risk{Name: explain.ComparablesCount, Has: gevel.Some(10.8), Typical: gevel.Some(9.2)},
			"there are about 11 well comparable sales; 9 is usual",
			"er zijn ongeveer 11 goed vergelijkbare verkopen; 9 is gebruikelijk",
		},
		{
			explain.Risk{Name: explain.ComparablesCount, Has: gevel.Some(1.2), Typical: gevel.Some(9.2)},
			"there is about one well comparable sale; 9 is usual",
			"er is ongeveer één goed vergelijkbare verkoop; 9 is gebruikelijk",
		},
		{
			explain.Risk{Name: explain.LikeHomesUnlike, Factor: 0.9},
			"homes that are much like it were sold nearby",
			"er zijn in de buurt woningen verkocht die sterk op deze lijken",
		},
		{
			explain.Risk{Name: explain.LikeHomesUnlike, Factor: 1.1},
			"the homes that were sold nearby are little like it",
			"de woningen die in de buurt zijn verkocht lijken weinig op deze",
		},
		{
			explain.Risk{Name: explain.LikeHomesFew, Has: gevel.Some(0.049), Typical: gevel.Some(0.033)},
			"sales of similar homes nearby give the price of such a home to within 4.9 %, typically 3.3 %",
			"verkopen van vergelijkbare woningen in de buurt geven de prijs van zo'n woning op 4,9 % nauwkeurig, doorgaans 3,3 %",
		},
		{
			explain.Risk{Name: explain.HouseType, Factor: 0.9},
			"values of homes of its type (apartment) lie closer to prices than others",
			"waarden van woningen van dit type (appartement) wijken minder vaak ver af van de prijs dan andere",
		},
		{
			explain.Risk{Name: explain.Surroundings, Factor: 1.1},
			"values of homes in its area lie further from prices than elsewhere",
			"waarden van woningen in dit gebied wijken vaker ver af van de prijs dan elders",
		},
		{
			explain.Risk{Name: explain.OwnSaleAge, Factor: 1.1},
			"values of homes without a known sale of their own lie further from prices than others",
			"waarden van woningen zonder bekende eigen verkoop wijken vaker ver af van de prijs dan andere",
		},
		{
			explain.Risk{Name: explain.OwnSaleApart, Has: gevel.Some(0.0), Typical: gevel.Some(0.011)},
			"no last sale of its own pulls the value away from the other approaches; typically one does by 1.1 %",
			"geen eigen laatste verkoop trekt de waarde weg van de andere benaderingen; doorgaans scheelt dat 1,1 %",
		},
		{
			explain.Risk{Name: explain.Extreme, Has: gevel.Some(8.0), Factor: 3},
			"it lies outside what nearly all homes of its type that were sold have: number of rooms (1 to 7)",
			"de woning valt buiten wat bijna alle verkochte woningen van haar type hebben: aantal kamers (1 tot 7)",
		},
	} {
		if en, nl := English.Risk(c.d, flat), Dutch.Risk(c.d, flat); en != c.en || nl != c.nl {
			t.Errorf("%s: got %q and %q, want %q and %q", c.d.Name, en, nl, c.en, c.nl)
		}
	}
}
