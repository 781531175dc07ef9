package api_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/unicode"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/valuationlog"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

const ndjson = "application/x-ndjson"

// post sends a batch and returns its answer, whole.
func (s *site) post(t testing.TB, target, key string, body io.Reader, header ...string) (*http.Response, string) {
	t.Helper()
	return s.postTo(t, "/batch/values"+target, key, body, append([]string{"Content-Type", ndjson}, header...)...)
}

// postTo sends a body and returns the answer, whole.
func (s *site) postTo(t testing.TB, path, key string, body io.Reader, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.server.URL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.secrets[key])
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := noRedirects.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

// rowsOf reads lines of JSON.
func rowsOf(t testing.TB, text string) (rows []map[string]any) {
	t.Helper()
	for line := range strings.Lines(text) {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		rows = append(rows, row)
	}
	return rows
}

// sampleQueries are queries of /v1/homevalue of every sort: homes as they are, with overrides, on
// days, and refused.
func sampleQueries(t testing.TB, s *site) []url.Values {
	t.Helper()
	var list []url.Values
	add := func(query string, more ...string) {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(more); i += 2 {
			q.Set(more[i], more[i+1])
		}
		list = append(list, q)
	}
	home := at(s.caseAt(t, demo.CaseOrdinary))
	add(home)
	add(home, "useSurface", "120", "energyLabel", "A++", "monument", "true")
	add(home, "valuationDate", "2025-02-03")
	add(home, "valuationDate", "2027-01-01")
	add(home, "volume", "1", "roomz", "4")
	add(home, "buildType", "Kasteel")
	for _, name := range []string{
		demo.CaseShop, demo.CaseBerth, demo.CaseUnknownYear, demo.CaseOutsideModel, demo.CaseNextYear, demo.CaseRemote,
	} {
		add(at(s.caseAt(t, name)))
	}
	ambiguous := s.caseAt(t, demo.CaseAmbiguous)
	add(fmt.Sprintf("postalCode=%s&houseNumber=%d", ambiguous.PostalCode, ambiguous.HouseNumber))
	add("postalCode=9999ZZ&houseNumber=1")
	add("postalCode=1&houseNumber=0")
	add("houseNumber=5")
	for _, a := range s.homes[:100] {
		add(at(a))
	}
	return list
}

// jsonRow is a query as a row.
func jsonRow(q url.Values) string {
	row := map[string]any{}
	for name := range q {
		row[name] = q.Get(name)
		if n, err := strconv.Atoi(q.Get(name)); err == nil {
			row[name] = n
		}
		if q.Get(name) == "true" {
			row[name] = true
		}
	}
	text, _ := json.Marshal(row)
	return string(text)
}

func TestARowOfABatchIsAnsweredAsTheRequestItStandsFor(t *testing.T) {
	s := openSite(t)
	queries := sampleQueries(t, s)
	var body strings.Builder
	for _, q := range queries {
		fmt.Fprintln(&body, jsonRow(q))
	}
	response, full := s.post(t, "?fields=full", "full", strings.NewReader(body.String()))
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != ndjson {
		t.Fatalf("status %d, %v: %s", response.StatusCode, response.Header, full)
	}
	_, short := s.post(t, "", "full", strings.NewReader(body.String()))
	fulls, shorts := rowsOf(t, full), rowsOf(t, short)
	if len(fulls) != len(queries) || len(shorts) != len(queries) {
		t.Fatalf("%d and %d answers of %d rows", len(fulls), len(shorts), len(queries))
	}
	described := s.describeBatch(t)
	for i, q := range queries {
		want := s.ask(t, request{target: "/v1/homevalue?" + q.Encode()}).body
		for name, rows := range map[string][]map[string]any{"BatchFullAnswer": fulls, "BatchAnswer": shorts} {
			if err := described.Components.Schemas[name].Value.VisitJSON(rows[i]); err != nil {
				t.Errorf("row %d is no %s: %v", i+1, name, err)
			}
		}
		if got := fulls[i]["line"]; got != float64(i+1) {
			t.Errorf("row %d comes back as line %v", i+1, got)
		}
		delete(fulls[i], "line")
		delete(fulls[i], "id")
		delete(want, "id")
		if diff := cmp.Diff(want, fulls[i]); diff != "" {
			t.Errorf("%s (-request +row):\n%s", q.Encode(), diff)
		}
		compareShort(t, want, shorts[i])
	}
}

