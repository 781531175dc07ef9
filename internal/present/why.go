// A valuation with its explanation for the page's endpoints: in the reader's
// language, with positions, and adding up to the euro.

package present

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Why is a valuation with its explanation. A pointer is a field that may be null; no field is
// ever absent.
type Why struct {
	Valuation       Homevalue           `json:"valuation" doc:"the data of /v1/homevalue"`
	Interval        WhyIntervals        `json:"interval" doc:"central intervals of the value, by the percentage of prices that they hold"`
	Home            WhyHome             `json:"home"`
	Words           WhyWords            `json:"words"`
	Characteristics []WhyCharacteristic `json:"characteristics" doc:"what is known of the home"`
	Steps           []WhyStep           `json:"steps" doc:"their euros add up to weightedValue; the total of the last step before the approaches is predictedValue"`
	Index           WhyIndex            `json:"index"`
	Approaches      []WhyApproach       `json:"approaches"`
	References      []WhyReference      `json:"references" doc:"the most alike first"`
	PassedOver      []WhyPassedOver     `json:"passedOver" doc:"sales that would be references but for their odd prices"`
	Comparables     []WhyComparable     `json:"comparables" doc:"all that count, those with the most weight first"`
	Kriging         WhyKriging          `json:"kriging"`
	OwnSale         *WhyOwnSale         `json:"ownSale" doc:"the home's own last sale"`
	Certainty       WhyCertainty        `json:"certainty"`
}

// WhyIntervals are low and high of each interval, whole euros.
type WhyIntervals struct {
	Half      [2]gevel.Euro `json:"50"`
	Most      [2]gevel.Euro `json:"80"`
	NearlyAll [2]gevel.Euro `json:"90"`
}

// WhyHome is the home that was valued.
type WhyHome struct {
	BagID   string `json:"bagId"`
	Address string `json:"address" doc:"on one line"`
	Position
}

// WhyWords describe the certainty of the value.
type WhyWords struct {
	Accuracy   string   `json:"accuracy"`
	Class      string   `json:"class"`
	DataAge    string   `json:"dataAge"`
	Status     string   `json:"status" doc:"what the register says of a home that is not in use, else empty"`
	Series     string   `json:"priceSeries" doc:"how far the forecast of the market follows a price series; empty without one"`
	Turned     string   `json:"turned" doc:"to which month the market is known, and what its last turn would do to the value from there on; empty where prices never fell"`
	References string   `json:"references" doc:"on which side of the value all references lie, else empty"`
	Sure       []string `json:"sure" doc:"what makes it surer than the value of a typical home, the most important first"`
	Unsure     []string `json:"unsure" doc:"what makes it less sure"`
}

// WhyCharacteristic is a known characteristic of the home, with its source.
type WhyCharacteristic struct {
	characteristicJSON
	Label string `json:"label"`
	Text  string `json:"text" doc:"the value as people read it"`
	From  string `json:"from" doc:"its source, and the day"`
}

// WhyStep is a step to the value.
type WhyStep struct {
	Part    explain.Part `json:"part" doc:"typical, area, group, place, characteristic or approach"`
	Name    *string      `json:"name" doc:"of the characteristic or the approach"`
	Label   string       `json:"label"`
	Text    *string      `json:"text" doc:"what the home has of the characteristic, and what is typical"`
	Imputed bool         `json:"imputed" doc:"what the home has is not known; a typical value is taken"`
	Log     float64      `json:"log" doc:"its change of the logarithm of the value"`
	Euros   gevel.Euro   `json:"euros" doc:"its change of the total"`
	Total   gevel.Euro   `json:"total" doc:"after the step"`
}

// WhyIndex is the index that was used.
type WhyIndex struct {
	KnownBefore gevel.Date `json:"knownBefore" doc:"it uses the sales known before that day"`
	MarketUntil gevel.Date `json:"marketUntil" doc:"up to where the market was known then"`
	StaleMonths float64    `json:"staleMonths" doc:"from there to the valuation date"`
	YearChange  *float64   `json:"yearChange" doc:"in the twelve months before, a fraction"`
	Series      *WhySeries `json:"priceSeries" doc:"the price series that the forecast of the market follows; null without one, or where nothing is forecast"`
	Turned      *WhyTurned `json:"turned" doc:"what the last turn of the market would do to the value; null where prices never fell"`
}

