// Package measure is the one table of routes: what a request of each costs and what it may take. The service's door
// holds requests to it, so that no handler has to, and docs/reference/routes.md is written from it.
package measure

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/gevel/gevel"
)

// Measure is what a request of a route costs and what it may take.
type Measure struct {
	Path   string // as metrics and the log name the route; {name} is a segment that is a parameter
	Key    Key
	Method Method
	Uses   Uses
	Item   string // what costs a use more; "" for nothing
	Place  Place
	// Body and Rows are what is sent at most, and Reading how long that may take; 0 where nothing is read, or as long as
	// the caller goes on sending. Batches have another body where a setting says so.
	Body    int64
	Rows    int
	Reading time.Duration
	// Working is how long the work on an answer takes at most; 0 where it goes on as long as the caller does.
	Working time.Duration
	// Answer is how many bytes of an answer wait for its reader at most. The whole answer is no longer, unless it is
	// streamed.
	Answer  int64
	Entries Entries
	Cached  Cached
}

// Key says what lets a request in.
type Key string

// What lets a request in: nothing at all, the signature of its URL, or a key with a scope.
const (
	Open      Key = "none"
	Signed    Key = "a signed URL"
	Valuation Key = Key(gevel.ScopeValuation)
	Images    Key = Key(gevel.ScopeImages)
)

// Scope returns the scope that a key needs, "" where none is asked for.
func (k Key) Scope() gevel.Scope {
	if k == Valuation || k == Images {
		return gevel.Scope(k)
	}
	return ""
}

// Method says by what a request asks.
type Method string

// The methods.
const (
	Get  Method = "GET, HEAD"
	Post Method = "POST"
)

// Uses says what a request costs of its key.
type Uses string

// What a request costs: nothing, a use, no use but of the rate, or what its rows cost.
const (
	Free   Uses = "0"
	One    Uses = "1"
	Paced  Uses = "rate"
	ByItem Uses = "items"
)

// Place says in which queue a request waits for its turn.
type Place string

// The queues. Keys have places in turn, in each.
const (
	AtOnce     Place = "none"
	Answers    Place = "answers"
	Photos     Place = "photos"
	Downloads  Place = "downloads"
	Agents     Place = "agents"
	Batches    Place = "batches"
	Portfolios Place = "portfolios"
	Layers     Place = "layers"
)

// Entries says what of an answer is in the valuation log.
type Entries string

// How many entries an answer makes.
const (
	NoEntry  Entries = "0"
	OneEntry Entries = "1"
	OfItems  Entries = "items"
)

// Cached says who may keep an answer.
type Cached string

// Who may keep an answer: no one; the caller, who asks each time whether it holds; or whom its own headers name.
const (
	NoStore  Cached = "no-store"
	Kept     Cached = "private, no-cache"
	ByItself Cached = "own"
)

// Lasts reports whether a request goes on for as long as its caller sends or reads.
func (m *Measure) Lasts() bool {
	return m.Place == Batches || m.Place == Portfolios || m.Place == Downloads
}

// Fault says what a row lacks. Error: nil for a full one.
func (m *Measure) Fault() error {
	var lacks string
	switch {
	case m.Key == "":
		lacks = "whether it needs a key"
	case m.Method == "":
		lacks = "a method"
	case m.Uses == "" || m.Key.Scope() == "" != (m.Uses == Free):
		lacks = "what it costs of its key"
	case m.Uses == ByItem && m.Item == "":
		lacks = "what its items are"
	case m.Place == "":
		lacks = "its place in the queue"
	case (m.Body > 0) != (m.Method == Post) || (m.Reading > 0) != (m.Body > 0 && !m.Lasts()):
		lacks = "how much is sent, and for how long"
	case m.Working == 0 && !m.Lasts():
		lacks = "how long the work takes"
	case m.Answer == 0:
		lacks = "how many bytes of an answer may wait"
	case m.Entries == "":
		lacks = "its entries of the valuation log"
	case m.Cached == "":
		lacks = "who may keep its answers"
	default:
		return nil
	}
	return fmt.Errorf("the route %q: its row of the table of routes does not say %s", m.Path, lacks)
}

// Of returns the measure of a route. Error: the table has no full row of it.
func Of(path string) (*Measure, error) {
	at, ok := slices.BinarySearchFunc(table, path, func(m Measure, path string) int { return cmp.Compare(m.Path, path) })
	if !ok {
		return nil, fmt.Errorf("the table of routes has no row %q", path)
	}
	return &table[at], table[at].Fault()
}

// Must is Of for a route that the table has.
func Must(path string) *Measure {
	m, err := Of(path)
	if err != nil {
		panic(err)
	}
	return m
}

// All returns the table, by path.
func All() []Measure { return table }

const (
	kB = 1 << 10
	mB = 1 << 20

	brief = 10 * time.Second // of work; valuations stay far below it, a bucket of photos may not
	small = 30 * time.Second // for a body of some kilobytes
)