func TestAnArrayIsAnsweredAsItsElementsOnLinesOfTheirOwn(t *testing.T) {
	s := openSite(t)
	var rows []string
	for _, q := range sampleQueries(t, s) {
		rows = append(rows, jsonRow(q))
	}
	asArray := []string{"Content-Type", "application/json; charset=utf-8"}
	_, want := s.post(t, "", "full", strings.NewReader(strings.Join(rows, "\n")))
	array := "\uFEFF[\n" + strings.Join(rows, " ,\n") + "]\n"
	response, got := s.post(t, "", "full", strings.NewReader(array), asArray...)
	if diff := cmp.Diff(want, got); diff != "" || response.Header.Get("Content-Type") != ndjson {
		t.Errorf("%s (-lines +array):\n%s", response.Header.Get("Content-Type"), diff)
	}
	home := strings.TrimSpace(s.home(t))
	_, got = s.post(t, "", "full", strings.NewReader("["+home+",oops,"+home+"]["+home+"]"), asArray...)
	answers := rowsOf(t, got)
	checkEnd(t, answers, 3, "invalid")
	says := func(i int, text string) bool { return strings.Contains(fmt.Sprint(answers[i]["message"]), text) }
	if !says(1, "row 2 of the array is no JSON object") || answers[2]["weightedValue"] == nil ||
		!says(3, "behind the array comes") {
		t.Errorf("a malformed element, and more than an array: %s", got)
	}
	response, got = s.post(t, "", "full", strings.NewReader(home), asArray...)
	const toSend = "send an array of objects, or an object a line as " + ndjson
	if response.StatusCode != http.StatusBadRequest || !strings.Contains(got, toSend) {
		t.Errorf("no array: %d, %s", response.StatusCode, got)
	}
}

// compareShort holds a short answer to the whole one.
func compareShort(t *testing.T, want, got map[string]any) {
	t.Helper()
	if fault := want["error"].(map[string]any); len(fault) > 0 {
		if got["message"] != fault["message"] || got["reason"] == "" || got["weightedValue"] != nil {
			t.Errorf("got %v, want the refusal %v", got, fault)
		}
		return
	}
	data, meta := want["data"].(map[string]any), want["meta"].(map[string]any)
	for _, name := range []string{"weightedValue", "confidenceClass", "accuracy", "predictedValue", "valueDate", "bagId"} {
		if got[name] != data[name] {
			t.Errorf("%s is %v, want %v", name, got[name], data[name])
		}
	}
	for _, name := range []string{"valueLow", "valueHigh", "forecastStandardDeviation"} {
		if text := meta[name].(string); fmt.Sprint(got[name]) == "" || toNumber(t, text) != got[name] {
			t.Errorf("%s is %v, want %v", name, got[name], text)
		}
	}
	program, _ := got["madeBy"].(string)
	if got["edition"] != meta["edition"] || got["modelVersion"] != meta["modelVersion"] || !strings.HasPrefix(program, "gevel ") {
		t.Errorf("got %v, want %v", got, meta)
	}
}

