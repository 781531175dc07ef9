package keystore

import (
	"testing"
	"time"

	"github.com/gevel/gevel"
)

// benchGate has 1 000 keys; the one that comes back has a rate and a quota too
// large to be reached.
func benchGate(b *testing.B) (*Gate, string) {
	s := newStore(b)
	postings := make([]posting, 0, 1000)
	for range cap(postings) {
		key, _ := mustCreate(b, s, allScopes(newID()[len(idPrefix):]))
		postings = append(postings, posting{key: key.ID, uses: []use{{month: MonthOf(noon), n: 1, last: noon}}})
	}
	if err := s.post(b.Context(), by("bench", clockAt(noon).read), postings); err != nil {
		b.Fatal(err)
	}
	n := allScopes("bench")
	n.Rate, n.Quota = 1e12, 1<<60
	// The clock below is the real one: reading it is part of the cost.
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
	g, header := benchGate(b)
	b.ReportAllocs()
	for b.Loop() {
		pass(b, g, header)
	}
}

func BenchmarkRequestParallel(b *testing.B) {
	g, header := benchGate(b)
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			pass(b, g, header)
		}
	})
}

// BenchmarkRefresh is what a gate costs every second while no key changes;
// BenchmarkReload is a refresh after a key has changed.
func BenchmarkRefresh(b *testing.B) {
	g, _ := benchGate(b)
	for b.Loop() {
		if err := g.refresh(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReload(b *testing.B) {
	g, _ := benchGate(b)
	for b.Loop() {
		g.keys.Store(nil)
		if err := g.refresh(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