// WhySeries is what a price series has to do with the forecast of the market.
type WhySeries struct {
	Until gevel.Month `json:"until" doc:"its last month that was known"`
	Share float64     `json:"share" doc:"in the forecast, 0 to 1; the rest is the market's own growth"`
}

// WhyTurned is a value had the market turned as it last did, which no interval allows for.
type WhyTurned struct {
	MarketKnown gevel.Month `json:"marketKnown" doc:"the last month that was known on the valuation date: there the market would turn"`
	TurnAfter   gevel.Month `json:"turnAfter" doc:"its last peak before a fall: as after that month it would turn"`
	Value       gevel.Euro  `json:"value" doc:"on the valuation date, had the market turned; whole euros"`
	Change      float64     `json:"change" doc:"of the value, a fraction: 0 or negative"`
}

// WhyApproach is an approach with its indication.
type WhyApproach struct {
	Name       string      `json:"name"`
	Label      string      `json:"label"`
	Indication *gevel.Euro `json:"indication" doc:"null where it has nothing to say"`
	Weight     float64     `json:"weight" doc:"0 to 1"`
}

// WhySale is a sale that counts.
type WhySale struct {
	Label          *string    `json:"label" doc:"the address on one line; null where the register has none"`
	Street         *string    `json:"street"`
	HouseNumber    *int       `json:"houseNumber"`
	HouseNumberExt *string    `json:"houseNumberExt"`
	PostalCode     *string    `json:"postalCode"`
	City           *string    `json:"city"`
	BagID          *string    `json:"bagId"`
	BuildType      *string    `json:"buildType"`
	BuildYear      *int       `json:"buildYear"`
	UseSurface     *int       `json:"useSurface" doc:"m2"`
	ParcelSurface  *int       `json:"parcelSurface" doc:"m2"`
	Price          gevel.Euro `json:"price"`
	Date           gevel.Date `json:"date"`
	Distance       float64    `json:"distance" doc:"metres, one decimal"`
	IndexFactor    float64    `json:"indexFactor" doc:"moves the price to the valuation date"`
	IndexedPrice   gevel.Euro `json:"indexedPrice" doc:"price times indexFactor"`
	Position
}

// WhyMoved is a sale whose price is moved to the valuation date and to the home.
type WhyMoved struct {
	WhySale
	Adjustment  float64         `json:"adjustment" doc:"what the home is held worth over the home sold, a factor"`
	Adjusted    gevel.Euro      `json:"adjusted" doc:"indexedPrice times adjustment"`
	Differences []WhyDifference `json:"differences" doc:"what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty"`
}

// WhyDifference is the worth of a difference between the home and a home sold.
type WhyDifference struct {
	Name  string     `json:"name"`
	Label string     `json:"label"`
	Has   *string    `json:"has" doc:"what the home has of a characteristic, as people read it; null where it is not known, and of place and index"`
	Had   *string    `json:"had" doc:"what the home sold had of it"`
	Log   float64    `json:"log"`
	Euros gevel.Euro `json:"euros"`
}

// WhyReference is a sale that is shown.
type WhyReference struct {
	WhyMoved
	Equality float64 `json:"equality" min:"0" max:"100" doc:"100 is the same home next door, sold yesterday; one decimal"`
}

// WhyPassedOver is a sale that is not shown because of its price.
type WhyPassedOver struct {
	WhyMoved
	Off float64 `json:"off" doc:"how many times what the comparables say its adjusted price is"`
}

// WhyComparable is a sale that counts among the comparables.
type WhyComparable struct {
	WhyMoved
	Weight   float64 `json:"weight" doc:"0 to 1; the weights add up to 1"`
	Equality float64 `json:"equality" min:"0" max:"100" doc:"as references have it"`
}

// WhyKriging is the evidence of kriging.
type WhyKriging struct {
	Trend      gevel.Euro    `json:"trend" doc:"what the home is worth by its characteristics, and place unless nonspatial, in the whole market"`
	Nonspatial bool          `json:"nonspatial"`
	Sales      []WhyLikeSale `json:"sales" doc:"those that move its indication most"`
	MoreSales  int           `json:"moreSales" doc:"how many others move it, by less"`
}

// WhyLikeSale is a sale of a like home nearby.
type WhyLikeSale struct {
	WhySale
	Residual float64 `json:"residual" doc:"how many times its trend the price was"`
	Weight   float64 `json:"weight"`
}

