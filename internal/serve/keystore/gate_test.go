package keystore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/gevel/gevel"
)

func TestMain(m *testing.M) {
	if act, ok := children[os.Getenv(childEnv)]; ok {
		act()
		return
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if err := stopServer(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
		os.Exit(code)
	}))
}

// testClock is a clock that the test moves.
type testClock struct{ now atomic.Pointer[time.Time] }

func clockAt(t time.Time) *testClock {
	c := &testClock{}
	c.set(t)
	return c
}

func (c *testClock) set(t time.Time)          { c.now.Store(&t) }
func (c *testClock) advance(by time.Duration) { c.set(c.read().Add(by)) }
func (c *testClock) read() time.Time          { return *c.now.Load() }

// newGate makes a gate that syncs only when the test calls for it.
func newGate(t testing.TB, s *Store, c *testClock) *Gate {
	t.Helper()
	g, err := NewGate(t.Context(), s, GateOptions{Refresh: time.Hour, Clock: c.read})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close(t.Context()) })
	return g
}

func mustAuthenticate(t testing.TB, g *Gate, secret string) *Grant {
	t.Helper()
	grant, err := g.Authenticate("Bearer " + secret)
	if err != nil {
		t.Fatal(err)
	}
	return grant
}

// sync does what the gate does at intervals.
func (g *Gate) sync(ctx context.Context) {
	g.read(ctx)
	g.write(ctx)
}

func mustSync(t testing.TB, g *Gate) {
	t.Helper()
	if err := errors.Join(g.refresh(t.Context()), g.settle(t.Context())); err != nil {
		t.Fatal(err)
	}
}

func TestAuthenticateReadsTheBearerHeader(t *testing.T) {
	s := newStore(t)
	key, secret := mustCreate(t, s, allScopes("a"))
	g := newGate(t, s, clockAt(noon))
	for header, works := range map[string]bool{
		"Bearer " + secret:                     true,
		"bearer " + secret:                     true,
		"BEARER  " + secret + " ":              true,
		"":                                     false,
		"Bearer":                               false,
		"Bearer ":                              false,
		secret:                                 false,
		"Basic " + secret:                      false,
		"Bearer" + secret:                      false,
		"Bearer " + secret + "x":               false,
		"Bearer " + secret[:35]:                false,
		"Bearer " + strings.ToLower(secret):    false,
		"Bearer x " + secret:                   false,
		"Bearer " + strings.Repeat("x", 1<<20): false,
	} {
		grant, err := g.Authenticate(header)
		switch {
		case works && (err != nil || grant.Key().ID != key.ID):
			t.Errorf("%.60q: got %v, want the grant of the key", header, err)
		case !works && gevel.CodeOf(err) != gevel.Unauthorized:
			t.Errorf("%.60q: got %v, want gevel.Unauthorized", header, err)
		case !works && strings.Contains(err.Error(), secret[4:20]):
			t.Errorf("%.60q: the error repeats the secret", header)
		}
	}
}

func TestAuthenticateComparesTheWholeHash(t *testing.T) {
	real := digestOf("real")
	grant := &Grant{}
	alike := digestOf("asked")
	alike[31] ^= 1 // the same first bytes, another hash
	ring := &keyring{holders: map[prefix][]holder{
		prefix(alike[:]): {{digest: alike, grant: &Grant{}}},
		prefix(real[:]):  {{digest: real, grant: grant}},
	}}
	if got := ring.find("asked"); got != nil {
		t.Error("a hash that begins alike opened a key")
	}
	if got := ring.find("real"); got == nil || got.grant != grant {
		t.Error("the whole hash did not open its key")
	}
}

func aRevokedKeyStopsAtTheNextRefresh(t *testing.T, s *Store) {
	_, secret := mustCreate(t, s, allScopes("a"))
	_, other := mustCreate(t, s, allScopes("b"))
	g := newGate(t, s, clockAt(noon))
	if _, err := s.Revoke(t.Context(), "a", noon); err != nil {
		t.Fatal(err)
	}
	mustSync(t, g)
	_, err := g.Authenticate("Bearer " + secret)
	wantCode(t, err, gevel.Unauthorized)
	mustAuthenticate(t, g, other)
}

func aNewKeyWorksFromTheNextRefresh(t *testing.T, s *Store) {
	g := newGate(t, s, clockAt(noon))
	_, secret := mustCreate(t, s, allScopes("a"))
	mustSync(t, g)
	mustAuthenticate(t, g, secret)
}

func TestAKeyStopsAtItsExpiry(t *testing.T) {
	s, clock := newStore(t), clockAt(noon)
	n := allScopes("a")
	n.ExpiresAt = gevel.Some(noon.Add(10 * time.Second))
	_, secret := mustCreate(t, s, n)
	g := newGate(t, s, clock)
	clock.advance(10*time.Second - 1)
	mustAuthenticate(t, g, secret)
	clock.advance(1)
	_, err := g.Authenticate("Bearer " + secret)
	wantCode(t, err, gevel.Unauthorized)
}

func aRotatedSecretWorksThroughItsGrace(t *testing.T, s *Store) {
	clock := clockAt(noon)
	_, old := mustCreate(t, s, allScopes("a"))
	_, secret, err := s.Rotate(t.Context(), Rotation{Key: "a", Grace: 10 * time.Second}, noon)
	if err != nil {
		t.Fatal(err)
	}
	g := newGate(t, s, clock)
	if mustAuthenticate(t, g, old).account != mustAuthenticate(t, g, secret).account {
		t.Error("the two secrets of one key count apart")
	}
	clock.advance(10 * time.Second)
	mustAuthenticate(t, g, secret)
	_, err = g.Authenticate("Bearer " + old)
	wantCode(t, err, gevel.Unauthorized)
}

