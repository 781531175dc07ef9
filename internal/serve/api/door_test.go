package api_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/measure"
	"github.com/gevel/gevel/internal/serve/tile"
	"github.com/gevel/gevel/internal/serve/upload"
	"github.com/gevel/gevel/internal/serve/valuationlog"
	"github.com/gevel/gevel/internal/serve/web"
)

// entries counts what is logged, by the route that answered it.
type entries struct {
	mu sync.Mutex
	of map[string]int
}

func (e *entries) Append(r valuationlog.Entry) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.of[r.Endpoint]++
	return nil
}

// uses returns how often a key was used, once all is written.
func (s *site) uses(t *testing.T, key string) (uses int64) {
	t.Helper()
	for same := 0; same < 3; same++ {
		time.Sleep(150 * time.Millisecond) // longer than between two writings
		shown, err := s.keys.Show(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		now := int64(0)
		for _, u := range shown.Usage {
			now += u.Uses
		}
		if now != uses {
			uses, same = now, 0
		}
	}
	return uses
}

// charged returns uses once it is what is wanted, or else after a time in which even a slow machine writes all.
func (s *site) charged(t *testing.T, key string, want int64) (uses int64) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; {
		if uses = s.uses(t, key); uses == want || time.Now().After(end) {
			return uses
		}
	}
}

const mcpCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call",
	"params":{"name":"value_home","arguments":{"postalCode":%q,"houseNumber":%d}}}`

var (
	csvHeader  = http.Header{"Content-Type": {"text/csv"}}
	rowsHeader = http.Header{"Content-Type": {ndjson}}
	mcpHeader  = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
)

// posted returns a request that posts a body.
func posted(target string, header http.Header, body string) request {
	return request{method: http.MethodPost, target: target, header: header, body: body}
}

// oneOfEach returns a request of each route that is answered.
func oneOfEach(t *testing.T, s *site) map[string]request {
	a := s.caseAt(t, demo.CaseOrdinary)
	home, id := at(a), string(a.ObjectID)
	photo := gjson.Get(s.ask(t, request{target: "/v1/house-images?" + home, key: "images only"}).text, "data.images.0").Str
	idOf := func(collection string) string {
		return s.features(t, "/ogc/collections/"+collection+"/items").Features[0].ID
	}
	all := map[string]request{
		"/images/": {target: strings.TrimPrefix(photo, s.server.URL), key: noKey},
		"/assets/": {target: "/assets/x/bundled.js", key: noKey},
		"/docs":    {target: "/docs/docs.js", key: noKey},

		"/v1/homevalue/value":      {target: "/v1/homevalue/value?" + home + described3},
		"/v1/addresses":            {target: "/v1/addresses?query=" + string(a.PostalCode)},
		"/v1/get_front_view":       {target: "/v1/get_front_view?bagNumIds=" + string(a.NumberID)},
		"/page/building":           {target: "/page/building?" + positionOf(t, s, a.ObjectID)},
		"/page/edition":            {target: "/page/edition"},
		"/page/tiles/{z}/{x}/{y}":  {target: tileAt(t, s, a.ObjectID, tile.MaxZoom)},
		"/page/background.pmtiles": {target: "/page/background.pmtiles", header: http.Header{"Range": {"bytes=0-5"}}},
		"/page/worksheet":          posted("/page/worksheet?"+home, nil, "{}"),
		"/page/worksheet/report":   posted("/page/worksheet/report?"+home, nil, "{}"),
		"/page/portfolio": posted("/page/portfolio", csvHeader,
			fmt.Sprintf("bag_id,loan_amount\n%s,1000\n%s,2000\n9999010000000000,1\n", id, id)),
		"/batch/values": posted("/batch/values", csvHeader, fmt.Sprintf("bagId\n%s\n%s\nx\n", id, id)),
		"/mcp":          posted("/mcp", mcpHeader, fmt.Sprintf(mcpCall, a.PostalCode, a.HouseNumber)),

		"/ogc/collections/homes/items":      {target: "/ogc/collections/homes/items?limit=3"},
		"/ogc/collections/homes/items/{id}": {target: "/ogc/collections/homes/items/" + id},
		"/ogc/collections/areas/items/{id}": {target: "/ogc/collections/areas/items/" + idOf("areas")},
		"/ogc/collections/sales/items/{id}": {target: "/ogc/collections/sales/items/" + idOf("sales")},
	}
	for _, m := range measure.All() {
		one, is := all[m.Path]
		if !is {
			one.target = m.Path
			isOfAHome := strings.HasPrefix(m.Path, "/v1/ho") || strings.HasPrefix(m.Path, "/page/")
			if isOfAHome && !strings.HasSuffix(m.Path, ".json") {
				one.target += "?" + home
			}
		}
		if m.Key == measure.Open {
			one.key = noKey
		}
		all[m.Path] = one
	}
	return all
}

// TestEachRouteCostsAndLogsWhatItsRowSays asks each route of the table, and counts uses and entries.
func TestEachRouteCostsAndLogsWhatItsRowSays(t *testing.T) {
	page, err := web.New(web.Config{})
	if err != nil {
		t.Fatal(err)
	}
	log := &entries{of: map[string]int{}}
	seals, _ := sealsFile(t, 1)
	s := openSite(t, publishing, withBackground(t), func(c *setup) {
		c.FrontPage, c.Valuations, c.Agents.AuthorizationServer, c.Seals.Seals = page, log, "https://login.example", seals
	})
	all := oneOfEach(t, s)
	items := map[string][2]int64{ // uses and entries of the requests above
		"/page/portfolio": {3, 1}, "/batch/values": {3, 2}, "/ogc/collections/homes/items": {3, 3}, "/mcp": {1, 0},
		"/page/worksheet": {1, 1}, "/page/worksheet/report": {1, 1},
	}
	clear(log.of)
	want := s.uses(t, "full")
	for _, m := range measure.All() {
		if err := m.Fault(); err != nil {
			t.Error(err)
		}
		before := log.of[m.Path]
		got := s.ask(t, all[m.Path])
		if got.StatusCode >= 400 {
			t.Errorf("%s is answered %d: %.200s", m.Path, got.StatusCode, got.text)
		}
		uses, logs := int64(0), int64(0)
		if m.Uses == measure.One {
			uses = 1
		}
		if m.Entries == measure.OneEntry {
			logs = 1
		}
		if of, is := items[m.Path]; is {
			uses, logs = of[0], of[1]
		} else if m.Item != "" || m.Entries == measure.OfItems {
			t.Errorf("%s has items, and this test does not know how many", m.Path)
		}
		if n := int64(log.of[m.Path] - before); n != logs {
			t.Errorf("%s makes %d entries of the valuation log, and its row says %s (%d)", m.Path, n, m.Entries, logs)
		}
		if m.Cached == measure.NoStore || m.Cached == measure.Kept {
			if have := got.Header.Get("Cache-Control"); have != string(m.Cached) {
				t.Errorf("%s may be kept by %q, and its row says %s", m.Path, have, m.Cached)
			}
		}
		want += uses
	}
	if got := s.charged(t, "full", want); got != want {
		t.Errorf("the key was used %d times, and the rows say %d", got, want)
	}
}

const routesHead = "*Generated by `go test ./internal/serve/api -run ReferenceOfRoutes -update`: " +
	"change the program and not this page.*\n" + `
# Routes

What a request of each route costs and may take. The service holds requests to this table before it reads their bodies or
works for them. Uses are of the key: ` + "`rate` costs none and counts for the rate; `items`" + ` is what the next column says, at
least one. Keys have the places of a queue in turn. ` + "`--max-batch-bytes`" + ` sets another body for batches, and bounds that of a
portfolio too. Where no time is given, a request goes on as long as its caller sends or reads. Answers that wait for
their readers have 64 MiB in all, and a quarter of that for a key. Entries are of the valuation log.

