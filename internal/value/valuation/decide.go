package valuation

// Decides whether an inquiry can be answered, and about which home.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/vintage"
)

// decided is an inquiry that can be answered, with all that its valuation needs.
type decided struct {
	subject        Subject
	home, observed market.Home // with the caller's overrides; see Trace
	day            gevel.Date
	vintage        *vintage.Vintage
	near           *nearby // enough sales
}

// query returns the query for the approaches.
func (d *decided) query() Query {
	return Query{
		Vintage: d.vintage, Home: &d.home, At: d.subject.Dwelling.At, Day: d.day, Known: d.day,
		Surface: d.knownSurface(d.vintage.Sales().Attributes),
	}
}

// decide is the one function that decides whether an inquiry can be answered.
func (v *Valuer) decide(w *Workspace, q gevel.Inquiry) (*decided, error) {
	if q.Date < v.Oldest() {
		return nil, gevel.Refusal("", "valuation date %s lies before the edition's first model, %s", q.Date, v.Oldest())
	}
	d := &decided{day: q.Date, vintage: v.VintageOn(q.Date)}
	var err error
	if d.subject.Address, err = v.edition.FindOn(q.AddressQuery, q.Date); err != nil {
		return nil, err
	}
	var ok bool
	address := &d.subject.Address
	if d.subject.Dwelling, ok = v.edition.Dwelling(address.ObjectID); !ok || !v.edition.IsHomeOn(address, q.Date) {
		return nil, refuse(gevel.NotResidential, "%s is no home by its use", address)
	}
	d.subject.Dwelling = v.Known(d.subject.Dwelling, q.Date)
	v.describe(d, q)
	if err := d.check(v.sales.Attributes, q); err != nil {
		return nil, err
	}
	d.observed = d.home
	d.vintage.Typical[d.home.BuildType.Group()].WithoutParcel(&d.home, d.subject.Dwelling.ParcelSurface)
	if d.near = w.find(&d.home, d.day); !d.near.enough() {
		return nil, refuse(gevel.TooFewReferences, "fewer than three other homes of known house type, build year "+
			"and use surface with a sale known before %s lie within %d km of %s",
			q.Date, comps.Reach/1000, address)
	}
	return d, nil
}

func refuse(code gevel.Code, format string, args ...any) error {
	return gevel.Failure(code, "", format, args...)
}

// knownSurface returns the use surface that the register knows. A number outside the model, such as
// the 1 m2 that registers enter provisionally, does not count: a caller has given another,
// and the smallest homes nearby are not alike.
func (d *decided) knownSurface(table gevel.Attributes) gevel.Opt[int] {
	v := d.subject.Dwelling.UseSurface
	if !v.Known || !table[gevel.AtUseSurface].Allows(float64(v.V), d.day.Year()) {
		return gevel.Opt[int]{}
	}
	return v
}

// describe gathers the subject's characteristics, overridden by the caller's.
func (v *Valuer) describe(d *decided, q gevel.Inquiry) {
	s, dwelling := v.sales, &d.subject.Dwelling
	d.home = market.Home{
		Characteristics: s.Attributes.Over(q.Overrides, dwelling.Characteristics),
		Place:           dwelling.Place, Dwelling: s.DwellingCode(string(dwelling.ID)), Day: q.Date,
		Zip:    s.Zips.Code(d.subject.Address.PostalCode.PC4()),
		Street: s.Streets.Code(market.StreetKey(d.subject.Address.Street, d.subject.Address.City)),
	}
}

// Known returns a dwelling as its valuation on a day knows it: as registered then, completed from its last sale known by
// then.
func (v *Valuer) Known(dwelling gevel.Dwelling, day gevel.Date) gevel.Dwelling {
	dwelling = dwelling.On(day, v.sales.Attributes)
	if row, ok := v.sales.LastKnown(v.sales.DwellingCode(string(dwelling.ID)), day); ok {
		v.recallDerived(&dwelling, row, day)
		Recall(&dwelling.Characteristics, v.sales, row, day)
	}
	return dwelling
}

// recallDerived replaces derived characteristics of a home by those that its own sale in a row recorded, which is then
// their source.
func (v *Valuer) recallDerived(h *gevel.Dwelling, row int32, day gevel.Date) {
	s, sources := v.sales, v.edition.Sources()
	for k := range s.Attributes {
		if !sources.Row(h.SourceOf(k)).Derived {
			continue
		}
		a, recorded := &s.Attributes[k], s.Value(k, int(row))
		if a.Allows(recorded, day.Year()) && recorded != a.Get(&h.Characteristics) {
			h.Extra, h.Sources = slices.Clone(h.Extra), slices.Clone(h.Sources) // others share them
			a.Set(&h.Characteristics, recorded)
			h.Sources[k] = gevel.FromSale
		}
	}
}

// Recall fills unknown characteristics of a home from its own sale in a row. Characteristics that registers must
// know are not filled in: without them a home is valued only if the caller gives them. Sales are read within wider
// bounds than homes are valued in, so a number outside these, such as no rooms, counts as unknown.
func Recall(h *gevel.Characteristics, s *vintage.Sales, row int32, day gevel.Date) {
	for k := range s.Attributes {
		a := &s.Attributes[k]
		if a.Required || a.Known(h) {
			continue
		}
		if v := s.Value(k, int(row)); a.Allows(v, day.Year()) {
			a.Set(h, v)
		}
	}
}

// check checks that the subject's characteristics can be valued. The caller's
// values were checked against the bounds before and are never outside the model.
func (d *decided) check(table gevel.Attributes, q gevel.Inquiry) error {
	h, year, address := &d.home, q.Date.Year(), &d.subject.Address
	if !q.Overrides.BuildYear.Known && h.BuildYear.Known && h.BuildYear.V > year {
		return refuse(gevel.NotYetBuilt, "%s was built in %d, after the valuation date's year", address, h.BuildYear.V)
	}
	for k := range table {
		a := &table[k]
		v := a.Get(&h.Characteristics)
		switch {
		case math.IsNaN(v) && a.Required:
			return d.missing(table)
		case math.IsNaN(v) || a.Known(&q.Overrides) || a.Allows(v, year):
		default:
			return outside(address, a, v, year)
		}
	}
	return nil
}

// missing returns the error for required characteristics that are not known.
func (d *decided) missing(table gevel.Attributes) error {
	e := &gevel.Error{Code: gevel.MissingCharacteristics, Known: map[string]string{}}
	var labels []string
	for k := range table {
		a := &table[k]
		switch v := a.Get(&d.home.Characteristics); {
		case !math.IsNaN(v):
			e.Known[a.Parameter] = fmt.Sprint(a.Plain(v))
		case a.Required:
			e.Missing, labels = append(e.Missing, a.Parameter), append(labels, a.Label)
		}
	}
	e.Message = fmt.Sprintf("the register does not know the %s of %s", strings.Join(labels, " and "), &d.subject.Address)
	e.Hint = "give it as " + strings.Join(e.Missing, " and ")
	return e
}

// outside returns the error for a characteristic outside the model.
func outside(address *gevel.Address, a *gevel.Attribute, v float64, year int) error {
	least, most := a.Bounds(year)
	return gevel.Failure(gevel.OutsideModel, "give the right "+a.Label,
		"the register's %s of %s, %s, lies outside %d to %d", a.Label, address, a.Bare(v), least, most)
}
