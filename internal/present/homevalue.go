// A valuation in the form of the service's answer.

package present

import (
	"fmt"
	"math"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/standard"
)

// Homevalue is a valuation with all fields of an answer. Their names, order and words are the description's; the
// OpenAPI schema is generated from it. A pointer is a field that may be null; no field is ever absent.
type Homevalue struct {
	HouseNumber          int          `json:"houseNumber"`
	HouseNumberExt       *string      `json:"houseNumberExt" doc:"house letter and extension, with a hyphen between when there are both"`
	PostalCode           string       `json:"postalCode" doc:"always in the form 1234AB"`
	Street               string       `json:"street"`
	City                 string       `json:"city"`
	Municipality         string       `json:"municipality"`
	State                string       `json:"state" doc:"province"`
	Country              string       `json:"country"`
	BagID                string       `json:"bagId" doc:"identification number of the dwelling in the BAG register, 16 digits"`
	EnergyLabel          *EnergyLabel `json:"energyLabel" doc:"as valued"`
	Rooms                *int         `json:"rooms" doc:"number of rooms, as valued"`
	Monument             *bool        `json:"monument" doc:"as valued"`
	ValueDate            gevel.Date   `json:"valueDate" doc:"valuation date; only sales known before it count"`
	IndexedPrice         *gevel.Euro  `json:"indexedPrice" doc:"histTransactionPrice, indexed to the valuation date"`
	BuildYear            *int         `json:"buildYear" doc:"as registered"`
	InputBuildYear       *int         `json:"inputBuildYear" doc:"as given by the caller"`
	UseSurface           *int         `json:"useSurface" doc:"usable area as registered, m2"`
	InputUseSurface      *int         `json:"inputUseSurface" doc:"as given by the caller, m2"`
	Volume               *int         `json:"volume" doc:"as valued, m3"`
	ParcelSurface        *int         `json:"parcelSurface" doc:"lot area as registered, m2"`
	InputParcelSurface   *int         `json:"inputParcelSurface" doc:"as given by the caller, m2"`
	BuildType            *HouseType   `json:"buildType" doc:"as registered"`
	InputBuildType       *HouseType   `json:"inputBuildType" doc:"as given by the caller"`
	PredictedValue       gevel.Euro   `json:"predictedValue" doc:"the hedonic model's own estimate, whole euros"`
	Accuracy             *float64     `json:"accuracy" min:"0" max:"100" doc:"100 times the calibrated probability that a sale price lies within 10 % of weightedValue, one decimal"`
	ConfidenceClass      *int         `json:"confidenceClass" min:"0" max:"5" doc:"5 is the highest confidence, 0 the lowest"`
	HistTransactionPrice *gevel.Euro  `json:"histTransactionPrice" doc:"price of the home's last sale known before the valuation date"`
	HistTransactionDate  *gevel.Date  `json:"histTransactionDate" doc:"date of that sale"`
	References           []Reference  `json:"references" min:"3" max:"3" doc:"three comparable sales, best first"`
	WeightedValue        gevel.Euro   `json:"weightedValue" doc:"the final estimate: hedonic estimate, like homes, comparables and own indexed sale, weighed by their errors on earlier sales, whole euros"`
	NumZipAllTypes       *int         `json:"numZipAllTypes" doc:"sales in the postal-code area (four digits) in the 24 months up to the valuation date"`
	MedZipAllTypes       *gevel.Euro  `json:"medZipAllTypes" doc:"their median price, null when there are none"`
	NumZipSameType       *int         `json:"numZipSameType" doc:"of these, sales of the same house type"`
	MedZipSameType       *gevel.Euro  `json:"medZipSameType" doc:"their median price"`
	NumStrAllTypes       *int         `json:"numStrAllTypes" doc:"sales on the same street of the same city in the 24 months up to the valuation date"`
	MedStrAllTypes       *gevel.Euro  `json:"medStrAllTypes" doc:"their median price"`
	NumStrSameType       *int         `json:"numStrSameType" doc:"of these, sales of the same house type"`
	MedStrSameType       *gevel.Euro  `json:"medStrSameType" doc:"their median price"`
}

