package keystore

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
)

// quotaGrant makes a key with a quota, and a gate with its grant.
func quotaGrant(t testing.TB, s *Store, c *testClock, quota int64) (*Gate, *Grant) {
	t.Helper()
	n := allScopes("a")
	n.Quota = quota
	_, secret := mustCreate(t, s, n)
	g := newGate(t, s, c)
	g.ledger.patience = time.Minute // a busy machine is not a database that is away
	return g, mustAuthenticate(t, g, secret)
}

func theQuotaIsExactUnderLoad(t *testing.T, s *Store) {
	const quota, clients = 100, 8
	g, grant := quotaGrant(t, s, clockAt(noon), quota)
	var admitted atomic.Int64
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for range quota {
				switch err := grant.Admit(); {
				case err == nil:
					admitted.Add(1)
				case gevel.CodeOf(err) != gevel.Forbidden:
					t.Error(err)
				}
			}
		})
	}
	for range 10 {
		mustSync(t, g) // writing moves uses from memory to the database; none may be lost or counted twice
	}
	all.Wait()
	if got := admitted.Load(); got != quota {
		t.Errorf("admitted %d, want %d", got, quota)
	}
	err := grant.Authorize(gevel.ScopeValuation)
	wantCode(t, err, gevel.Forbidden)
	for _, want := range []string{"100 requests", "2025-03", "2025-04-01"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("got %q, want it to contain %q", err, want)
		}
	}
}

func theQuotaCountsUsesOfOtherReplicas(t *testing.T, s *Store) {
	clock := clockAt(noon)
	one, here := quotaGrant(t, s, clock, 10)
	two := newGate(t, s, clock)
	there := &Grant{key: here.key, account: two.accounts[here.key.ID], clock: clock.read}
	for range 10 {
		if err := there.Admit(); err != nil {
			t.Fatal(err)
		}
	}
	wantCode(t, here.Admit(), gevel.RateLimited) // the other replica has leased all and not written yet
	mustSync(t, two)
	mustSync(t, one)
	wantCode(t, here.Authorize(gevel.ScopeValuation), gevel.Forbidden)
	wantCode(t, here.Admit(), gevel.Forbidden)
}

func theQuotaStartsAgainWithTheMonthInAmsterdam(t *testing.T, s *Store) {
	lastMoment := time.Date(2025, 3, 31, 21, 59, 59, 999_999_999, time.UTC) // 23:59:59.999 in Amsterdam
	clock := clockAt(lastMoment)
	g, grant := quotaGrant(t, s, clock, 2)
	for range 2 {
		if err := grant.Admit(); err != nil {
			t.Fatal(err)
		}
	}
	wantCode(t, grant.Authorize(gevel.ScopeValuation), gevel.Forbidden)
	clock.advance(1)
	if err := errors.Join(grant.Authorize(gevel.ScopeValuation), grant.Admit()); err != nil {
		t.Fatalf("got %v in the first moment of April", err)
	}
	mustSync(t, g)
	got, err := s.Show(t.Context(), "a")
	if err != nil || got.UsedIn(MonthOf(lastMoment)) != 2 || got.UsedIn(MonthOf(lastMoment)+1) != 1 {
		t.Errorf("got %v (%v), want 2 uses in March and 1 in April", got.Usage, err)
	}
}

func TestTheRateIsHeld(t *testing.T) {
	for _, test := range []struct {
		rate  float64
		burst int
		retry time.Duration
	}{
		{0.5, 1, 2 * time.Second},
		{1, 1, time.Second},
		{2.5, 3, 400 * time.Millisecond},
		{1000, 1000, time.Millisecond},
	} {
		s, clock := newStore(t), clockAt(noon)
		n := allScopes("a")
		n.Rate = test.rate
		_, secret := mustCreate(t, s, n)
		g := newGate(t, s, clock)
		grant := mustAuthenticate(t, g, secret)
		for i := range test.burst {
			if err := grant.Admit(); err != nil {
				t.Fatalf("rate %v, request %d of the burst: %v", test.rate, i+1, err)
			}
		}
		err := grant.Admit()
		wantCode(t, err, gevel.RateLimited)
		var limited *gevel.Error
		if !errors.As(err, &limited) || limited.RetryAfter.Round(time.Microsecond) != test.retry {
			t.Fatalf("rate %v: got %v, want a wait of %v", test.rate, err, test.retry)
		}
		clock.advance(limited.RetryAfter + time.Microsecond)
		if err := grant.Admit(); err != nil {
			t.Errorf("rate %v: got %v after that wait", test.rate, err)
		}
		mustSync(t, g)
		got, err := s.Show(t.Context(), "a")
		if err != nil || got.UsedIn(MonthOf(noon)) != int64(test.burst)+1 {
			t.Errorf("rate %v: got %v (%v), want refusals not counted", test.rate, got.Usage, err)
		}
	}
}

