package param

import (
	"strings"

	"github.com/gevel/gevel"
)

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
