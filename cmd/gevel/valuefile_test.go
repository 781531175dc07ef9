package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

// homesOfCases writes a file of homes with a row per reason, and returns its path and the reasons.
func homesOfCases(t *testing.T, town *demo.Town) (path string, want []gevel.Code) {
	t.Helper()
	ordinary, _ := town.Case(demo.CaseOrdinary)
	lines := []string{
		"Ref;Postal_Code;house_number;house_letter;house_number_ext;bag_id;use_surface;valuation_date;note;build_type",
	}
	add := func(reason gevel.Code, fields ...string) {
		if columns := strings.Count(lines[0], ";"); len(fields) == columns-1 { // no build type
			fields = append(fields, "")
		}
		lines = append(lines, strings.Join(append([]string{fmt.Sprint(len(want))}, fields...), ";"))
		want = append(want, reason)
	}
	address := func(a gevel.Address, more ...string) []string {
		fields := []string{string(a.PostalCode), fmt.Sprint(a.HouseNumber), a.HouseLetter, a.HouseNumberExt}
		return append(fields, more...)
	}
	add("", address(ordinary, "", "", "", "by address")...)
	add("", "", "", "", "", string(ordinary.ObjectID), "", "", "by id")
	add("", "", "", "", "", string(ordinary.NumberID), "85.0", "", `by "number id"`)
	add("", address(ordinary, "", "120", "", "larger")...)
	add("", address(ordinary, "", "", townDay.AddMonths(-14).String(), "a year ago")...)
	for _, c := range []struct {
		name   string
		reason gevel.Code
	}{
		{demo.CaseShop, gevel.NotResidential},
		{demo.CaseBerth, gevel.NotResidential},
		{demo.CaseAmbiguous, gevel.AmbiguousAddress},
		{demo.CaseUnknownYear, gevel.MissingCharacteristics},
		{demo.CaseOutsideModel, gevel.OutsideModel},
		{demo.CaseNextYear, gevel.NotYetBuilt},
		{demo.CaseRemote, gevel.TooFewReferences},
	} {
		a, ok := town.Case(c.name)
		if !ok {
			t.Fatalf("the town has no %s", c.name)
		}
		if c.reason == gevel.AmbiguousAddress {
			a.HouseLetter, a.HouseNumberExt = "", ""
		}
		// A planned home has no walls from which to derive its type.
		add(c.reason, address(a, "", "", "", c.name, "Vrijstaande woning")...)
	}
	add(gevel.AddressNotFound, "9999ZZ", "1", "", "", "", "", "", "nowhere")
	add(gevel.AddressNotFound, "", "", "", "", "0000010000000000", "", "", "no such id")
	add(gevel.Invalid, "", "", "", "", "12", "", "", "no id")
	add(gevel.Invalid, "12345", "x", "", "", "", "", "", "no address")
	add(gevel.Invalid, "1234AB", "0", "", "", "", "", "", "no number")
	add(gevel.Invalid, address(ordinary, "", "4", "", "too small")...)
	add(gevel.Invalid, address(ordinary, "", "", "2999-01-01", "tomorrow")...)
	add(gevel.Invalid, address(ordinary, "", "", "1900-01-01", "before the first model")...)
	add(gevel.Invalid, "too", "few", "fields")
	add(gevel.Invalid, `"never closed`, "", "", "", "", "", "", "")
	add("", address(ordinary, "", "", "", "the last")...)
	path = filepath.Join(t.TempDir(), "homes.csv")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, want
}

func readCSV(t *testing.T, text string, comma rune) [][]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = comma
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestEveryRowComesOutWithItsValueOrItsReason(t *testing.T) {
	town, value := townHomes(t)
	path, want := homesOfCases(t, town)
	code, stdout, stderr := value(path)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	rows := readCSV(t, stdout, ';')
	wantHeader := "Ref Postal_Code house_number house_letter house_number_ext bag_id " +
		"use_surface valuation_date note build_type " +
		"value predicted low80 high80 fsd accuracy confidence_class value_date edition model_version made_by home_status reason message"
	if got := strings.Join(rows[0], " "); got != wantHeader {
		t.Errorf("the columns are %s", got)
	}
	if len(rows) != len(want)+1 {
		t.Fatalf("%d rows came out of %d", len(rows)-1, len(want))
	}
	for i, row := range rows[1:] {
		note, worth, reason, message := row[8], row[10], row[22], row[23]
		if row[0] != fmt.Sprint(i) || reason != string(want[i]) {
			t.Errorf("row %d (%s) came out as %s with reason %q, want %q: %s",
				i, note, row[0], reason, want[i], message)
		}
		if valued := reason == ""; valued != (worth != "") || valued != (message == "") {
			t.Errorf("row %d (%s) has value %q, reason %q, message %q", i, note, worth, reason, message)
		}
		if note == demo.CaseUnknownYear && !strings.HasSuffix(message, "; give it as build_year") {
			t.Errorf("row %d (%s) has message %q, want its column named", i, note, message)
		}
	}
	if rows[1][10] != rows[2][10] || rows[1][10] == rows[4][10] || rows[1][10] == rows[5][10] {
		t.Errorf("values by address %s, by id %s, when larger %s, a year ago %s",
			rows[1][10], rows[2][10], rows[4][10], rows[5][10])
	}
	if !strings.Contains(stderr, "  invalid (line ") ||
		!strings.Contains(stderr, fmt.Sprintf("%d homes in homes.csv: 6 valued", len(want))) {
		t.Errorf("the summary is %s", stderr)
	}
}

// canceling ends a context when anything is written to it.
type canceling struct{ context.CancelFunc }

func (c canceling) Write(p []byte) (int, error) {
	c.CancelFunc()
	return len(p), nil
}

func TestAnInterruptedFileLeavesNothing(t *testing.T) {
	town, _ := townHomes(t)
	dir := t.TempDir()
	for _, name := range []string{"values.csv", "values.parquet", "values.gpkg"} {
		ctx, cancel := context.WithCancel(t.Context())
		var stdout bytes.Buffer
		// The bar's first step cancels.
		c := &console{ctx: ctx, stdout: &stdout, stderr: canceling{cancel}, now: townNow}
		editions := filepath.Join(filepath.Dir(town.Config), "editions")
		code := run(c, []string{"value", "--editions", editions, town.Addresses, "-o", filepath.Join(dir, name)})
		if code != exitInterrupted {
			t.Errorf("%s: exit code %d, want %d", name, code, exitInterrupted)
		}
		left, err := os.ReadDir(dir)
		if err != nil || len(left) > 0 {
			t.Errorf("%s: left behind %v, %v", name, left, err)
		}
	}
}
