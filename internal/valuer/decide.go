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
	if err := check(s, q); err != nil {
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
	return within(s.dwelling.UseSurface, gevel.MinUseSurface, gevel.MaxUseSurface)
}

// within returns a value that lies within bounds; any other is not known.
func within(v gevel.Opt[int], least, most int) gevel.Opt[int] {
	if v.Known && least <= v.V && v.V <= most {
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
	h.Num, h.Cat = unknownExtras(sales.Schema)
	h.Characteristics = s.dwelling.Characteristics
	if row, ok := sales.LastKnown(code, q.Date); ok {
		then := d.asTold(row)
		if s.dwelling.TypeDerived && then.BuildType > 0 {
			h.BuildType = then.BuildType
		}
		recall(&h, then)
	}
	s.dwelling.Characteristics = h.Characteristics
	h.Characteristics = q.Overrides.Over(h.Characteristics)
	s.home = h
}

// recall gives a home what is not known of it and its own last sale, then, told beyond the register.
func recall(h, then *market.Home) {
	h.Characteristics = h.Over(beyondRegister(then.Characteristics))
	for k, x := range then.Num {
		if h.Num[k] != h.Num[k] {
			h.Num[k] = x
		}
	}
	for k, code := range then.Cat {
		if h.Cat[k] < 0 {
			h.Cat[k] = code
		}
	}
}

// beyondRegister returns what of a sale's home may complete the register. Type, year and surface
// are the register's to know: without them a home is valued only when the caller gives them. And
// sales are read within wider bounds than homes are valued in: a number outside these, such as no
// rooms, is as good as none.
func beyondRegister(then gevel.Characteristics) gevel.Characteristics {
	then.BuildType, then.BuildYear, then.UseSurface = 0, gevel.Opt[int]{}, gevel.Opt[int]{}
	then.ParcelSurface = within(then.ParcelSurface, 0, gevel.MaxParcelSurface)
	then.Volume = within(then.Volume, gevel.MinVolume, gevel.MaxVolume)
	then.Rooms = within(then.Rooms, gevel.MinRooms, gevel.MaxRooms)
	return then
}

func unknownExtras(schema gevel.SaleSchema) ([]float32, []int32) {
	num, cat := make([]float32, len(schema.Num)), make([]int32, len(schema.Cat))
	for k := range num {
		num[k] = float32(math.NaN())
	}
	for k := range cat {
		cat[k] = -1
	}
	return num, cat
}

// check says whether the subject's characteristics can be valued. What the caller
// gives was held to its bounds already and is never outside the model.
func check(s *subject, q gevel.Inquiry) error {
	h, year := s.home, q.Date.Year()
	switch {
	case !q.Overrides.BuildYear.Known && h.BuildYear.Known && h.BuildYear.V > year:
		return refuse(gevel.NotYetBuilt, "%s was built in %d, after the valuation date's year", s.address, h.BuildYear.V)
	case h.BuildType == 0:
		return missing(s, "build type", "buildType")
	case !h.BuildYear.Known:
		return missing(s, "build year", "buildYear")
	case !h.UseSurface.Known:
		return missing(s, "use surface", "useSurface")
	}
	for _, c := range []struct {
		name        string
		value       gevel.Opt[int]
		given       gevel.Opt[int]
		least, most int
	}{
		{"build year", h.BuildYear, q.Overrides.BuildYear, gevel.MinBuildYear, year + gevel.MaxYearsAhead},
		{"use surface", h.UseSurface, q.Overrides.UseSurface, gevel.MinUseSurface, gevel.MaxUseSurface},
		{"parcel surface", h.ParcelSurface, q.Overrides.ParcelSurface, 0, gevel.MaxParcelSurface},
		{"volume", h.Volume, q.Overrides.Volume, gevel.MinVolume, gevel.MaxVolume},
		{"number of rooms", h.Rooms, q.Overrides.Rooms, gevel.MinRooms, gevel.MaxRooms},
	} {
		if c.value.Known && !c.given.Known && (c.value.V < c.least || c.value.V > c.most) {
			return &gevel.Error{
				Code: gevel.OutsideModel,
				Message: fmt.Sprintf("the register's %s of %s, %d, lies outside %d to %d",
					c.name, s.address, c.value.V, c.least, c.most),
				Hint: "give the right " + c.name,
			}
		}
	}
	return nil
}

// missing says that a characteristic is not known; parameter is its name where the API
// is asked.
func missing(s *subject, name, parameter string) error {
	return &gevel.Error{
		Code:    gevel.MissingCharacteristics,
		Message: fmt.Sprintf("the register does not know the %s of %s", name, s.address),
		Hint:    "give it as " + parameter,
		Missing: parameter,
	}
}
