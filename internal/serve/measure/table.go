package measure

import (
	"cmp"
	"slices"
	"time"
)

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
	{"/page/portfolio", Valuation, Post, ByItem, rows, Portfolios, 8 * mB, 20_000, 0, 0, 4 * mB, OfItems, NoStore},

	{"/batch/openapi.json", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, mB, NoEntry, ByItself},
	{"/batch/values", Valuation, Post, ByItem, rows, Batches, 1 << 30, 10_000_000, 0, 0, 4 * mB, OfItems, NoStore},

	{"/mcp", Valuation, Post, Paced, asked, Agents, 64 * kB, 0, small, small, mB, NoEntry, ByItself},

	{"/ogc/openapi.json", Open, Get, Free, "", AtOnce, 0, 0, 0, brief, mB, NoEntry, ByItself},
	{"/ogc", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/conformance", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/areas", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/areas/items", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 8 * mB, NoEntry, NoStore},
	{"/ogc/collections/areas/items/{id}", Valuation, Get, One, "", Answers, 0, 0, 0, brief, mB, NoEntry, NoStore},
	{"/ogc/collections/homes", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/homes/items", Valuation, Get, One, homes, Answers, 0, 0, 0, brief, 4 * mB, OfItems, NoStore},
	{"/ogc/collections/homes/items/{id}", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, OneEntry, NoStore},
	{"/ogc/collections/sales", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
	{"/ogc/collections/sales/items", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 4 * mB, NoEntry, NoStore},
	{"/ogc/collections/sales/items/{id}", Valuation, Get, One, "", Answers, 0, 0, 0, brief, 64 * kB, NoEntry, NoStore},
})

func sorted(all []Measure) []Measure {
	slices.SortFunc(all, func(a, b Measure) int { return cmp.Compare(a.Path, b.Path) })
	return all
}
