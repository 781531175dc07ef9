package endpoints

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The inputs of the endpoints, and the parameter tables by which requests are read
// into them: each row has the setter of its field.

// HomeInput is an address, what the caller knows better than the register, and the day.
type HomeInput = gevel.Inquiry

// The patterns of texts. They admit nothing that JSON has to escape.
var (
	postalCodePattern = regexp.MustCompile(`^[1-9][0-9]{3} ?[A-Za-z]{2}$`)
	letterPattern     = regexp.MustCompile(`^[A-Za-z]$`)
	extensionPattern  = regexp.MustCompile(`^[ ./-]*([A-Za-z0-9][ ./-]*){1,4}([.,]0+)?$|^[IVXivx]{1,4}[ ./-]+[IVXivx]{1,4}$`)
)

// PostalCode is the parameter of a home's postal code.
var PostalCode = param.Param{
	Name: "postalCode", Kind: param.Text, Required: true, Pattern: postalCodePattern, Form: "postal code of the form 1234AB",
	Doc:     "Postal code in the form 1234AB; also accepted as 1234 AB and in lower case.",
	Example: func(h param.ExampleHome) any { return h.Address.PostalCode },
}

// addressRows say which home is meant, in any input that has an address.
func addressRows[In any](address func(*In) *gevel.AddressQuery) []param.Row[In] {
	return []param.Row[In]{
		{Param: PostalCode, Set: func(in *In, v param.Value) (err error) {
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
			Doc: "House number extension: 1 to 4 letters or digits once space, hyphen, full stop and slash are taken out; or two Roman " +
				"numerals such as II/III, which are two units and ambiguous.",
		}, Set: func(in *In, v param.Value) error {
			address(in).HouseNumberExt = v.Spelled
			return nil
		}},
	}
}

// HomeTable are the rows of a HomeInput, with the characteristics of a table.
func HomeTable(table gevel.Attributes) []param.Row[HomeInput] {
	return slices.Concat(
		addressRows(func(in *HomeInput) *gevel.AddressQuery { return &in.AddressQuery }),
		characteristicRows(table),
		[]param.Row[HomeInput]{DateRow(
			"The day that the value is of; the default is today in Europe/Amsterdam. Not after today, and not before "+
				"the edition's first model. Only sales known before it count.",
			func(in *HomeInput) *gevel.Date { return &in.Date },
		)},
	)
}

// ValuationDateBounds are the first and the last day of a valuation.
func ValuationDateBounds(l param.Limits) (lowest, highest int) { return int(l.Oldest), int(l.Today) }

