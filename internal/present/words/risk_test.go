package words

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

func TestTheBoundsOfTheErrorAreNamedByTheSideThatIsReached(t *testing.T) {
	for _, c := range []struct {
		size, factor float64
		want         string
	}{
		{0.02, 1.3, "no value is expected to be less than 2.0 % off on average"},
		{0.8, 0.7, "no value is expected to be more than 80.0 % off on average"},
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
		{explain.BelowMiddle, 0.5, "this home is 50 % cheaper than the typical home in the market"},
		{explain.BelowMiddle, 1, "this home is not cheaper than most homes in the market"},
		{explain.AboveMiddle, 1.5, "this home is 50 % dearer than the typical home in the market"},
		{explain.AboveMiddle, 2.38, "this home costs 2.4 times as much as the typical home in the market"},
		{explain.AboveMiddle, 1, "this home is not dearer than most homes in the market"},
	} {
		if got := English.Risk(explain.Risk{Name: c.name, Has: gevel.Some(c.has)}, explain.Explanation{}); got != c.want {
			t.Errorf("%s of %g: got %q, want %q", c.name, c.has, got, c.want)
		}
	}
}

func TestWhatIsImputedIsNamed(t *testing.T) {
	steps := []explain.Step{
		{Part: explain.Having, Name: "buildYear", Has: "1950"},
		{Part: explain.Having, Name: "rooms", Label: "number of rooms", Has: "4", Imputed: true},
		{Part: explain.Having, Name: "num_storeys_above", Has: "2", Imputed: true},
	}
	for n, want := range map[int]string{
		2: "1 characteristic is not known and was taken from similar homes sold nearby: number of rooms",
		3: "2 characteristics are not known and were taken from similar homes sold nearby: number of rooms, storeys above",
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
			{Part: explain.Having, Name: "useSurface", Label: "use surface", Has: "80 m2"},
			{Part: explain.Having, Name: "rooms", Label: "number of rooms", Dutch: "aantal kamers", Has: "60", Sold: "1 to 7"},
		},
	}
	for _, c := range []struct {
		d      explain.Risk
		en, nl string
	}{
		{
			explain.Risk{Name: explain.ComparablesAdjusted, Has: gevel.Some(1.16), Typical: gevel.Some(1.2)},
			"the prices of the comparable sales were adjusted by 16 % on average; 20 % is usual",
			"de prijzen van de vergelijkbare verkopen zijn gemiddeld 16 % gecorrigeerd; 20 % is gebruikelijk",
		},
		{
			explain.Risk{Name: explain.ComparablesCount, Has: gevel.Some(10.8), Typical: gevel.Some(9.2)},
			"there are about 11 closely comparable sales; 9 is usual",
			"er zijn ongeveer 11 goed vergelijkbare verkopen; 9 is gebruikelijk",
		},
		{
			explain.Risk{Name: explain.ComparablesCount, Has: gevel.Some(1.2), Typical: gevel.Some(9.2)},
			"there is about one closely comparable sale; 9 is usual",
			"er is ongeveer één goed vergelijkbare verkoop; 9 is gebruikelijk",
		},
		{
			explain.Risk{Name: explain.LikeHomesUnlike, Factor: 0.9},
			"homes much like this one were sold nearby",
			"in de buurt zijn woningen verkocht die sterk op deze lijken",
		},
		{
			explain.Risk{Name: explain.LikeHomesUnlike, Factor: 1.1},
			"the homes that were sold nearby differ a lot from this one",
			"de woningen die in de buurt zijn verkocht, lijken weinig op deze",
		},
		{
			explain.Risk{Name: explain.LikeHomesFew, Has: gevel.Some(0.049), Typical: gevel.Some(0.033)},
			"sales of similar homes nearby show the price to within 4.9 %; 3.3 % is usual",
			"verkopen van soortgelijke woningen in de buurt laten de prijs op 4,9 % nauwkeurig zien; 3,3 % is gebruikelijk",
		},
		{
			explain.Risk{Name: explain.HouseType, Factor: 0.9},
			"for homes of this type (apartment) the value usually lies closer to the price",
			"bij woningen van dit type (appartement) ligt de waarde doorgaans dichter bij de verkoopprijs",
		},
		{
			explain.Risk{Name: explain.Surroundings, Factor: 1.1},
			"for homes in this area the value usually lies further from the price",
			"bij woningen in dit gebied ligt de waarde doorgaans verder van de verkoopprijs",
		},
		{
			explain.Risk{Name: explain.OwnSaleAge, Factor: 1.1},
			"for homes without a known sale of their own the value usually lies further from the price",
			"bij woningen waarvan geen eerdere verkoop bekend is, ligt de waarde doorgaans verder van de verkoopprijs",
		},
		{
			explain.Risk{Name: explain.OwnSaleApart, Has: gevel.Some(0.0), Typical: gevel.Some(0.011)},
			"this home has no own sale that contradicts the other methods",
			"er is geen eerdere verkoop van deze woning die van de andere benaderingen afwijkt",
		},
		{
			explain.Risk{Name: explain.Extreme, Has: gevel.Some(8.0), Factor: 3},
			"unusual among sold homes of its type; nearly all have: number of rooms (1 to 7)",
			"ongebruikelijk onder verkochte woningen van dit type; bijna alle hebben: aantal kamers (1 tot 7)",
		},
	} {
		if en, nl := English.Risk(c.d, flat), Dutch.Risk(c.d, flat); en != c.en || nl != c.nl {
			t.Errorf("%s: got %q and %q, want %q and %q", c.d.Name, en, nl, c.en, c.nl)
		}
	}
}

func TestTheLastTurnIsSaidOfTheValue(t *testing.T) {
	turned := valuation.Turned{Known: gevel.NewDate(2023, 8, 1).Month(), Peak: gevel.NewDate(2008, 9, 1).Month(), Change: -0.021}
	for l, want := range map[Language]string{
		English: "The market is known to 2023-08. After a fall like the one that began in 2008-09 the value would be € 391,600 (-2.1 %).",
		Dutch:   "De markt is bekend tot en met 2023-08. Bij een daling zoals die na 2008-09 is de waarde € 391.600 (-2,1 %).",
	} {
		if got := l.Turned(turned, 400_000); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	turned.Change = -1e-7 // the forecast falls at least as far
	for l, want := range map[Language]string{
		English: "The market is known to 2023-08. The forecast since then already counts with a fall at least as steep as the one after 2008-09.",
		Dutch:   "De markt is bekend tot en met 2023-08. De verwachting daarna gaat al uit van een daling zoals die na 2008-09, of een sterkere.",
	} {
		if got := l.Turned(turned, 400_000); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestAPriceSeriesIsSaidOfTheForecast(t *testing.T) {
	s := valuation.Series{End: gevel.NewDate(2023, 8, 1).Month(), Share: 0.64}
	for l, want := range map[Language]string{
		English: "After its last known month the level of the market is a forecast; 64.0 % of it follows the price series, which runs to 2023-08.",
		Dutch:   "Na de laatste bekende maand is het niveau van de markt een verwachting; 64,0 % daarvan volgt de prijsreeks, die loopt tot en met 2023-08.",
	} {
		if got := l.Series(s); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
