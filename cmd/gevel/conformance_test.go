// A black-box test of the API, written only from the description of the service and its contract: it sends
// requests to a running demo and uses nothing of the code.

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

// TestConformance compares the demo with the published interface.
func TestConformance(t *testing.T) {
	l := startDemo(t)
	for _, part := range []struct {
		name  string
		check func(*testing.T, *liveDemo)
	}{
		{"access", conformAccess},
		{"limits", conformLimits},
		{"open pages", conformOpenPages},
		{"parameters", conformParameters},
		{"echo", conformEcho},
		{"addresses", conformAddresses},
		{"valuation", conformValuation},
		{"cases", conformCases},
		{"dates", conformDates},
		{"overrides", conformOverrides},
		{"house images", conformHouseImages},
		{"front views", conformFrontViews},
		{"image URLs", conformImageURLs},
		{"Python client", conformPythonClient},
		{"TypeScript types", conformTypeScript},
		{"MCP on standard input", conformMCP},
	} {
		t.Run(part.name, func(t *testing.T) { part.check(t, l) })
	}
}

// liveDemo is a running demo.
type liveDemo struct {
	at    string // host and port, http://host:port
	list  string // the demo's addresses.csv
	now   atomic.Int64
	homes []demoHome
	town  *demo.Town
	keys  map[string]string // secrets of keys with fewer rights than the demo's, by name
}

// demoHome is a row of the demo's addresses.csv.
type demoHome struct{ postalCode, number, letter, ext, bagID, numberID string }

// startDemo makes a demo, and keys with fewer rights, and serves until the test ends.
func startDemo(t *testing.T) *liveDemo {
	t.Helper()
	dir := t.TempDir()
	args := []string{"demo", "--dir", dir, "--homes", "600", "--date", townDay.String(), "--addr", "127.0.0.1:0"}
	l := &liveDemo{list: filepath.Join(dir, "addresses.csv"), keys: map[string]string{}}
	l.now.Store(townNow().Unix())
	clock := func() time.Time { return time.Unix(l.now.Load(), 0) }
	var fault bytes.Buffer
	if code := run(&console{ctx: t.Context(), stdout: io.Discard, stderr: &fault, now: clock}, append(args, "--no-serve")); code != 0 {
		t.Fatal(fault.String())
	}
	for name, flags := range map[string][]string{
		"valuation": {"--scope", "valuation"}, "images": {"--scope", "images"},
		"quota": {"--quota", "2"}, "two": {"--quota", "2"}, "rate": {"--rate", "0.001"}, "expired": {"--expires", "1h"}, "revoked": nil,
	} {
		var secret bytes.Buffer
		c := &console{ctx: t.Context(), stdout: &secret, stderr: &fault, now: clock}
		if name == "expired" {
			c.now = func() time.Time { return clock().Add(-2 * time.Hour) }
		}
		if code := run(c, append([]string{"keys", "--keys", filepath.Join(dir, "keys.db"), "create", "--name", name}, flags...)); code != 0 {
			t.Fatal(fault.String())
		}
		l.keys[name] = strings.TrimSpace(secret.String())
	}
	run(&console{ctx: t.Context(), stdout: io.Discard, stderr: io.Discard, now: clock},
		[]string{"keys", "--keys", filepath.Join(dir, "keys.db"), "revoke", "revoked"})
	l.readTown(t, dir)
	l.serve(t, args, clock)
	return l
}

// serve runs the demo until the test ends.
func (l *liveDemo) serve(t *testing.T, args []string, clock func() time.Time) {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	stdout, printed := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer printed.Close()
		run(&console{ctx: ctx, stdout: printed, stderr: io.Discard, now: clock}, args)
	}()
	t.Cleanup(func() { interrupt(); <-ended })
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if at, ok := strings.CutPrefix(lines.Text(), "open "); ok {
			l.at, _, _ = strings.Cut(at, "/ to see values on a page")
		}
		if strings.HasPrefix(lines.Text(), "Ctrl-C") {
			break
		}
	}
	if l.at == "" {
		t.Fatal("the demo does not listen")
	}
	go func() { _, _ = io.Copy(io.Discard, stdout) }()
}

// readTown reads the homes and the special cases of the town.
func (l *liveDemo) readTown(t *testing.T, dir string) {
	t.Helper()
	for _, of := range listedHomes(t, dir) {
		l.homes = append(l.homes, demoHome{
			of("postal_code"), of("house_number"), of("house_letter"), of("house_number_ext"), of("bag_id"), of("number_id"),
		})
	}
	var err error
	l.town, err = demo.Write(t.Context(), t.TempDir(),
		demo.Options{Seed: 1, Date: townDay, Dwellings: 600, Photos: gevel.Some(0.0)}) // the same town without photos
	if err != nil || len(l.homes) != l.town.Homes {
		t.Fatalf("%d homes are listed: %v", len(l.homes), err)
	}
}

// of returns the query for the address of a case.
func (l *liveDemo) of(t *testing.T, name string) string {
	t.Helper()
	a, ok := l.town.Case(name)
	if !ok {
		t.Fatalf("the town has no %s", name)
	}
	return demoHome{string(a.PostalCode), strconv.Itoa(a.HouseNumber), a.HouseLetter, a.HouseNumberExt, "", ""}.query()
}