// Reference is one of the comparable sales that are shown, in the same form.
type Reference struct {
	Amount         gevel.Euro  `json:"amount" doc:"transaction price, whole euros"`
	BagID          string      `json:"bagId"`
	BuildType      HouseType   `json:"buildType"`
	BuildYear      int         `json:"buildYear"`
	BuildYearCat   *string     `json:"buildYearCat" doc:"construction period, such as 1931-1944, <1906 or >2020"`
	City           string      `json:"city"`
	Date           gevel.Date  `json:"date" doc:"transaction date"`
	Distance       float64     `json:"distance" min:"0" doc:"to the valued home, metres, one decimal"`
	Equality       *float64    `json:"equality" min:"0" max:"100" doc:"100 is the same home next door, sold yesterday"`
	HouseNumber    int         `json:"houseNumber"`
	HouseNumberExt *string     `json:"houseNumberExt"`
	IndexedPrice   *gevel.Euro `json:"indexedPrice" doc:"amount, indexed to the valuation date"`
	Monument       *bool       `json:"monument"`
	ParcelSurface  *int        `json:"parcelSurface" doc:"m2"`
	PostalCode     string      `json:"postalCode"`
	State          string      `json:"state"`
	Street         string      `json:"street"`
	UseSurface     int         `json:"useSurface" doc:"m2"`
	Volume         *int        `json:"volume" doc:"m3"`
}

// HouseType is the name of a gevel.BuildType.
type HouseType string

// EnergyLabel is the name of a gevel.EnergyLabel.
type EnergyLabel string

const country = "Nederland"

// NewHomevalue renders a valuation. The register's characteristics stand beside the caller's if the answer has a
// field for both; elsewhere it shows the valued ones, in which the caller's replace the register's.
func NewHomevalue(v gevel.Valuation, overrides gevel.Characteristics) Homevalue {
	valued := gevel.Standard().Over(overrides, v.Dwelling.Characteristics)
	h := Homevalue{
		HouseNumber:        v.Address.HouseNumber,
		HouseNumberExt:     OrNull(v.Address.Extension()),
		PostalCode:         string(v.Address.PostalCode),
		Street:             v.Address.Street,
		City:               v.Address.City,
		Municipality:       v.Address.Municipality,
		State:              v.Address.Province,
		Country:            country,
		BagID:              string(v.Dwelling.ID),
		EnergyLabel:        OrNull(EnergyLabel(valued.EnergyLabel.String())),
		Rooms:              valued.Rooms.OrNull(),
		Monument:           valued.Monument.OrNull(),
		ValueDate:          v.Date,
		BuildYear:          v.Dwelling.BuildYear.OrNull(),
		InputBuildYear:     overrides.BuildYear.OrNull(),
		UseSurface:         v.Dwelling.UseSurface.OrNull(),
		InputUseSurface:    overrides.UseSurface.OrNull(),
		Volume:             valued.Volume.OrNull(),
		ParcelSurface:      v.Dwelling.ParcelSurface.OrNull(),
		InputParcelSurface: overrides.ParcelSurface.OrNull(),
		BuildType:          OrNull(HouseType(v.Dwelling.BuildType.String())),
		InputBuildType:     OrNull(HouseType(overrides.BuildType.String())),
		PredictedValue:     v.Predicted,
		Accuracy:           new(oneDecimal(v.Accuracy)),
		ConfidenceClass:    new(int(v.Class)),
		References:         make([]Reference, len(v.References)),
		WeightedValue:      v.Weighted,
	}
	for i, r := range v.References {
		h.References[i] = newReference(r)
	}
	if own := v.OwnSale; own.Known {
		h.IndexedPrice, h.HistTransactionPrice, h.HistTransactionDate = &own.V.Indexed, &own.V.Price, &own.V.Date
	}
	h.setStatistics(v.Statistics)
	return h
}

