package build

// licences are those of the sources, by their names in manifest and tables. docs/data.md says more.
var licences = map[string]string{
	sourceBAG:       "public domain (CC0 1.0), Kadaster; names of municipalities CC BY 4.0, CBS",
	sourceLabels:    "terms of RVO for EP-Online; read them before you publish",
	sourceBuildings: "CC BY 4.0, 3DBAG by tudelft3d and 3DGI",
	sourceMonuments: "terms of RCE; read them before you publish",
	sourceParcels:   "CC BY 4.0, Kadaster",
	sourceFacts:     "the operator's own; not to be published unless the operator does",
	sourceSales:     "the operator's own; not to be published unless the operator does",
	sourceAddresses: "CC BY 4.0, CBS", sourceFigures: "CC BY 4.0, CBS", sourceIndex: "CC BY 4.0, CBS", sourcePrices: "CC BY 4.0, CBS",
}

// licencesOf returns the licences of the sources that an edition was made from.
func licencesOf[T any](sources map[string]T) map[string]string {
	of := map[string]string{}
	for source := range sources {
		if licence, ok := licences[source]; ok {
			of[source] = licence
		}
	}
	return of
}