func toNumber(t *testing.T, text string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestARowMayNameItsHomeByID names a home and an office that share an address by their ids.
func TestARowMayNameItsHomeByID(t *testing.T) {
	s := openSite(t)
	var twins []gevel.Address
	at := s.caseAt(t, demo.CaseTwin)
	for a := range s.live.Edition.Addresses {
		if a.PostalCode == at.PostalCode && a.HouseNumber == at.HouseNumber && a.Extension() == at.Extension() {
			twins = append(twins, a)
		}
	}
	if len(twins) < 2 {
		t.Fatalf("the twins are %+v", twins)
	}
	const described = `,"buildType":"Tussenwoning","buildYear":1930,"useSurface":105}`
	var lines, table strings.Builder
	table.WriteString("vbo_id;build_type;build_year;use_surface;postal_code;house_number\n")
	for _, a := range twins {
		fmt.Fprintf(&lines, `{"bagId":"%s"%s`+"\n", a.ObjectID, described)
		fmt.Fprintf(&lines, `{"dwelling_id":"%s.0","postalCode":"nonsense"%s`+"\n", strings.TrimLeft(string(a.ObjectID), "0"), described)
		fmt.Fprintf(&lines, `{"bagId":"%s"%s`+"\n", a.NumberID, described)
		fmt.Fprintf(&table, "%s;Tussenwoning;1930;105 m2;nan;NaN\n", a.ObjectID)
	}
	_, text := s.post(t, "", "full", strings.NewReader(lines.String()))
	for i, row := range rowsOf(t, text) {
		if home := twins[i/3]; home.Kind == gevel.Home && row["bagId"] != string(home.ObjectID) || home.Kind != gevel.Home &&
			row["reason"] != "not_residential" {
			t.Errorf("row %d is %v, want %s", i+1, row, home.ObjectID)
		}
	}
	response, text := s.post(t, "", "full", strings.NewReader(table.String()), "Content-Type", "text/csv")
	for i, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		if home := twins[i]; strings.Contains(line, ";"+string(home.ObjectID)+"\t;") != (home.Kind == gevel.Home) {
			t.Errorf("status %d, row %d is %s, want %s", response.StatusCode, i+1, line, home.ObjectID)
		}
	}
	for row, want := range map[string]string{
		`{"bagId":"0999010000009999"}`:                        "address_not_found",
		`{"bagId":"5,18E+14"}`:                                "a spreadsheet turned into a number",
		`{"bagId":"0999010000009999","bag_id":"1"}`:           "no BAG id of 16 digits",
		`{"bagId":"nan"}`:                                     "postalCode is required",
		`{"bagId":NaN,"postalCode":"x\"NaN","houseNumber":1}`: `x\\\"NaN`,
	} {
		if _, text := s.post(t, "", "full", strings.NewReader(row)); !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", row, text, want)
		}
	}
}

