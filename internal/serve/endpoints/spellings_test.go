package endpoints

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/testing/spellings"
)

func TestAQueryIsReadAsTheTableOfSpellingsSays(t *testing.T) {
	of := func(name string, say func(HomeInput) string) func(string) (string, error) {
		return func(text string) (string, error) {
			query := url.Values{"postalCode": {"2514GL"}, "houseNumber": {"68"}}
			query.Set(name, text)
			in, err := homeInputOf(query.Encode())
			return say(in), err
		}
	}
	has := func(column string) func(string) (string, error) {
		table := gevel.Standard()
		a := &table[table.Column(column)]
		return of(a.Parameter, func(in HomeInput) string { return a.Text(a.Get(&in.Overrides)) })
	}
	spellings.Query(t, "query", spellings.PostalCode, of("postalCode", func(in HomeInput) string { return string(in.PostalCode) }))
	spellings.Query(t, "query", spellings.HouseNumber, of("houseNumber", func(in HomeInput) string { return strconv.Itoa(in.HouseNumber) }))
	spellings.Query(t, "query", spellings.Extension, of("houseNumberExt", func(in HomeInput) string {
		return gevel.JoinSuffix(in.HouseLetter, in.HouseNumberExt)
	}))
	spellings.Query(t, "query", spellings.Day, func(text string) (string, error) {
		rows := HomeTable(gevel.Standard())
		limits := testLimits
		limits.Oldest = gevel.NewDate(2000, 1, 1)
		bound, err := param.Bind(param.TableOf(rows), home+"&valuationDate="+url.QueryEscape(text), limits)
		if err != nil {
			return "", err
		}
		in, err := param.Fill(rows, bound)
		return in.Date.String(), err
	})
	spellings.Query(t, "query", spellings.Number, has("build_year"))
	spellings.Query(t, "query", spellings.Surface, has("use_surface"))
	spellings.Query(t, "query", spellings.Missing, func(text string) (string, error) {
		surface, err := has("use_surface")(text)
		return spellings.OrNothing(surface), err
	})
	spellings.Query(t, "query", spellings.YesNo, has("monument"))
	spellings.Query(t, "query", spellings.HouseType, has("build_type"))
	spellings.Query(t, "query", spellings.ID, func(text string) (string, error) { return idsOf("bagNumIds=" + url.QueryEscape(text)) })
}

// idsOf returns the ids that a query of front views means.
func idsOf(query string) (string, error) {
	bound, err := param.Bind(param.TableOf(frontViewTable()), query, testLimits)
	return strings.Join(bound.Values[0].List, ","), err
}

func TestAListIsTakenHoweverClientsWriteIt(t *testing.T) {
	const a, b = "0518200000000001", "0518200000000002"
	for query, want := range map[string]string{
		"bagNumIds=" + a + "," + b:                         a + "," + b,
		"bagNumIds=" + a + "&bagNumIds=" + b:               a + "," + b,
		"bagNumIds[]=" + a + "&bagNumIds[]=" + b:           a + "," + b,
		"bagNumIds%5B0%5D=" + a + "&bagNumIds%5B1%5D=" + b: a + "," + b,
		"bagNumIds=" + a + ",%20518200000000002.0":         a + "," + b,
		"bagNumIds=NL.IMBAG.Nummeraanduiding." + a:         a,
		"bagNumIds[a]=" + a:                                "",
		"bagNumIds[0=" + a:                                 "",
		"bagNumIds[0][1]=" + a:                             "",
		"bagNumIds=" + a + "," + "&bagNumIds[0]=" + b:      "",
		"bagNumIds=" + a + "&bagNumIds=":                   "",
		"bagNumIds=%20":                                    "",
	} {
		if got, err := idsOf(query); got != want || (err == nil) != (want != "") {
			t.Errorf("%s means %q, %v, want %q", query, got, err, want)
		}
	}
}

func TestAnEmptyParameterIsNotGiven(t *testing.T) {
	in, err := homeInputOf(home + "&houseLetter=&houseNumberExt=%20&buildYear=&monument=&energyLabel&valuationDate=")
	want, _ := homeInputOf(home)
	if err != nil || in.AddressQuery != want.AddressQuery || in.Date != want.Date || in.Overrides.BuildYear.Known || in.Overrides.Monument.Known {
		t.Errorf("it means %+v, %v", in, err)
	}
	for query, fault := range map[string]string{
		"postalCode=&houseNumber=68": "postalCode is required", home + "&buildYear=&buildYear=1930": "buildYear is given 2 times",
		home + "&energyLabel=A%20": `energyLabel "A " ends in a space`,
	} {
		if _, err := homeInputOf(query); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: %v, want %q", query, err, fault)
		}
	}
}