// WhyOwnSale is the home's own last sale.
type WhyOwnSale struct {
	WhyMoved
	Unchanged   float64 `json:"unchanged" doc:"share of its weight that it keeps for how little the home has changed"`
	Credibility float64 `json:"credibility" doc:"probability that its price was a price of the home as it is"`
	Apart       float64 `json:"apart" doc:"how many times the value without it its indication is"`
}

// WhyCertainty gives the expected error and its reasons.
type WhyCertainty struct {
	Size     float64   `json:"size" doc:"mean absolute error to be expected, of the log price"`
	Typical  float64   `json:"typicalSize" doc:"of the typical sale"`
	Within10 float64   `json:"within10" doc:"probability that a price lies within 10 % of the value"`
	Within15 float64   `json:"within15"`
	Within20 float64   `json:"within20"`
	Risks    []WhyRisk `json:"risks" doc:"typicalSize times the factor of each is size"`
}

// WhyRisk is a reason why the error's size differs from the typical one.
type WhyRisk struct {
	Name    explain.RiskName `json:"name"`
	Text    *string          `json:"text" doc:"in words; null where it hardly counts"`
	Has     *float64         `json:"has"`
	Typical *float64         `json:"typical"`
	Factor  float64          `json:"factor" doc:"above 1 the error is larger for it"`
}

// NewWhy renders an explanation in a language; overrides are the characteristics that the caller
// gave for it.
func NewWhy(e explain.Explanation, overrides gevel.Characteristics, l words.Language) Why {
	v := e.Valuation
	r := renderer{l}
	out := Why{
		Valuation: NewHomevalue(v, overrides),
		Interval: WhyIntervals{
			ends(e.Certainty.Interval50), ends(v.Interval), ends(e.Certainty.Interval90),
		},
		Home:            WhyHome{string(v.Dwelling.ID), v.Address.String(), PositionOf(v.Dwelling.At)},
		Characteristics: r.characteristics(e.Characteristics),
		Index:           WhyIndex{e.Market.Known, e.Market.Until, e.Market.Stale, nullable(e.Market.Year), series(e), turned(e)},
		Kriging:         r.kriging(e.Kriging),
		Certainty:       r.certainty(e),
		PassedOver:      make([]WhyPassedOver, len(e.PassedOver)),
		References:      make([]WhyReference, len(e.References)),
		Comparables:     NewWhyComparables(e.Comparables, l),
		Words:           WhyWords{Accuracy: l.Accuracy(v), Class: l.Class(v.Class), DataAge: l.DataAge(v), Status: l.Status(v.Status), References: l.References(v.ReferencesSide())},
	}
	out.Words.Sure, out.Words.Unsure = l.Sureness(e)
	if e.Market.Series.Known {
		out.Words.Series = l.Series(e.Market.Series.V)
	}
	if e.Market.Turned.Known {
		out.Words.Turned = l.Turned(e.Market.Turned.V, v.Weighted)
	}
	for _, s := range e.Steps {
		out.Steps = append(out.Steps, r.step(s))
	}
	for _, a := range e.Approaches {
		out.Approaches = append(out.Approaches, WhyApproach{a.Name, l.Approach(a.Name), nullable(a.Indication), a.Weight})
	}
	for i, c := range e.References {
		out.References[i] = WhyReference{r.moved(c.AdjustedSale), oneDecimal(c.Equality)}
	}
	for i, c := range e.PassedOver {
		out.PassedOver[i] = WhyPassedOver{r.moved(c.AdjustedSale), c.Off}
	}
	if own := e.OwnSale.V; e.OwnSale.Known {
		out.OwnSale = &WhyOwnSale{r.moved(own.AdjustedSale), own.Unchanged, own.Credibility, own.Apart}
	}
	return out
}

// NewWhyComparables renders comparables in a language.
func NewWhyComparables(list []explain.Comparable, l words.Language) []WhyComparable {
	out := make([]WhyComparable, len(list))
	for i, c := range list {
		out[i] = WhyComparable{renderer{l}.moved(c.AdjustedSale), c.Weight, oneDecimal(c.Equality)}
	}
	return out
}

func ends(i gevel.Interval) [2]gevel.Euro { return [2]gevel.Euro{i.Low, i.High} }