// describeBatch asks for the description of batches, and reads it.
func (s *site) describeBatch(t *testing.T) *openapi3.T {
	t.Helper()
	text := s.ask(t, request{target: "/batch/openapi.json", key: noKey}).text
	d, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err == nil {
		err = d.Validate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestABatchOfASpreadsheetGoesBackToIt sends what Dutch Excel writes: with its mark, as Unicode text, and in Windows-1252.
func TestABatchOfASpreadsheetGoesBackToIt(t *testing.T) {
	s := openSite(t)
	home := s.caseAt(t, demo.CaseOrdinary)
	rows := fmt.Sprintf("id;postal_code;house_number;use_surface\r\n=é;%s;%d;120,0\r\n", home.PostalCode, home.HouseNumber)
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(strings.ReplaceAll(rows, ";", "\t"))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ body, begins, decimal string }{
		"with a mark":  {"\uFEFF" + rows, "\uFEFFid;", ","},
		"Unicode text": {utf16, "\uFEFFid\t", ","},
		"Windows":      {strings.ReplaceAll(rows, "é", "\xe9"), "\uFEFFid;", ","},
		"plain":        {rows, "id;", ","},
		"commas":       {strings.ReplaceAll(strings.ReplaceAll(rows, "120,0", "120.0"), ";", ","), "id,", "."},
	} {
		_, text := s.post(t, "", "full", strings.NewReader(tt.body), "Content-Type", "text/csv")
		fsd := regexp.MustCompile(`\b0` + regexp.QuoteMeta(tt.decimal) + `\d{3,4}\b`)
		if !strings.HasPrefix(text, tt.begins) || !strings.Contains(text, "\n'=é") || !fsd.MatchString(text) {
			t.Errorf("%s: %q", name, text)
		}
		if hasTab := strings.Contains(text, string(home.ObjectID)+"\t"); hasTab != (name != "commas") {
			t.Errorf("%s: the id is kept as text: %v", name, hasTab)
		}
	}
}

func TestABatchOfCSVSaysWhatOneOfJSONDoes(t *testing.T) {
	s := openSite(t)
	home := s.caseAt(t, demo.CaseOrdinary)
	shop := s.caseAt(t, demo.CaseShop)
	row := func(id string, a gevel.Address, surface string) string {
		return fmt.Sprintf("%s;%s;%d;%s;%s;%s\n", id, a.PostalCode, a.HouseNumber, a.HouseLetter, a.HouseNumberExt, surface)
	}
	body := "id;postal_code;HouseNumber;house_letter;houseNumberExt;use_surface\n" +
		row("a/1", home, "") + row("a/2", home, "120") + "too;few\n" + row("\"a\n3\"", shop, "") + row("a4", home, "x")
	response, text := s.post(t, "?cells=raw", "full", strings.NewReader(body), "Content-Type", "text/csv; charset=utf-8")
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/csv") {
		t.Fatalf("status %d: %s", response.StatusCode, text)
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = ';'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	_, asJSON := s.post(t, "?format=ndjson", "full", strings.NewReader(body), "Content-Type", "text/csv")
	answers := rowsOf(t, asJSON)
	if len(rows) != 6 || len(answers) != 5 {
		t.Fatalf("%d rows of CSV, %d of JSON", len(rows)-1, len(answers))
	}
	for i, want := range answers {
		got := map[string]string{}
		for j, column := range rows[0] {
			got[column] = rows[i+1][j]
		}
		for _, name := range []string{"weightedValue", "valueLow", "bagId", "line", "reason", "forecastStandardDeviation"} {
			text := ""
			if want[name] != nil {
				text = fmt.Sprint(want[name])
				if f, ok := want[name].(float64); ok {
					text = strconv.FormatFloat(f, 'f', -1, 64)
				}
			}
			if got[name] != text {
				t.Errorf("row %d: %s is %q, want %q", i+1, name, got[name], text)
			}
		}
	}
	lines := []any{}
	for _, a := range answers {
		lines = append(lines, a["line"])
	}
	if diff := cmp.Diff([]any{2.0, 3.0, 4.0, 5.0, 7.0}, lines); diff != "" {
		t.Errorf("lines differ (-want +got):\n%s", diff)
	}
	if answers[0]["id"] != "a/1" || answers[0]["weightedValue"] == answers[1]["weightedValue"] {
		t.Errorf("got %v and %v", answers[0], answers[1])
	}
}

func TestAMalformedRowDoesNotEndABatch(t *testing.T) {
	s := openSite(t)
	home := s.caseAt(t, demo.CaseOrdinary)
	good := fmt.Sprintf(`{"postalCode":%q,"houseNumber":%d.0,"houseLetter":null,"id":"x"}`, home.PostalCode, home.HouseNumber)
	rows := []struct{ text, message string }{
		{good, ""},
		{`{"postalCode":`, "line 2 is no JSON object"},
		{`[1]`, "it begins with"},
		{`null`, "it begins with null"},
		{good + good, "something follows"},
		{`{"postalCode":{},"houseNumber":1}`, `"postalCode" is no single value`},
		{`{"postalCode":[],"houseNumber":[1]}`, "2 parameters are at fault: postalCode, houseNumber["},
		{`{"postalCode":"1234AB","houseNumber":1,"houseNumber":2}`, "is given 2 times"},
		{`{"postalCode":"1234AB","houseNumber":1,"usesurfce":2}`, "did you mean useSurface"},
		{`{"postalCode":"1234AB","houseNumber":""}`, "houseNumber is required"},
		{`{"postalCode":"1234AB","houseNumber":1.5}`, "is no whole number"},
		{strings.Replace(good, `"x"`, `"`+strings.Repeat("é", 128)+`"`, 1), ""},
		{strings.Replace(good, `"x"`, `"`+strings.Repeat("é", 129)+`"`, 1), "at most 128 printable characters"},
		{`{"id":"` + strings.Repeat("x", 200) + `"}`, "postalCode is required"},
		{good, ""},
	}
	var body strings.Builder
	for _, r := range rows {
		fmt.Fprintln(&body, r.text)
	}
	_, text := s.post(t, "", "full", strings.NewReader("\uFEFF"+strings.ReplaceAll(body.String(), "\n", "\r\n")))
	answers := rowsOf(t, text)
	if len(answers) != len(rows) {
		t.Fatalf("%d answers of %d rows:\n%s", len(answers), len(rows), text)
	}
	for i, a := range answers {
		whole, _ := json.Marshal(a["errors"])
		message := fmt.Sprint(a["message"]) + strings.ReplaceAll(string(whole), `\"`, `"`)
		if (a["weightedValue"] != nil) != (rows[i].message == "") || !strings.Contains(message, rows[i].message) {
			t.Errorf("row %d is answered %v, want %q", i+1, a, rows[i].message)
		}
	}
}

func TestWhatIsWrongWithABatchIsSaidBeforeOrLast(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Batch.MaxBatchBytes = 8192 })
	home := s.caseAt(t, demo.CaseOrdinary)
	good := fmt.Sprintf(`{"postalCode":%q,"houseNumber":%d}`, home.PostalCode, home.HouseNumber) + "\n"
	zip := func(text string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = io.WriteString(z, text)
		z.Close()
		return b.String()
	}
	zipBegun := func(text string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = io.WriteString(z, text)
		_ = z.Flush()
		return b.String()
	}
	spoilt := func(zipped string) string { // the checksum is in front of the length, each of four bytes
		return zipped[:len(zipped)-8] + "none" + zipped[len(zipped)-4:]
	}
	streamed := func(text string) io.Reader { return struct{ io.Reader }{strings.NewReader(text)} }
	zipped := []string{"Content-Encoding", "gzip"}
	asCSV := []string{"Content-Type", "text/csv"}
	for _, tt := range []struct {
		name   string
		target string
		body   io.Reader
		header []string
		status int
		rows   int // before the last
		reason string
		says   string
	}{
		{name: "too long", body: strings.NewReader(strings.Repeat(good, 400)), status: 413, reason: "too_large"},
		{name: "too long, streamed", body: streamed(strings.Repeat(good, 400)), status: 200, rows: -1, reason: "too_large"},
		{
			name: "too long unzipped", body: strings.NewReader(zip(strings.Repeat(good, 400))), header: zipped, status: 200,
			rows: -1, reason: "too_large",
		},
		{
			name: "blank without end", body: strings.NewReader(zip(strings.Repeat("\n", 90000))), header: zipped, status: 413,
			reason: "too_large",
		},
		{name: "gzip", body: strings.NewReader(zip(good)), header: zipped, status: 200, rows: 1},
		{
			name:   "gzip of an array with a wrong checksum",
			body:   strings.NewReader(spoilt(zip("[" + strings.TrimSpace(good) + "]"))),
			header: []string{"Content-Encoding", "gzip", "Content-Type", "application/json"},
			status: 200, rows: 1, reason: "invalid", says: "no whole gzip",
		},
		{name: "no gzip", body: strings.NewReader(good), header: zipped, status: 400, reason: "invalid", says: "no whole gzip"},
		{
			name: "gzip cut short", body: strings.NewReader(zip(good)[:len(zip(good))-6]), header: zipped, status: 200, rows: 1,
			reason: "invalid", says: "no whole gzip",
		},
		{
			name: "gzip cut short in a row", body: strings.NewReader(zipBegun(good + strings.TrimSpace(good))), header: zipped,
			status: 200, rows: 1, reason: "invalid", says: "no whole gzip",
		},
		{
			name: "gzip of CSV cut short in a row", target: "?format=ndjson",
			body: strings.NewReader(zipBegun(fmt.Sprintf("postalCode,houseNumber\n%s,%d\n%s,%d", home.PostalCode,
				home.HouseNumber, home.PostalCode, home.HouseNumber))),
			header: append(asCSV, zipped...), status: 200, rows: 1, reason: "invalid", says: "no whole gzip",
		},
		{
			name: "not UTF-8", body: strings.NewReader(good + "{\"id\":\"caf\xe9\"}\n" + good), status: 200, rows: 1,
			reason: "invalid", says: "line 2 is not UTF-8",
		},
		{
			name: "not UTF-8 at once", body: strings.NewReader("\xff\xfe" + good), status: 400, reason: "invalid",
			says: "line 1 is not UTF-8",
		},
		{name: "no rows", body: strings.NewReader(""), status: 200},
		{
			name: "no header", body: strings.NewReader(""), header: asCSV, status: 400, reason: "invalid",
			says: "the body has no header; its first line names the columns",
		},
		{
			name: "a blank header", body: strings.NewReader("\r\n\r\n"), header: asCSV, status: 400, reason: "invalid",
			says: "the body has no header",
		},
		{
			name: "a broken header", body: strings.NewReader("postalCode,\"houseNumber\n"), header: asCSV, status: 400,
			reason: "invalid", says: "the header of the body is no CSV",
		},
		{
			name: "a column without a name", body: strings.NewReader("postalCode,houseNumber,\n"), header: asCSV, status: 400,
			reason: "column 3", says: "column 3 has no name",
		},
		{
			name: "unknown column", body: strings.NewReader("postkode;houseNumber\n"), header: asCSV, status: 400,
			reason: "postkode", says: "there is no column",
		},
		{
			name: "column twice", body: strings.NewReader("postalCode;postal_code;houseNumber\n"), header: asCSV, status: 400,
			reason: "postal_code", says: "two columns",
		},
		{name: "column not there", body: strings.NewReader("postalCode\n"), header: asCSV, status: 400, reason: "houseNumber"},
		{
			name: "another type", body: strings.NewReader("{}"), header: []string{"Content-Type", "application/xml"},
			status: 415, reason: "unsupported_media_type",
		},
		{
			name: "another encoding", body: strings.NewReader("{}"), header: []string{"Content-Encoding", "br"}, status: 415,
			reason: "unsupported_media_type",
		},
		{
			name: "unknown parameter", target: "?field=full", body: strings.NewReader(good), status: 400, reason: "field",
			says: "did you mean fields",
		},
		{name: "whole answers as CSV", target: "?fields=full&format=csv", body: strings.NewReader(good), status: 400, reason: "fields"},
		{
			name: "a day to come", target: "?valuationDate=2027-01-01", body: strings.NewReader(good), status: 400,
			reason: "valuationDate",
		},
		{name: "blanks behind the last row", body: strings.NewReader(good + strings.Repeat(" ", 3000)), status: 200, rows: 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			response, text := s.post(t, tt.target, "full", tt.body, tt.header...)
			if response.StatusCode != tt.status || !strings.Contains(text, tt.says) {
				t.Fatalf("status %d, want %d and %q: %s", response.StatusCode, tt.status, tt.says, text)
			}
			if tt.status != http.StatusOK {
				if !strings.Contains(text, `"reason":"`+tt.reason+`"`) {
					t.Errorf("the answer has no reason %s: %s", tt.reason, text)
				}
				return
			}
			checkEnd(t, rowsOf(t, text), tt.rows, tt.reason)
		})
	}
}

