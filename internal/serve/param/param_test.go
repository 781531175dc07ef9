package param_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/param"
)

// asked is an input with a parameter of each kind.
type asked struct {
	number, day int
	label       float64
	word        string
}

var limits = param.Limits{Today: gevel.NewDate(2026, 11, 20), Oldest: gevel.NewDate(2020, 1, 1)}

// rows is a table with a parameter of each kind. The year is bounded by the day behind it.
func rows() []param.Row[asked] {
	standard := gevel.Standard()
	label := &standard[standard.Column("energy_label")]
	monument := &standard[standard.Column("monument")]
	nothing := func(*asked, param.Value) error { return nil }
	return []param.Row[asked]{
		{Param: param.Param{Name: "number", Kind: param.Integer, Required: true, Min: 1, Max: 9}, Set: func(in *asked, v param.Value) error {
			in.number = v.Number
			return nil
		}},
		{Param: param.Param{
			Name: "year", Kind: param.Integer, Bounds: func(l param.Limits) (int, int) { return 1000, l.Valued.Year() },
		}, Set: nothing},
		{Param: param.Param{Name: "label", Kind: param.Text, Attribute: label, Enum: param.NamesOf(label), KeepPlus: true}, Set: func(in *asked, v param.Value) error {
			in.label = v.Has
			return nil
		}},
		{Param: param.Param{Name: "monument", Kind: param.Boolean, Attribute: monument}, Set: nothing},
		{Param: param.Param{Name: "word", Kind: param.Text, Enum: &param.Enumeration{Values: []string{"640", "whole"}}, Fleeting: true}, Set: func(in *asked, v param.Value) error {
			in.word = v.Spelled
			return nil
		}},
		{Param: param.Param{Name: "note", Kind: param.Text, Longest: 8, Fleeting: true}, Set: nothing},
		{Param: param.Param{
			Name: param.ValuationDate, Kind: param.Day,
			Bounds:   func(l param.Limits) (int, int) { return int(l.Oldest), int(l.Today) },
			Fallback: func(l param.Limits) param.Value { return param.Value{Known: true, Number: int(l.Today)} },
		}, Set: func(in *asked, v param.Value) error {
			in.day = v.Number
			return nil
		}},
	}
}

// idRow is a list of ids.
var idRow = []param.Param{{Name: "ids", Kind: param.IDList, Required: true, Min: 1, Max: 2}}

func messages(err error) string {
	var e *gevel.Error
	if !errors.As(err, &e) {
		return ""
	}
	list := make([]string, len(e.Details))
	for i, d := range e.Details {
		list[i] = d.Reason + ": " + d.Message
	}
	return strings.Join(list, "; ")
}

func TestAQueryIsEchoedAsUnderstood(t *testing.T) {
	for query, want := range map[string]string{
		"number=3": `{"number":3,"year":null,"label":null,"monument":null,"valuationDate":"2026-11-20"}`,
		"number=3&label=A%2B%2B&monument=true&year=1930&valuationDate=2021-05-06": `{"number":3,"year":1930,"label":"A++","monument":true,"valuationDate":"2021-05-06"}`,
		"number=+3+&label=A++&word=640.0&note=%22%C3%A9%22":                       `{"number":3,"year":null,"label":"A++","monument":null,"word":"640","note":"\"é\"","valuationDate":"2026-11-20"}`,
	} {
		bound, err := param.Bind(param.TableOf(rows()), query, limits)
		if err != nil {
			t.Errorf("%s: %s", query, messages(err))
		}
		if echo, err := json.Marshal(bound); err != nil || string(echo) != want {
			t.Errorf("%s is %s, %v, want %s", query, echo, err, want)
		}
	}
}

func TestAFaultNamesItsParameter(t *testing.T) {
	for query, want := range map[string]string{
		"":                                  "number: number is required",
		"number=0":                          `number: number "0" is not from 1 to 9`,
		"number=10":                         `number: number "10" is not from 1 to 9`,
		"number=1&number=1":                 "number: number is given 2 times",
		"number=1.5":                        `number: number "1.5" is no whole number`,
		"number=1&word=half":                `word: word "half" is none of 640, whole`,
		"number=1&note=123456789":           "note: note is longer than 8 bytes",
		"number=1&valuationDate=2026-11-21": `valuationDate: valuationDate "2026-11-21" is not from 2020-01-01 to 2026-11-20`,
		"number=1&valuationDate=2019-12-31": `valuationDate: valuationDate "2019-12-31" is not from 2020-01-01 to 2026-11-20`,
		"number=1&numbr=2":                  `numbr: there is no parameter "numbr"; did you mean number?`,
		"number=1&elephant=2":               `elephant: there is no parameter "elephant"`,
		"number=1;word=whole":               "query: the query string can't be read: a semicolon separates nothing; escape it as %3B",
		"number=1&=2":                       "query: the query string can't be read: a value has no name",
		"number=1&note=%FF":                 "query: the query string can't be read: the text is not UTF-8",
		"number=x&word=half":                `number: number "x" is no whole number; word: word "half" is none of 640, whole`,
		"number=1&a=1&a=1&a=1&":             `a: there is no parameter "a"`,
		"number=1&label=xxx":                "label: label ",
		"number=1&note=" + strings.Repeat("&note=", 1): "note: note is given 2 times",
	} {
		_, err := param.Bind(param.TableOf(rows()), query, limits)
		if got := messages(err); !strings.HasPrefix(got, want) {
			t.Errorf("%q has the faults %q, want %q", query, got, want)
		}
	}
}

