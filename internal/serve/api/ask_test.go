package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/gevel/gevel"
)

// A request as the suite writes it.
type request struct {
	method string // "" is GET
	target string // path and query
	key    string // the name of a key; "" is full, noKey is none
	header http.Header
	body   string
}

const noKey = "none"

// reply is an answer that was checked against the description.
type reply struct {
	*http.Response
	text string
	body map[string]any
}

// ask sends a request and checks what holds for every answer.
func (s *site) ask(t testing.TB, q request) reply {
	t.Helper()
	if q.method == "" {
		q.method = http.MethodGet
	}
	r, err := http.NewRequest(q.method, s.server.URL+q.target, strings.NewReader(q.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity") // or the client asks for gzip and hides it
	for name, values := range q.header {
		r.Header[name] = values
	}
	if q.key == "" {
		q.key = "full"
	}
	if q.key != noKey {
		r.Header.Set("Authorization", "Bearer "+s.secrets[q.key])
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
	a := reply{Response: response, text: string(text)}
	if q.method != http.MethodHead && response.StatusCode != http.StatusNotModified &&
		q.header.Get("Accept-Encoding") == "" && isDescribed(q.target, response) {
		a.body = s.checkAnswer(t, q, response, text)
	}
	checkHeaders(t, q, response)
	return a
}

// isDescribed reports whether a description has the schema of an answer: it has them for all paths below
// the bases, except for answers in bytes.
func isDescribed(target string, r *http.Response) bool {
	base, _ := baseOf(target)
	switch r.StatusCode {
	case http.StatusNoContent, http.StatusPartialContent, http.StatusFound, http.StatusNotModified:
		return false
	case http.StatusOK:
		return base != "" && r.Header.Get("Content-Type") == "application/json"
	}
	return base != ""
}

// baseOf splits a target into the base of its surface, "" where there is none, and the rest.
func baseOf(target string) (base, rest string) {
	for _, base := range []string{"/v1", "/page"} {
		if strings.HasPrefix(target, "/page/portfolio") { // described with batches
			break
		}
		if strings.HasPrefix(target, base) {
			return base, strings.TrimPrefix(target, base)
		}
	}
	return "", target
}

func checkHeaders(t testing.TB, q request, r *http.Response) {
	t.Helper()
	path := r.Request.URL.Path
	if strings.Contains(strings.ToLower(r.Request.URL.RawPath), "%2f") { // an escaped slash separates nothing
		path = r.Request.URL.RawPath
	}
	for name, want := range map[string]bool{
		"X-Request-Id":           true,
		"X-Content-Type-Options": true,
		"API-Version":            strings.HasPrefix(path+"/", "/v1/"),
		"WWW-Authenticate":       r.StatusCode == http.StatusUnauthorized,
		"Allow":                  r.StatusCode == http.StatusMethodNotAllowed,
		"Retry-After":            r.StatusCode == http.StatusTooManyRequests || r.StatusCode == http.StatusServiceUnavailable,
	} {
		if got := r.Header.Get(name) != ""; got != want {
			t.Errorf("%s %s: header %s is there: %v, want %v", q.method, q.target, name, got, want)
		}
	}
}

// checkAnswer checks a body below /v1 against the description.
func (s *site) checkAnswer(t testing.TB, q request, r *http.Response, text []byte) map[string]any {
	t.Helper()
	if got := r.Header.Get("Content-Type"); got != "application/json" {
		t.Errorf("%s %s: content type %q, want application/json", q.method, q.target, got)
	}
	if got := r.Header.Get("Content-Length"); got != strconv.Itoa(len(text)) {
		t.Errorf("%s %s: content length %q of %d bytes", q.method, q.target, got, len(text))
	}
	var body map[string]any
	if err := json.Unmarshal(text, &body); err != nil {
		t.Fatalf("%s %s: %v in %s", q.method, q.target, err, text)
	}
	path, _, _ := strings.Cut(q.target, "?")
	if strings.HasSuffix(path, "/openapi.json") && r.StatusCode == http.StatusOK {
		return body
	}
	if err := s.schemaFor(path, r.StatusCode).VisitJSON(body, openapi3.MultiErrors(),
		openapi3.EnableFormatValidation()); err != nil {
		t.Errorf("%s %s: the answer is not as described: %v\n%s", q.method, q.target, err, text)
	}
	if id, ok := body["id"]; ok && id != r.Header.Get("X-Request-Id") {
		t.Errorf("%s %s: id %v in the body, %s in the header", q.method, q.target, id, r.Header.Get("X-Request-Id"))
	}
	if fault, ok := body["error"].(map[string]any); ok && r.StatusCode != http.StatusOK {
		if fault["code"] != float64(r.StatusCode) {
			t.Errorf("%s %s: error.code %v with status %d", q.method, q.target, fault["code"], r.StatusCode)
		}
	}
	return body
}

// describe asks for the description of a surface, and reads it.
func (s *site) describe(base string) *openapi3.T {
	response, err := http.Get(s.server.URL + base + "/openapi.json")
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	d, err := openapi3.NewLoader().LoadFromIoReader(response.Body)
	if err != nil {
		panic(err)
	}
	return d
}

// schemaFor returns the schema of an answer. A path that is not described answers
// with a failure before parameters are read.
func (s *site) schemaFor(path string, status int) *openapi3.Schema {
	base, rest := baseOf(path)
	described := s.describedOf(base)
	for path, item := range described.Paths.Map() {
		if isAt(path, rest) {
			return operationOf(item).Responses.Status(status).Value.Content.Get("application/json").Schema.Value
		}
	}
	return described.Components.Schemas["Failure"].Value
}

// operationOf returns the one operation of a path.
func operationOf(item *openapi3.PathItem) *openapi3.Operation {
	if item.Post != nil {
		return item.Post
	}
	return item.Get
}

// isAt reports whether a path is one that is described, perhaps with parameters for segments.
func isAt(described, path string) bool {
	want, got := strings.Split(described, "/"), strings.Split(path, "/")
	return slices.EqualFunc(want, got, func(w, g string) bool { return w == g || strings.HasPrefix(w, "{") })
}

// reasons returns the reasons of a failure, in order.
func (a reply) reasons() (list []string) {
	fault, _ := a.body["error"].(map[string]any)
	errors, _ := fault["errors"].([]any)
	for _, e := range errors {
		list = append(list, fmt.Sprint(e.(map[string]any)["reason"]))
	}
	return list
}

// data is the data of an answer.
func (a reply) data() map[string]any {
	data, _ := a.body["data"].(map[string]any)
	return data
}

// at is the query that names an address.
func at(a gevel.Address) string {
	q := url.Values{"postalCode": {string(a.PostalCode)}, "houseNumber": {strconv.Itoa(a.HouseNumber)}}
	if a.HouseLetter != "" {
		q.Set("houseLetter", a.HouseLetter)
	}
	if a.HouseNumberExt != "" {
		q.Set("houseNumberExt", a.HouseNumberExt)
	}
	return q.Encode()
}

// keysOf returns the names of the fields of the object at a path of names in JSON
// text, in their order.
func keysOf(t testing.TB, text string, path ...string) []string {
	t.Helper()
	raw := json.RawMessage(text)
	for _, name := range path {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			t.Fatal(err)
		}
		raw = bytes.TrimSpace(fields[name])
		if len(raw) > 0 && raw[0] == '[' {
			var items []json.RawMessage
			if err := json.Unmarshal(raw, &items); err != nil || len(items) == 0 {
				t.Fatalf("%s: %v in %s", name, err, raw)
			}
			raw = items[0]
		}
	}
	return fieldNames(t, raw)
}

func fieldNames(t testing.TB, raw []byte) (names []string) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, fmt.Sprint(name))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return names
}