// TestWhyABatchIsRefusedReachesWhoIsStillSending sends far more than a connection holds behind a header that is refused,
// and reads only then, as simple callers do.
func TestWhyABatchIsRefusedReachesWhoIsStillSending(t *testing.T) {
	s := openSite(t)
	body := "postkode;houseNumber\n" + strings.Repeat("1234AB;1\n", 1<<20)
	connection, err := net.Dial("tcp", s.server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := fmt.Fprintf(connection, "POST /batch/values HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: text/csv\r\nContent-Length: %d\r\n\r\n%s", s.secrets["full"], len(body), body); err != nil {
		t.Fatalf("the body is not taken: %v", err)
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatalf("there is no answer: %v", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), "there is no column") {
		t.Errorf("status %d, %v: %s", response.StatusCode, err, text)
	}
}

func TestALineThatIsTooLongEndsABatch(t *testing.T) {
	s := openSite(t)
	for kind, body := range map[string]string{
		ndjson:     s.home(t) + `{"id":"` + strings.Repeat("x", 64<<10) + "\"}\n" + s.home(t),
		"text/csv": "postalCode,houseNumber\n1234AB,1\n" + strings.Repeat("x", 64<<10) + "\n1234AB,2\n",
	} {
		_, text := s.post(t, "?format=ndjson", "full", strings.NewReader(body), "Content-Type", kind)
		checkEnd(t, rowsOf(t, text), 1, "invalid")
		if !strings.Contains(text, "a line is longer than 65536 bytes") {
			t.Errorf("%s is answered %s", kind, text)
		}
	}
}

// checkEnd holds that rows are followed by a last row with a reason, unless that is "". -1 are some
// rows.
func checkEnd(t *testing.T, answers []map[string]any, rows int, reason string) {
	t.Helper()
	if reason == "" {
		if len(answers) != rows {
			t.Errorf("%d answers, want %d", len(answers), rows)
		}
		return
	}
	if len(answers) == 0 {
		t.Fatal("there is no last row")
	}
	last := answers[len(answers)-1]
	if last["reason"] != reason || last["rows"] != float64(len(answers)-1) || rows >= 0 && len(answers)-1 != rows {
		t.Errorf("after %d answers comes %v, want %d and %s", len(answers)-1, last, rows, reason)
	}
}

func TestARowCountsAsARequest(t *testing.T) {
	var s *site
	s = openSite(t, func(c *setup) {
		c.BatchWait = func(_ context.Context, d time.Duration) error {
			s.clock.set(s.clock.now().Add(d))
			return nil
		}
	})
	home := s.caseAt(t, demo.CaseOrdinary)
	good := fmt.Sprintf(`{"postalCode":%q,"houseNumber":%d}`, home.PostalCode, home.HouseNumber) + "\n"
	for key, want := range map[string]int{"images only": 403, "expired": 401, "revoked": 401, "nobody": 401} {
		if response, _ := s.post(t, "", key, strings.NewReader(good)); response.StatusCode != want {
			t.Errorf("key %s: status %d, want %d", key, response.StatusCode, want)
		}
	}
	before := s.clock.now()
	_, text := s.post(t, "", "slow", strings.NewReader(strings.Repeat(good, 5)))
	if took := s.clock.now().Sub(before); len(rowsOf(t, text)) != 5 || took < 8*time.Second {
		t.Errorf("5 rows at one in 2 seconds took %s:\n%s", took, text)
	}
	_, text = s.post(t, "", "small", strings.NewReader(strings.Repeat(good, 5)))
	checkEnd(t, rowsOf(t, text), 1, "forbidden")
	if !strings.Contains(text, "quota of 1 requests") || !strings.Contains(text, "with 1 of its rows answered") {
		t.Errorf("the last row is %s", text)
	}
	response, _ := s.post(t, "", "small", strings.NewReader(good))
	if response.StatusCode != http.StatusForbidden {
		t.Errorf("status %d when the quota is used, want 403", response.StatusCode)
	}
	if got := s.ask(t, request{target: "/batch/values"}); got.StatusCode != http.StatusMethodNotAllowed ||
		got.Header.Get("Allow") != "POST" {
		t.Errorf("GET is answered %d, Allow %q", got.StatusCode, got.Header.Get("Allow"))
	}
}

// conversation is a batch whose rows are sent one by one.
type conversation struct {
	*json.Decoder
	body   *io.PipeWriter
	answer *http.Response
}

func (s *site) converse(t *testing.T, ctx context.Context) *conversation {
	t.Helper()
	read, write := io.Pipe()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.server.URL+"/batch/values", read)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.secrets["full"])
	r.Header.Set("Content-Type", ndjson)
	c := &conversation{body: write}
	var sent sync.WaitGroup
	sent.Go(func() { c.say(s.home(t)) })
	c.answer, err = http.DefaultTransport.RoundTrip(r)
	sent.Wait()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { write.Close(); c.answer.Body.Close() })
	c.Decoder = json.NewDecoder(c.answer.Body)
	return c
}

