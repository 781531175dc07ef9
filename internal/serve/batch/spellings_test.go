package batch

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/testing/spellings"
)

// askedOf returns what a row of JSON asks.
func askedOf(row string) (in endpoints.HomeInput, err error) {
	rows := endpoints.HomeTable(gevel.Standard())
	g := new(jsonRows).read(bodyRow{line: 1, json: []byte(row)})
	g.readAddress()
	bound, err := param.BindRow(param.TableOf(rows), g.Pairs, param.Limits{Today: gevel.NewDate(2026, 1, 1), Oldest: gevel.NewDate(2000, 1, 1)})
	if err := withFaults(append(g.faults, bound.Unread...), err); err != nil {
		return in, err
	}
	return param.Fill(rows, bound)
}

func TestARowIsSpelledAsInAnyFile(t *testing.T) {
	of := func(name string, say func(endpoints.HomeInput) string) func(string) (string, error) {
		return func(text string) (string, error) {
			row := map[string]string{"postalCode": "2594AN", "houseNumber": "15"}
			row[name] = text
			line, err := json.Marshal(row)
			if err != nil {
				return "", err
			}
			in, err := askedOf(string(line))
			return say(in), err
		}
	}
	suffix := func(in endpoints.HomeInput) string { return gevel.JoinSuffix(in.HouseLetter, in.HouseNumberExt) }
	has := func(column string) func(string) (string, error) {
		table := gevel.Standard()
		a := &table[table.Column(column)]
		return of(a.Parameter, func(in endpoints.HomeInput) string { return a.Text(a.Get(&in.Overrides)) })
	}
	spellings.Files(t, "batch", spellings.PostalCode, of("postalCode", func(in endpoints.HomeInput) string { return string(in.PostalCode) }))
	spellings.Files(t, "batch", spellings.HouseNumber, of("houseNumber", func(in endpoints.HomeInput) string {
		return strings.TrimSpace(strconv.Itoa(in.HouseNumber) + " " + suffix(in))
	}))
	spellings.Files(t, "batch", spellings.Extension, of("houseNumberExt", suffix))
	spellings.Files(t, "batch", spellings.Day, of("valuationDate", func(in endpoints.HomeInput) string { return in.Date.String() }))
	spellings.Files(t, "batch", spellings.ID, func(text string) (string, error) {
		line, err := json.Marshal(map[string]string{"bagId": text})
		if err != nil {
			return "", err
		}
		g := new(jsonRows).read(bodyRow{line: 1, json: line})
		return string(g.home.ID), param.Invalid(g.faults)
	})
	spellings.Files(t, "batch", spellings.Number, has("build_year"))
	spellings.Files(t, "batch", spellings.Surface, has("use_surface"))
	spellings.Files(t, "batch", spellings.Missing, func(text string) (string, error) {
		ext, err := of("houseNumberExt", suffix)(text)
		surface, more := has("use_surface")(text)
		return spellings.OrNothing(ext, surface), errors.Join(err, more)
	})
	spellings.Files(t, "batch", spellings.YesNo, has("monument"))
	spellings.Files(t, "batch", spellings.HouseType, has("build_type"))
}

func TestNumbersOfJSONAreTaken(t *testing.T) {
	const address = `{"postalCode":"2594AN","houseNumber":15,`
	for row, want := range map[string]string{
		address + `"useSurface":104}`:                         "104 m2",
		address + `"useSurface":104.0}`:                       "104 m2",
		address + `"useSurface":1.04e2}`:                      "104 m2",
		address + `"useSurface":103.6}`:                       "104 m2",
		address + `"useSurface":"104,0"}`:                     "104 m2",
		address + `"useSurface":null}`:                        "",
		address + `"useSurface":4}`:                           "useSurface 4 is not from 5 to 2700",
		address + `"useSurface":1e400}`:                       "useSurface",
		address + `"buildYear":1930.5}`:                       "buildYear 1930.5 is no whole number",
		address + `"buildType":5}`:                            `buildType "5" is no house type`,
		address + `"monument":2}`:                             "monument 2 is not from 0 to 1",
		`{"postalCode":"2594AN","houseNumber":2.5}`:           `houseNumber "2.5" is no whole number`,
		`{"postalCode":"2594AN","houseNumber":2.65e2}`:        "houseNumber",
		`{"postalCode":"2594AN","houseNumber":"","volume":9}`: "houseNumber is required",
	} {
		in, err := askedOf(row)
		table := gevel.Standard()
		a := &table[gevel.AtUseSurface]
		if err != nil && !strings.Contains(withAll(err), want) || err == nil && a.Text(a.Get(&in.Overrides)) != want {
			t.Errorf("%s: %s, %v, want %q", row, a.Text(a.Get(&in.Overrides)), err, want)
		}
	}
}

func withAll(err error) string {
	e, ok := err.(*gevel.Error) //nolint:errorlint // of withFaults, which wraps none
	if !ok {
		return err.Error()
	}
	return allFaults(e)
}

func TestALetterInTwoPlacesIsOneHome(t *testing.T) {
	for row, want := range map[string]string{
		`{"postalCode":"2594AN","houseNumber":"265A","houseNumberExt":"1"}`:                     "A+1",
		`{"postalCode":"2594AN","houseNumber":"265A-1","houseLetter":"A","houseNumberExt":"1"}`: "A+1",
		`{"postalCode":"2594AN","houseNumber":"265A-1","houseLetter":"A"}`:                      "+A-1",
		`{"postalCode":"2594AN","houseNumber":"265A-1"}`:                                        "+A-1",
		`{"postalCode":"2594  AN","houseNumber":"265-1"}`:                                       "+1",
		`{"postalCode":"2594AN","houseNumber":"265A","houseLetter":"B"}`:                        "",
	} {
		in, err := askedOf(row)
		if got := in.HouseLetter + "+" + in.HouseNumberExt; (err != nil) != (want == "") || want != "" && got != want {
			t.Errorf("%s is %q, %v, want %q", row, got, err, want)
		}
	}
}