// series returns nil without a price series.
func series(e explain.Explanation) *WhySeries {
	s := e.Market.Series
	if !s.Known {
		return nil
	}
	return &WhySeries{Until: s.V.End, Share: s.V.Share}
}

// turned returns nil where prices never fell.
func turned(e explain.Explanation) *WhyTurned {
	t := e.Market.Turned
	if !t.Known {
		return nil
	}
	return &WhyTurned{MarketKnown: t.V.Known, TurnAfter: t.V.Peak, Value: t.V.Of(e.Valuation.Weighted), Change: t.V.Change}
}

// renderer renders the parts of an explanation in a language.
type renderer struct{ words.Language }

func (r renderer) characteristics(known []explain.Characteristic) []WhyCharacteristic {
	list := make([]WhyCharacteristic, len(known))
	for i, c := range newCharacteristicsJSON(known) {
		k := known[i]
		a := gevel.Attribute{Name: k.Name, Label: k.Label, Dutch: k.Dutch}
		list[i] = WhyCharacteristic{c, r.Characteristic(&a), r.Amount(k.Name, k.Value), r.From(k)}
	}
	return list
}

func (r renderer) step(s explain.Step) WhyStep {
	return WhyStep{
		Part: s.Part, Name: orNull(s.Name), Label: r.Step(s), Text: orNull(r.StepText(s)), Imputed: s.Imputed,
		Log: s.Log, Euros: s.Euros, Total: s.Total,
	}
}

func (r renderer) sale(e explain.Evidence) WhySale {
	out := WhySale{
		BagID: orNull(string(e.Dwelling)), BuildType: orNull(e.BuildType.String()), BuildYear: nullable(e.BuildYear),
		UseSurface: nullable(e.UseSurface), ParcelSurface: nullable(e.ParcelSurface), Price: e.Price, Date: e.Date,
		Distance: oneDecimal(e.Distance), IndexFactor: e.IndexFactor, IndexedPrice: e.Indexed(), Position: PositionOf(e.At),
	}
	if a := e.Address; a.ObjectID != "" {
		out.Label, out.Street, out.HouseNumber = ptr(a.String()), orNull(a.Street), ptr(a.HouseNumber)
		out.HouseNumberExt, out.PostalCode, out.City = orNull(a.Extension()), orNull(string(a.PostalCode)), orNull(a.City)
	}
	return out
}

func (r renderer) moved(s explain.AdjustedSale) WhyMoved {
	out := WhyMoved{r.sale(s.Evidence), s.Adjustment, s.Adjusted, []WhyDifference{}}
	at, total := math.Log(float64(s.Price))+math.Log(s.IndexFactor), out.IndexedPrice
	for _, d := range s.Differences {
		at += d.Log
		after := valuation.Euros(at)
		out.Differences = append(out.Differences, WhyDifference{
			Name: d.Name, Label: r.Difference(d), Has: orNull(r.Has(d)), Had: orNull(r.Had(d)), Log: d.Log, Euros: after - total,
		})
		total = after
	}
	if n := len(out.Differences); n > 0 { // the last bits of the sum could turn a rounding
		out.Differences[n-1].Euros += s.Adjusted - total
	}
	return out
}

func (r renderer) kriging(k explain.Kriging) WhyKriging {
	shown := likeSalesShown(k.Sales)
	out := WhyKriging{
		Trend: gevel.Euro(math.Round(k.Trend)), Nonspatial: k.Nonspatial, Sales: make([]WhyLikeSale, shown),
		MoreSales: len(k.Sales) - shown,
	}
	for i, s := range k.Sales[:shown] {
		out.Sales[i] = WhyLikeSale{r.sale(s.Evidence), s.Residual, s.Weight}
	}
	return out
}

func (r renderer) certainty(e explain.Explanation) WhyCertainty {
	c := e.Certainty
	out := WhyCertainty{Size: c.Size, Typical: c.Typical, Within10: c.Within10, Within15: c.Within15, Within20: c.Within20}
	for _, d := range c.Risks {
		risk := WhyRisk{Name: d.Name, Has: nullable(d.Has), Typical: nullable(d.Typical), Factor: d.Factor}
		if words.Mentions(d) {
			risk.Text = ptr(r.Risk(d, e))
		}
		out.Risks = append(out.Risks, risk)
	}
	return out
}
