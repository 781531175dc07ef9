package build

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/cbs"
)

// CBSSources are files of Statistics Netherlands (CBS).
type CBSSources struct {
	// PriceIndex and AveragePrices are tables that the edition's own prices are held against.
	PriceIndex    Files `yaml:"price_index"`
	AveragePrices Files `yaml:"average_prices"`
	// Neighbourhoods are key figures of the places of homes, a year each.
	Neighbourhoods []NeighbourhoodSource `yaml:"neighbourhoods"`
	// Characteristics are which key figures are used, of those that gevel knows; nil is all.
	Characteristics []string `yaml:"characteristics"`
	// Columns are further ones: the characteristic and the column of the files.
	Columns map[string]string `yaml:"columns"`
}

// NeighbourhoodSource is a year of neighbourhoods: both files are of the same division.
type NeighbourhoodSource struct {
	Addresses string `yaml:"addresses"` // the neighbourhood of each address
	Figures   string `yaml:"figures"`   // of the neighbourhoods
	// Published is the day from which the figures could be known; "" is by the year, see publishedOf.
	Published string `yaml:"published"`
}

// publishedAfter is how many years after that of the figures they are taken to be published, on 1
// January, where the build file does not say when. Most appear within the year; those of incomes and
// WOZ values follow up to two years later.
const publishedAfter = 2

// publishedOf returns the day from which figures of a year could be known.
func (s *NeighbourhoodSource) publishedOf(year int) gevel.Date {
	if day, err := gevel.ParseDate(s.Published); err == nil {
		return day
	}
	return gevel.NewDate(year+publishedAfter, 1, 1)
}

// paths returns those of all files, "" where one is missing.
func (c *CBSSources) paths() []*string {
	var paths []*string
	for _, files := range []Files{c.PriceIndex, c.AveragePrices} {
		for i := range files {
			paths = append(paths, &files[i])
		}
	}
	for i := range c.Neighbourhoods {
		paths = append(paths, &c.Neighbourhoods[i].Addresses, &c.Neighbourhoods[i].Figures)
	}
	return paths
}

// columns returns the key figures that are used where the files have them, and those that they must have.
func (c *CBSSources) columns() (standard, needed []cbs.Column) {
	for _, column := range cbs.StandardColumns() {
		_, renamed := c.Columns[column.Attribute.Column]
		if !renamed && (c.Characteristics == nil || slices.Contains(c.Characteristics, column.Attribute.Column)) {
			standard = append(standard, column)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Columns)) {
		needed = append(needed, cbs.NamedColumn(name, c.Columns[name]))
	}
	return standard, needed
}

// checkCBS finds what can't be in the sources of CBS.
func (f *buildFile) checkCBS(c *CBSSources) error {
	for i, s := range c.Neighbourhoods {
		key := fmt.Sprintf("sources.cbs.neighbourhoods[%d]", i)
		switch {
		case s.Addresses == "":
			return f.fault(key, errors.New("addresses is missing"))
		case s.Figures == "":
			return f.fault(key, errors.New("figures is missing"))
		}
		if _, err := gevel.ParseDate(s.Published); s.Published != "" && err != nil {
			return f.fault(key+".published", err)
		}
	}
	var known []string
	for _, column := range cbs.StandardColumns() {
		known = append(known, column.Attribute.Column)
	}
	for _, name := range c.Characteristics {
		if !slices.Contains(known, name) {
			return f.fault("sources.cbs.characteristics",
				fmt.Errorf("%q is none of %s; further ones go to sources.cbs.columns", name, strings.Join(known, ", ")))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Columns)) {
		if !declarable.MatchString(name) || !strings.HasPrefix(name, gevel.NumPrefix) {
			return f.fault("sources.cbs.columns",
				fmt.Errorf("%q is no characteristic: %s, and lower-case letters, digits and _", name, gevel.NumPrefix))
		}
	}
	return nil
}

// Files are one file or several, as a text or a list of texts.
type Files []string

// UnmarshalYAML reads either.
func (f *Files) UnmarshalYAML(unmarshal func(any) error) error {
	var one string
	if err := unmarshal(&one); err == nil {
		*f = Files{one}
		return nil
	}
	var many []string
	err := unmarshal(&many)
	*f = many
	return err
}