// DateRow is the valuation date, in any input that has one.
func DateRow[In any](doc string, field func(*In) *gevel.Date) param.Row[In] {
	return param.Row[In]{Param: param.Param{
		Name: param.ValuationDate, Kind: param.Day, Doc: doc, Bounds: ValuationDateBounds,
		Fallback: func(l param.Limits) param.Value { return param.Value{Known: true, Number: int(l.Today)} },
	}, Set: func(in *In, v param.Value) error {
		*field(in) = gevel.Date(v.Number)
		return nil
	}}
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

// characteristicRows are the characteristics of a table that the caller may know better than the register.
func characteristicRows(table gevel.Attributes) []param.Row[HomeInput] {
	var rows []param.Row[HomeInput]
	for i := range table {
		a := &table[i]
		if a.Parameter == "" {
			continue
		}
		rows = append(rows, param.Row[HomeInput]{Param: Characteristic(a), Set: func(in *HomeInput, v param.Value) error {
			if v.Given {
				a.Set(&in.Overrides, v.Has)
			}
			return nil
		}})
	}
	return rows
}

// Characteristic returns the parameter of a characteristic.
func Characteristic(a *gevel.Attribute) param.Param {
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

// notGivenFalse is the published default of monument: seen in the echo only.
func notGivenFalse(param.Limits) param.Value { return param.Value{Known: true} }

// Inputs with the language of the reader.

// LanguageInput is the language of the reader.
type LanguageInput struct{ Language words.Language }

// ExplainedInput is a home, with the language of the reader.
type ExplainedInput struct {
	Home HomeInput
	LanguageInput
}

// LanguageTable are the rows of a LanguageInput.
func LanguageTable() []param.Row[LanguageInput] {
	return languageRows(func(in *LanguageInput) *words.Language { return &in.Language })
}

// ExplainedTable are the rows of an ExplainedInput, with the characteristics of a table.
func ExplainedTable(table gevel.Attributes) []param.Row[ExplainedInput] {
	return slices.Concat(
		Within(HomeTable(table), func(in *ExplainedInput) *HomeInput { return &in.Home }),
		languageRows(func(in *ExplainedInput) *words.Language { return &in.Language }),
	)
}

var languages = &param.Enumeration{Values: words.Languages()}

// languageRows say in which language an answer speaks, in any input that has one.
func languageRows[In any](language func(*In) *words.Language) []param.Row[In] {
	return []param.Row[In]{{Param: param.Param{
		Name: "language", Kind: param.Text, Enum: languages, Fallback: english,
		Doc: "The language of names and sentences: en (the default) or nl.",
	}, Set: func(in *In, v param.Value) (err error) {
		*language(in), err = words.Parse(v.Spelled)
		return err
	}}}
}

func english(param.Limits) param.Value {
	return param.Value{Known: true, Spelled: string(words.English)}
}

// comparablesInput is a home, the language of the reader, and which sales of its list are wanted.
type comparablesInput struct {
	ExplainedInput
	wanted valuation.Wanted
	order  explain.Order
}

// comparablesTable are the rows of a comparablesInput, with the characteristics of a table.
func comparablesTable(table gevel.Attributes) []param.Row[comparablesInput] {
	type input = comparablesInput
	number := func(name string, least, most int, doc string, field func(*input) *gevel.Opt[int]) param.Row[input] {
		return param.Row[input]{
			Param: param.Param{Name: name, Kind: param.Integer, Min: least, Max: most, Doc: doc},
			Set: func(in *input, v param.Value) error {
				*field(in) = gevel.Opt[int]{V: v.Number, Known: v.Given}
				return nil
			},
		}
	}
	return slices.Concat(
		Within(ExplainedTable(table), func(in *input) *ExplainedInput { return &in.ExplainedInput }),
		[]param.Row[input]{
			{Param: param.Param{
				Name: "limit", Kind: param.Integer, Min: 1, Max: valuation.MostEvidence,
				Fallback: func(param.Limits) param.Value { return param.Value{Known: true, Number: comps.Used} },
				Doc:      "How many sales to answer at most; the default is 24, the comparables.",
			}, Set: func(in *input, v param.Value) error {
				in.wanted.Limit = v.Number
				return nil
			}},
			number("months", 1, 240, "Only sales of so many months before the valuation date.",
				func(in *input) *gevel.Opt[int] { return &in.wanted.Months }),
			number("within", 1, comps.Reach, "Only homes at most so many metres away.",
				func(in *input) *gevel.Opt[int] { return &in.wanted.Within }),
			{Param: param.Param{
				Name: "sameType", Kind: param.Boolean, Attribute: &gevel.Attribute{Name: "sameType", Kind: gevel.YesNo},
				Fallback: notGivenFalse, Doc: "Only homes of exactly the same house type.",
			}, Set: func(in *input, v param.Value) error {
				in.wanted.SameType = v.Given && v.Has == 1
				return nil
			}},
			number("yearWithin", 0, 200, "Only homes built at most so many years before or after.",
				func(in *input) *gevel.Opt[int] { return &in.wanted.YearWithin }),
			{Param: param.Param{
				Name: "surfaceWithin", Kind: param.Decimal, Min: 0, Max: 1,
				Attribute: &gevel.Attribute{Name: "surfaceWithin", Kind: gevel.Number, Most: 1, Readable: [2]float64{0, 1}},
				Doc:       "Only homes whose use surface differs by at most this share of the home's, such as 0.1.",
			}, Set: func(in *input, v param.Value) error {
				in.wanted.SurfaceWithin = gevel.Opt[float64]{V: v.Has, Known: v.Given}
				return nil
			}},
			{Param: param.Param{
				Name: "order", Kind: param.Text, Enum: &param.Enumeration{Values: explain.Orders()},
				Fallback: func(param.Limits) param.Value { return param.Value{Known: true, Spelled: string(explain.ByWeight)} },
				Doc: "How to order them: weight (the default), distance, date (the newest first) or equality (the most alike " +
					"first). In each order the sales with the most weight are chosen.",
			}, Set: func(in *input, v param.Value) error {
				in.order = explain.Order(v.Spelled)
				return nil
			}},
		},
	)
}

// Within turns the rows of a part of an input into rows of the whole input.
func Within[Outer, Inner any](rows []param.Row[Inner], part func(*Outer) *Inner) []param.Row[Outer] {
	list := make([]param.Row[Outer], len(rows))
	for i, r := range rows {
		list[i] = param.Row[Outer]{Param: r.Param, Set: func(in *Outer, v param.Value) error { return r.Set(part(in), v) }}
	}
	return list
}