func (h demoHome) query() string {
	q := "postalCode=" + h.postalCode + "&houseNumber=" + h.number
	if h.letter != "" {
		q += "&houseLetter=" + h.letter
	}
	if h.ext != "" {
		q += "&houseNumberExt=" + h.ext
	}
	return q
}

// reply is an answer of the demo.
type reply struct {
	asked  string
	status int
	header http.Header
	raw    []byte
	body   map[string]any
}

// get asks below /v1 with the demo's key.
func (l *liveDemo) get(t *testing.T, target string) reply {
	t.Helper()
	return l.ask(t, http.MethodGet, "/v1/"+target, "Authorization", "Bearer demo")
}

// ask requests a path or a URL with pairs of header names and values.
func (l *liveDemo) ask(t *testing.T, method, target string, headers ...string) reply {
	t.Helper()
	if strings.HasPrefix(target, "/") {
		target = l.at + target
	}
	r, err := http.NewRequestWithContext(t.Context(), method, target, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got := reply{asked: method + " " + target, status: response.StatusCode, header: response.Header}
	if got.raw, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	if method != http.MethodHead && response.Header.Get("Content-Type") == "application/json" {
		if err := json.Unmarshal(got.raw, &got.body); err != nil {
			t.Fatalf("%s: %v: %s", got.asked, err, got.raw)
		}
	}
	return got
}

// at returns the value at a path such as data.references.0.amount.
func (r reply) at(path string) any {
	var v any = r.body
	for step := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			found, ok := in[step]
			if !ok {
				return absent
			}
			v = found
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(in) {
				return absent
			}
			v = in[i]
		default:
			return absent
		}
	}
	return v
}

// absent is the value at a path that does not exist, as opposed to null.
const absent = "(absent)"

// want checks the value at a path: a JSON value, or a regexp for a text.
func (r reply) want(t *testing.T, path string, want any) {
	t.Helper()
	got := r.at(path)
	if pattern, ok := want.(*regexp.Regexp); ok {
		if text, isText := got.(string); !isText || !pattern.MatchString(text) {
			t.Errorf("%s: %s is %v, want text like %s", r.asked, path, got, pattern)
		}
		return
	}
	if n, ok := want.(int); ok {
		want = float64(n)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %s is %v, want %v", r.asked, path, got, want)
	}
}

// wantFields checks that the object at a path has exactly these fields.
func (r reply) wantFields(t *testing.T, path string, fields ...string) {
	t.Helper()
	object, _ := r.at(path).(map[string]any)
	if path == "" {
		object = r.body
	}
	var got []string
	for name := range object {
		got = append(got, name)
	}
	slices.Sort(got)
	if want := slices.Sorted(slices.Values(fields)); !slices.Equal(got, want) {
		t.Errorf("%s: the fields of %q are %v, want %v", r.asked, path, got, want)
	}
}

var uuidV7 = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

// wantSuccess checks the envelope of a 200.
func (r reply) wantSuccess(t *testing.T) {
	t.Helper()
	if r.status != http.StatusOK {
		t.Fatalf("%s: status %d, want 200: %s", r.asked, r.status, r.raw)
	}
	r.wantEnvelope(t)
	r.wantFields(t, "", "id", "params", "data", "error", "meta", "status")
	r.want(t, "status", "success")
	r.wantFields(t, "error")
}

// wantFailure checks the envelope of a failure and the reasons in it, in order.
func (r reply) wantFailure(t *testing.T, status int, reasons ...string) {
	t.Helper()
	if r.status != status {
		t.Errorf("%s: status %d, want %d: %s", r.asked, r.status, status, r.raw)
		return
	}
	r.wantEnvelope(t)
	r.want(t, "status", "failure")
	r.wantFields(t, "error", "code", "message", "errors")
	r.want(t, "error.code", status)
	r.want(t, "error.message", regexp.MustCompile(`.`))
	details, _ := r.at("error.errors").([]any)
	var got []string
	for i := range details {
		at := "error.errors." + strconv.Itoa(i)
		r.wantFields(t, at, "reason", "message")
		r.want(t, at+".message", regexp.MustCompile(`.`))
		reason, _ := r.at(at + ".reason").(string)
		got = append(got, reason)
	}
	if !slices.Equal(got, reasons) {
		t.Errorf("%s: the reasons are %v, want %v", r.asked, got, reasons)
	}
	if status != http.StatusNotFound && r.at("data") != absent {
		t.Errorf("%s: data is %v, want none", r.asked, r.at("data"))
	}
}

// wantEnvelope checks the part that success and failure have in common.
func (r reply) wantEnvelope(t *testing.T) {
	t.Helper()
	if got := r.header.Get("Content-Type"); got != "application/json" {
		t.Errorf("%s: content type %q", r.asked, got)
	}
	r.want(t, "id", uuidV7)
	r.want(t, "id", r.header.Get("X-Request-Id"))
}

// wantForbidden checks the body of a 403, which has no envelope.
func (r reply) wantForbidden(t *testing.T) {
	t.Helper()
	if r.status != http.StatusForbidden {
		t.Errorf("%s: status %d, want 403: %s", r.asked, r.status, r.raw)
		return
	}
	r.wantFields(t, "", "message")
	r.want(t, "message", regexp.MustCompile(`.`))
}
