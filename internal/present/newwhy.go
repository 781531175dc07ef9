// An explanation in numbers becomes its one form.

package present

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// NewWhy renders an explanation in a language; overrides are the characteristics that the caller gave for it.
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
		Index:           WhyIndex{e.Market.Known, e.Market.Until, e.Market.Stale, e.Market.Year.OrNull(), series(e), turned(e)},
		Kriging:         r.kriging(e.Kriging),
		Certainty:       r.certainty(e),
		PassedOver:      make([]WhyPassedOver, len(e.PassedOver)),
		References:      make([]WhyReference, len(e.References)),
		Comparables:     NewWhyComparables(e.Comparables, l),
		Shares:          WhyShares(e.Shares),
		Words:           r.words(e),
		Notes: WhyNotes{
			l.StepNotes(e.Steps), l.ReferenceNotes(e),
			l.KrigingNotes(e.Kriging, e.Kriging.Sales[:likeSalesShown(e.Kriging.Sales)]),
		},
	}
	for _, s := range e.Steps {
		out.Steps = append(out.Steps, r.step(s))
	}
	for _, a := range e.Approaches {
		out.Approaches = append(out.Approaches, WhyApproach{a.Name, l.Approach(a.Name), a.Indication.OrNull(), a.Weight})
	}
	for i, c := range e.References {
		out.References[i] = WhyReference{r.moved(c.AdjustedSale), c.Share, oneDecimal(c.Equality)}
	}
	for i, c := range e.PassedOver {
		out.PassedOver[i] = WhyPassedOver{r.moved(c.AdjustedSale), c.Off}
	}
	if own := e.OwnSale.V; e.OwnSale.Known {
		out.OwnSale = &WhyOwnSale{r.moved(own.AdjustedSale), own.Unchanged, own.Credibility, own.Apart, own.Offered.OrNull()}
	}
	return out
}

// NewWhyComparables renders comparables in a language.
func NewWhyComparables(list []explain.Comparable, l words.Language) []WhyComparable {
	out := make([]WhyComparable, len(list))
	for i, c := range list {
		out[i] = WhyComparable{renderer{l}.moved(c.AdjustedSale), c.ID, c.Weight, c.Share, oneDecimal(c.Equality)}
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

func (r renderer) words(e explain.Explanation) WhyWords {
	v, m := e.Valuation, e.Market
	out := WhyWords{
		Accuracy: r.Accuracy(v), Class: r.Class(v.Class), Scales: r.FSD(v.FSD), DataAge: r.DataAge(v),
		OldSales: r.OldSales(v.Date, v.SalesUntil), Status: r.Status(v.Status), References: r.References(v.ReferencesSide()),
		Shares: r.Shares(e.Shares),
	}
	if offered := e.OwnSale.V.Offered; offered.Known {
		out.Offered = r.Offered(offered.V, v.Weighted)
	}
	out.Sure, out.Unsure = r.Sureness(e)
	if m.Year.Known {
		out.Market = r.MarketYear(m.Year.V, e.Home.BuildType.Group())
	}
	if m.Series.Known {
		out.Series = r.Series(m.Series.V)
	}
	if m.Turned.Known {
		out.Turned = r.Turned(m.Turned.V, v.Weighted)
	}
	return out
}

func (r renderer) characteristics(known []explain.Characteristic) []WhyCharacteristic {
	list := make([]WhyCharacteristic, len(known))
	for i, k := range known {
		a := gevel.Attribute{Name: k.Name, Label: k.Label, Dutch: k.Dutch}
		list[i] = WhyCharacteristic{
			Name: k.Name, Value: k.Plain, Source: k.From.Name, Derived: k.From.Derived,
			Known: dayOrNull(k.Known), Until: dayOrNull(k.Until), Expired: k.Expired, About: dayOrNull(k.About.Or(gevel.NoDate)),
			Label: r.Characteristic(&a), Text: r.Amount(k.Name, k.Value), From: r.From(k),
		}
		if k.Given {
			list[i].Source = "given"
		}
	}
	return list
}

func dayOrNull(d gevel.Date) *string {
	if d == gevel.NoDate {
		return nil
	}
	return new(d.String())
}

func (r renderer) step(s explain.Step) WhyStep {
	return WhyStep{
		Part: s.Part, Name: OrNull(s.Name), Label: r.Step(s), Text: OrNull(r.StepText(s)), Imputed: s.Imputed,
		Log: s.Log, Euros: s.Euros, Total: s.Total,
	}
}

func (r renderer) sale(e explain.Evidence) WhySale {
	out := WhySale{
		BagID: OrNull(string(e.Dwelling)), BuildType: OrNull(e.BuildType.String()), BuildYear: e.BuildYear.OrNull(),
		UseSurface: e.UseSurface.OrNull(), ParcelSurface: e.ParcelSurface.OrNull(), Price: e.Price, Date: e.Date,
		Distance: oneDecimal(e.Distance), IndexFactor: e.IndexFactor, IndexedPrice: e.Indexed(), Position: PositionOf(e.At),
	}
	if a := e.Address; a.ObjectID != "" {
		out.Label, out.Street, out.HouseNumber = new(a.String()), OrNull(a.Street), new(a.HouseNumber)
		out.HouseNumberExt, out.PostalCode, out.City = OrNull(a.Extension()), OrNull(string(a.PostalCode)), OrNull(a.City)
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
			Name: d.Name, Label: r.Difference(d), Has: OrNull(r.Has(d)), Had: OrNull(r.Had(d)), Log: d.Log, Euros: after - total,
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
	for _, s := range k.Sales[shown:] {
		out.MoreWeight += s.Weight
		out.MoreEffect += s.Effect()
	}
	return out
}

// fewLikeSales is the least number of sales of like homes that are shown.
const fewLikeSales = 6

// likeSalesShown returns the number of sales of like homes to show: the few that move
// the indication most, and more until the rest moves it by less than those shown.
func likeSalesShown(sales []explain.LikeSale) int {
	total, shown := 0.0, 0.0
	for _, s := range sales {
		total += math.Abs(s.Effect())
	}
	for i, s := range sales {
		if i >= fewLikeSales && shown >= total/2 {
			return i
		}
		shown += math.Abs(s.Effect())
	}
	return len(sales)
}

func (r renderer) certainty(e explain.Explanation) WhyCertainty {
	c := e.Certainty
	out := WhyCertainty{Size: c.Size, Typical: c.Typical, Within10: c.Within10, Within15: c.Within15, Within20: c.Within20}
	for _, d := range c.ByEffect() {
		risk := WhyRisk{Name: d.Name, Has: d.Has.OrNull(), Typical: d.Typical.OrNull(), Factor: d.Factor}
		if words.Mentions(d) {
			risk.Text = new(r.Risk(d, e))
		}
		out.Risks = append(out.Risks, risk)
	}
	return out
}