func (c *conversation) say(row string) { _, _ = io.WriteString(c.body, row) }

func (s *site) home(t testing.TB) string {
	home := s.caseAt(t, demo.CaseOrdinary)
	return fmt.Sprintf(`{"postalCode":%q,"houseNumber":%d}`, home.PostalCode, home.HouseNumber) + "\n"
}

func TestAnswersComeWhileRowsAreSentAndAreOfOneEdition(t *testing.T) {
	other := smalltown.Shared(t)
	var current *live.Current
	s := openSite(t, func(c *setup) { current = c.Current })
	mine := s.live.Edition.ID()
	c := s.converse(t, t.Context())
	for i := range 5 {
		var row map[string]any
		if err := c.Decode(&row); err != nil || row["line"] != float64(i+1) || row["weightedValue"] == nil || row["edition"] != mine {
			t.Fatalf("row %d is answered %v, %v", i+1, row, err)
		}
		if i == 1 {
			current.Swap(live.New(other.Edition(), other.Valuer))
		}
		c.say(s.home(t))
	}
	c.body.Close()
	var row map[string]any
	if err := c.Decode(&row); err != nil || row["line"] != 6.0 {
		t.Errorf("the last row is answered %v, %v", row, err)
	}
	if err := c.Decode(&row); err != io.EOF { //nolint:errorlint // of a decoder
		t.Errorf("after the last row comes %v, %v", row, err)
	}
	if got := s.ask(t, request{target: "/v1/homevalue?" + at(s.caseAt(t,
		demo.CaseOrdinary))}); got.StatusCode != http.StatusNotFound {
		t.Errorf("after the batch the other edition, without this home, answers %d", got.StatusCode)
	}
}

