// The valuation of one home as JSON: the data of the API's answer, field by field,
// and its meta.

package main

import (
	"maps"
	"math"
	"strconv"

	"github.com/gevel/gevel"
)

type fields map[string]any

// homevalueJSON renders a valuation. Unknown fields are null.
func homevalueJSON(v gevel.Valuation, overrides gevel.Characteristics) fields {
	valued := overrides.Over(v.Dwelling.Characteristics)
	registered := v.Dwelling
	data := addressJSON(v.Address)
	maps.Copy(data, fields{
		"municipality": v.Address.Municipality, "country": "Nederland", "bagId": v.Dwelling.ID,
		"energyLabel": spelled(valued.EnergyLabel.String()), "rooms": known(valued.Rooms), "monument": known(valued.Monument),
		"valueDate": v.Date, "volume": known(valued.Volume),
		"buildYear": known(registered.BuildYear), "inputBuildYear": known(overrides.BuildYear),
		"useSurface": known(registered.UseSurface), "inputUseSurface": known(overrides.UseSurface),
		"parcelSurface": known(registered.ParcelSurface), "inputParcelSurface": known(overrides.ParcelSurface),
		"buildType": spelled(registered.BuildType.String()), "inputBuildType": spelled(overrides.BuildType.String()),
		"predictedValue": v.Predicted, "weightedValue": v.Weighted,
		"accuracy": oneDecimal(v.Accuracy), "confidenceClass": v.Class,
		"indexedPrice": nil, "histTransactionPrice": nil, "histTransactionDate": nil,
		"meta": map[string]string{
			"edition": v.Edition, "modelVersion": v.Model,
			"valueLow":                  strconv.FormatInt(int64(v.Interval.Low), 10),
			"valueHigh":                 strconv.FormatInt(int64(v.Interval.High), 10),
			"forecastStandardDeviation": strconv.FormatFloat(v.FSD, 'f', 4, 64),
		},
	})
	if own := v.OwnSale; own.Known {
		maps.Copy(data, fields{"indexedPrice": own.V.Indexed, "histTransactionPrice": own.V.Price, "histTransactionDate": own.V.Date})
	}
	data.addCount("ZipAllTypes", v.Statistics.ZipAllTypes)
	data.addCount("ZipSameType", v.Statistics.ZipSameType)
	data.addCount("StrAllTypes", v.Statistics.StreetAllTypes)
	data.addCount("StrSameType", v.Statistics.StreetSameType)
	references := make([]fields, len(v.References))
	for i, r := range v.References {
		references[i] = referenceJSON(r)
	}
	data["references"] = references
	return data
}

func referenceJSON(r gevel.Reference) fields {
	f := addressJSON(r.Address)
	maps.Copy(f, fields{
		"amount": r.Price, "bagId": r.Dwelling, "date": r.Date, "indexedPrice": r.Indexed,
		"buildType": r.BuildType.String(), "buildYear": r.BuildYear.V, "buildYearCat": gevel.BuildYearCat(r.BuildYear.V),
		"useSurface": r.UseSurface.V, "parcelSurface": known(r.ParcelSurface), "volume": known(r.Volume),
		"monument": known(r.Monument), "distance": oneDecimal(r.Distance), "equality": oneDecimal(r.Equality),
	})
	return f
}

// addressJSON returns the fields that a home and a reference share.
func addressJSON(a gevel.Address) fields {
	return fields{
		"houseNumber": a.HouseNumber, "houseNumberExt": spelled(a.Extension()), "postalCode": a.PostalCode,
		"street": a.Street, "city": a.City, "state": a.Province,
	}
}

func (f fields) addCount(scope string, c gevel.SaleCount) {
	f["num"+scope], f["med"+scope] = c.Sales, known(c.Median)
}

func known[T any](o gevel.Opt[T]) any {
	if !o.Known {
		return nil
	}
	return o.V
}

func spelled(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func oneDecimal(x float64) float64 { return math.Round(10*x) / 10 }
