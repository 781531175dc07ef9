package api

import (
	"fmt"
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
			doc: "House number. Without letter and extension it is the bare number where that exists, else the only " +
				"address at the number.",
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

// homeTable are the rows of a homeInput, with the characteristics of a table.
func homeTable(table gevel.Attributes) []row[homeInput] {
	return slices.Concat(
		addressRows(func(in *homeInput) *gevel.AddressQuery { return &in.AddressQuery }),
		characteristicRows(table),
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

// describedHomeTable are those for the endpoint that asks the caller for the characteristics
// without which no home is valued.
func describedHomeTable(table gevel.Attributes) []row[homeInput] {
	rows := homeTable(table)
	for i := range rows {
		at := slices.IndexFunc(table, func(a gevel.Attribute) bool { return a.Parameter == rows[i].name })
		rows[i].required = rows[i].required || at >= 0 && table[at].Required
	}
	return rows
}

// frontViewTable are the rows of a frontViewInput.
func frontViewTable() []row[frontViewInput] {
	return []row[frontViewInput]{{param{
		name: "bagNumIds", kind: idList, required: true, min: 1, max: maxIDs, pattern: bagIDPattern,
		doc: "BAG number ids (nummeraanduiding) of 16 digits: repeated (bagNumIds=a&bagNumIds=b), separated by " +
			"commas, or as bagNumIds[]=. " +
			"The id of a verblijfsobject is accepted and answered under the number id of its main address. Duplicates " +
			"are answered once.",
		example: func(h exampleHome) any { return []gevel.BAGID{h.address.NumberID} },
	}, func(in *frontViewInput, v value) error {
		for _, id := range v.list {
			in.ids = append(in.ids, gevel.BAGID(id))
		}
		return nil
	}}}
}

// characteristicRows are the characteristics of a table that the caller may know better than
// the register.
func characteristicRows(table gevel.Attributes) []row[homeInput] {
	var rows []row[homeInput]
	for i := range table {
		a := &table[i]
		if a.Parameter == "" {
			continue
		}
		rows = append(rows, row[homeInput]{characteristic(a), func(in *homeInput, v value) error {
			if v.given {
				a.Set(&in.Overrides, attributeValue(v, a))
			}
			return nil
		}})
	}
	return rows
}

// characteristic returns the parameter of a characteristic.
func characteristic(a *gevel.Attribute) param {
	replaced := "the register's"
	if a.IsExtra() {
		replaced = "what the home's last sale recorded"
	}
	p := param{
		name: a.Parameter, doc: fmt.Sprintf("%s. Replaces %s.", a.Doc, replaced), fleeting: a.IsExtra(),
		example: func(h exampleHome) any { return characteristicOf(h, a) },
	}
	switch {
	case a.IsNamed():
		// A label may end in plus signs, and nothing else has any.
		p.kind, p.enum, p.keepPlus = text, namesOf(a), a.Kind == gevel.Grade
		if p.keepPlus {
			p.doc += " A plus sign may be sent as %2B or unescaped: A%2B%2B and A++ are the same."
		}
	case a.Kind == gevel.YesNo && a.IsExtra():
		p.kind = boolean
	case a.Kind == gevel.YesNo:
		p.kind, p.fallback = boolean, notGivenFalse
		p.doc += " Not given, the register's value is used for the valuation, while the echo in params shows the " +
			"default, false."
	case a.Kind == gevel.Year:
		p.kind, p.min = integer, a.Least
		p.bounds = func(l limits) (lowest, highest int) { return a.Bounds(l.valued.Year()) }
		p.doc += fmt.Sprintf(" At most the year of the valuation date plus %d.", a.Most)
	case a.Kind == gevel.Number:
		p.kind, p.min, p.max = decimal, a.Least, a.Most
	default:
		p.kind, p.min, p.max = integer, a.Least, a.Most
	}
	return p
}

// attributeValue returns the value as a characteristic of a home has it.
func attributeValue(v value, a *gevel.Attribute) float64 {
	switch {
	case a.IsNamed():
		return a.Named(v.spelled)
	case a.Kind == gevel.YesNo && v.flag:
		return 1
	case a.Kind == gevel.Number:
		return v.decimal
	}
	return float64(v.number)
}

// characteristicOf returns a characteristic of the home as a caller gives it.
func characteristicOf(h exampleHome, a *gevel.Attribute) any {
	v := a.Get(&h.dwelling.Characteristics)
	if a.IsNamed() {
		return a.NameOf(v)
	}
	return int(v)
}

func valuationDateBounds(l limits) (lowest, highest int) { return int(l.oldest), int(l.today) }

func valuationToday(l limits) value { return value{known: true, number: int(l.today)} }

// notGivenFalse is the published default of monument: seen in the echo only.
func notGivenFalse(limits) value { return value{known: true} }
