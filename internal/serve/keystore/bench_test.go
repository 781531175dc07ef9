package keystore

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

// onEachDatabase runs a benchmark with a gate of 1 000 keys on each kind of database.
func onEachDatabase(b *testing.B, run func(b *testing.B, g *Gate, header string)) {
	for _, name := range slices.Sorted(maps.Keys(databases)) {
		b.Run(name, func(b *testing.B) {
			g, header := benchGate(b, databases[name](b))
			b.ReportAllocs()
			b.ResetTimer()
			run(b, g, header)
		})
	}
}

// benchGate has 1 000 keys with quotas; the returned one has a rate and a quota that are never reached.
func benchGate(b *testing.B, s *Store) (*Gate, string) {
	b.Helper()
	for range 1000 {
		n := allScopes(newID()[len(idPrefix):])
		n.Quota = 1 << 60
		mustCreate(b, s, n)
	}
	n := allScopes("bench")
	n.Rate, n.Quota = 1e12, 1<<60
	// This is the real clock: reading it is part of the cost.
	n.ExpiresAt = gevel.Some(noon.AddDate(1000, 0, 0))
	_, secret := mustCreate(b, s, n)
	g, err := NewGate(b.Context(), s, GateOptions{Clock: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { g.Close(b.Context()) })
	return g, "Bearer " + secret
}

func pass(b *testing.B, g *Gate, header string) {
	grant, err := g.Authenticate(header)
	if err == nil {
		err = grant.Authorize(gevel.ScopeValuation)
	}
	if err == nil {
		err = grant.Admit()
	}
	if err != nil {
		b.Error(err)
	}
}

func BenchmarkRequest(b *testing.B) {
	onEachDatabase(b, func(b *testing.B, g *Gate, header string) {
		for b.Loop() {
			pass(b, g, header)
		}
	})
}

func BenchmarkRequestParallel(b *testing.B) {
	onEachDatabase(b, func(b *testing.B, g *Gate, header string) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				pass(b, g, header)
			}
		})
	})
}

// BenchmarkRefresh is a gate's cost per second while no key changes; BenchmarkReload is a refresh after a
// change.
func BenchmarkRefresh(b *testing.B) {
	onEachDatabase(b, func(b *testing.B, g *Gate, _ string) {
		for b.Loop() {
			if err := g.refresh(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkReload(b *testing.B) {
	onEachDatabase(b, func(b *testing.B, g *Gate, _ string) {
		for b.Loop() {
			g.keys.Store(nil)
			if err := g.refresh(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkRound is a round with uses and claims of 1 000 keys.
func BenchmarkRound(b *testing.B) {
	onEachDatabase(b, func(b *testing.B, g *Gate, _ string) {
		postings := make([]posting, 0, len(g.accounts))
		for _, key := range slices.Sorted(maps.Keys(g.accounts)) {
			postings = append(postings, posting{
				key: key, uses: []use{{month: MonthOf(noon), n: 1, last: noon}},
				claim: claim{made: true, month: MonthOf(noon), limit: 1 << 60, want: 16},
			})
		}
		for b.Loop() {
			if err := g.store.post(b.Context(), by("bench", time.Now), postings); err != nil {
				b.Fatal(err)
			}
		}
	})
}
