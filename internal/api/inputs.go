package api

import (
	"regexp"
	"slices"

	"github.com/gevel/gevel"
)

// The inputs of the endpoints, and the parameter tables by which requests are read
// into them: each row has the setter of its field.

type (
	// addressInput is which home is meant.
	addressInput = gevel.AddressQuery
	// homeInput is that, what the caller knows better than the register, and the day.
	homeInput = gevel.Inquiry
	// frontViewInput is which homes are meant, as the caller gave them.
	frontViewInput struct{ ids []gevel.BAGID }
)

// The patterns of texts. They admit nothing that JSON has to escape.
var (
	postalCodePattern = regexp.MustCompile(`^[1-9][0-9]{3} ?[A-Za-z]{2}$`)
	letterPattern     = regexp.MustCompile(`^[A-Za-z]$`)
	extensionPattern  = regexp.MustCompile(`^[ ./-]*([A-Za-z0-9][ ./-]*){1,4}$`)
	bagIDPattern      = regexp.MustCompile(`^[0-9]{16}$`)
)

// maxIDs is how many ids one front view request may name.
const maxIDs = 100

// addressRows say which home is meant, in any input that has an address.
func addressRows[In any](address func(*In) *gevel.AddressQuery) []row[In] {
	return []row[In]{
		{param{
			name: "postalCode", kind: text, required: true, pattern: postalCodePattern,
			doc:     "Postal code in the form 1234AB; also accepted as 1234 AB and in lower case.",
			example: func(h exampleHome) any { return h.address.PostalCode },
		}, func(in *In, v value) (err error) {
			address(in).PostalCode, err = gevel.ParsePostalCode(v.spelled)
			return err
		}},
		{param{
			name: "houseNumber", kind: integer, required: true, min: gevel.MinHouseNumber, max: gevel.MaxHouseNumber,
			doc:     "House number. Without letter and extension it is the bare number where that exists, else the only address at the number.",
			example: func(h exampleHome) any { return h.address.HouseNumber },
		}, func(in *In, v value) error {
			address(in).HouseNumber = v.number
			return nil
		}},
		{param{
			name: "houseLetter", kind: text, pattern: letterPattern,
			doc: "House letter. A letter given in houseNumberExt is found too.",
		}, func(in *In, v value) error {
			address(in).HouseLetter = v.spelled
			return nil
		}},
		{param{
			name: "houseNumberExt", kind: text, pattern: extensionPattern,
			doc: "House number extension: 1 to 4 letters or digits once space, hyphen, full stop and slash are taken out.",
		}, func(in *In, v value) error {
			address(in).HouseNumberExt = v.spelled
			return nil
		}},
	}
}

// addressTable are the rows of an addressInput.
func addressTable() []row[addressInput] {
	return addressRows(func(in *addressInput) *gevel.AddressQuery { return in })
}

// homeTable are the rows of a homeInput.
func homeTable() []row[homeInput] {
	return slices.Concat(
		addressRows(func(in *homeInput) *gevel.AddressQuery { return &in.AddressQuery }),
		characteristicRows(),
		[]row[homeInput]{{param{
			name: "valuationDate", kind: day, bounds: valuationDateBounds, fallback: valuationToday,
			moves: func(l *limits, v value) { l.valued = gevel.Date(v.number) },
			doc: "The day that the value is of; the default is today in Europe/Amsterdam. Not after today, and not before " +
				"the edition's first model. Only sales known before it count.",
		}, func(in *homeInput, v value) error {
			in.Date = gevel.Date(v.number)
			return nil
		}}},
	)
}

// describedHomeTable are those for the endpoint that asks the caller for the
// characteristics that matter most.
func describedHomeTable() []row[homeInput] {
	return requiring(homeTable(), "buildType", "buildYear", "useSurface")
}

// frontViewTable are the rows of a frontViewInput.
func frontViewTable() []row[frontViewInput] {
	return []row[frontViewInput]{{param{
		name: "bagNumIds", kind: idList, required: true, min: 1, max: maxIDs, pattern: bagIDPattern,
		doc: "BAG number ids (nummeraanduiding) of 16 digits: repeated (bagNumIds=a&bagNumIds=b), separated by commas, or as bagNumIds[]=. " +
			"The id of a verblijfsobject is accepted and answered under the number id of its main address. Duplicates are answered once.",
		example: func(h exampleHome) any { return []gevel.BAGID{h.address.NumberID} },
	}, func(in *frontViewInput, v value) error {
		for _, id := range v.list {
			in.ids = append(in.ids, gevel.BAGID(id))
		}
		return nil
	}}}
}