func TestAuthorizeChecksTheScope(t *testing.T) {
	s := newStore(t)
	_, secret := mustCreate(t, s, NewKey{Name: "a", Scopes: []gevel.Scope{gevel.ScopeImages}})
	grant := mustAuthenticate(t, newGate(t, s, clockAt(noon)), secret)
	if err := grant.Authorize(gevel.ScopeImages); err != nil {
		t.Error(err)
	}
	wantCode(t, grant.Authorize(gevel.ScopeValuation), gevel.Forbidden)
}

// TestAClockThatIsSetMakesNoKeyStale requires that the monotonic reading is kept: comparisons use it,
// whatever the wall clock was set to.
func TestAClockThatIsSetMakesNoKeyStale(t *testing.T) {
	g, err := NewGate(t.Context(), newStore(t), GateOptions{Refresh: time.Hour, Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close(t.Context()) })
	if fresh := g.fresh.Load().String(); !strings.Contains(fresh, " m=") {
		t.Errorf("the keys were read at %s, without a monotonic reading", fresh)
	}
}

func TestTheGateClosesWhenKeysCannotBeRead(t *testing.T) {
	s, clock := newStore(t), clockAt(noon)
	_, secret := mustCreate(t, s, allScopes("a"))
	g := newGate(t, s, clock)
	var lines bytes.Buffer
	g.log = slog.New(slog.NewTextHandler(&lines, nil))
	moved := s.path() + ".moved"
	if err := os.Rename(s.path(), moved); err != nil {
		t.Fatal(err)
	}
	clock.advance(fileGrace)
	g.sync(t.Context())
	mustAuthenticate(t, g, secret)
	clock.advance(1)
	g.sync(t.Context())
	_, err := g.Authenticate("Bearer " + secret)
	wantCode(t, err, gevel.Unavailable)
	_, err = g.Authenticate("")
	wantCode(t, err, gevel.Unauthorized)
	counted := []int64{
		int64(g.keys.Load().keys), g.ledger.gates.Load(), g.lookups.known.Load(), g.lookups.unknown.Load(),
		g.lookups.missing.Load(), g.lookups.unchecked.Load(),
		g.reads.failures.Load(), g.writes.failures.Load(), g.ledger.unwritten.Load(),
	}
	if want := []int64{1, 1, 1, 0, 1, 1, 2, 2, 0}; !slices.Equal(counted, want) || !g.fresh.Load().Equal(noon) {
		t.Errorf("the gate counts %v and was fresh at %v, want %v at noon", counted, g.fresh.Load(), want)
	}

	if err := os.Rename(moved, s.path()); err != nil {
		t.Fatal(err)
	}
	g.sync(t.Context())
	mustAuthenticate(t, g, secret)
	for _, line := range []string{"keys can't be read", "keys are read again", "usage can't be written", "usage is written again"} {
		if strings.Count(lines.String(), line) != 1 || strings.Count(lines.String(), "\n") != 4 {
			t.Errorf("want a line for each failure and each recovery, %q among them:\n%s", line, lines.String())
		}
	}
	if strings.Contains(lines.String(), secret) {
		t.Error("the log holds a secret")
	}
}

func TestAReplacedFileIsNoticed(t *testing.T) {
	s := newStore(t)
	g := newGate(t, s, clockAt(noon))
	other := newStore(t)
	if err := os.Rename(other.path(), s.path()); err != nil {
		t.Fatal(err)
	}
	if err := g.refresh(t.Context()); err == nil || !strings.Contains(err.Error(), "replaced") {
		t.Errorf("got %v, want an error: revocations go to the new file", err)
	}
}

func TestTheLoopFollowsTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore(t)
		_, secret := mustCreate(t, s, allScopes("a"))
		g, err := NewGate(t.Context(), s, GateOptions{Clock: clockAt(noon).read})
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close(t.Context())
		turn := func() { time.Sleep(refreshEvery); synctest.Wait() } // in the bubble's time
		if err := mustAuthenticate(t, g, secret).Admit(); err != nil {
			t.Fatal(err)
		}
		turn()
		got, err := s.Show(t.Context(), "a")
		if err != nil || got.UsedIn(MonthOf(noon)) != 1 {
			t.Errorf("got %+v (%v), want one use", got, err)
		}
		if _, err := s.Revoke(t.Context(), "a", noon); err != nil {
			t.Fatal(err)
		}
		turn()
		_, err = g.Authenticate("Bearer " + secret)
		wantCode(t, err, gevel.Unauthorized)
	})
}

// A revocation must have arrived in 5 s: a gate looks more than twice in them.
const _ = uint(5*time.Second - 2*refreshEvery)

// eventually waits until done. The bound is far beyond the 5 s, so that a slow machine fails no test.
func eventually(t *testing.T, done func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(5 * time.Minute)
	for !done() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("nothing within five minutes")
		}
	}
}

func closeWritesWhatWasCounted(t *testing.T, s *Store) {
	_, secret := mustCreate(t, s, allScopes("a"))
	g := newGate(t, s, clockAt(noon))
	var all sync.WaitGroup
	const clients, requests = 4, 250
	for range clients {
		all.Go(func() {
			for range requests {
				if err := mustAuthenticate(t, g, secret).Admit(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if err := errors.Join(g.Close(t.Context()), g.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	got, err := s.Show(t.Context(), "a")
	if err != nil || got.UsedIn(MonthOf(noon)) != clients*requests || got.Key.LastUsed != gevel.Some(noon) {
		t.Errorf("got %+v (%v), want %d uses, the last at %v", got, err, clients*requests, noon)
	}
}

func TestAGateNeedsAClock(t *testing.T) {
	if _, err := NewGate(t.Context(), newStore(t), GateOptions{}); err == nil {
		t.Error("got no error without a clock")
	}
}
