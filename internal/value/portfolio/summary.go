package portfolio

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/book"
	"github.com/gevel/gevel/internal/value/bulk"
)

// Summary holds the totals of a portfolio. Amounts are whole euros, ratios and changes fractions with four
// decimals; missing figures are null.
type Summary struct {
	bulk.Origin     // of the values, which who values the rows fills in
	Homes       int `json:"homes"`
	Valued      int `json:"valued"`
	// Exposure is the sum of all valid loans, also on homes without a value.
	Exposure       int64 `json:"exposure"`
	ExposureValued int64 `json:"exposureValued"`
	Values         int64 `json:"values"` // of each home once
	// FurtherLoans is the number of valued rows whose home an earlier row has.
	FurtherLoans int `json:"furtherLoans"`
	// TotalsRow names the lines of sums and averages of other loans, which count as none; empty where there is none.
	TotalsRow string `json:"totalsRow"`
	// Part is which part of the rows the totals are of, I/N; empty of all.
	Part    string    `json:"part"`
	Refused []Refused `json:"refused"`
	// Unread is the number of rows with an invalid loan, which no sum includes.
	Unread  int     `json:"unread"`
	Now     Loans   `json:"now"`
	Capped  Loans   `json:"capped"`
	Shock   *Loans  `json:"shock"`
	ShockBy float64 `json:"shockBy"`
	// Turned are the loans relative to values had the market turned in the last month that is known, MarketKnown, as it
	// did after TurnAfter; null where prices never fell.
	Turned      *Loans       `json:"turned"`
	MarketKnown *gevel.Month `json:"marketKnown"`
	TurnAfter   *gevel.Month `json:"turnAfter"`
	// Uncapped is the number of homes with too few values for an average and no value at origination.
	Uncapped int `json:"uncapped"`
	// CapBinds is the number of homes whose capped value is below their value.
	CapBinds int      `json:"capBinds"`
	Compared int      `json:"compared"` // homes with an earlier value
	Change   *float64 `json:"change"`   // median
	// ChangeByModel is the part of new models in the changes of homes that the edition valued before: the median size, up
	// or down.
	ChangeByModel *float64 `json:"changeByModel"`

	Groups []Groups `json:"groups"`
	// Standards are the bars of lending, and the loans under each.
	Standards []Standard `json:"standards"`
	// Book is the distribution of the valued homes together, and BookShocked the same after the shock; see Distribute.
	Book        *book.Distribution `json:"book"`
	BookShocked *book.Distribution `json:"bookShocked"`
	// Inspect are the homes whose inspection takes most uncertainty off the book, if asked.
	Inspect []book.Inspection `json:"inspect,omitempty"`
}

// Refused counts the homes without a value for one reason.
type Refused struct {
	Reason   gevel.Code `json:"reason"`
	Homes    int        `json:"homes"`
	Exposure int64      `json:"exposure"`
	Sample   string     `json:"sample"`
}

// Loans are the loans by loan to value.
type Loans struct {
	Exposure int64 `json:"exposure"`
	// LTV is the mean loan to value weighted by loan; null without loans.
	LTV *float64 `json:"ltv"`
	// Whole is the sum of loans divided by the sum of values.
	Whole *float64 `json:"whole"`
	Bands []Band   `json:"bands"`
	Above []Above  `json:"above"`
}

// Band is the loans with a loan to value above From, up to To; To is null in the last band.
type Band struct {
	From     float64  `json:"from"`
	To       *float64 `json:"to"`
	Homes    int      `json:"homes"`
	Exposure int64    `json:"exposure"`
	Share    float64  `json:"share"` // of the exposure
}

// Above is the loans above a loan to value.
type Above struct {
	LTV      float64 `json:"ltv"`
	Homes    int     `json:"homes"`
	Exposure int64   `json:"exposure"`
	Share    float64 `json:"share"` // of the exposure
}

// Groups are the homes by region, type or class.
type Groups struct {
	By    string  `json:"by"`
	Items []Group `json:"items"`
}

// Group is the homes of one region, type or class.
type Group struct {
	Name     string   `json:"name"`
	Homes    int      `json:"homes"`
	Exposure int64    `json:"exposure"`
	LTV      *float64 `json:"ltv"`
	Above100 float64  `json:"above100"` // share of the exposure
	Compared int      `json:"compared"`
	Change   *float64 `json:"change"` // median
}

