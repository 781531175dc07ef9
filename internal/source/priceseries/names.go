package priceseries

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

// names are what others call the columns, the likeliest first. They hold for these files alone: elsewhere an index is a
// row's number.
var names = map[int][]string{
	month: {
		"date", "datum", "maand", "time_period", "observation_date", "time", "ds", "year_month", "yearmonth", "jaarmaand",
		"peilmaand", "quarter",
		"kwartaal", "__index_level_0__", "unnamed:0",
	},
	value: {
		"index", "prijsindex", "price_index", "indexcijfer", "index_value", "hpi", "price", "prijs", "mean_price",
		"average_price", "asking_price",
		"vraagprijs", "obs_value", "y",
	},
	knownDate: {
		"published", "publication_date", "published_at", "publicatiedatum", "datum_publicatie", "publicatie", "gepubliceerd",
		"release_date",
		"bekend", "bekend_op", "bekendgemaakt", "datum_bekend", "known", "realtime_start", "vintage_date", "vintage",
	},
}

var noise = strings.NewReplacer(" ", "", "_", "", "-", "")

// open opens a file. Columns that do not have gevel's names are found by the names that others use.
func open(ctx context.Context, path string, m flatfile.Mapping) (*flatfile.Reader, error) {
	reader := func(m flatfile.Mapping) (*flatfile.Reader, error) {
		var none gevel.Attributes
		return flatfile.Open(ctx, flatfile.Source{Path: path, Mapping: m}, &schema, &none)
	}
	file, err := reader(m)
	if err != nil {
		return nil, err
	}
	found := maps.Clone(m.Columns)
	if found == nil {
		found = map[string]string{}
	}
	before := len(found)
	for column, others := range names {
		if file.Has(column) {
			continue
		}
		for _, other := range others {
			at := slices.IndexFunc(file.Header(), func(name string) bool {
				return noise.Replace(strings.ToLower(strings.TrimSpace(name))) == noise.Replace(other)
			})
			if at >= 0 {
				found[schema.Names[column]] = file.Header()[at]
				break
			}
		}
	}
	if len(found) == before {
		return file, nil
	}
	file.Close()
	m.Columns = found
	return reader(m)
}