func TestAnIdleLimiterIsLetGo(t *testing.T) {
	s, clock := newStore(t), clockAt(noon)
	n := allScopes("a")
	n.Rate = 2
	_, secret := mustCreate(t, s, n)
	g := newGate(t, s, clock)
	grant := mustAuthenticate(t, g, secret)
	if err := grant.Admit(); err != nil {
		t.Fatal(err)
	}
	mustSync(t, g)
	if grant.account.limiter == nil {
		t.Error("the limiter is gone while its bucket fills")
	}
	clock.advance(time.Second)
	mustSync(t, g)
	if grant.account.limiter != nil {
		t.Error("the limiter is kept though its bucket is full")
	}
}

func accountsOfEndedKeysAreDroppedOnceWritten(t *testing.T, s *Store) {
	_, secret := mustCreate(t, s, allScopes("a"))
	g := newGate(t, s, clockAt(noon))
	grant := mustAuthenticate(t, g, secret)
	if err := grant.Admit(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Revoke(t.Context(), "a", noon); err != nil {
		t.Fatal(err)
	}
	mustSync(t, g)
	got, err := s.Show(t.Context(), "a")
	if err != nil || got.UsedIn(MonthOf(noon)) != 1 {
		t.Errorf("got %v (%v), want the use before the revocation counted", got.Usage, err)
	}
	mustCreate(t, s, allScopes("b"))
	mustSync(t, g)
	if len(g.accounts) != 1 {
		t.Errorf("got %d accounts, want the live key's only", len(g.accounts))
	}
}

// everyUseIsCountedOnce runs requests, writes and turns of the month in any order on two replicas and
// compares with a plain count.
func everyUseIsCountedOnce(t *testing.T, s *Store) {
	rapid.Check(t, func(r *rapid.T) {
		clock := clockAt(noon)
		name := "k" + newID()[len(idPrefix):]
		_, secret := mustCreate(t, s, allScopes(name))
		gates := []*Gate{newGate(t, s, clock), newGate(t, s, clock)}
		want := make(map[gevel.Month]int64)
		for range rapid.IntRange(1, 30).Draw(r, "steps") {
			g := gates[rapid.IntRange(0, 1).Draw(r, "replica")]
			switch rapid.IntRange(0, 3).Draw(r, "step") {
			case 0, 1:
				if err := mustAuthenticate(t, g, secret).Admit(); err != nil {
					r.Fatal(err)
				}
				want[MonthOf(clock.read())]++
			case 2:
				g.sync(t.Context())
			case 3:
				clock.advance(time.Duration(rapid.IntRange(-40*24, 40*24).Draw(r, "hours")) * time.Hour)
				gates[0].sync(t.Context())
				gates[1].sync(t.Context())
			}
		}
		for _, g := range gates {
			if err := g.Close(t.Context()); err != nil {
				r.Fatal(err)
			}
		}
		got, err := s.Show(t.Context(), name)
		if err != nil || len(got.Usage) != len(want) {
			r.Fatalf("got %v (%v), want %v", got.Usage, err, want)
		}
		for _, u := range got.Usage {
			if u.Uses != want[u.Month] {
				r.Fatalf("%v: got %d uses, want %d", u.Month, u.Uses, want[u.Month])
			}
		}
	})
}

func usesThatCannotBeWrittenAreKept(t *testing.T, s *Store) {
	_, first := mustCreate(t, s, allScopes("a"))
	_, second := mustCreate(t, s, allScopes("b"))
	g := newGate(t, s, clockAt(noon))
	if _, err := s.db.Exec(`ALTER TABLE usage RENAME TO away`); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{first, second, first} {
		if err := mustAuthenticate(t, g, secret).Admit(); err != nil {
			t.Fatal(err)
		}
		if err := g.settle(t.Context()); err == nil {
			t.Fatal("got no error without a usage table")
		}
	}
	if _, err := s.db.Exec(`ALTER TABLE away RENAME TO usage`); err != nil {
		t.Fatal(err)
	}
	mustSync(t, g)
	for name, want := range map[string]int64{"a": 2, "b": 1} {
		got, err := s.Show(t.Context(), name)
		if err != nil || got.UsedIn(MonthOf(noon)) != want {
			t.Errorf("%s: got %v (%v), want all %d uses written", name, got.Usage, err, want)
		}
	}
	if n := g.ledger.unwritten.Load(); n != 0 {
		t.Errorf("%d uses are said to be unwritten", n)
	}
}
