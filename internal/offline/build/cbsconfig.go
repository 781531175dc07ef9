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
	PriceIndex      Files                 `yaml:"price_index" json:"-" doc:"Tables that the edition's index is compared with. They change no answer, but for the region of 'sources.price_series'."`
	AveragePrices   Files                 `yaml:"average_prices" json:"-" doc:"Tables that the edition's average prices are compared with. They change no answer."`
	Neighbourhoods  []NeighbourhoodSource `yaml:"neighbourhoods" json:"-" doc:"Key figures of neighbourhoods, a year each."`
	Characteristics []string              `yaml:"characteristics" doc:"Key figures to use. Without it all that gevel knows and the files have; '[]' is none."`
	Columns         map[string]string     `yaml:"columns" doc:"Further key figures, or other columns for known ones: the characteristic, 'num_*', to the column or measure of the files."`
}

// NeighbourhoodSource is a year of neighbourhoods: both files are of the same division.
type NeighbourhoodSource struct {
	Addresses string `yaml:"addresses" json:"-" doc:"The neighbourhood of each address. Required."`
	Figures   string `yaml:"figures" json:"-" doc:"Figures of the neighbourhoods, of the same year. Required."`
	Published string `yaml:"published" doc:"Day from which the figures were known. Without it 1 January two years after their year."`
}

// publishedAfter is how many years after their own year figures count as published, on 1 January, where the build file
// does not say when. Most appear within the year; incomes and WOZ values follow up to two years later.
const publishedAfter = 2

// publishedOf returns the day from which figures of a year could be known.
func (s *NeighbourhoodSource) publishedOf(year int) gevel.Date {
	if day, err := gevel.ParseDate(s.Published); err == nil {
		return day
	}
	return gevel.NewDate(year+publishedAfter, 1, 1)
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

// checkNeighbourhoods finds what can't be in the years of neighbourhoods.
func (f *File) checkNeighbourhoods(c *Config) error {
	for i, s := range c.Sources.CBS.Neighbourhoods {
		key := fmt.Sprintf("sources.cbs.neighbourhoods[%d]", i)
		switch {
		case s.Addresses == "":
			return f.Fault(key, errors.New("addresses is missing"))
		case s.Figures == "":
			return f.Fault(key, errors.New("figures is missing"))
		}
		if _, err := gevel.ParseDate(s.Published); s.Published != "" && err != nil {
			return f.Fault(key+".published", err)
		}
	}
	return nil
}

// checkFigures finds what can't be in the choice of key figures.
func (f *File) checkFigures(all *Config) error {
	c := &all.Sources.CBS
	var known []string
	for _, column := range cbs.StandardColumns() {
		known = append(known, column.Attribute.Column)
	}
	for _, name := range c.Characteristics {
		if !slices.Contains(known, name) {
			return f.Fault("sources.cbs.characteristics",
				fmt.Errorf("%q is none of %s; further ones go to sources.cbs.columns", name, strings.Join(known, ", ")))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Columns)) {
		if !declarable.MatchString(name) || !strings.HasPrefix(name, gevel.NumPrefix) {
			return f.Fault("sources.cbs.columns",
				fmt.Errorf("%q is no characteristic: %s, and lower-case letters, digits and _", name, gevel.NumPrefix))
		}
	}
	return nil
}

// Files are one file or several, as a text or a list of texts.
type Files []string

// paths returns where the path of each lies.
func (f Files) paths() []*string {
	paths := make([]*string, len(f))
	for i := range f {
		paths[i] = &f[i]
	}
	return paths
}

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
