package param

import (
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// How values are written: in a query, or in a row, which is one of a file and has more ways.

// Cell is what one place of a query or a row holds: a text, and its number where JSON writes one.
type Cell struct {
	Text   string
	Number gevel.Opt[float64]
}

// notation reads cells.
type notation struct {
	day            func(string) (gevel.Date, error)
	characteristic func(a *gevel.Attribute, c Cell, year int) (float64, error)
}

var (
	inQuery = notation{spelling.QueryDay, queriedCharacteristic}
	inRow   = notation{rowDay, rowCharacteristic}
)

// queriedCharacteristic refuses a grade that ends in a space: it was a plus before someone escaped it.
func queriedCharacteristic(a *gevel.Attribute, c Cell, year int) (float64, error) {
	if a.Kind == gevel.Grade && strings.HasSuffix(c.Text, " ") {
		return math.NaN(), fmt.Errorf("%s ends in a space; send a plus as %%2B", Quote(c.Text))
	}
	return spelling.QueryCharacteristic(a, c.Text, year)
}

func rowDay(s string) (gevel.Date, error) { return spelling.Day(s, spelling.UnknownOrder) }

func rowCharacteristic(a *gevel.Attribute, c Cell, year int) (float64, error) {
	if !c.Number.Known || a.IsNamed() {
		return spelling.Characteristic(a, strings.TrimSpace(c.Text), year)
	}
	v := c.Number.V
	if a.Kind == gevel.Area {
		v = math.Round(v)
	}
	return v, a.Check(v, year)
}

// Closed sets of texts, as parameters and answers have them.

// Enumeration is a closed set of texts that is a schema of its own.
type Enumeration struct {
	Name      string
	Doc       string
	Values    []string
	Constants []string // what generated clients call the values
	Open      bool     // another edition has others, so the description takes any text
	Refusal   string   // ends the sentence about a value that is not in the set; "" lists the set
}

// HouseTypes and EnergyLabels are the names that a home's type and label have in parameters and in answers.
var (
	HouseTypes = &Enumeration{
		Name: "HouseType", Doc: "House type.", Values: gevel.BuildTypeNames(),
		Constants: constantsOf("", gevel.BuildTypeNames()),
	}
	EnergyLabels = &Enumeration{
		Name: "EnergyLabel", Doc: "Energy label, best first.", Values: gevel.EnergyLabelNames(),
		Constants: constantsOf("Label", gevel.EnergyLabelNames()),
	}
)

// NamesOf returns the names that a characteristic may have. Names that come from a file have no schema of their own.
func NamesOf(a *gevel.Attribute) *Enumeration {
	switch {
	case a.Name == "buildType":
		return HouseTypes
	case a.Name == "energyLabel":
		return EnergyLabels
	}
	return &Enumeration{Values: a.Choices(), Open: a.IsOpen()}
}

// inWords spells what a name can't have, as the constants of package gevel do.
var inWords = strings.NewReplacer("2-onder-1-kap", "TweeOnderEenKap",
	"+++++", "Plus5", "++++", "Plus4", "+++", "Plus3", "++", "Plus2", "+", "Plus")

// constantsOf returns values as names of constants: every word with a capital, joined.
func constantsOf(prefix string, values []string) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = prefix
		for word := range strings.FieldsSeq(inWords.Replace(v)) {
			names[i] += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return names
}
