package api

import (
	"slices"
	"strconv"

	"github.com/gevel/gevel"
)

// inputs are the parameters of a request as understood. As JSON they are the
// echo: every parameter of the table in its order, null where nothing is known.
type inputs struct {
	table  []param
	values []value
}

// find returns the value of a parameter; of one that the endpoint does not have,
// the unknown value.
func (in inputs) find(name string) value {
	i := slices.IndexFunc(in.table, func(p param) bool { return p.name == name })
	if i < 0 {
		return value{}
	}
	return in.values[i]
}

// number returns an integer that the caller gave.
func (in inputs) number(name string) gevel.Opt[int] {
	v := in.find(name)
	return gevel.Opt[int]{V: v.number, Known: v.given}
}

// address returns the address asked about. The binder has seen to it that the
// postal code is one.
func (in inputs) address() (gevel.AddressQuery, error) {
	code, err := gevel.ParsePostalCode(in.find("postalCode").spelled)
	return gevel.AddressQuery{
		PostalCode:     code,
		HouseNumber:    in.find("houseNumber").number,
		HouseLetter:    in.find("houseLetter").spelled,
		HouseNumberExt: in.find("houseNumberExt").spelled,
	}, err
}

// inquiry returns the valuation asked for.
func (in inputs) inquiry() (gevel.Inquiry, error) {
	address, err := in.address()
	if err != nil {
		return gevel.Inquiry{}, err
	}
	q := gevel.Inquiry{
		AddressQuery: address,
		Overrides: gevel.Characteristics{
			BuildYear:     in.number("buildYear"),
			UseSurface:    in.number("useSurface"),
			ParcelSurface: in.number("parcelSurface"),
			Volume:        in.number("volume"),
			Rooms:         in.number("numberOfRooms"),
		},
		Date: gevel.Date(in.find("valuationDate").number),
	}
	if monument := in.find("monument"); monument.given {
		q.Overrides.Monument = gevel.Some(monument.flag)
	}
	if v := in.find("buildType"); v.given {
		if q.Overrides.BuildType, err = gevel.ParseBuildType(v.spelled); err != nil {
			return gevel.Inquiry{}, err
		}
	}
	if v := in.find("energyLabel"); v.given {
		q.Overrides.EnergyLabel, err = gevel.ParseEnergyLabel(v.spelled)
	}
	return q, err
}

// MarshalJSON writes the echo.
func (in inputs) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 384) // room for a full echo of the longest table
	b = append(b, '{')
	for i, p := range in.table {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendQuote(b, p.name), ':')
		b = in.values[i].appendJSON(b, p.kind)
	}
	return append(b, '}'), nil
}

// appendJSON writes one value. Texts and ids hold printable ASCII without quotes,
// as their patterns demand, so Go's quoting is JSON's.
func (v value) appendJSON(b []byte, k kind) []byte {
	if !v.known {
		return append(b, "null"...)
	}
	switch k {
	case integer:
		return strconv.AppendInt(b, int64(v.number), 10)
	case boolean:
		return strconv.AppendBool(b, v.flag)
	case day:
		return strconv.AppendQuote(b, gevel.Date(v.number).String())
	case idList:
		b = append(b, '[')
		for i, id := range v.list {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendQuote(b, id)
		}
		return append(b, ']')
	default:
		return strconv.AppendQuote(b, v.spelled)
	}
}
