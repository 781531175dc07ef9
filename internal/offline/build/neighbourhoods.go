package build

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/cbs"
)

// Key figures of neighbourhoods.

// NeighbourhoodCount counts homes and areas with key figures of a year.
type NeighbourhoodCount struct {
	Year      int
	Published gevel.Date // from when they count
	Homes     int        // whose neighbourhood is known
	Areas     int        // neighbourhoods, districts and municipalities with figures
	// FromAround counts the unknown figures of neighbourhoods that the larger area's figures replace.
	FromAround int
}

// NeighbourhoodCounts are the counts of all years.
type NeighbourhoodCounts []NeighbourhoodCount

// String returns a sentence a year.
func (all NeighbourhoodCounts) String() string {
	lines := make([]string, len(all))
	for i, y := range all {
		lines[i] = fmt.Sprintf("neighbourhoods of %d: %d homes lie in one; figures of %d areas count from %s on; "+
			"%d unknown figures are taken from the area around", y.Year, y.Homes, y.Areas, y.Published, y.FromAround)
	}
	return strings.Join(lines, "\n")
}

// faultTwoAreas is a reason of rows of addresses.
const faultTwoAreas = "two_areas" // the address has another area already: that stays

// publishedDays are what decides about addresses beside their files.
func publishedDays(c *Config) any { return SettingsOf[cbs.Settings](c.Sources).Neighbourhoods }

// importNeighbourhoods gives the homes the key figures of their neighbourhoods, year by year.
func (b *builder) importNeighbourhoods(ctx context.Context) error {
	given := SettingsOf[cbs.Settings](b.Sources).Neighbourhoods
	years := make([]*neighbourhoodYear, len(given))
	addresses, figures := &source.Tally{AsOf: gevel.NoDate}, &source.Tally{AsOf: gevel.NoDate}
	for i, files := range given {
		y := &neighbourhoodYear{builder: b, files: files, addresses: addresses, areas: figures}
		if err := y.read(ctx); err != nil {
			return err
		}
		years[i] = y
	}
	b.note(cbs.AddressRow.Name, addresses)
	b.note(cbs.FigureRow.Name, figures)
	var counts NeighbourhoodCounts
	slices.SortStableFunc(years, func(a, b *neighbourhoodYear) int { return cmp.Compare(a.Year, b.Year) })
	for i, y := range years {
		if i > 0 && years[i-1].Year == y.Year {
			return gevel.Refusal("give each year once under sources.cbs.neighbourhoods",
				"%s and %s are both of %d", years[i-1].files.Addresses, y.files.Addresses, y.Year)
		}
		if err := y.learn(); err != nil {
			return err
		}
		counts = append(counts, y.NeighbourhoodCount)
	}
	b.found(counts)
	return nil
}

// neighbourhoodYear is a year of neighbourhoods on its way to the homes.
type neighbourhoodYear struct {
	*builder
	NeighbourhoodCount
	files cbs.Neighbourhoods
	// addresses and areas count the rows of the files of all years.
	addresses, areas *source.Tally
	division         *register.Division
	figures          *cbs.Figures
}

// read reads both files of the year.
func (y *neighbourhoodYear) read(ctx context.Context) (err error) {
	standard, needed := SettingsOf[cbs.Settings](y.Sources).Chosen()
	if y.figures, err = cbs.ReadFigures(ctx, y.files.Figures, standard, needed); err != nil {
		return err
	}
	y.Areas = len(y.figures.Values)
	y.summary.Columns[filepath.Base(y.files.Figures)] = flatfile.Columns{Recognised: y.figures.Recognised}
	f := y.figures
	y.areas.Add(filepath.Base(y.files.Figures), gevel.RowCount{
		Read: f.Rows, Used: len(f.Values), NoHomes: f.Larger, Rejected: f.Rejects.Total(), Faults: f.Faults.Total(),
	}, f.Rejects, f.Faults)
	if err := y.place(ctx); err != nil {
		return err
	}
	day := gevel.NewDate(y.Year, 1, 1)
	y.addresses.AsOf, y.areas.AsOf = max(y.addresses.AsOf, day), max(y.areas.AsOf, day)
	if year := cbs.YearIn(filepath.Base(y.files.Figures)); year != 0 && year != y.Year {
		return gevel.Refusal("codes of neighbourhoods are used again in other years: give both files of one year",
			"%s is of %d and %s of %d", y.files.Figures, year, y.files.Addresses, y.Year)
	}
	return nil
}

// place reads in which area each home lies.
func (y *neighbourhoodYear) place(ctx context.Context) error {
	y.division = y.builder.homes.NewDivision()
	faults := gevel.NewRejects(ctx)
	noHomes := 0
	read, err := cbs.ReadAddresses(ctx, y.files.Addresses, y.step, func(a cbs.AddressArea) {
		homes, otherwise := y.division.Place(a.PostalCode, a.HouseNumber, string(a.Area))
		if homes == 0 {
			noHomes++
		}
		if otherwise > 0 {
			faults.Addf(faultTwoAreas, "%s %d: %s too", a.PostalCode, a.HouseNumber, a.Area)
		}
	})
	if err != nil {
		return err
	}
	y.Year, y.NeighbourhoodCount.Homes, y.Published = read.Year, y.division.Homes, y.files.PublishedOf(read.Year)
	y.addresses.Add(filepath.Base(y.files.Addresses), gevel.RowCount{
		Read: read.Rows, Used: read.Used - noHomes, NoHomes: noHomes, Rejected: read.Rejects.Total(), Faults: faults.Total(),
	}, read.Rejects, faults)
	return nil
}

// learn records the figures of neighbourhoods with their homes.
func (y *neighbourhoodYear) learn() error {
	places := map[int]int{} // in the table of characteristics, by column
	for i, column := range y.figures.Columns {
		if !y.figures.Knows(i) {
			continue
		}
		place, err := y.builder.homes.Bring(column.Attribute)
		if err != nil {
			return err
		}
		places[i] = place
	}
	y.builder.homes.LearnShared(y.division, func(part string) []gevel.Fact {
		var facts []gevel.Fact
		for _, i := range slices.Sorted(maps.Keys(places)) {
			v, around, ok := y.figure(cbs.Area(part), i)
			if !ok {
				continue
			}
			if around {
				y.FromAround++
			}
			facts = append(facts, gevel.Fact{
				Attribute: places[i], Value: float64(v),
				Provenance: gevel.Provenance{Source: gevel.FromCBS, Known: y.Published, Until: gevel.NoDate},
			})
		}
		return facts
	})
	return nil
}

// figure returns a figure of an area, or of the one around it where it is not known.
func (y *neighbourhoodYear) figure(area cbs.Area, column int) (v float32, around, ok bool) {
	for of := area; of != ""; of = of.Around() {
		if values := y.figures.Values[of]; values != nil && values[column] == values[column] {
			return values[column], of != area, true
		}
	}
	return 0, false, false
}
