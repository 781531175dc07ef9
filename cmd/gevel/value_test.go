package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/offline/demo"
)

// townForScript is the script command town: it writes the town to ./town, and sets environment variables for
// its edition, its day and the homes below.
func townForScript(ts *testscript.TestScript, _ bool, _ []string) {
	dir := ts.MkAbs("town")
	town, err := copyTown(wholeTown, dir)
	ts.Check(err)
	ts.Setenv("GEVEL_EDITIONS", filepath.Join(dir, "editions"))
	ts.Setenv(todayVariable, townDay.String())
	for variable, name := range map[string]string{
		"ordinary": demo.CaseOrdinary, "ambiguous": demo.CaseAmbiguous,
		"shop": demo.CaseShop, "planned": demo.CaseNextYear,
	} {
		a, ok := town.Case(name)
		if !ok {
			ts.Fatalf("the town has no %s", name)
		}
		if name == demo.CaseAmbiguous {
			a.HouseLetter, a.HouseNumberExt = "", ""
		}
		ts.Setenv(variable, strings.TrimSpace(fmt.Sprintf("%s %d %s", a.PostalCode, a.HouseNumber, a.Extension())))
	}
}

// townHomes writes a town and returns it, with a function that runs gevel value in it.
func townHomes(t *testing.T) (*demo.Town, func(args ...string) (code int, stdout, stderr string)) {
	t.Helper()
	dir := t.TempDir()
	town, err := copyTown(wholeTown, dir)
	if err != nil {
		t.Fatal(err)
	}
	return town, func(args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		c := &console{ctx: t.Context(), stdout: &stdout, stderr: &stderr, now: townNow}
		code := run(c, append([]string{"value", "--editions", filepath.Join(dir, "editions")}, args...))
		return code, stdout.String(), stderr.String()
	}
}

func TestValueAsJSONIsTheDataOfTheAPI(t *testing.T) {
	dir := t.TempDir()
	secret := makeServable(t, dir)
	at := serveUntilDone(t, dir)
	homes := listedHomes(t, dir)
	compared := 0
	const step = 10 // every tenth home is enough
	for i := 0; i < len(homes); i += step {
		text := homes[i]
		for endpoint, flags := range map[string][]string{"/v1/homevalue": nil, "/v1/homevalue/explanation": {"--explain"}} {
			want, ok := askAPI(t, at+endpoint, secret, text)
			if !ok {
				continue
			}
			if got := askJSON(t, dir, text("bag_id"), flags...); got != want {
				t.Fatalf("gevel value --json %s of %s is\n%s\nand the API's data\n%s", flags, text("bag_id"), got, want)
			}
			compared++
		}
	}
	if compared == 0 {
		t.Error("no home was compared")
	}
}

// listedHomes returns the listed homes of the town below dir, each by its columns.
func listedHomes(t *testing.T, dir string) []func(column string) string {
	t.Helper()
	addresses, err := os.ReadFile(filepath.Join(dir, "addresses.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := readCSV(t, string(addresses), ',')
	homes := make([]func(string) string, len(rows)-1)
	for i, row := range rows[1:] {
		homes[i] = func(column string) string { return row[slices.Index(rows[0], column)] }
	}
	return homes
}

// serveUntilDone serves the town below dir until the test ends, and returns the URL.
func serveUntilDone(t *testing.T, dir string) (at string) {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	stdout, printed := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer printed.Close()
		run(&console{ctx: ctx, stdout: printed, stderr: io.Discard, now: townNow}, []string{
			"serve", "--addr", "127.0.0.1:0", "--editions", filepath.Join(dir, "editions"),
			"--photos", filepath.Join(dir, "bucket"), "--keys", filepath.Join(dir, "keys.db"),
		})
	}()
	t.Cleanup(func() { interrupt(); <-ended })
	if _, err := fmt.Fscanf(stdout, "gevel listens at %s\n", &at); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, stdout) }() // its further output does not matter
	return at
}