| route | needs | uses | a use more for | queue | body | rows | to read | to work | answer | entries | may be kept |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

// TestReferenceOfRoutes writes docs/reference/routes.md from the table.
func TestReferenceOfRoutes(t *testing.T) {
	var page strings.Builder
	page.WriteString(routesHead)
	for _, m := range measure.All() {
		route := m.Path
		if m.Method == measure.Post {
			route = "`POST` " + route
		}
		fmt.Fprintf(&page, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n",
			route, m.Key, m.Uses, m.Item, m.Place, bytesOf(m.Body), countOf(m.Rows), timeOf(m.Reading), timeOf(m.Working),
			bytesOf(m.Answer), m.Entries, m.Cached)
	}
	text := page.String()
	path := filepath.Join("..", "..", "..", "docs", "reference", "routes.md")
	if update := flag.Lookup("update"); update != nil && update.Value.String() == "true" {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(path); err != nil || string(have) != text {
		t.Errorf("docs/reference/routes.md is not what the table says (%v): run its first line", err)
	}
}

func bytesOf(n int64) string {
	switch {
	case n == 0:
		return ""
	case n >= 1<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d KiB", n>>10)
}

func countOf(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func timeOf(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// TestWhatIsChargedIsWhatWasAnswered asks for every status there is.
func TestWhatIsChargedIsWhatWasAnswered(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Valuations = refusing{} })
	home := at(s.caseAt(t, demo.CaseOrdinary))
	available := "/v1/homevalue/available?" + home
	tag := s.ask(t, request{target: available, key: "images only"}).Header // 403: the key may not
	if len(tag["Etag"]) > 0 {
		t.Fatal("a tag of a refusal")
	}
	etag := s.ask(t, request{target: available}).Header.Get("ETag")
	want := s.uses(t, "full")
	long := strings.Repeat(" ", 1<<17)
	for _, tt := range []struct {
		ask    request
		status int
		uses   int64
	}{
		{request{target: available}, 200, 1},
		{request{target: available, header: has(etag)}, 304, 1},
		{request{target: available + "&volume=1"}, 400, 1},
		{request{target: "/v1/house-images?postalCode=9999ZZ&houseNumber=9"}, 404, 1},
		{request{target: "/v1/nothing"}, 404, 0},
		{posted(available, nil, ""), 405, 0},
		{posted("/page/worksheet?"+home, nil, long), 413, 0},
		{request{target: "/v1/homevalue?" + home}, 503, 0}, // it can't be recorded
		{posted("/batch/values?format=x", nil, "{}"), 400, 1},
		{posted("/batch/values", http.Header{"Content-Type": {"image/png"}}, "{}"), 415, 1},
		{posted("/batch/values", rowsHeader, s.home(t)+s.home(t)), 503, 0},
		{posted("/batch/values", rowsHeader, "x\n{}\n"), 200, 2},
		{posted("/page/portfolio", csvHeader, loansOf(s)), 503, 0},
		{posted("/page/portfolio", csvHeader, "bag_id\n1\n"), 400, 1},
		{posted("/page/portfolio", csvHeader, strings.Repeat(" ", 9<<20)), 413, 0},
		{posted("/mcp", mcpHeader, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`), 200, 0},
		{posted("/mcp", mcpHeader, "[]"), 400, 0},
	} {
		got := s.ask(t, tt.ask)
		if got.StatusCode != tt.status {
			t.Errorf("%s is answered %d, want %d: %.200s", tt.ask.target, got.StatusCode, tt.status, got.text)
		}
		want += tt.uses
		if uses := s.charged(t, "full", want); uses != want {
			t.Errorf("%s, answered %d, is charged %d more than %d", tt.ask.target, got.StatusCode, uses-want, tt.uses)
			want = uses
		}
	}
}

// refusing is a valuation log that is full.
type refusing struct{}

func (refusing) Append(valuationlog.Entry) error { return os.ErrClosed }

func TestAPortfolioBeyondTheQuotaIsRefusedBeforeItIsValued(t *testing.T) {
	log := &entries{of: map[string]int{}}
	s := openSite(t, func(c *setup) { c.Valuations = log })
	got, text := s.postPortfolio(t, "", "ten", strings.NewReader(loansOf(s)))
	if got.StatusCode != http.StatusForbidden || !strings.Contains(text, "10 requests left") || len(log.of) != 0 {
		t.Errorf("%d %s, and %v is logged", got.StatusCode, text, log.of)
	}
	if n := s.uses(t, "ten"); n != 0 {
		t.Errorf("it is charged %d", n)
	}
}

// TestPricesComeWithTheHomesThatAreAskedForAlone counts the prices of sales that routes give to a key.
func TestPricesComeWithTheHomesThatAreAskedForAlone(t *testing.T) {
	evidence := []string{
		"/v1/homevalue", "/v1/homevalue/explanation", "/v1/homevalue/comparables", "/page/report", "/page/worksheet",
		"/page/worksheet/report", "/mcp",
	}
	published := slices.Concat(evidence, []string{
		"/page/tiles/{z}/{x}/{y}", "/ogc/collections/sales/items", "/ogc/collections/sales/items/{id}",
	})
	for _, tt := range []struct {
		change []func(*setup)
		routes []string
	}{{nil, evidence}, {[]func(*setup){publishing}, published}} {
		s := openSite(t, append(tt.change, withBackground(t))...)
		open := openSite(t, publishing, withBackground(t))
		prices := rarePrices(s)
		all := oneOfEach(t, open)
		for _, m := range measure.All() {
			for _, key := range []string{"full", "valuation only", "images only", noKey} {
				one := all[m.Path]
				one.target, one.key = strings.TrimPrefix(one.target, open.server.URL), key
				found := len(pricesIn(s.ask(t, one).text, prices))
				mayHave := slices.Contains(tt.routes, m.Path) && (key == "full" || key == "valuation only")
				if found > 0 && !mayHave {
					t.Errorf("%s gives the key %q %d prices of sales (published: %t)", m.Path, key, found, len(tt.change) > 0)
				}
			}
		}
	}
}

// TestTwoHundredUsesCollectPricesAsEvidenceAlone asks routes in as many ways as a collector would, without --publish-sales.
func TestTwoHundredUsesCollectPricesAsEvidenceAlone(t *testing.T) {
	const uses = 200
	s := openSite(t)
	prices := rarePrices(s)
	var homes []gevel.Dwelling
	s.live.Edition.Dwellings(func(d gevel.Dwelling) bool {
		homes = append(homes, d)
		return len(homes) < uses
	})
	rows := "bagId\n"
	for _, d := range homes {
		rows += string(d.ID) + "\n"
	}
	// Each in turn, most is how many prices a use may give.
	for _, tt := range []struct {
		route string
		most  int
		ask   func(n int, a gevel.Address) request
	}{
		{"/v1/homevalue/comparables", 100, func(_ int, a gevel.Address) request {
			return request{target: "/v1/homevalue/comparables?limit=100&" + at(a)}
		}},
		{"/v1/homevalue", 3, func(_ int, a gevel.Address) request { return request{target: "/v1/homevalue?" + at(a)} }},
		{"/v1/homevalue/value", 0, func(_ int, a gevel.Address) request {
			return request{target: "/v1/homevalue/value?" + at(a) + described3}
		}},
		{"/v1/homevalue/available", 0, func(_ int, a gevel.Address) request { return request{target: "/v1/homevalue/available?" + at(a)} }},
		{"/v1/addresses", 0, func(_ int, a gevel.Address) request {
			return request{target: "/v1/addresses?query=" + string(a.PostalCode)}
		}},
		{"/page/building", 0, func(n int, _ gevel.Address) request {
			return request{target: "/page/building?" + positionOf(t, s, homes[n].ID)}
		}},
		{"/page/index", 0, func(_ int, a gevel.Address) request { return request{target: "/page/index?" + at(a)} }},
		{"/page/tiles", 0, func(n int, _ gevel.Address) request {
			return request{target: tileAt(t, s, homes[n].ID, 10+n%(tile.MaxZoom-9))}
		}},
		{"/ogc/collections/homes/items", 0, func(n int, _ gevel.Address) request {
			return request{target: fmt.Sprintf("/ogc/collections/homes/items?limit=1&offset=%d", n)}
		}},
		{"/ogc/collections/sales/items", 0, func(n int, _ gevel.Address) request {
			return request{target: fmt.Sprintf("/ogc/collections/sales/items?limit=100&offset=%d", 100*n)}
		}},
		{"/ogc/collections/areas/items", 0, func(n int, _ gevel.Address) request {
			return request{target: fmt.Sprintf("/ogc/collections/areas/items?limit=100&offset=%d", n)}
		}},
		{"/batch/values", 0, func(n int, _ gevel.Address) request {
			if n > 0 {
				return request{target: "/healthz", key: noKey} // all 200 uses are in the first
			}
			return posted("/batch/values", csvHeader, rows)
		}},
	} {
		found, answered := map[string]bool{}, 0
		for n, d := range homes {
			a, _ := s.live.Edition.MainAddress(d.ID)
			got := s.ask(t, tt.ask(n, a))
			if got.StatusCode == http.StatusOK {
				answered++
			}
			for price := range pricesIn(got.text, prices) {
				found[price] = true
			}
		}
		if len(found) > tt.most*uses || (tt.most > 0) != (len(found) > 0) {
			t.Errorf("%s gives %d prices for %d uses, at most %d", tt.route, len(found), uses, tt.most*uses)
		}
		if isOfSales := strings.Contains(tt.route, "sales"); (answered > 0) == isOfSales {
			t.Errorf("%s answers %d of %d", tt.route, answered, uses)
		}
	}
}

// rarePrices returns prices of sales that are no other number by accident: no home is worth one today.
func rarePrices(s *site) map[string]bool {
	prices := map[string]bool{}
	for _, price := range s.live.Edition.Sales().Price {
		if price > 99_999 && price%1000 != 0 {
			prices[fmt.Sprint(price)] = true
		}
	}
	for a := range s.live.Edition.Addresses {
		v, err := s.live.Valuer.Value(gevel.Inquiry{AddressQuery: a.Query(), Date: today})
		for _, euros := range []gevel.Euro{v.Weighted, v.Interval.Low, v.Interval.High} {
			if err == nil {
				delete(prices, fmt.Sprint(euros))
			}
		}
	}
	return prices
}

// pricesIn returns which of some prices stand in a text, beside ids of answers, whose digits are chance. A tile has its sales
// in a layer.
func pricesIn(text string, prices map[string]bool) (found map[string]bool) {
	if strings.Contains(text, "\x0a\x05sales") {
		return prices
	}
	found, text = map[string]bool{}, answerID.ReplaceAllString(text, "")
	for _, number := range append(digits.FindAllString(text, -1), thousands.FindAllString(text, -1)...) {
		if number = separator.ReplaceAllString(number, ""); prices[number] {
			found[number] = true
		}
	}
	return found
}

var (
	answerID  = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	digits    = regexp.MustCompile(`\d+`)
	thousands = regexp.MustCompile(`\d{1,3}(?:[.,\x{a0}\x{202f} ]\d{3})+`)
	separator = regexp.MustCompile(`\D`)
)

// positionOf returns the parameters of a home's position.
func positionOf(t *testing.T, s *site, id gevel.BAGID) string {
	t.Helper()
	d, ok := s.live.Edition.Dwelling(id)
	if !ok {
		t.Fatalf("no home %s", id)
	}
	lat, lon := geo.ToWGS84(d.At)
	return fmt.Sprintf("lat=%.7f&lon=%.7f", lat, lon)
}

// withBackground lays a file under the map.
func withBackground(t *testing.T) func(*setup) {
	path := filepath.Join(t.TempDir(), "under.pmtiles")
	writeAt(t, path, fileBelow, clock)
	return func(c *setup) { c.Background.File = path }
}

func TestAnArrayOfMessagesIsRefusedAndItsVersionNotNegotiated(t *testing.T) {
	s := openSite(t)
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for _, body := range []string{"[" + list + "," + list + "]", " \n[" + list + "]", "[]", "{}", "null", "1", `"x"`} {
		if got := s.ask(t, posted("/mcp", mcpHeader, body)); got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s is answered %d: %s", body, got.StatusCode, got.text)
		}
	}
	got := s.ask(t, posted("/mcp", mcpHeader, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{
		"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`))
	if version := gjson.Get(got.text, "result.protocolVersion").Str; version == "" || version == "2025-03-26" {
		t.Errorf("the version is %q: %s", version, got.text)
	}
	for _, key := range []string{"slow", "as slow"} {
		one, last := posted("/mcp", mcpHeader, list), 0
		one.key = key
		for range 4 {
			last = s.ask(t, one).StatusCode
		}
		if last != http.StatusTooManyRequests {
			t.Errorf("lists are answered %d beyond the rate", last)
		}
	}
}

func TestAKeyIsAskedForBeforeABodyIsRead(t *testing.T) {
	s := openSite(t)
	for _, path := range []string{"/page/worksheet", "/page/worksheet/report", "/page/portfolio", "/batch/values", "/mcp"} {
		for key, want := range map[string]string{"nobody": " 401 ", s.secrets["images only"]: " 403 "} {
			if line := s.announce(t, path, key, 500); !strings.Contains(line, want) {
				t.Errorf("%s: %q, want%s", path, line, want)
			}
		}
	}
}

// announce posts the first byte of a body of such a length, and returns the first line of the answer.
func (s *site) announce(t *testing.T, path, key string, length int64) string {
	t.Helper()
	c, in := s.dial(t)
	fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n{",
		path, key, length)
	line, err := in.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return line
}

func TestABatchMayBeAsLongAsItsSettingSays(t *testing.T) {
	long := int64(upload.DefaultMaxBatchBytes + 1)
	s := openSite(t, func(c *setup) { c.Batch.MaxBatchBytes = 2 * long })
	line := s.announce(t, "/batch/values", s.secrets["full"], long)
	if !strings.Contains(line, " 415 ") { // for it has no media type
		t.Errorf("a batch of %d bytes is answered %q", long, line)
	}
}

func TestTheLogSaysWhatARequestCost(t *testing.T) {
	var lines lockedLines
	s := openSite(t, func(c *setup) { c.Log = slog.New(slog.NewJSONHandler(&lines, nil)) })
	s.ask(t, request{target: "/v1/homevalue?" + at(s.caseAt(t, demo.CaseOrdinary))})
	s.ask(t, request{target: "/v1/nothing"})
	var costs []int
	for line := range strings.Lines(lines.String()) {
		var said struct {
			Msg  string
			Uses int
		}
		if err := json.Unmarshal([]byte(line), &said); err != nil {
			t.Fatal(err)
		}
		if said.Msg == "request" {
			costs = append(costs, said.Uses)
		}
	}
	if len(costs) < 3 || costs[0] != 1 || slices.Max(costs[1:]) != 0 {
		t.Errorf("the log says %v", costs)
	}
}

// lockedLines takes lines of several goroutines.
type lockedLines struct {
	mu sync.Mutex
	strings.Builder
}

func (l *lockedLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.Write(p)
}

func (l *lockedLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.String()
}