func TestBatchesAreBoundedAndEndWithTheCallerOrTheService(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Batch.MaxBatches = 1 })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.converse(t, ctx)
	response, text := s.post(t, "", "full", strings.NewReader(s.home(t)))
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Errorf("a second batch of a key is answered %d: %s", response.StatusCode, text)
	}
	if response, text := s.post(t, "", "valuation only", strings.NewReader(s.home(t))); response.StatusCode != http.StatusOK {
		t.Errorf("a batch of another key is answered %d: %s", response.StatusCode, text)
	}
	cancel() // the caller goes away
	for s.scrape(t)["gevel_batches_in_work"] > 0 {
		select {
		case <-t.Context().Done():
			t.Fatal("the batch of a caller who went away goes on")
		default:
		}
	}
	other := s.converse(t, t.Context())
	var row map[string]any
	if err := other.Decode(&row); err != nil {
		t.Fatal(err)
	}
	s.service.End()
	if err := other.Decode(&row); err != nil || row["reason"] != "unavailable" || row["rows"] != 1.0 {
		t.Errorf("at the end of the service comes %v, %v", row, err)
	}
}

// TestABatchThatWaitsForItsRateSaysThatTheServiceEnds has a body that is read whole long before.
func TestABatchThatWaitsForItsRateSaysThatTheServiceEnds(t *testing.T) {
	s := openSite(t)
	r, err := http.NewRequest(http.MethodPost, s.server.URL+"/batch/values", strings.NewReader(strings.Repeat(s.home(t), 100)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.secrets["slow"])
	r.Header.Set("Content-Type", ndjson)
	response, err := noRedirects.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines, row := json.NewDecoder(response.Body), map[string]any{}
	if err := lines.Decode(&row); err != nil || row["line"] != 1.0 {
		t.Fatalf("the first row is %v, %v", row, err)
	}
	s.service.End()
	for row["rows"] == nil {
		row = map[string]any{}
		if err := lines.Decode(&row); err != nil {
			t.Fatalf("the answer ends with %v, and no row says why", err)
		}
	}
	if row["reason"] != "unavailable" || row["rows"].(float64) >= 100 {
		t.Errorf("the last row is %v", row)
	}
}

func TestRowsOfABatchAreRecorded(t *testing.T) {
	var log recorder
	s := openSite(t, func(c *setup) { c.Valuations = &log })
	_, text := s.post(t, "", "full", strings.NewReader(s.home(t)+"{}\n"+s.home(t)), "X-Request-Id", "mine")
	if len(rowsOf(t, text)) != 3 {
		t.Fatalf("answered %s", text)
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	ids := map[string]bool{}
	for _, r := range log.records {
		ids[r.Request] = r.Endpoint == "/batch/values" && r.KeyName == "full"
	}
	if len(log.records) != 2 || !ids["mine-1"] || !ids["mine-3"] {
		t.Errorf("recorded %+v", log.records)
	}
}

// recorder keeps what is recorded.
type recorder struct {
	mu      sync.Mutex
	records []valuationlog.Entry
}

func (r *recorder) Append(record valuationlog.Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.records = append(r.records, record)
	return nil
}

// brokenRecorder records nothing of the rows from a line on.
type brokenRecorder struct{ from int }

func (b brokenRecorder) Append(record valuationlog.Entry) error {
	line, err := strconv.Atoi(record.Request[strings.LastIndex(record.Request, "-")+1:])
	if err == nil && line >= b.from {
		err = errors.New("the disk is full")
	}
	return err
}

func TestABatchEndsWhereAValuationCanNotBeRecorded(t *testing.T) {
	for _, from := range []int{1, 40} {
		s := openSite(t, func(c *setup) { c.Valuations = brokenRecorder{from} })
		response, text := s.post(t, "", "full", strings.NewReader(strings.Repeat(s.home(t), 5000)))
		if from == 1 {
			if response.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "could not be recorded") {
				t.Errorf("status %d, want 503: %.200s", response.StatusCode, text)
			}
			continue
		}
		answers := rowsOf(t, text)
		checkEnd(t, answers, from-1, "unavailable")
		for i, a := range answers[:len(answers)-1] {
			if a["line"] != float64(i+1) || a["weightedValue"] == nil {
				t.Errorf("row %d is answered %v", i+1, a)
			}
		}
	}
}
