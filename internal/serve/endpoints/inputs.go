package endpoints

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/photos"
)

// The inputs of the endpoints, and the parameter tables by which requests are read
// into them: each row has the setter of its field.

type (
	// houseImagesInput is which home is meant, and what its photos are to be like.
	houseImagesInput struct {
		gevel.AddressQuery
		width int
	}
	// HomeInput is that, what the caller knows better than the register, and the day.
	HomeInput = gevel.Inquiry
	// frontViewInput is which homes are meant, as the caller gave them.
	frontViewInput struct {
		ids   []gevel.BAGID
		width int
	}
)

// The patterns of texts. They admit nothing that JSON has to escape.
var (
	postalCodePattern = regexp.MustCompile(`^[1-9][0-9]{3} ?[A-Za-z]{2}$`)
	letterPattern     = regexp.MustCompile(`^[A-Za-z]$`)
	extensionPattern  = regexp.MustCompile(`^[ ./-]*([A-Za-z0-9][ ./-]*){1,4}([.,]0+)?$`)
	bagIDPattern      = regexp.MustCompile(`^[0-9]{16}$`)
)

// maxIDs is how many ids one front view request may name.
const maxIDs = 100

// addressRows say which home is meant, in any input that has an address.
func addressRows[In any](address func(*In) *gevel.AddressQuery) []param.Row[In] {
	return []param.Row[In]{
		{Param: param.Param{
			Name: "postalCode", Kind: param.Text, Required: true, Pattern: postalCodePattern, Form: "postal code of the form 1234AB",
			Doc:     "Postal code in the form 1234AB; also accepted as 1234 AB and in lower case.",
			Example: func(h param.ExampleHome) any { return h.Address.PostalCode },
		}, Set: func(in *In, v param.Value) (err error) {
			if !v.Given { // a row of a batch may name its home by id
				return nil
			}
			address(in).PostalCode, err = gevel.ParsePostalCode(v.Spelled)
			return err
		}},
		{Param: param.Param{
			Name: "houseNumber", Kind: param.Integer, Required: true, Min: gevel.MinHouseNumber, Max: gevel.MaxHouseNumber,
			Doc: "House number. Without letter and extension it is the bare number where that exists, else the only " +
				"address at the number.",
			Example: func(h param.ExampleHome) any { return h.Address.HouseNumber },
		}, Set: func(in *In, v param.Value) error {
			address(in).HouseNumber = v.Number
			return nil
		}},
		{Param: param.Param{
			Name: "houseLetter", Kind: param.Text, Pattern: letterPattern, Form: "single letter",
			Doc: "House letter. A letter given in houseNumberExt is found too.",
		}, Set: func(in *In, v param.Value) error {
			address(in).HouseLetter = v.Spelled
			return nil
		}},
		{Param: param.Param{
			Name: "houseNumberExt", Kind: param.Text, Pattern: extensionPattern, Form: "extension of 1 to 4 letters or digits",
			Doc: "House number extension: 1 to 4 letters or digits once space, hyphen, full stop and slash are taken out.",
		}, Set: func(in *In, v param.Value) error {
			address(in).HouseNumberExt = v.Spelled
			return nil
		}},
	}
}

// houseImagesTable are the rows of a houseImagesInput.
func houseImagesTable() []param.Row[houseImagesInput] {
	return append(
		addressRows(func(in *houseImagesInput) *gevel.AddressQuery { return &in.AddressQuery }),
		photoRows(func(in *houseImagesInput) *int { return &in.width })...,
	)
}

// The parameters of how photos are answered.
const (
	widthParameter  = "width"
	formatParameter = "format"
)

// photoRows say how photos are to be answered. The format needs no setter: there is one.
func photoRows[In any](width func(*In) *int) []param.Row[In] {
	var widths param.Enumeration
	for _, width := range photos.Widths {
		widths.Values = append(widths.Values, strconv.Itoa(width))
	}
	formats := param.Enumeration{
		Values:  []string{photos.Format},
		Refusal: "is not made here: photos are JPEG, and an image proxy in front of the service makes WebP and others of them",
	}
	return []param.Row[In]{
		{Param: param.Param{
			Name: widthParameter, Kind: param.Text, Enum: &widths, Fleeting: true,
			Doc: "Pixels that a photo is wide, at most: the URL answers it at that width, or at its own where it is no wider. " +
				"Not given, photos are as they are, at most 2048 pixels wide and high. Where photos are in S3 it gets 400.",
		}, Set: func(in *In, v param.Value) (err error) {
			if v.Given {
				*width(in), err = strconv.Atoi(v.Spelled)
			}
			return err
		}},
		{Param: param.Param{
			Name: formatParameter, Kind: param.Text, Enum: &formats, Fleeting: true,
			Doc: "Format of the photos: JPEG, also when it is not given. An image proxy in front of the service makes WebP and " +
				"others of them.",
		}, Set: func(*In, param.Value) error { return nil }},
	}
}

