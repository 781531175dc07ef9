package priceseries

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
