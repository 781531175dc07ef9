// A valuation with its explanation in JSON.

package present

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
)

// ExplainedJSON is the JSON of a valuation with its explanation.
type ExplainedJSON struct {
	ValuationJSON
	Explanation ExplanationJSON `json:"explanation"`
}

// NewExplainedJSON returns the JSON of an explained valuation; overrides are the
// characteristics that the caller gave for it.
func NewExplainedJSON(e explain.Explanation, overrides gevel.Characteristics) ExplainedJSON {
	return ExplainedJSON{NewValuationJSON(e.Valuation, overrides), NewExplanationJSON(e)}
}

// ExplanationJSON is the JSON of an explanation. Unknown values are null.
type ExplanationJSON struct {
	Characteristics []characteristicJSON `json:"characteristics"`
	Steps           []stepJSON           `json:"steps"`
	Index           indexJSON            `json:"index"`
	Approaches      []approachJSON       `json:"approaches"`
	References      []referenceJSON      `json:"references"`
	PassedOver      []passedOverJSON     `json:"passedOver"`
	Comparables     []comparableJSON     `json:"comparables"`
	Kriging         krigingJSON          `json:"kriging"`
	OwnSale         *ownSaleJSON         `json:"ownSale"`
	Certainty       certaintyJSON        `json:"certainty"`
}

type stepJSON struct {
	Part    explain.Part `json:"part"`
	Name    string       `json:"name,omitempty"`
	Has     string       `json:"has,omitempty"`
	Typical string       `json:"typical,omitempty"`
	Imputed bool         `json:"imputed,omitempty"` // not known; has is what like homes sold nearby have
	// Unobserved: no sale has such; Rare: hardly any of its type does; CountsAs: the value that counts
	// instead of has; Sold: the range of nearly all homes of its type, if has lies outside it.
	Unobserved bool       `json:"unobserved,omitempty"`
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
	// Series is the price series that the forecast of the market follows; null without one.
	Series *WhySeries `json:"priceSeries"`
	// Turned is what the last turn of the market would do to the value; null where prices never fell.
	Turned *WhyTurned `json:"turned"`
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
	Weight   float64 `json:"weight"`
	Equality float64 `json:"equality"`
}

type referenceJSON struct {
	movedSaleJSON
	Equality float64 `json:"equality"`
}

// passedOverJSON is a sale that would be a reference, but whose adjusted price
// is a multiple of the comparables' indication.
type passedOverJSON struct {
	movedSaleJSON
	Off float64 `json:"off"`
}

type ownSaleJSON struct {
	movedSaleJSON
	Unchanged float64 `json:"unchanged"`
	Valid     float64 `json:"valid"` // the probability that it is of the home as it is
	Apart     float64 `json:"apart"`
}

// krigingJSON is the trend of the whole market, without place if it is nonspatial,
// and the sales nearby whose residuals are added to it.
type krigingJSON struct {
	Trend      gevel.Euro     `json:"trend"`
	Nonspatial bool           `json:"nonspatial"`
	Sales      []likeSaleJSON `json:"sales"`
}

type likeSaleJSON struct {
	evidenceJSON
	Residual float64 `json:"residual"`
	Weight   float64 `json:"weight"`
}

type certaintyJSON struct {
	Size     float64    `json:"size"`
	Typical  float64    `json:"typicalSize"`
	Features []riskJSON `json:"riskFeatures"`
	Within10 float64    `json:"within10"`
	Within15 float64    `json:"within15"`
	Within20 float64    `json:"within20"`
	// The central intervals of 50 and 90 %, euros.
	Interval50 intervalJSON `json:"interval50"`
	Interval90 intervalJSON `json:"interval90"`
}

type intervalJSON struct {
	Low  gevel.Euro `json:"low"`
	High gevel.Euro `json:"high"`
}

type riskJSON struct {
	Name    explain.RiskName `json:"name"`
	Has     *float64         `json:"has"`
	Typical *float64         `json:"typical"`
	Factor  float64          `json:"factor"`
}

// NewExplanationJSON returns the JSON of an explanation.
func NewExplanationJSON(e explain.Explanation) ExplanationJSON {
	out := ExplanationJSON{
		Characteristics: newCharacteristicsJSON(e.Characteristics),
		Index:           indexJSON{e.Market.Known.String(), e.Market.Until.String(), e.Market.Stale, nullable(e.Market.Year), series(e), turned(e)},
		Kriging:         krigingJSON{Trend: gevel.Euro(math.Round(e.Kriging.Trend)), Nonspatial: e.Kriging.Nonspatial},
		Certainty:       newCertaintyJSON(e.Certainty),
		PassedOver:      []passedOverJSON{},
	}
	for _, s := range e.Steps {
		out.Steps = append(out.Steps, stepJSON{
			Part: s.Part, Name: s.Name, Has: s.Has, Typical: s.Typical, Imputed: s.Imputed, Unobserved: s.Unobserved, Rare: s.Rare,
			CountsAs: s.CountsAs, Sold: s.Sold, Log: s.Log, Euros: s.Euros, Total: s.Total,
		})
	}
	for _, a := range e.Approaches {
		out.Approaches = append(out.Approaches, approachJSON{a.Name, nullable(a.Indication), a.Weight})
	}
	for _, c := range e.Comparables {
		out.Comparables = append(out.Comparables, comparableJSON{newMovedSaleJSON(c.AdjustedSale), c.Weight, c.Equality})
	}
	for _, c := range e.References {
		out.References = append(out.References, referenceJSON{newMovedSaleJSON(c.AdjustedSale), c.Equality})
	}
	for _, c := range e.PassedOver {
		out.PassedOver = append(out.PassedOver, passedOverJSON{newMovedSaleJSON(c.AdjustedSale), c.Off})
	}
	for _, s := range e.Kriging.Sales {
		out.Kriging.Sales = append(out.Kriging.Sales, likeSaleJSON{newEvidenceJSON(s.Evidence), s.Residual, s.Weight})
	}
	if e.OwnSale.Known {
		own := e.OwnSale.V
		out.OwnSale = &ownSaleJSON{newMovedSaleJSON(own.AdjustedSale), own.Unchanged, own.Credibility, own.Apart}
	}
	return out
}

func newEvidenceJSON(e explain.Evidence) evidenceJSON {
	out := evidenceJSON{
		BagID: string(e.Dwelling), BuildType: e.BuildType.String(),
		BuildYear: e.BuildYear.V, UseSurface: e.UseSurface.V,
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
		out.Differences = append(out.Differences, differenceJSON{d.Name, d.Log})
	}
	return out
}

func newCertaintyJSON(c explain.Certainty) certaintyJSON {
	out := certaintyJSON{
		Size: c.Size, Typical: c.Typical, Within10: c.Within10, Within15: c.Within15, Within20: c.Within20,
		Interval50: intervalJSON(c.Interval50), Interval90: intervalJSON(c.Interval90),
	}
	for _, d := range c.Risks {
		out.Features = append(out.Features, riskJSON{d.Name, nullable(d.Has), nullable(d.Typical), d.Factor})
	}
	return out
}
