package agent

// What tools answer beside their text, for programs.

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
)

// source says what an answer was made with.
type source struct {
	Edition    string `json:"edition"`
	Model      string `json:"modelVersion"`
	SalesUntil string `json:"salesUntil"`
	Warning    string `json:"warning,omitempty" jsonschema:"that the newest known sale is old"`
}

// estimated is a value of a home, in euros, and how sure it is.
type estimated struct {
	Value gevel.Euro `json:"value"`
	Low   gevel.Euro `json:"low" jsonschema:"of the 80 % interval"`
	High  gevel.Euro `json:"high"`
}

// valued is a home with its value.
type valued struct {
	source
	estimated
	Address  string   `json:"address"`
	BagID    string   `json:"bagId"`
	Date     string   `json:"valueDate"`
	Class    *int     `json:"confidenceClass" jsonschema:"0 to 5, the surest"`
	Accuracy *float64 `json:"accuracy" jsonschema:"probability in percent that a price lies within 10 % of the value"`
}

// valuedBySales is a value with the sales that show it best.
type valuedBySales struct {
	valued
	References []sale `json:"references"`
}

// explained is a value with the steps that add up to it.
type explained struct {
	valued
	Steps  []step   `json:"steps"`
	Sure   []string `json:"sure"`
	Unsure []string `json:"unsure"`
}

type step struct {
	Label string     `json:"label"`
	Text  *string    `json:"text" jsonschema:"what the home has, and what is typical"`
	Euros gevel.Euro `json:"euros"`
}

// sale is a sale of a home like it.
type sale struct {
	Address  string     `json:"address"`
	Surface  *int       `json:"useSurface"`
	Price    gevel.Euro `json:"price"`
	Date     string     `json:"date"`
	Distance float64    `json:"distance" jsonschema:"metres"`
	Adjusted gevel.Euro `json:"adjusted" jsonschema:"the price moved to this home and day"`
	Share    float64    `json:"share" jsonschema:"in the value"`
}

type listed struct {
	source
	Sales []sale `json:"sales"`
}

// compared is a home as it is and as it could be.
type compared struct {
	source
	Address    string     `json:"address"`
	Date       string     `json:"valueDate"`
	Registered estimated  `json:"asRegistered"`
	Given      estimated  `json:"asGiven"`
	Difference gevel.Euro `json:"difference"`
}

type found struct {
	Meant bool        `json:"meant" jsonschema:"the first address is meant; else ask which"`
	More  bool        `json:"more"`
	Homes []foundHome `json:"homes"`
}

type foundHome struct {
	Label          string  `json:"label"`
	PostalCode     string  `json:"postalCode"`
	HouseNumber    int     `json:"houseNumber"`
	HouseLetter    *string `json:"houseLetter"`
	HouseNumberExt *string `json:"houseNumberExt"`
	BagID          string  `json:"bagId"`
}

// moved is how prices moved around a home.
type moved struct {
	source
	Index []change `json:"index"`
	Sales []counts `json:"sales" jsonschema:"in the 24 months before"`
}

type change struct {
	Label string   `json:"label"`
	Year  *float64 `json:"oneYear" jsonschema:"percent"`
	Five  *float64 `json:"fiveYears" jsonschema:"percent"`
}

type counts struct {
	Where  string      `json:"where"`
	Sales  int         `json:"sales"`
	Median *gevel.Euro `json:"medianPrice"`
}

// record is how close values came to prices.
type record struct {
	Edition string   `json:"edition"`
	Model   string   `json:"model" jsonschema:"the tested models are older"`
	From    *string  `json:"from"`
	Until   *string  `json:"until"`
	Reason  *string  `json:"reason" jsonschema:"why there is no record"`
	Overall *figures `json:"overall"`
	Near    *figures `json:"near"`
}

// figures are of some tested sales.
type figures struct {
	N          int      `json:"n"`
	Reason     *string  `json:"reason"`
	MdAPE      *float64 `json:"mdape" jsonschema:"half of the values lie within so many percent of the price"`
	PE10       *float64 `json:"pe10" jsonschema:"percent of the values within 10 % of the price"`
	Coverage80 *float64 `json:"coverage80" jsonschema:"percent of the prices in the 80 % interval"`
	Radius     *float64 `json:"radius" jsonschema:"metres"`
}

func newSource(meta map[string]string, old string) source {
	return source{meta["edition"], meta["modelVersion"], meta["salesUntil"], old}
}

func newEstimated(w *present.Why) estimated {
	return estimated{w.Valuation.WeightedValue, w.Interval.Most[0], w.Interval.Most[1]}
}

func newValued(w *present.Why, meta map[string]string) valued {
	v := &w.Valuation
	return valued{
		source: newSource(meta, w.Words.OldSales), estimated: newEstimated(w), Address: w.Home.Address, BagID: w.Home.BagID,
		Date: v.ValueDate.String(), Class: v.ConfidenceClass, Accuracy: v.Accuracy,
	}
}

func newSale(s *present.WhyMoved, share float64) sale {
	name := s.Name("a home without an address")
	return sale{name, s.UseSurface, s.Price, s.Date.String(), s.Distance, s.Adjusted, share}
}