// What costs a use more.
const (
	picked = "a picked sale beyond the comparables"
	rows   = "a row, and each 128 kB beyond what rows pay for"
	asked  = "a request of a tool, as its route"
	homes  = "a home beyond the first"
)

// table has a row for each route.
var table = sorted([]Measure{
	// path, key, method, uses, item, place, body, rows, reading, working, answer, entries, cached
	{"/", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, 64 * kB, NoEntry, ByItself},
	{"/assets/", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, 4 * mB, NoEntry, ByItself},
	{"/docs", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, 4 * mB, NoEntry, ByItself},
	{"/.well-known/oauth-protected-resource", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, kB, NoEntry, NoStore},
	{"/seals", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, 32 * mB, NoEntry, ByItself},
	{"/healthz", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, kB, NoEntry, NoStore},
	{"/readyz", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, 16 * kB, NoEntry, NoStore},
	{"/metrics", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, mB, NoEntry, NoStore},
	{"/images/", Signed, Get, Free, "", Downloads, 0, 0, 0, 0, 64 * kB, NoEntry, ByItself},

	{"/v1/openapi.json", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, mB, NoEntry, ByItself},
	{"/v1/homevalue", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, OneEntry, Kept},
	{"/v1/homevalue/value", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, OneEntry, Kept},
	{"/v1/homevalue/available", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, Kept},
	{"/v1/homevalue/explanation", Valuation, Get, One, "", Answers, 0, 0, 0, brief, mB, OneEntry, Kept},
	{"/v1/homevalue/comparables", Valuation, Get, One, "", Answers, 0, 0, 0, brief, mB, OneEntry, Kept},
	{"/v1/addresses", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 256 * kB, NoEntry, Kept},
	{"/v1/house-images", Images, Get, One, "", Photos, 0, 0, 0, brief, 256 * kB, NoEntry, NoStore},
	{"/v1/get_front_view", Images, Get, One, "", Photos, 0, 0, 0, brief, 256 * kB, NoEntry, NoStore},

	{"/page/openapi.json", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, mB, NoEntry, ByItself},
	{"/page/edition", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 256 * kB, NoEntry, NoStore},
	{"/page/index", Valuation, Get, One, "", Answers, 0, 0, 0, brief, mB, NoEntry, NoStore},
	{"/page/accuracy", Valuation, Get, One, "", Answers, 0, 0, 0, brief, mB, NoEntry, NoStore},
	{"/page/building", Valuation, Get, One, "", Answers, 0, 0, 0, brief, mB, NoEntry, NoStore},
	{"/page/tiles/{z}/{x}/{y}", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 4 * mB, NoEntry, Kept},
	{"/page/background.pmtiles", Valuation, Get, One, "", Downloads, 0, 0, 0, 0, 64 * kB, NoEntry, ByItself},
	{"/page/report", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 8 * mB, OneEntry, NoStore},
	{"/page/worksheet", Valuation, Post, One, picked, Answers, 64 * kB, 0, small, brief, mB, OneEntry, NoStore},
	{"/page/worksheet/report", Valuation, Post, One, picked, Answers, 64 * kB, 0, small, brief, 8 * mB, OneEntry, NoStore},
	{"/page/portfolio", Valuation, Post, ByItem, rows, Portfolios, 8 * mB, 20_000, 0, 0, 32 * mB, OfItems, NoStore},

	{"/batch/openapi.json", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, mB, NoEntry, ByItself},
	{"/batch/values", Valuation, Post, ByItem, rows, Batches, 1 << 30, 10_000_000, 0, 0, 4 * mB, OfItems, NoStore},

	{"/mcp", Valuation, Post, Paced, asked, Agents, 64 * kB, 0, small, small, mB, NoEntry, ByItself},

	{"/ogc/openapi.json", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, mB, NoEntry, ByItself},
	{"/ogc", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/conformance", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/areas", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/areas/queryables", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/areas/items", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 8 * mB, NoEntry, NoStore},
	{"/ogc/collections/areas/items/{id}", Valuation, Get, One, "", Answers, 0, 0, 0, brief, mB, NoEntry, NoStore},
	{"/ogc/collections/homes", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/homes/queryables", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/homes/items", Valuation, Get, One, homes, Layers, 0, 0, 0, brief, 4 * mB, OfItems, NoStore},
	{"/ogc/collections/homes/items/{id}", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, OneEntry, NoStore},
	{"/ogc/collections/sales", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/sales/queryables", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/sales/items", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 4 * mB, NoEntry, NoStore},
	{"/ogc/collections/sales/items/{id}", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
})

func sorted(all []Measure) []Measure {
	slices.SortFunc(all, func(a, b Measure) int { return cmp.Compare(a.Path, b.Path) })
	return all
}