func (h *Homevalue) setStatistics(s gevel.AreaStatistics) {
	h.NumZipAllTypes, h.MedZipAllTypes = &s.ZipAllTypes.Sales, s.ZipAllTypes.Median.OrNull()
	h.NumZipSameType, h.MedZipSameType = &s.ZipSameType.Sales, s.ZipSameType.Median.OrNull()
	h.NumStrAllTypes, h.MedStrAllTypes = &s.StreetAllTypes.Sales, s.StreetAllTypes.Median.OrNull()
	h.NumStrSameType, h.MedStrSameType = &s.StreetSameType.Sales, s.StreetSameType.Median.OrNull()
}

// newReference renders a reference. The valuer takes only sales with a known type, year and surface as references.
func newReference(r gevel.Reference) Reference {
	return Reference{
		Amount:         r.Price,
		BagID:          string(r.Dwelling),
		BuildType:      HouseType(r.BuildType.String()),
		BuildYear:      r.BuildYear.V,
		BuildYearCat:   new(gevel.BuildYearCat(r.BuildYear.V)),
		City:           r.Address.City,
		Date:           r.Date,
		Distance:       oneDecimal(r.Distance),
		Equality:       new(oneDecimal(r.Equality)),
		HouseNumber:    r.Address.HouseNumber,
		HouseNumberExt: OrNull(r.Address.Extension()),
		IndexedPrice:   new(r.Indexed),
		Monument:       r.Monument.OrNull(),
		ParcelSurface:  r.ParcelSurface.OrNull(),
		PostalCode:     string(r.Address.PostalCode),
		State:          r.Address.Province,
		Street:         r.Address.Street,
		UseSurface:     r.UseSurface.V,
		Volume:         r.Volume.OrNull(),
	}
}

// ValuationJSON is the JSON of a valuation without an envelope: the
// data of /homevalue, field by field, and the answer's meta as one more field.
type ValuationJSON struct {
	Homevalue
	Meta map[string]string `json:"meta"`
}

// NewValuationJSON returns the JSON of a valuation; overrides are the characteristics that the caller gave for it.
func NewValuationJSON(v gevel.Valuation, overrides gevel.Characteristics) ValuationJSON {
	return ValuationJSON{NewHomevalue(v, overrides), Meta(v)}
}

// Meta is ValueMeta, and the side of the value on which all references lie where they do.
func Meta(v gevel.Valuation) map[string]string {
	meta := ValueMeta(v.Value)
	if side := v.ReferencesSide(); side != "" {
		meta["references"] = string(side)
	}
	return meta
}

// ValueMeta gives the home, edition and model of a valuation, its width and the EAA's level of that, the day until
// which sales were known, and the status of a home that is not in use.
func ValueMeta(v gevel.Value) map[string]string {
	meta := map[string]string{
		"bagId":                     string(v.Dwelling.ID),
		"edition":                   v.Edition,
		"modelVersion":              v.Model,
		"salesUntil":                v.SalesUntil.String(),
		"valueLow":                  fmt.Sprint(v.Interval.Low),
		"valueHigh":                 fmt.Sprint(v.Interval.High),
		"forecastStandardDeviation": strconv.FormatFloat(v.FSD, 'f', 4, 64),
		"eaaLevel":                  strconv.Itoa(int(standard.LevelOf(v.FSD))),
	}
	if status := v.Status.String(); status != "" {
		meta["status"] = status
	}
	return meta
}

// OrNull returns a text, or nil when there is none.
func OrNull[S ~string](s S) *S {
	if s == "" {
		return nil
	}
	return &s
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func oneDecimal(x float64) float64 { return math.Round(x*10) / 10 }