// characteristicRows are the characteristics that the caller may know better than
// the register: the one place of the API that lists them.
func characteristicRows() []row[homeInput] {
	return []row[homeInput]{
		{param{
			name: "buildType", kind: text, enum: houseTypes,
			doc:     "House type; replaces the register's in the valuation.",
			example: func(h exampleHome) any { return h.dwelling.BuildType.String() },
		}, func(in *homeInput, v value) (err error) {
			if v.given {
				in.Overrides.BuildType, err = gevel.ParseBuildType(v.spelled)
			}
			return err
		}},
		{param{
			name: "buildYear", kind: integer, min: gevel.MinBuildYear, bounds: buildYearBounds,
			doc:     "Year of original construction; at most the year of the valuation date plus 3. Replaces the register's.",
			example: func(h exampleHome) any { return h.dwelling.BuildYear.V },
		}, override(func(c *gevel.Characteristics) *gevel.Opt[int] { return &c.BuildYear })},
		{param{
			name: "useSurface", kind: integer, min: gevel.MinUseSurface, max: gevel.MaxUseSurface,
			doc:     "Usable area in m2; replaces the register's.",
			example: func(h exampleHome) any { return h.dwelling.UseSurface.V },
		}, override(func(c *gevel.Characteristics) *gevel.Opt[int] { return &c.UseSurface })},
		{param{
			name: "parcelSurface", kind: integer, min: 0, max: gevel.MaxParcelSurface,
			doc: "Lot area in m2; 0 is no lot. Replaces the register's.",
		}, override(func(c *gevel.Characteristics) *gevel.Opt[int] { return &c.ParcelSurface })},
		{param{
			name: "volume", kind: integer, min: gevel.MinVolume, max: gevel.MaxVolume,
			doc: "Volume in m3; replaces the register's.",
		}, override(func(c *gevel.Characteristics) *gevel.Opt[int] { return &c.Volume })},
		{param{
			name: "numberOfRooms", kind: integer, min: gevel.MinRooms, max: gevel.MaxRooms,
			doc: "Number of rooms; replaces the register's.",
		}, override(func(c *gevel.Characteristics) *gevel.Opt[int] { return &c.Rooms })},
		{param{
			name: "energyLabel", kind: text, enum: energyLabels, keepPlus: true,
			doc: "Energy label; replaces the register's. A plus sign may be sent as %2B or unescaped: A%2B%2B and A++ are the same.",
		}, func(in *homeInput, v value) (err error) {
			if v.given {
				in.Overrides.EnergyLabel, err = gevel.ParseEnergyLabel(v.spelled)
			}
			return err
		}},
		{param{
			name: "monument", kind: boolean, fallback: notGivenFalse,
			doc: "Whether the home is a listed monument. Not given, the register's value is used for the valuation, " +
				"while the echo in params shows the default, false.",
		}, func(in *homeInput, v value) error {
			in.Overrides.Monument = gevel.Opt[bool]{V: v.flag, Known: v.given}
			return nil
		}},
	}
}

// override sets a number that the caller gave.
func override(field func(*gevel.Characteristics) *gevel.Opt[int]) func(*homeInput, value) error {
	return func(in *homeInput, v value) error {
		*field(&in.Overrides) = gevel.Opt[int]{V: v.number, Known: v.given}
		return nil
	}
}

// requiring returns rows with the named parameters required.
func requiring[In any](rows []row[In], names ...string) []row[In] {
	for i := range rows {
		rows[i].required = rows[i].required || slices.Contains(names, rows[i].name)
	}
	return rows
}

func buildYearBounds(l limits) (lowest, highest int) {
	return gevel.MinBuildYear, l.valued.Year() + gevel.MaxYearsAhead
}

func valuationDateBounds(l limits) (lowest, highest int) { return int(l.oldest), int(l.today) }

func valuationToday(l limits) value { return value{known: true, number: int(l.today)} }

// notGivenFalse is the published default of monument: seen in the echo only.
func notGivenFalse(limits) value { return value{known: true} }
