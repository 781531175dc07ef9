package valuer

import (
	"fmt"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/market"
)

// subject is a home that can be valued, with all that its valuation needs.
type subject struct {
	address  gevel.Address
	dwelling gevel.Dwelling // the register's, and what its last sale told beyond that
	home     market.Home    // with the caller's overrides
	unlearned
	day     gevel.Date
	vintage *Vintage
}

// question returns what the approaches are asked of the subject.
func (s *subject) question() question {
	return question{home: &s.home, day: s.day, known: s.day, completed: true, unlearned: s.unlearned}
}

// decide is the one function that says whether an inquiry can be answered. The sales near
// the subject are then on the desk.
func (v *Valuer) decide(d *desk, q gevel.Inquiry) (*subject, error) {
	if q.Date < v.Oldest() {
		return nil, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("valuation date %s lies before the edition's first model, %s", q.Date, v.Oldest()),
		}
	}
	s := &subject{day: q.Date, vintage: v.vintageOn(q.Date)}
	var err error
	if s.address, err = v.edition.Find(q.AddressQuery); err != nil {
		return nil, err
	}
	var ok bool
	if s.dwelling, ok = v.edition.Dwelling(s.address.ObjectID); !ok || s.address.Kind != gevel.Home {
		return nil, refuse(gevel.NotResidential, "%s is no home by its use", s.address)
	}
	v.describe(d, s, q)
	if err := check(v.edition.Sales().Attributes, s, q); err != nil {
		return nil, err
	}
	s.vintage.withoutLot(&s.home, s.dwelling.ParcelSurface)
	if s.unlearned, ok = d.prepare(s.vintage, s.question(), s.knownSurface()); !ok {
		return nil, refuse(gevel.TooFewReferences, "fewer than three other homes of known house type, build year and use surface with a sale known before %s lie within %d km of %s",
			q.Date, comps.Reach/1000, s.address)
	}
	return s, nil
}

// prepare finds the sales near the home of a question, gives the home the usual where it is
// unknown, and returns what that and measures beyond all that was sold add to the size of its
// error. surface is as of usual. It is not ok where there are too few comparables.
func (d *desk) prepare(v *Vintage, q question, surface gevel.Opt[int]) (u unlearned, ok bool) {
	if comps.Homes(d.sales, d.near(q)) < comps.References {
		return u, false
	}
	u.imputed = d.complete(v, q, surface)
	u.unseen = v.unseen(q.home)
	return u, true
}

func refuse(code gevel.Code, format string, args ...any) error {
	return &gevel.Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// knownSurface returns the use surface that the register knows. One outside the model, such as
// the 1 m2 that registers put down for the time being, is none: a caller has told another,
// and the smallest homes nearby are not like that.
func (s *subject) knownSurface() gevel.Opt[int] {
	surface := gevel.Standard()[gevel.AtUseSurface] // XX
	least, most := surface.Bounds(0)
	if v := s.dwelling.UseSurface; v.Known && least <= v.V && v.V <= most {
		return v
	}
	return gevel.Opt[int]{}
}

// describe gathers the subject's characteristics: the register's, what its last
// sale known by then tells beyond the register, and over these the caller's.
func (v *Valuer) describe(d *desk, s *subject, q gevel.Inquiry) {
	sales := v.edition.Sales()
	code := sales.DwellingCode(string(s.dwelling.ID))
	h := market.Home{
		Place: s.dwelling.Place, Dwelling: code, Day: q.Date,
		Zip:    sales.Zips.Code(s.address.PostalCode.PC4()),
		Street: sales.Streets.Code(market.StreetKey(s.address.Street, s.address.City)),
	}
	h.Characteristics = s.dwelling.Characteristics
	if row, ok := sales.LastKnown(code, q.Date); ok {
		then := d.asTold(row)
		if s.dwelling.TypeDerived && then.BuildType > 0 {
			h.BuildType = then.BuildType
		}
		recall(sales.Attributes, &h, then)
	}
	s.dwelling.Characteristics = h.Characteristics
	h.Characteristics = sales.Attributes.Over(q.Overrides, h.Characteristics)
	s.home = h
}

// recall gives a home what is not known of it and was when it was last sold, then. What
// registers must know stays theirs to know: without it a home is valued only when the caller
// gives it. And sales are read within wider bounds than homes are valued in: a number outside
// these, such as no rooms, is as good as none.
func recall(table gevel.Attributes, h, then *market.Home) {
	for k := range table {
		a := &table[k]
		if v := a.Get(&then.Characteristics); !a.Required && !a.Known(&h.Characteristics) && a.Allows(v, 0) {
			a.Set(&h.Characteristics, v)
		}
	}
}

// check says whether the subject's characteristics can be valued. What the caller
// gives was held to its bounds already and is never outside the model.
func check(table gevel.Attributes, s *subject, q gevel.Inquiry) error {
	h, year := s.home, q.Date.Year()
	if !q.Overrides.BuildYear.Known && h.BuildYear.Known && h.BuildYear.V > year {
		return refuse(gevel.NotYetBuilt, "%s was built in %d, after the valuation date's year", s.address, h.BuildYear.V)
	}
	for k := range table {
		a := &table[k]
		v := a.Get(&h.Characteristics)
		least, most := a.Bounds(year)
		switch {
		case math.IsNaN(v) && a.Required:
			return missing(s, a)
		case math.IsNaN(v) || a.Known(&q.Overrides) || a.Allows(v, year):
			continue
		}
		return &gevel.Error{
			Code: gevel.OutsideModel,
			Message: fmt.Sprintf("the register's %s of %s, %s, lies outside %d to %d",
				a.Label, s.address, a.Bare(v), least, most),
			Hint: "give the right " + a.Label,
		}
	}
	return nil
}

// missing says that a characteristic is not known.
func missing(s *subject, a *gevel.Attribute) error {
	return &gevel.Error{
		Code:    gevel.MissingCharacteristics,
		Message: fmt.Sprintf("the register does not know the %s of %s", a.Label, s.address),
		Hint:    "give it as " + a.Parameter,
		Missing: a.Parameter,
	}
}
