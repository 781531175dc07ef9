//go:build unix

package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/value/valuation"
)

// BenchmarkBesideConstant asks the service over loopback by turns with a handler that always writes the same bytes. The
// client is a process of its own, so only the processor time of answering counts: each figure is that of a request as a
// multiple of the constant one's, and sequence/value is that of the four requests about one home as a multiple of a
// cold value's. GEVEL_CITY names an edition to ask; without it the town answers, about another day in each round.
func BenchmarkBesideConstant(b *testing.B) {
	s, homes := benchHomes(b)
	constant := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(constantBody)
	}))
	b.Cleanup(constant.Close)
	c := startBenchClient(b)
	used := map[string]time.Duration{}
	measure := func(name string, server *httptest.Server, targets []string) {
		before := cpuTime(b)
		c.ask(b, server, s.secrets["full"], targets)
		used[name] += cpuTime(b) - before
	}
	asked := 0
	round := func() {
		var cold, other, steps [benchRound]string
		sequence := make([]string, 0, len(benchSequence)*benchRound)
		for i := range benchRound {
			cold[i], other[i] = "/v1/homevalue/value?"+homes(asked), "/v1/homevalue?"+homes(asked+1)
			steps[i] = "/v1/homevalue/explanation?" + homes(asked+2)
			for _, path := range benchSequence {
				sequence = append(sequence, path+homes(asked+3))
			}
			asked += 4
		}
		measure("constant", constant, cold[:])
		measure("value", s.server, cold[:])
		measure("homevalue", s.server, other[:])
		measure("explanation", s.server, steps[:])
		measure("sequence", s.server, sequence)
	}
	round() // connections and what a model's first answers prepare
	clear(used)
	for b.Loop() {
		round()
	}
	each := used["constant"]
	b.ReportMetric(float64(each.Microseconds())/float64(b.N*benchRound), "constant-cpu-us")
	for _, name := range []string{"value", "homevalue", "explanation", "sequence"} {
		b.ReportMetric(used[name].Seconds()/each.Seconds(), name+"/constant")
	}
	b.ReportMetric(used["sequence"].Seconds()/used["value"].Seconds(), "sequence/value")
	b.ReportMetric(used["sequence"].Seconds()/used["explanation"].Seconds(), "sequence/explanation")
}

// benchRound is how many homes are asked about before the next kind of request has its turn.
const benchRound = 100

// benchSequence is what one caller asks about a home, one after the other.
var benchSequence = []string{"/v1/homevalue/available?", "/v1/homevalue/value?", "/v1/homevalue?", "/v1/homevalue/explanation?"}

var constantBody = []byte(strings.Repeat(`{"value":123456}`, 40))

// benchHomes returns a site and parameters that name another home, or another day, for each number.
func benchHomes(b *testing.B) (*site, func(i int) string) {
	current := live.NewCurrent(openSite(b).live)
	if named := os.Getenv("GEVEL_CITY"); named != "" {
		dir, err := edition.Named(named)
		if err != nil {
			b.Fatal(err)
		}
		v, err := valuation.Open(b.Context(), dir)
		if err != nil {
			b.Fatal(err)
		}
		current = live.NewCurrent(live.New(v.Edition(), v))
	}
	e, v := current.Get().Edition, current.Get().Valuer
	day := min(current.Get().NewestSale()+1, gevel.DayOf(clock))
	var homes []string
	for i := range len(e.HomePositions()) {
		if len(homes) == mostBenchHomes {
			break
		}
		home := e.RegisteredHome(i * benchStride % len(e.HomePositions()))
		a, _ := e.MainAddress(home.ID)
		asked := gevel.AddressQuery{ // as a caller gives it, without an id
			PostalCode: a.PostalCode, HouseNumber: a.HouseNumber, HouseLetter: a.HouseLetter, HouseNumberExt: a.HouseNumberExt,
		}
		if home.BuildType > 0 && home.BuildYear.Known && home.UseSurface.Known &&
			v.Available(gevel.Inquiry{AddressQuery: asked, Date: day - 60}) == nil {
			homes = append(homes, fmt.Sprintf("%s&buildType=%s&buildYear=%d&useSurface=%d",
				at(a), url.QueryEscape(home.BuildType.String()), home.BuildYear.V, home.UseSurface.V))
		}
	}
	s := openSite(b, func(c *setup) { c.Current = current })
	return s, func(i int) string {
		return homes[i%len(homes)] + "&valuationDate=" + (day - gevel.Date(i/len(homes)%60)).String()
	}
}

// mostBenchHomes bounds the homes that are asked about, whose parameters are in memory too.
const mostBenchHomes = 30_000

// benchStride spreads homes over a place: it has no divisor in common with any number of homes that is likely.
const benchStride = 7919