// askJSON returns the output of gevel value --json for a home with overrides, without spaces.
func askJSON(t *testing.T, dir, home string, flags ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := &console{ctx: t.Context(), stdout: &stdout, stderr: &stderr, now: townNow}
	run(c, append([]string{
		"value", "--json", "--editions", filepath.Join(dir, "editions"), home,
		"--build-year", "1950", "--energy-label", "A++", "--monument", "--rooms", "4",
	}, flags...))
	var got bytes.Buffer
	if err := json.Compact(&got, stdout.Bytes()); err != nil {
		t.Fatalf("%s: %v: %s%s", home, err, stdout.Bytes(), stderr.Bytes())
	}
	return strings.TrimSpace(got.String())
}

// askAPI returns the data of an endpoint for a home with the same overrides, with the meta of the answer as its last
// field, or false when there is none.
func askAPI(t *testing.T, endpoint, secret string, text func(column string) string) (string, bool) {
	t.Helper()
	query := url.Values{
		"postalCode": {text("postal_code")}, "houseNumber": {text("house_number")},
		"buildYear": {"1950"}, "energyLabel": {"A++"}, "monument": {"true"}, "numberOfRooms": {"4"},
	}
	if suffix := text("house_letter") + text("house_number_ext"); suffix != "" {
		query.Set("houseNumberExt", suffix)
	}
	r, err := http.NewRequest(http.MethodGet, endpoint+"?"+query.Encode(), http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var body struct{ Data, Meta json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		return "", false
	}
	return fmt.Sprintf(`%s,"meta":%s}`, body.Data[:len(body.Data)-1], body.Meta), true
}

func TestOverridesKeepTheBoundsOfTheContract(t *testing.T) {
	const year = 2024
	for _, tt := range []struct {
		column, text string
		ok           bool
	}{
		{"build_year", "1000", true},
		{"build_year", "999", false},
		{"build_year", "2027", true},
		{"build_year", "2028", false},
		{"build_year", "1930.0", true},
		{"build_year", "1930.5", false},
		{"use_surface", "5", true},
		{"use_surface", "4", false},
		{"use_surface", "2700", true},
		{"use_surface", "2701", false},
		{"use_surface", "a lot", false},
		{"use_surface", "99999999999999999999", false},
		{"parcel_surface", "0", true},
		{"parcel_surface", "-1", false},
		{"parcel_surface", "1000000", true},
		{"parcel_surface", "1000001", false},
		{"volume", "10", true},
		{"volume", "9", false},
		{"volume", "20000", true},
		{"volume", "20001", false},
		{"rooms", "1", true},
		{"rooms", "0", false},
		{"rooms", "100", true},
		{"rooms", "101", false},
		{"build_type", "Tussenwoning", true},
		{"build_type", "tussenwoning", true},
		{"build_type", "kasteel", false},
		{"energy_label", "A+++++", true},
		{"energy_label", "H", false},
		{"monument", "false", true},
		{"monument", "TRUE", true},
		{"monument", "perhaps", false},
		{"rooms", "", true},
		{"rooms", "  4 ", true},
	} {
		_, faults, unread := spelling.Characteristics(gevel.Standard(), func(column string) string {
			if column == tt.column {
				return tt.text
			}
			return ""
		}, year)
		if got := len(faults)+len(unread) == 0; got != tt.ok {
			t.Errorf("%s %q: faults %v, want ok %v", tt.column, tt.text, faults, tt.ok)
		}
	}
}

func TestEveryFlagIsReadAndEveryFaultNamed(t *testing.T) {
	_, value := townHomes(t)
	code, _, stderr := value("1234AB", "12", "--build-type", "x", "--build-year", "x", "--use-surface", "x",
		"--parcel-surface", "x", "--volume", "x", "--rooms", "x", "--energy-label", "x")
	if code != exitUsage {
		t.Errorf("exit code %d, want %d", code, exitUsage)
	}
	for _, o := range gevel.Standard() {
		if flag := flagName(o.Column) + ":"; o.Column != "monument" && !strings.Contains(stderr, flag) {
			t.Errorf("%s is not named in %q", flag, stderr)
		}
	}
}
