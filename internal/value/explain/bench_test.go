package explain_test

import (
	"math"
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// BenchmarkCity explains homes spread over the edition that GEVEL_CITY names, on the day that it was
// made, in processor time:
//
//	GEVEL_CITY=<edition> go test -run xx -bench City ./internal/value/explain
//
// Value is for comparison; what-if gives the first home other surfaces. The first explanation of a model, which
// prepares what others share, is not counted.
func BenchmarkCity(b *testing.B) {
	valuer, homes := city(b)
	var explainer *explain.Explainer
	for _, c := range []struct {
		name string
		one  func(q gevel.Inquiry) error
	}{
		{"value", func(q gevel.Inquiry) error { _, err := valuer.Value(q); return err }},
		{"explain", func(q gevel.Inquiry) error { _, err := explainer.Explain(q); return err }},
		{"whatif", func(q gevel.Inquiry) error {
			home := homes[0]
			home.Overrides.UseSurface = gevel.Some(50 + q.HouseNumber%200)
			_, err := explainer.Explain(home)
			return err
		}},
		{"comparables", func(q gevel.Inquiry) error { _, err := evidenceOf(explainer, valuer, q); return err }},
		{"steps", func(q gevel.Inquiry) error {
			t, err := valuer.Trace(q)
			if err == nil {
				_, err = explainer.Steps(t)
			}
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			explainer = explain.New(valuer) // one that has not seen the homes yet
			if _, err := explainer.Explain(homes[0]); err != nil {
				b.Fatal(err)
			}
			at, before := 1, processorTime(b)
			for b.Loop() {
				if err := c.one(homes[at%len(homes)]); err != nil {
					b.Fatal(err)
				}
				at++
			}
			b.ReportMetric(float64(processorTime(b)-before)/float64(b.N)/1e6, "cpu-ms/op")
		})
	}
}

// cityHomes is the number of homes explained.
const cityHomes = 200

// city opens the edition that GEVEL_CITY names, and returns homes that it values.
func city(b *testing.B) (*valuation.Valuer, []gevel.Inquiry) {
	b.Helper()
	named := os.Getenv("GEVEL_CITY")
	if named == "" {
		b.Skip("GEVEL_CITY names no edition")
	}
	dir, err := edition.Named(named)
	if err != nil {
		b.Fatal(err)
	}
	valuer, err := valuation.Open(b.Context(), dir)
	if err != nil {
		b.Fatal(err)
	}
	e, rng := valuer.Edition(), rand.New(rand.NewPCG(1, 2))
	day := valuer.Sales().LastKnownDay(math.MaxInt32) + 1
	var homes []gevel.Inquiry
	for len(homes) < cityHomes {
		address, _ := e.MainAddress(e.RegisteredHome(rng.IntN(len(e.HomePositions()))).ID)
		q := gevel.Inquiry{Date: day, AddressQuery: gevel.AddressQuery{
			PostalCode: address.PostalCode, HouseNumber: address.HouseNumber,
			HouseLetter: address.HouseLetter, HouseNumberExt: address.HouseNumberExt,
		}}
		if _, err := valuer.Value(q); err == nil { // some are no homes that sell
			homes = append(homes, q)
		}
	}
	return valuer, homes
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