// HomeTable are the rows of a HomeInput, with the characteristics of a table.
func HomeTable(table gevel.Attributes) []param.Row[HomeInput] {
	return slices.Concat(
		addressRows(func(in *HomeInput) *gevel.AddressQuery { return &in.AddressQuery }),
		characteristicRows(table),
		[]param.Row[HomeInput]{{Param: param.Param{
			Name: param.ValuationDate, Kind: param.Day, Bounds: ValuationDateBounds, Fallback: ValuationToday,
			Doc: "The day that the value is of; the default is today in Europe/Amsterdam. Not after today, and not before " +
				"the edition's first model. Only sales known before it count.",
		}, Set: func(in *HomeInput, v param.Value) error {
			in.Date = gevel.Date(v.Number)
			return nil
		}}},
	)
}

// describedHomeTable are those for the endpoint that asks the caller for the characteristics
// without which no home is valued.
func describedHomeTable(table gevel.Attributes) []param.Row[HomeInput] {
	rows := HomeTable(table)
	for i := range rows {
		at := slices.IndexFunc(table, func(a gevel.Attribute) bool { return a.Parameter == rows[i].Name })
		rows[i].Required = rows[i].Required || at >= 0 && table[at].Required
	}
	return rows
}

// frontViewTable are the rows of a frontViewInput.
func frontViewTable() []param.Row[frontViewInput] {
	return append([]param.Row[frontViewInput]{{Param: param.Param{
		Name: "bagNumIds", Kind: param.IDList, Required: true, Min: 1, Max: maxIDs, Pattern: bagIDPattern,
		Doc: "BAG number ids (nummeraanduiding) of 16 digits: repeated (bagNumIds=a&bagNumIds=b), separated by " +
			"commas, or as bagNumIds[]= or bagNumIds[0]=; also without leading zeros, or with NL.IMBAG. and the kind of object before them. " +
			"The id of a verblijfsobject is accepted and answered under the number id of its main address. Duplicates " +
			"are answered once.",
		Example: func(h param.ExampleHome) any { return []gevel.BAGID{h.Address.NumberID} },
	}, Set: func(in *frontViewInput, v param.Value) error {
		for _, id := range v.List {
			in.ids = append(in.ids, gevel.BAGID(id))
		}
		return nil
	}}}, photoRows(func(in *frontViewInput) *int { return &in.width })...)
}

// characteristicRows are the characteristics of a table that the caller may know better than
// the register.
func characteristicRows(table gevel.Attributes) []param.Row[HomeInput] {
	var rows []param.Row[HomeInput]
	for i := range table {
		a := &table[i]
		if a.Parameter == "" {
			continue
		}
		rows = append(rows, param.Row[HomeInput]{Param: characteristic(a), Set: func(in *HomeInput, v param.Value) error {
			if v.Given {
				a.Set(&in.Overrides, v.Has)
			}
			return nil
		}})
	}
	return rows
}

// characteristic returns the parameter of a characteristic.
func characteristic(a *gevel.Attribute) param.Param {
	replaced := "the register's"
	if a.IsExtra() {
		replaced = "what the home's last sale recorded"
	}
	p := param.Param{
		Name: a.Parameter, Attribute: a, Doc: fmt.Sprintf("%s. Replaces %s.", a.Doc, replaced), Fleeting: a.IsExtra(),
		Example: func(h param.ExampleHome) any { return characteristicOf(h, a) },
	}
	switch {
	case a.IsNamed():
		// A label may end in plus signs, and nothing else has any.
		p.Kind, p.Enum, p.KeepPlus = param.Text, param.NamesOf(a), a.Kind == gevel.Grade
		if p.KeepPlus {
			p.Doc += " A plus sign may be sent as %2B or unescaped: A%2B%2B and A++ are the same."
		}
	case a.Kind == gevel.YesNo && a.IsExtra():
		p.Kind = param.Boolean
	case a.Kind == gevel.YesNo:
		p.Kind, p.Fallback = param.Boolean, notGivenFalse
		p.Doc += " Not given, the register's value is used for the valuation, while the echo in params shows the " +
			"default, false."
	case a.Kind == gevel.Year:
		p.Kind, p.Min = param.Integer, a.Least
		p.Bounds = func(l param.Limits) (lowest, highest int) { return a.Bounds(l.Valued.Year()) }
		p.Doc += fmt.Sprintf(" At most the year of the valuation date plus %d.", a.Most)
	case a.Kind == gevel.Number:
		p.Kind, p.Min, p.Max = param.Decimal, a.Least, a.Most
	default:
		p.Kind, p.Min, p.Max = param.Integer, a.Least, a.Most
	}
	return p
}

// characteristicOf returns a characteristic of the home as a caller gives it.
func characteristicOf(h param.ExampleHome, a *gevel.Attribute) any {
	v := a.Get(&h.Dwelling.Characteristics)
	if a.IsNamed() {
		return a.NameOf(v)
	}
	return int(v)
}

// ValuationDateBounds are the first and the last day of a valuation.
func ValuationDateBounds(l param.Limits) (lowest, highest int) { return int(l.Oldest), int(l.Today) }

// ValuationToday is the valuation date when the caller gives none.
func ValuationToday(l param.Limits) param.Value {
	return param.Value{Known: true, Number: int(l.Today)}
}

// notGivenFalse is the published default of monument: seen in the echo only.
func notGivenFalse(param.Limits) param.Value { return param.Value{Known: true} }
