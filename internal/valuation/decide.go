package valuation

// Whether an inquiry can be answered, and about which home.

import (
	"fmt"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/vintage"
)

// decided is an inquiry that can be answered: all that its valuation needs.
type decided struct {
	subject        Subject
	home, observed market.Home // with the caller's overrides; see Trace
	day            gevel.Date
	vintage        *vintage.Vintage
	near           *nearby // enough sales
}

// query returns what the approaches are asked.
func (d *decided) query() Query {
	return Query{Vintage: d.vintage, Home: &d.home, Day: d.day, Known: d.day, Surface: d.knownSurface()}
}

// decide is the one function that says whether an inquiry can be answered.
func (v *Valuer) decide(w *Workspace, q gevel.Inquiry) (*decided, error) {
	if q.Date < v.Oldest() {
		return nil, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("valuation date %s lies before the edition's first model, %s", q.Date, v.Oldest()),
		}
	}
	d := &decided{day: q.Date, vintage: v.VintageOn(q.Date)}
	var err error
	if d.subject.Address, err = v.edition.Find(q.AddressQuery); err != nil {
		return nil, err
	}
	var ok bool
	address := &d.subject.Address
	if d.subject.Dwelling, ok = v.edition.Dwelling(address.ObjectID); !ok || address.Kind != gevel.Home {
		return nil, refuse(gevel.NotResidential, "%s is no home by its use", address)
	}
	v.describe(d, q)
	if err := d.check(q); err != nil {
		return nil, err
	}
	d.observed = d.home
	d.vintage.Typical[d.home.BuildType.Group()].WithoutLot(&d.home, d.subject.Dwelling.ParcelSurface)
	if d.near = w.find(&d.home, d.day); !d.near.enough() {
		return nil, refuse(gevel.TooFewReferences, "fewer than three other homes of known house type, build year "+
			"and use surface with a sale known before %s lie within %d km of %s",
			q.Date, comps.Reach/1000, address)
	}
	return d, nil
}

func refuse(code gevel.Code, format string, args ...any) error {
	return &gevel.Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// knownSurface returns the use surface that the register knows. One outside the model, such as
// the 1 m2 that registers put down for the time being, is none: a caller has given another,
// and the smallest homes nearby are not like that.
func (d *decided) knownSurface() gevel.Opt[int] {
	return within(d.subject.Dwelling.UseSurface, gevel.MinUseSurface, gevel.MaxUseSurface)
}

// within returns a value that lies within bounds; any other is not known.
func within(v gevel.Opt[int], least, most int) gevel.Opt[int] {
	if v.Known && least <= v.V && v.V <= most {
		return v
	}
	return gevel.Opt[int]{}
}

// describe gathers the subject's characteristics: the register's, what its last sale known by
// then recorded beyond the register, and over these the caller's.
func (v *Valuer) describe(d *decided, q gevel.Inquiry) {
	s, dwelling := v.sales, &d.subject.Dwelling
	code := s.DwellingCode(string(dwelling.ID))
	h := market.Home{
		Place: dwelling.Place, Dwelling: code, Day: q.Date,
		Zip:    s.Zips.Code(d.subject.Address.PostalCode.PC4()),
		Street: s.Streets.Code(market.StreetKey(d.subject.Address.Street, d.subject.Address.City)),
	}
	h.Num, h.Cat = UnknownExtras(s.Schema)
	h.Characteristics = dwelling.Characteristics
	if row, ok := s.LastKnown(code, q.Date); ok {
		if kind := s.BuildType(int(row)); dwelling.TypeDerived && kind > 0 {
			h.BuildType = kind
		}
		Recall(&h, s, row)
	}
	dwelling.Characteristics = h.Characteristics
	h.Characteristics = q.Overrides.Over(h.Characteristics)
	d.home = h
}

// Recall gives a home what is not known of it and its own sale in a row recorded beyond the
// register.
func Recall(h *market.Home, s *vintage.Sales, row int32) {
	h.Characteristics = h.Over(beyondRegister(s.Characteristics(int(row))))
	for k, values := range s.Num {
		if h.Num[k] != h.Num[k] {
			h.Num[k] = values[row]
		}
	}
	for k, codes := range s.Cat {
		if h.Cat[k] < 0 {
			h.Cat[k] = codes[row]
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

// UnknownExtras returns the extras of a home of which none is known.
func UnknownExtras(schema gevel.SaleSchema) ([]float32, []int32) {
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
func (d *decided) check(q gevel.Inquiry) error {
	h, year, address := &d.home, q.Date.Year(), &d.subject.Address
	switch {
	case !q.Overrides.BuildYear.Known && h.BuildYear.Known && h.BuildYear.V > year:
		return refuse(gevel.NotYetBuilt, "%s was built in %d, after the valuation date's year", address, h.BuildYear.V)
	case h.BuildType == 0:
		return missing(address, "build type", "buildType")
	case !h.BuildYear.Known:
		return missing(address, "build year", "buildYear")
	case !h.UseSurface.Known:
		return missing(address, "use surface", "useSurface")
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
					c.name, address, c.value.V, c.least, c.most),
				Hint: "give the right " + c.name,
			}
		}
	}
	return nil
}

// missing says that a characteristic is not known; parameter is its name where the API
// is asked.
func missing(address *gevel.Address, name, parameter string) error {
	return &gevel.Error{
		Code:    gevel.MissingCharacteristics,
		Message: fmt.Sprintf("the register does not know the %s of %s", name, address),
		Hint:    "give it as " + parameter,
		Missing: parameter,
	}
}
