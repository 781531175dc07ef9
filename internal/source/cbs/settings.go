// Package cbs reads what Statistics Netherlands (CBS) publishes about homes and places: the index and
// the average prices of homes sold, the neighbourhood of each address, and key figures of
// neighbourhoods. It turns rows into figures and derives nothing from them.
//
// # Shapes
//
// The shape of a table of figures is recognised by its content:
//
//   - CSV with a row per region and period and a column per measure, as in StatLine and OData v3,
//     plain, gzipped or in a zip, with lines before the header and behind the rows;
//   - CSV with a row per figure, Observations.csv of OData v4: Measure, Value, ValueAttribute;
//   - JSON of OData v3 or v4: an array of objects, or an object with such an array under value;
//   - a workbook, as the key figures of neighbourhoods are published: its first sheet with the header;
//   - each other form of package table.
//
// Columns are found by name, in any order. Case, characters other than letters and digits, words in brackets
// and a trailing number are ignored: GemiddeldeVerkoopprijs_1 and "Gemiddelde verkoopprijs (euro)" are one
// column. Other columns are ignored.
//
// # Values
//
// Regions are codes padded with spaces (NL01, PV27, GM0518, BU05180101), or the names that StatLine gives to
// the country, its parts, its provinces and its four largest cities. Periods are codes (2023JJ00,
// 2023KW01, 2023MM05) or words (2023, 2023 1e kwartaal, 2023 mei). A * behind a period or a number, or a
// status that begins with voorlopig, marks it as provisional.
//
// An empty value, ., .., -, x, ? and a lone comma are unknown, and so are the numbers -99995 to -99999.
package cbs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/num/list"
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
	known := list.Of(StandardColumns(), func(column Column) string { return column.Attribute.Column })
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

// eachRow calls use with each row of a file, and counts malformed ones among its rows and rejects.
func eachRow(
	ctx context.Context, t *table.Table, name string, rows *int, rejects *gevel.Rejects, use func(table.Row),
) error {
	return t.Each(ctx, func(r table.Row) error {
		if r.Fault == "" {
			use(r)
			return nil
		}
		*rows++
		rejects.Addf(ReasonMalformedRow, "%s line %d: %s", name, r.Line, r.Fault)
		return nil
	})
}

// wantedOf describes the table of a key.
func wantedOf(key string, kind filekind.Kind, isHeader func(names []string) bool) mistaken.Wanted {
	return mistaken.Wanted{
		Key: key, Kind: kind, IsHeader: isHeader, Give: "give what CBS publishes, as csv or json, to " + key,
	}
}

// isUnknown reports whether a value stands for unknown: empty, or one of CBS's signs and numbers.
func isUnknown(v string) bool {
	switch v {
	case "", ".", "..", "-", "x", "X", "?", ",":
		return true
	}
	whole, fraction, _ := strings.Cut(strings.Replace(v, ",", ".", 1), ".")
	return len(whole) == 6 && strings.HasPrefix(whole, "-9999") && whole[5] >= '5' && whole[5] <= '9' &&
		strings.Trim(fraction, "0") == ""
}

// isProvisional reports whether a status, a period or a value is marked as provisional.
func isProvisional(v string) bool {
	if strings.HasSuffix(v, "*") {
		return true
	}
	plain := strings.ToLower(v)
	return strings.HasPrefix(plain, "voorlopig") || strings.HasPrefix(plain, "nader voorlopig") ||
		strings.HasPrefix(plain, "provisional")
}

// figureOf reads a number by the sign that it shows, and hears that. Not known: it stands for unknown. Not ok: it is no
// number.
func figureOf(v string, line int, signs *flatfile.Testimony) (n float64, known, ok bool) {
	v = strings.TrimSpace(strings.TrimRight(v, "*"))
	if isUnknown(v) || spelling.IsMissing(v) || spelling.IsUnknown(v) {
		return 0, false, true
	}
	signs.Hear(line, v)
	n, ok = spelling.EitherNumber(v)
	return n, ok, ok
}
