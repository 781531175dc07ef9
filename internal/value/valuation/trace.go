package valuation

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Trace holds all numbers of one valuation, each once. The value, its explanation and the backtest are views of it. It
// shares no memory with the workspace that filled it; filling it again reuses its slices. Amounts are in log euros.
type Trace struct {
	Subject Subject // of an inquiry only
	Vintage *vintage.Vintage
	Day     gevel.Date // the valuation date
	// Home is the subject as it was valued, with the caller's overrides and imputed values; Observed is the same
	// before imputing, and before a parcel that does not count was taken away.
	Home, Observed market.Home
	Imputed        []impute.Characteristic

	Market      Market
	Estimate    float64 // of the hedonic model, less the index
	Kriging     Kriging
	Comparables Comparables
	OwnSale     OwnSale // if the basis has one

	Indications reconcile.Values // NaN without an indication
	Basis       reconcile.Basis
	Risk        spread.Risk

	// Results of the vintage's weights and spread; zero for holdouts, from which the vintage has yet to learn them.
	Weights reconcile.Values
	Value   float64
	Size    float64 // expected absolute error
}

// clone returns a copy that shares no memory which is filled again.
func (t *Trace) clone() *Trace {
	c := *t
	if !t.Basis.HasOwnSale {
		c.OwnSale = OwnSale{} // of another home
	}
	c.Home.Extra, c.OwnSale.Sold.Extra = slices.Clone(c.Home.Extra), slices.Clone(c.OwnSale.Sold.Extra)
	c.Imputed = slices.Clone(t.Imputed)
	c.Kriging.Rows, c.Kriging.Weights = slices.Clone(t.Kriging.Rows), slices.Clone(t.Kriging.Weights)
	of := &c.Comparables
	of.Sales, of.References, of.PassedOver = slices.Clone(of.Sales), slices.Clone(of.References), slices.Clone(of.PassedOver)
	return &c
}

// Subject is the home of an inquiry.
type Subject struct {
	Address gevel.Address
	// Dwelling is the register's, completed from its own last sale.
	Dwelling gevel.Dwelling
}

// Market is the state of the market.
type Market struct {
	Index vintage.Dated // the newest that was known
	Area  int32         // of the index
	Month float64       // of the valuation date; see index.Level
	Stale float64       // months since the market was known; see vintage.Dated
	Level float64       // of the index for the home on the valuation date, its tier included
	// Variance is the variance of the level's own error, which all homes of a day share.
	Variance float64
	// Local is the variance of the error of area and house type relative to the whole market.
	Local float64
}

// Kriging holds the parts of the kriging indication: the level, the trend and each sale's residual times its weight.
type Kriging struct {
	Trend    float64 // of the home, less the index
	Rows     []int32 // of the sales whose residuals count
	Weights  []float64
	Variance float64 // that the approach gives itself, log euros squared
	Unlike   float64 // mean distance of the most like homes nearby, standard deviations
}

// Comparables are the comparable sales and their summary.
type Comparables struct {
	Sales      []comps.Comparable // largest weights first, but the first three by similarity
	Units      comps.Units        // by which they were ranked
	Indication comps.Indication
	Reach      float64 // metres to the farthest
	Adjustment float64 // mean absolute difference of their estimates to the subject's
	Scatter    float64 // see scatter
	// References are the comparables that are shown, the most alike first, and PassedOver the ones before
	// them with doubtful prices. Holdouts have none.
	References, PassedOver []comps.Reference
}

// OwnSale is the subject's own last sale.
type OwnSale struct {
	Row   int32
	Years float64 // since that sale
	// Sold is the home as it was sold, with the same characteristics imputed as the subject's. Otherwise it would
	// seem to have changed from unknown to typical.
	Sold market.Home
}

// reconcile computes the value and the size of its error.
func (t *Trace) reconcile() {
	m := &t.Vintage.Reconcile
	t.Weights = m.Weights(t.Basis)
	t.Value = t.Weights.Mean(t.Indications)
	if t.Basis.HasOwnSale {
		t.Risk.SetOwnSale(t.Weights[reconcile.OwnSale], t.Basis.Gap, m.Credibility(t.Basis))
	}
	t.Size = t.Vintage.Spread.SizeOf(&t.Risk)
}

// Risen returns the rise of the index of a sale's own area, house type and tier from the day of sale to the valuation
// date.
func (t *Trace) Risen(row int32) float64 {
	ix := t.Market.Index.Index
	return t.Vintage.LevelAt(ix, row, t.Market.Month) - t.Vintage.Level(ix, row)
}

// LevelAt returns the level of the index for the home in a month; see index.Level.
func (t *Trace) LevelAt(month float64) float64 {
	return t.Market.Index.Index.LevelOf(t.Market.Area, t.Home.BuildType.Group(), t.Estimate, month)
}

// Indexed returns the price of a sale moved in time only.
func (t *Trace) Indexed(row int32) gevel.Euro {
	return gevel.Euro(math.Round(float64(t.Vintage.Sales().Price[row]) * math.Exp(t.Risen(row))))
}

// Residual returns a sale's price less the trend of its home: what its neighbours share, and chance.
func (t *Trace) Residual(row int32) float64 {
	v := t.Vintage
	return v.Sales().LogPrice(row) - v.Level(t.Market.Index.Index, row) - float64(v.Kriging.Trends[row])
}

// adjusted returns a log price moved to the valuation date by the index, from its level at the sale, and to the subject
// by the difference of the hedonic estimates. The home sold has one of its own, which it rose by, and one as it is
// compared.
func (t *Trace) adjusted(price, then, recorded, compared float64) float64 {
	ix, month := t.Market.Index.Index, t.Market.Month
	return price + t.Market.Level - then + (t.Estimate - compared) + (ix.OfTier(recorded, month) - ix.OfTier(compared, month))
}

// setRisk sets the risk, as if an own sale had no weight.
func (t *Trace) setRisk() {
	r := &t.Risk
	r.Features = t.features()
	r.Level, r.Local = t.Market.Variance, t.Market.Local
	r.Segments = spread.Segments{
		spread.Group: int(t.Home.BuildType.Group()), spread.Area: int(t.Market.Area),
		spread.BuildPeriod: vintage.BuildPeriod(t.Home.BuildYear),
	}
	if t.Basis.HasOwnSale {
		r.Segments[spread.OwnSaleAge] = vintage.OwnSaleAge(t.OwnSale.Years)
	}
}

func (t *Trace) features() spread.Features {
	c, of := &t.Comparables, &t.Indications
	hedonic := of[reconcile.Hedonic]
	return spread.Features{
		spread.ComparablesDiffer: spread.Scatter(c.Scatter),
		spread.KrigingDeviation:  t.Basis.KrigingDeviation,
		spread.ApproachesDiffer:  math.Abs(hedonic-of[reconcile.Comparables]) + math.Abs(hedonic-of[reconcile.Kriging]),
		spread.FewComparables:    1 / c.Indication.Effective,
		spread.FarComparables:    spread.Reach(c.Reach),
		spread.NoOwnSale:         1,
		spread.Adjustment:        c.Adjustment,
		spread.UnlikeHomes:       t.Kriging.Unlike,
		spread.BelowMiddle:       math.Max(0, t.Vintage.Middle-t.Estimate),
		spread.AboveMiddle:       math.Max(0, t.Estimate-t.Vintage.Middle),
	}
}
