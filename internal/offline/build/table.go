package build

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/parcel"
)

// Names of the standard sources.
const (
	sourceMunicipalities = "municipalities"
	sourceIndex          = edition.SourceIndex
	sourceSeries         = edition.SourceSeries
	sourcePrices         = "cbs_average_prices"
	sourceBAG            = edition.SourceBAG
	SourceLabels         = "energy_labels"
	sourceBuildings      = "buildings"
	sourceAddresses      = "cbs_addresses"
	sourceFigures        = "cbs_figures"
	sourceParcels        = "parcels"
	sourceMonuments      = "monuments"
	sourceFacts          = "characteristics"
	sourceSales          = edition.SourceSales
)

const (
	licenceCBS = "CC BY 4.0, CBS"
	licenceOwn = "the operator's own; not to be published unless the operator does"
)

// StandardTable returns the sources that gevel knows by itself. docs/data.md says more of them.
func StandardTable() Table {
	return Table{
		{
			Name: sourceMunicipalities, Label: "municipalities", Kind: filekind.Municipalities, Licence: licenceCBS,
			Feeds: FeedsHomes, Early: true, Apart: true,
			Files: func(s *Sources) []*string { return []*string{&s.Municipalities} },
			Read:  (*Builder).readMunicipalities,
		},
		{
			Name: sourceIndex, Label: "cbs price index", Kind: filekind.PriceIndex, Licence: licenceCBS,
			Feeds: FeedsChecks, Early: true,
			Files: func(s *Sources) []*string { return s.CBS.PriceIndex.paths() },
			Read:  (*Builder).readPriceIndex,
		},
		{
			Name: sourcePrices, Label: "cbs average prices", Kind: filekind.AveragePrices, Licence: licenceCBS,
			Feeds: FeedsChecks, Early: true,
			Files: func(s *Sources) []*string { return s.CBS.AveragePrices.paths() },
			Read:  (*Builder).readAveragePrices,
		},
		{
			Name: sourceSeries, Label: "price series", Kind: filekind.PriceSeries, Licence: licenceOwn,
			Feeds: FeedsSales, Early: true, Apart: true,
			Settings: func(c *Config) any { return &c.Sources.PriceSeries },
			Files:    func(s *Sources) []*string { return []*string{&s.PriceSeries.File} },
			Check:    (*File).checkSeries,
			Read:     (*Builder).readSeries,
		},
		{
			Name: sourceBAG, Label: "BAG register", Kind: filekind.BAG,
			Licence: "public domain (CC0 1.0), Kadaster; names of municipalities CC BY 4.0, CBS",
			From:    []gevel.Source{gevel.FromBAG, gevel.FromWalls},
			Feeds:   FeedsHomes, Stage: "register", Apart: true,
			Files: func(s *Sources) []*string { return []*string{&s.BAG} },
			Check: (*File).checkBAG,
			Read:  (*Builder).importRegister,
		},
		{
			Name: SourceLabels, Label: "energy labels", Kind: filekind.Labels,
			Licence: "terms of RVO for EP-Online; read them before you publish",
			From:    []gevel.Source{gevel.FromLabel},
			Feeds:   FeedsHomes, Stage: "labels", Awaits: []string{energy.ReasonFutureRegistration},
			Files: func(s *Sources) []*string { return []*string{&s.EnergyLabels} },
			Read:  (*Builder).importLabels,
		},
		{
			Name: sourceBuildings, Label: "buildings (3DBAG)", Kind: filekind.Buildings,
			Licence: "CC BY 4.0, 3DBAG by tudelft3d and 3DGI",
			From:    []gevel.Source{gevel.From3DBAG},
			Feeds:   FeedsHomes, Stage: "buildings",
			Settings: func(c *Config) any { return &c.Sources.Buildings },
			Files:    func(s *Sources) []*string { return s.Buildings.Files.paths() },
			Days:     (*Sources).buildingDays,
			Check:    (*File).checkBuildings,
			Read:     (*Builder).importBuildings,
		},
		{
			Name: sourceAddresses, Label: "cbs addresses", Kind: filekind.Neighbourhoods, Licence: licenceCBS,
			Feeds: FeedsHomes, Stage: "neighbourhoods",
			Settings: func(c *Config) any { return &c.Sources.CBS.Neighbourhoods },
			Files: func(s *Sources) (paths []*string) {
				for i := range s.CBS.Neighbourhoods {
					paths = append(paths, &s.CBS.Neighbourhoods[i].Addresses)
				}
				return paths
			},
			Check: (*File).checkNeighbourhoods,
			Read:  (*Builder).importNeighbourhoods,
		},
		{
			Name: sourceFigures, Label: "cbs figures", Kind: filekind.Figures, Licence: licenceCBS,
			From:     []gevel.Source{gevel.FromCBS},
			Feeds:    FeedsHomes,
			Settings: func(c *Config) any { return &c.Sources.CBS },
			Files: func(s *Sources) (paths []*string) {
				for i := range s.CBS.Neighbourhoods {
					paths = append(paths, &s.CBS.Neighbourhoods[i].Figures)
				}
				return paths
			},
			Check: (*File).checkFigures,
		},
		{
			Name: sourceParcels, Label: "parcels", Kind: filekind.Parcels, Licence: "CC BY 4.0, Kadaster",
			From:  []gevel.Source{gevel.FromParcels, gevel.FromShared},
			Feeds: FeedsHomes, Stage: "parcels", Awaits: []string{parcel.ReasonFuture}, Apart: true,
			Settings: func(c *Config) any { return &c.Sources.Parcels },
			Files:    func(s *Sources) []*string { return []*string{&s.Parcels.File} },
			Days:     (*Sources).parcelDays,
			Check:    (*File).checkParcels,
			Read:     (*Builder).importParcels,
		},
		{
			Name: sourceMonuments, Label: "monuments", Kind: filekind.Monuments,
			Licence: "terms of RCE; read them before you publish",
			From:    []gevel.Source{gevel.FromMonuments},
			Feeds:   FeedsHomes, Stage: "homes", Awaits: []string{flatfile.ReasonFuture},
			Settings: func(c *Config) any { return &c.Sources.Monuments },
			Files:    func(s *Sources) []*string { return []*string{&s.Monuments.File} },
			Days:     (*Sources).monumentDays,
			Check:    (*File).checkMonuments,
			Read:     (*Builder).importMonuments,
		},
		{
			Name: sourceFacts, Label: "characteristics", Kind: filekind.Facts, Licence: licenceOwn,
			From:  []gevel.Source{gevel.FromFile},
			Feeds: FeedsHomes, Stage: "homes", Awaits: []string{flatfile.ReasonFuture},
			Settings: func(c *Config) any { return []any{&c.Sources.Characteristics, &c.Characteristics, c.presetsOfHomes()} },
			Files: func(s *Sources) (paths []*string) {
				for i := range s.Characteristics {
					paths = append(paths, &s.Characteristics[i].File)
				}
				return paths
			},
			Days:  (*Sources).factDays,
			Check: (*File).checkOwn,
			Read:  (*Builder).importOwn,
		},
		{
			Name: sourceSales, Label: "sales", Kind: filekind.Sales, Licence: licenceOwn,
			From:  []gevel.Source{gevel.FromSale},
			Feeds: FeedsSales, Stage: "sales",
			Files: func(s *Sources) (paths []*string) {
				for i := range s.Sales {
					paths = append(paths, &s.Sales[i].File)
				}
				return paths
			},
			Days:  (*Sources).salesDays,
			Check: (*File).checkSales,
			Read:  (*Builder).importSales,
		},
	}
}
