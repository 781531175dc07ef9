// The explanation of a valuation in JSON, behind the fields of the API.

package main

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/api"
	"github.com/gevel/gevel/internal/explain"
)

// explainedJSON is a valuation with its explanation.
type explainedJSON struct {
	api.Rendered
	Explanation explanationJSON `json:"explanation"`
}

type explanationJSON struct {
	Steps       []stepJSON       `json:"steps"`
	Index       indexJSON        `json:"index"`
	Approaches  []approachJSON   `json:"approaches"`
	Comparables []comparableJSON `json:"comparables"`
	Likeness    likenessJSON     `json:"likeness"`
	OwnSale     *ownSaleJSON     `json:"ownSale"`
	Certainty   certaintyJSON    `json:"certainty"`
}

type stepJSON struct {
	Part    explain.Part `json:"part"`
	Name    string       `json:"name,omitempty"`
	Has     string       `json:"has,omitempty"`
	Typical string       `json:"typical,omitempty"`
	Imputed bool         `json:"usual,omitempty"` // not known; has is what like homes sold nearby have
	// Unobserved: no sale has such, and Rare: hardly any of its type; CountsAs: what has counts
	// as, and Sold: what nearly all homes of its type have, where that is something else.
	Unobserved bool       `json:"untold,omitempty"`
	Rare       bool       `json:"rare,omitempty"`
	CountsAs   string     `json:"countsAs,omitempty"`
	Sold       string     `json:"sold,omitempty"`
	Log        float64    `json:"log"`
	Euros      gevel.Euro `json:"euros"`
	Total      gevel.Euro `json:"total"`
}

type indexJSON struct {
	KnownBefore string   `json:"knownBefore"`
	MarketUntil string   `json:"marketUntil"`
	StaleMonths float64  `json:"staleMonths"`
	YearChange  *float64 `json:"yearChange"`
}

type approachJSON struct {
	Name       string      `json:"name"`
	Indication *gevel.Euro `json:"indication"`
	Weight     float64     `json:"weight"`
}

// evidenceJSON is a sale. Address and bagId are empty when they are not known.
type evidenceJSON struct {
	Address     string     `json:"address"`
	BagID       string     `json:"bagId"`
	BuildType   string     `json:"buildType"`
	BuildYear   int        `json:"buildYear"`
	UseSurface  int        `json:"useSurface"`
	Price       gevel.Euro `json:"price"`
	Date        string     `json:"date"`
	Distance    float64    `json:"distance"`
	IndexFactor float64    `json:"indexFactor"`
}

type movedSaleJSON struct {
	evidenceJSON
	Adjustment  float64          `json:"adjustment"`
	Adjusted    gevel.Euro       `json:"adjusted"`
	Differences []differenceJSON `json:"differences,omitempty"`
}

type differenceJSON struct {
	Name string  `json:"name"`
	Log  float64 `json:"log"`
}

type comparableJSON struct {
	movedSaleJSON
	Equality float64 `json:"equality"`
	Weight   float64 `json:"weight"`
}

type ownSaleJSON struct {
	movedSaleJSON
	Unchanged float64 `json:"unchanged"`
	Tells     float64 `json:"tells"`
	Apart     float64 `json:"apart"`
}

type likenessJSON struct {
	Bare      gevel.Euro     `json:"bare"`
	Placeless bool           `json:"placeless"`
	Sales     []likeSaleJSON `json:"sales"`
}

type likeSaleJSON struct {
	evidenceJSON
	Surplus float64 `json:"surplus"`
	Weight  float64 `json:"weight"`
}

type certaintyJSON struct {
	Size     float64      `json:"size"`
	Typical  float64      `json:"typicalSize"`
	Drivers  []driverJSON `json:"drivers"`
	Within10 float64      `json:"within10"`
	Within15 float64      `json:"within15"`
	Within20 float64      `json:"within20"`
	// The central intervals of 50 and 90 %, euros.
	Interval50 intervalJSON `json:"interval50"`
	Interval90 intervalJSON `json:"interval90"`
}

type intervalJSON struct {
	Low  gevel.Euro `json:"low"`
	High gevel.Euro `json:"high"`
}

type driverJSON struct {
	Name    explain.RiskName `json:"name"`
	Has     *float64         `json:"has"`
	Typical *float64         `json:"typical"`
	Factor  float64          `json:"factor"`
}

func newExplanationJSON(e explain.Explanation) explanationJSON {
	out := explanationJSON{
		Index:     indexJSON{e.Market.Known.String(), e.Market.Until.String(), e.Market.Stale, orNull(e.Market.Year.V, e.Market.Year.Known)},
		Likeness:  likenessJSON{Bare: gevel.Euro(math.Round(e.Kriging.Trend)), Placeless: e.Kriging.Nonspatial},
		Certainty: newCertaintyJSON(e.Certainty),
	}
	for _, s := range e.Steps {
		out.Steps = append(out.Steps, stepJSON(s))
	}
	for _, a := range e.Approaches {
		out.Approaches = append(out.Approaches, approachJSON{a.Name, orNull(a.Indication.V, a.Indication.Known), a.Weight})
	}
	for _, c := range e.Comparables {
		out.Comparables = append(out.Comparables, comparableJSON{newMovedSaleJSON(c.AdjustedSale), c.Equality, c.Weight})
	}
	for _, s := range e.Kriging.Sales {
		out.Likeness.Sales = append(out.Likeness.Sales, likeSaleJSON{newEvidenceJSON(s.Evidence), s.Residual, s.Weight})
	}
	if e.OwnSale.Known {
		own := e.OwnSale.V
		out.OwnSale = &ownSaleJSON{newMovedSaleJSON(own.AdjustedSale), own.Unchanged, own.Credibility, own.Apart}
	}
	return out
}

func newEvidenceJSON(e explain.Evidence) evidenceJSON {
	out := evidenceJSON{
		BagID: string(e.Dwelling), BuildType: e.BuildType.String(), BuildYear: e.BuildYear.V, UseSurface: e.UseSurface.V,
		Price: e.Price, Date: e.Date.String(), Distance: e.Distance, IndexFactor: e.IndexFactor,
	}
	if e.Address.ObjectID != "" {
		out.Address = e.Address.String()
	}
	return out
}

func newMovedSaleJSON(s explain.AdjustedSale) movedSaleJSON {
	out := movedSaleJSON{newEvidenceJSON(s.Evidence), s.Adjustment, s.Adjusted, nil}
	for _, d := range s.Differences {
		out.Differences = append(out.Differences, differenceJSON(d))
	}
	return out
}

func newCertaintyJSON(c explain.Certainty) certaintyJSON {
	out := certaintyJSON{
		Size: c.Size, Typical: c.Typical, Within10: c.Within10, Within15: c.Within15, Within20: c.Within20,
		Interval50: intervalJSON(c.Interval50), Interval90: intervalJSON(c.Interval90),
	}
	for _, d := range c.Risks {
		out.Drivers = append(out.Drivers, driverJSON{d.Name, orNull(d.Has.V, d.Has.Known), orNull(d.Typical.V, d.Typical.Known), d.Factor})
	}
	return out
}