func TestAQueryHasSoManyNames(t *testing.T) {
	query := func(names int) string {
		var b strings.Builder
		for i := range names {
			b.WriteString("&n" + strings.Repeat("x", i) + "=1")
		}
		return b.String()
	}
	table := []param.Param{}
	_, most := param.Bind(table, query(param.MostNames), limits)
	_, more := param.Bind(table, query(param.MostNames+1), limits)
	if strings.Contains(messages(most), "more than") || !strings.Contains(messages(more), "it has more than 500 names") {
		t.Errorf("%d names: %.80s; one more: %.80s", param.MostNames, messages(most), messages(more))
	}
}

func TestTheValuationDateBoundsParametersBeforeIt(t *testing.T) {
	table := param.TableOf(rows())
	for query, good := range map[string]bool{
		"number=1&year=2026":                          true,
		"number=1&year=2027":                          false,
		"number=1&year=2021&valuationDate=2021-03-04": true,
		"number=1&year=2022&valuationDate=2021-03-04": false,
	} {
		if _, err := param.Bind(table, query, limits); (err == nil) != good {
			t.Errorf("%s: %s", query, messages(err))
		}
	}
	_, err := param.Bind(table, "number=1&year=2027&valuationDate=soon", limits)
	if got := messages(err); !strings.Contains(got, "year") || strings.Count(got, "valuationDate:") != 1 {
		t.Errorf("a bad date leaves the bounds of today: %q", got)
	}
}

func TestARowTakesTheNotationsOfFiles(t *testing.T) {
	pairs := func(year, day string) param.Pairs {
		p := param.Pairs{Values: map[string][]param.Cell{}}
		p.Add("number", param.Cell{Text: "3"})
		p.Add("year", param.Cell{Text: year})
		p.Add(param.ValuationDate, param.Cell{Text: day})
		p.Add("monument", param.Cell{Text: "ja"})
		return p
	}
	bound, err := param.BindRow(param.TableOf(rows()), pairs("1930", "31-1-2023"), limits)
	if err != nil {
		t.Fatal(messages(err))
	}
	in, err := param.Fill(rows(), bound)
	if err != nil || gevel.Date(in.day) != gevel.NewDate(2023, 1, 31) || in.number != 3 || bound.Values[3].Has != 1 {
		t.Errorf("the row is %+v, %v", in, err)
	}
	if _, err := param.Bind(param.TableOf(rows()), "number=3&valuationDate=31-1-2023", limits); err == nil {
		t.Error("a query takes the day of a file")
	}
}

func TestAListOfIDsIsSpelledInManyWays(t *testing.T) {
	const a, b = "0518200000000001", "0518200000000002"
	for _, query := range []string{
		"ids=" + a + "&ids=" + b, "ids=" + a + "," + b, "ids[]=" + a + "&ids[]=" + b, "ids[0]=" + a + "&ids[1]=518200000000002",
	} {
		bound, err := param.Bind(idRow, query, limits)
		if err != nil || !slices.Equal(bound.Values[0].List, []string{a, b}) {
			t.Errorf("%s is %v, %s", query, bound.Values[0].List, messages(err))
		}
		if text := idRow[0].Text(bound.Values[0]); text != a+","+b {
			t.Errorf("%s is the cell %s", query, text)
		}
	}
	for query, want := range map[string]string{
		"":                                   "ids is required",
		"ids=,":                              "ids holds an empty id",
		"ids=" + a + "," + b + "," + a:       "ids holds 3 ids, and not from 1 to 2",
		"ids=x":                              "ids holds ",
		"ids[x]=" + a:                        "ids is required",
		"ids=" + strings.Repeat("9", 65):     "ids holds \"" + strings.Repeat("9", 64) + "...\", which is no BAG id",
		"ids=" + a + "&more[]=" + a + "&x=1": "there is no parameter \"more[]\"",
	} {
		_, err := param.Bind(idRow, query, limits)
		if got := messages(err); !strings.Contains(got, want) {
			t.Errorf("%s has the faults %q, want %q", query, got, want)
		}
	}
}

func TestASegmentOfThePathIsNoParameterOfTheQuery(t *testing.T) {
	table := []param.Param{{Name: "home", Kind: param.Text, Required: true, InPath: true}}
	bound, err := param.BindAt(table, map[string]string{"home": "a b"}, "", limits)
	if err != nil || bound.Values[0].Spelled != "a b" {
		t.Errorf("the segment is %+v, %v", bound.Values[0], err)
	}
	if _, err := param.BindAt(table, map[string]string{"home": "a"}, "home=b", limits); err == nil {
		t.Error("the query sets a segment of the path")
	}
}

func TestACellHoldsAValueWithoutQuotes(t *testing.T) {
	table := param.TableOf(rows())
	bound, err := param.Bind(table, "number=3&label=A%2B&monument=false&year=1930&note=x&valuationDate=2021-05-06", limits)
	if err != nil {
		t.Fatal(messages(err))
	}
	var cells []string
	for i, p := range table {
		cells = append(cells, p.Text(bound.Values[i]))
	}
	if want := []string{"3", "1930", "A+", "false", "", "x", "2021-05-06"}; !slices.Equal(cells, want) {
		t.Errorf("the cells are %q, want %q", cells, want)
	}
}

func TestAFaultRepeatsNoLongText(t *testing.T) {
	long := strings.Repeat("x", 1000)
	_, err := param.Bind(param.TableOf(rows()), "number="+long, limits)
	if got := messages(err); len(got) > 200 || !strings.Contains(got, `xxx"...`) {
		t.Errorf("the fault is %d bytes long: %.100s", len(got), got)
	}
}
