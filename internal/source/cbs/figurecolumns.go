package cbs

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
)

// Column is a key figure of neighbourhoods.
type Column struct {
	Attribute gevel.Attribute // the homes' characteristic that it becomes, such as num_cbs_woz
	// Names are the column's plain names in files, the preferred one first.
	Names       []string
	least, most float64 // bounds of the figure
}

// StandardColumns returns the key figures that are read by default.
func StandardColumns() []Column {
	list := make([]Column, len(standardColumns))
	for i, c := range standardColumns {
		a, _ := gevel.ExtraColumn(c.column)
		a.Label, a.Dutch, a.Doc, a.Unit = c.label, c.dutch, c.doc, c.unit
		list[i] = Column{Attribute: a, Names: c.names, most: c.most}
	}
	return list
}

// NamedColumn returns the key figure that the build file names by its column.
func NamedColumn(characteristic, column string) Column {
	a, _ := gevel.ExtraColumn(characteristic)
	return Column{
		Attribute: a, Names: []string{filekind.PlainColumn(column), plainNames(column)[1]},
		least: -gevel.ExtraBound, most: gevel.ExtraBound,
	}
}

// standardColumns have their names in kwb files, in OData tables and in geo packages saved as CSV.
var standardColumns = []struct {
	column, label, dutch, doc, unit string
	most                            float64
	names                           []string
}{
	{
		"num_cbs_address_density", "address density", "omgevingsadressendichtheid", "Addresses per km2 around the homes of the neighbourhood", "per km2", 1e5,
		[]string{"steoad", "omgevingsadressendichtheid"},
	},
	{
		"num_cbs_woz", "average WOZ value of the neighbourhood", "gemiddelde WOZ-waarde van de buurt", "Average WOZ value of the homes of the neighbourhood in 1000 euros",
		"thousand euros", 1e5,
		[]string{
			"gwozbag", "gwoz", "gemiddeldewozwaardevanwoningen", "gemiddeldewoningwaarde", "gemiddeldewozwaardewoning",
		},
	},
	{
		"num_cbs_owner_occupied", "owner-occupied homes", "aandeel koopwoningen in de buurt", "Share of owner-occupied homes in the neighbourhood in per cent", "%", 100,
		[]string{"pkoopw", "koopwoningen", "percentagekoopwoningen"},
	},
	{
		"num_cbs_income", "income per inhabitant", "inkomen per inwoner van de buurt", "Average income per inhabitant of the neighbourhood in 1000 euros a year",
		"thousand euros", 1e4,
		[]string{"ginkpi", "gemiddeldinkomenperinwoner"},
	},
	{
		"num_cbs_household_size", "household size", "huishoudensgrootte in de buurt", "Average number of people in a household of the neighbourhood", "", 50,
		[]string{"ghhgro", "gemiddeldehuishoudensgrootte"},
	},
	{
		"num_cbs_vacant", "vacant homes", "leegstand in de buurt", "Share of vacant homes in the neighbourhood in per cent", "%", 100,
		[]string{"pleegsw", "percentageleegstandwoningen", "percentageonbewoond", "leegstand"},
	},
	{
		"num_cbs_station", "distance to a train station", "afstand tot een treinstation", "Average distance to a train station in km", "km", 500,
		[]string{"gafstr", "afstandtottreinstationstotaal", "treinstationgemiddeldeafstandinkm"},
	},
	{
		"num_cbs_supermarket", "distance to a supermarket", "afstand tot een supermarkt", "Average distance to a large supermarket in km", "km", 500,
		[]string{"gafsgs", "afstandtotgrotesupermarkt", "grotesupermarktgemiddeldeafstandinkm"},
	},
	{
		"num_cbs_school", "distance to a school", "afstand tot een basisschool", "Average distance to a primary school in km", "km", 500,
		[]string{"gafssc", "afstandtotschool", "basisonderwijsgemiddeldeafstandinkm"},
	},
}
