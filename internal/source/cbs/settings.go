package cbs

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/source"
)

// Rows of the table of sources, which share a section of the build file.
var (
	IndexRow = source.Row{
		Name: "cbs_price_index", Label: "cbs price index", Kind: filekind.PriceIndex, Licence: licence,
		Doc: "Tables of Statistics Netherlands.", Settings: newSettings,
		Feeds: source.FeedsChecks, Early: true,
	}
	AverageRow = source.Row{
		Name: "cbs_average_prices", Label: "cbs average prices", Kind: filekind.AveragePrices, Licence: licence,
		Settings: newSettings,
		Feeds:    source.FeedsChecks, Early: true,
	}
	AddressRow = source.Row{
		Name: "cbs_addresses", Label: "cbs addresses", Kind: filekind.Neighbourhoods, Licence: licence,
		Settings: newSettings,
		Stage:    "neighbourhoods",
	}
	FigureRow = source.Row{
		Name: "cbs_figures", Label: "cbs figures", Kind: filekind.Figures, Licence: licence,
		Settings: newSettings,
		Origins:  source.Origins(gevel.FromCBS),
	}
)

// numColumn is a characteristic that a column may bring.
var numColumn = regexp.MustCompile(`^` + gevel.NumPrefix + `[a-z0-9_]+$`)

const licence = "CC BY 4.0, CBS"

func newSettings() source.Settings { return new(Settings) }

// Settings are files of Statistics Netherlands (CBS).
type Settings struct {
	PriceIndex      source.Files      `yaml:"price_index" json:"-" doc:"Tables that the edition's index is compared with. They change no answer, but for the region of 'sources.price_series'."`
	AveragePrices   source.Files      `yaml:"average_prices" json:"-" doc:"Tables that the edition's average prices are compared with. They change no answer."`
	Neighbourhoods  []Neighbourhoods  `yaml:"neighbourhoods" json:"-" doc:"Key figures of neighbourhoods, a year each."`
	Characteristics []string          `yaml:"characteristics" doc:"Key figures to use. Without it all that gevel knows and the files have; '[]' is none."`
	Columns         map[string]string `yaml:"columns" doc:"Further key figures, or other columns for known ones: the characteristic, 'num_*', to the column or measure of the files."`
}

// Neighbourhoods are a year of neighbourhoods: both files are of the same division.
type Neighbourhoods struct {
	Addresses string `yaml:"addresses" json:"-" doc:"The neighbourhood of each address. Required."`
	Figures   string `yaml:"figures" json:"-" doc:"Figures of the neighbourhoods, of the same year. Required."`
	Published string `yaml:"published" doc:"Day from which the figures were known. Without it 1 January two years after their year."`
}

// publishedAfter is how many years after their own year figures count as published, on 1 January, where the build file
// does not say when. Most appear within the year; incomes and WOZ values follow up to two years later.
const publishedAfter = 2

// PublishedOf returns the day from which figures of a year could be known.
func (n *Neighbourhoods) PublishedOf(year int) gevel.Date {
	if day, err := gevel.ParseDate(n.Published); err == nil {
		return day
	}
	return gevel.NewDate(year+publishedAfter, 1, 1)
}

// Files returns the paths of a row's files.
func (s *Settings) Files(of string) (paths []*string) {
	switch of {
	case IndexRow.Name:
		return s.PriceIndex.Paths()
	case AverageRow.Name:
		return s.AveragePrices.Paths()
	}
	for i := range s.Neighbourhoods {
		path := &s.Neighbourhoods[i].Addresses
		if of == FigureRow.Name {
			path = &s.Neighbourhoods[i].Figures
		}
		paths = append(paths, path)
	}
	return paths
}

// Days returns none: figures may be published later.
func (*Settings) Days() []source.Day { return nil }

// Chosen returns the key figures that are used where the files have them, and those that they must have.
func (s *Settings) Chosen() (standard, needed []Column) {
	for _, column := range StandardColumns() {
		_, renamed := s.Columns[column.Attribute.Column]
		if !renamed && (s.Characteristics == nil || slices.Contains(s.Characteristics, column.Attribute.Column)) {
			standard = append(standard, column)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Columns)) {
		needed = append(needed, NamedColumn(name, s.Columns[name]))
	}
	return standard, needed
}

// Check finds what can't be.
func (s *Settings) Check() error {
	for i, n := range s.Neighbourhoods {
		key := fmt.Sprintf(".neighbourhoods[%d]", i)
		switch {
		case n.Addresses == "":
			return &source.Fault{Key: key, Err: errors.New("addresses is missing")}
		case n.Figures == "":
			return &source.Fault{Key: key, Err: errors.New("figures is missing")}
		}
		if _, err := gevel.ParseDate(n.Published); n.Published != "" && err != nil {
			return &source.Fault{Key: key + ".published", Err: err}
		}
	}
	return s.checkFigures()
}

// checkFigures finds what can't be in the choice of key figures.
func (s *Settings) checkFigures() error {
	var known []string
	for _, column := range StandardColumns() {
		known = append(known, column.Attribute.Column)
	}
	for _, name := range s.Characteristics {
		if !slices.Contains(known, name) {
			return &source.Fault{Key: ".characteristics", Err: fmt.Errorf(
				"%q is none of %s; further ones go to sources.cbs.columns", name, strings.Join(known, ", "))}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Columns)) {
		if !numColumn.MatchString(name) {
			return &source.Fault{Key: ".columns", Err: fmt.Errorf(
				"%q is no characteristic: %s, and lower-case letters, digits and _", name, gevel.NumPrefix)}
		}
	}
	return nil
}
