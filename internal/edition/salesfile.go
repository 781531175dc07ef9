package edition

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// The sales table on disk.

// Prefixes of the columns of extra characteristics, as in the flat sales file.
const (
	numPrefix = "num_"
	catPrefix = "cat_"
)

// salesText holds the columns of the file that memory holds otherwise: street and
// city, as codes.
type salesText struct {
	streets, cities *Names
	street, city    []int32
}

func (s *Sales) columns(text *salesText) []column {
	columns := []column{
		listColumn("sale_id", &s.ids),
		nameColumn("dwelling_id", s.dwellings, &s.Dwelling),
		sliceColumn("sale_date", dates, &s.Date),
		sliceColumn("known_date", dates, &s.Known),
		sliceColumn("price", prices, &s.Price),
		nameColumn("postal_code_area", s.Zips, &s.Zip),
		textColumn("street",
			func(row int) string { street, _ := s.streetAndCity(row); return street },
			func(v string) (int32, error) { return text.streets.Add(v), nil },
			func(row int, code int32) { text.street[row] = code }),
		textColumn("city",
			func(row int) string { _, city := s.streetAndCity(row); return city },
			func(v string) (int32, error) { return text.cities.Add(v), nil },
			func(row int, code int32) { text.city[row] = code }),
	}
	columns = slices.Concat(columns, pointColumns("", &s.At), pointColumns(placePrefix, &s.Place), s.characteristicColumns.columns())
	for k, name := range s.Schema.Num {
		columns = append(columns, sliceColumn(numPrefix+name, numbers, &s.Num[k]))
	}
	for k, name := range s.Schema.Cat {
		columns = append(columns, nameColumn(catPrefix+name, s.CatNames[k], &s.Cat[k]))
	}
	return columns
}

func (s *Sales) streetAndCity(row int) (street, city string) {
	street, city, _ = strings.Cut(s.Streets.Name(s.Street[row]), "\n")
	return street, city
}

func (s *Sales) write(ctx context.Context, path string) error {
	return writeTable(ctx, path, s.Len(), s.columns(nil))
}

func readSales(path string) (*Sales, error) {
	file, err := openTable(path)
	if err != nil {
		return nil, err
	}
	defer file.close()
	s := newSales(extrasOf(file.columnNames()), file.rows())
	text := &salesText{
		streets: NewNames(), cities: NewNames(),
		street: make([]int32, file.rows()), city: make([]int32, file.rows()),
	}
	if err := file.read(s.columns(text)); err != nil {
		return nil, err
	}
	s.addStreets(text)
	for row := range s.Len() {
		switch {
		case row > 0 && s.compareRows(row-1, row) > 0:
			return nil, fmt.Errorf("%s is not sorted at row %d", file.name, row)
		case s.Known[row] < s.Date[row]:
			return nil, fmt.Errorf("%s: the sale in row %d is known before it is made", file.name, row)
		}
	}
	s.index()
	return s, nil
}

// extrasOf returns the extra characteristics among the columns of a file.
func extrasOf(columns []string) (schema gevel.SaleSchema) {
	for _, name := range columns {
		if num, ok := strings.CutPrefix(name, numPrefix); ok {
			schema.Num = append(schema.Num, num)
		}
		if cat, ok := strings.CutPrefix(name, catPrefix); ok {
			schema.Cat = append(schema.Cat, cat)
		}
	}
	return schema
}

// addStreets makes one code of street and city.
func (s *Sales) addStreets(text *salesText) {
	known := map[[2]int32]int32{}
	for row, street := range text.street {
		pair := [2]int32{street, text.city[row]}
		code, ok := known[pair]
		if !ok {
			code = s.Streets.Add(StreetKey(text.streets.Name(pair[0]), text.cities.Name(pair[1])))
			known[pair] = code
		}
		s.Street[row] = code
	}
}

// compareRows compares two rows as compareSales does.
func (s *Sales) compareRows(a, b int) int {
	if order := compareCells(s.Place[a], s.Place[b]); order != 0 {
		return order
	}
	if order := cmp.Or(cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(s.ID(a), s.ID(b))); order != 0 {
		return order
	}
	return cmp.Or(cmp.Compare(s.DwellingID(a), s.DwellingID(b)), cmp.Compare(s.Price[a], s.Price[b]))
}