// Summary returns the totals of the rows so far.
func (p *Portfolio) Summary() Summary {
	t := p.totals
	s := Summary{
		Homes: t.rows, Valued: t.valued, Exposure: whole(t.exposure), ExposureValued: whole(t.now.loans),
		Values: whole(t.values), FurtherLoans: t.further,
		Refused: []Refused{}, Unread: t.unread, TotalsRow: t.left.String(),
		Now: t.now.loansOf(), Capped: t.capped.loansOf(), ShockBy: t.shock.V,
		Uncapped: t.bound[""], CapBinds: t.bound[basisAverage] + t.bound[basisOrigination],
		Compared: t.changes.n, Change: orNull(t.changes.median()), ChangeByModel: orNull(t.byModels.median()),
		Inspect: t.inspections.First(), Standards: t.standards(),
	}
	for _, reason := range slices.Sorted(maps.Keys(t.refused)) {
		r := t.refused[reason]
		s.Refused = append(s.Refused, Refused{reason, r.rows, whole(r.exposure), r.sample})
	}
	if t.shock.Known {
		s.Shock = new(t.after.loansOf())
	}
	if t.turn.Known {
		turned, turn := t.turned.loansOf(), t.turn.V
		s.Turned, s.MarketKnown, s.TurnAfter = &turned, &turn.Known, &turn.Peak
	}
	for _, by := range []string{byMunicipality, byType, byClass, byLevel, byBand} {
		g := Groups{By: by, Items: []Group{}}
		for _, name := range t.sortedGroups(by) {
			g.Items = append(g.Items, t.groups[by][name].named(name))
		}
		s.Groups = append(s.Groups, g)
	}
	return s
}

// bookSeed is the seed of the drawn prices.
const bookSeed = 1

// Distribute works out the distribution of the book. Error: the context's.
func (p *Portfolio) Distribute(ctx context.Context, s *Summary) (err error) {
	o := book.Options{Seed: bookSeed}
	if s.Book, err = p.totals.book.Distribution(ctx, o); err != nil || !p.Shock.Known {
		return err
	}
	o.Shock = p.Shock
	s.BookShocked, err = p.totals.book.Distribution(ctx, o)
	return err
}

func (g *group) named(name string) Group {
	loans := g.loansOf()
	return Group{
		Name: name, Homes: g.homes, Exposure: loans.Exposure, LTV: loans.LTV, Above100: loans.Above[len(loans.Above)-1].Share,
		Compared: g.changes.n, Change: orNull(g.changes.median()),
	}
}

func (m *measure) loansOf() Loans {
	share := func(loans float64) float64 {
		if m.loans == 0 {
			return 0
		}
		return fourDecimals(loans / m.loans)
	}
	l := Loans{Exposure: whole(m.loans)}
	if m.loans > 0 {
		l.LTV, l.Whole = orNull(gevel.Some(m.weighted/m.loans)), orNull(gevel.Some(m.loans/m.value))
	}
	from := 0.0
	for i, b := range m.bands {
		band := Band{From: from, Homes: b.homes, Exposure: whole(b.loans), Share: share(b.loans)}
		if i < len(bandEnds) {
			from = bandEnds[i]
			band.To = &bandEnds[i]
		}
		l.Bands = append(l.Bands, band)
	}
	for i, a := range m.above {
		l.Above = append(l.Above, Above{aboveEnds[i], a.homes, whole(a.loans), share(a.loans)})
	}
	return l
}

func whole(v float64) int64 { return int64(math.Round(v)) }

func fourDecimals(v float64) float64 { return math.Round(1e4*v) / 1e4 }

func orNull(v gevel.Opt[float64]) *float64 {
	if !v.Known {
		return nil
	}
	return new(fourDecimals(v.V))
}

// WriteJSON writes the summary as JSON.
func (s *Summary) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(s)
}

// View is the loans relative to one kind of value.
type View struct {
	Name string
	Loans
}

// Views are the loans relative to today's values, to capped ones, to values after the shock, and to those had the
// market turned.
func (s *Summary) Views() []View {
	list := []View{{"today", s.Now}, {"capped", s.Capped}}
	if s.Shock != nil {
		list = append(list, View{fmt.Sprintf("prices %+.0f %%", 100*s.ShockBy), *s.Shock})
	}
	if s.Turned != nil {
		list = append(list, View{fmt.Sprintf("turned in %s as after %s", s.MarketKnown, s.TurnAfter), *s.Turned})
	}
	return list
}

// Name returns the band's name.
func (b Band) Name() string {
	if b.To == nil {
		return fmt.Sprintf("above %.0f %%", 100*b.From)
	}
	return fmt.Sprintf("%.0f to %.0f %%", 100*b.From, 100**b.To)
}
