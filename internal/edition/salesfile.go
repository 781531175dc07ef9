package edition

import (
	"slices"
	"strings"
)

// The sales table on disk.

// Prefixes of the columns of extra characteristics, as in the flat sales file.
const (
	numPrefix = "num_"
	catPrefix = "cat_"
)

// salesText holds the columns that are text in the file and codes in memory.
type salesText struct{ dwelling, zip, street, city []string }

func (s *Sales) columns(text *salesText) []column {
	columns := []column{
		textColumn("sale_id", func(i int) string { return s.ids[i] },
			func(i int, v string) error { s.ids[i] = v; return nil }),
		textColumn("dwelling_id", s.DwellingID, func(i int, v string) error { text.dwelling[i] = v; return nil }),
		dateColumn("sale_date", &s.Date),
		dateColumn("known_date", &s.Known),
		int64Column("price", &s.Price),
		textColumn("postal_code_area", func(i int) string { return s.Zips.Name(s.Zip[i]) },
			func(i int, v string) error { text.zip[i] = v; return nil }),
		textColumn("street", func(i int) string { street, _ := s.streetAndCity(i); return street },
			func(i int, v string) error { text.street[i] = v; return nil }),
		textColumn("city", func(i int) string { _, city := s.streetAndCity(i); return city },
			func(i int, v string) error { text.city[i] = v; return nil }),
	}
	columns = slices.Concat(columns, pointColumns(&s.At), s.characteristicColumns.columns())
	for k, name := range s.Schema.Num {
		columns = append(columns, numberColumn(numPrefix+name, &s.Num[k]))
	}
	for k, name := range s.Schema.Cat {
		columns = append(columns, s.categoryColumn(catPrefix+name, k))
	}
	return columns
}

func (s *Sales) streetAndCity(row int) (street, city string) {
	street, city, _ = strings.Cut(s.Streets.Name(s.Street[row]), "\n")
	return street, city
}

func (s *Sales) categoryColumn(name string, k int) column {
	return textColumn(name,
		func(i int) string { return s.CatNames[k].Name(s.Cat[k][i]) },
		func(i int, v string) error { s.Cat[k][i] = s.CatNames[k].Add(v); return nil })
}

func (s *Sales) write(path string) error {
	return writeTable(path, s.Len(), s.columns(nil))
}

func readSales(path string) (*Sales, error) {
	names, err := tableColumns(path)
	if err != nil {
		return nil, err
	}
	s := &Sales{}
	for _, name := range names {
		if num, ok := strings.CutPrefix(name, numPrefix); ok {
			s.Schema.Num = append(s.Schema.Num, num)
		}
		if cat, ok := strings.CutPrefix(name, catPrefix); ok {
			s.Schema.Cat = append(s.Schema.Cat, cat)
		}
	}
	s.grow(0)
	text := &salesText{}
	start := func(rows int) {
		s.grow(rows)
		text.dwelling, text.zip = make([]string, rows), make([]string, rows)
		text.street, text.city = make([]string, rows), make([]string, rows)
	}
	if err := readTable(path, start, s.columns(text)); err != nil {
		return nil, err
	}
	for i := range s.ids {
		s.Zip[i] = s.Zips.Add(text.zip[i])
		s.Street[i] = s.Streets.Add(StreetKey(text.street[i], text.city[i]))
	}
	s.index(text.dwelling)
	return s, nil
}
