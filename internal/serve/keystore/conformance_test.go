package keystore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

// noon is the time of most tests.
var noon = time.Date(2025, 3, 15, 12, 0, 0, 0, time.UTC)

// opener makes an empty store.
type opener func(testing.TB) *Store

// databases are the kinds of database under a Store.
var databases = map[string]opener{"SQLite": newStore, "PostgreSQL": newServerStore}

// onEach runs a test on each kind of database.
func onEach(t *testing.T, test func(*testing.T, *Store)) {
	for name, open := range databases {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// TestConformance tests every database under a Store.
func TestConformance(t *testing.T) {
	for name, test := range map[string]func(*testing.T, *Store){
		"a key comes back as it was made":            keyComesBack,
		"a key that can't be is refused":             badKeysAreRefused,
		"a name is free again after revoking":        namesAreUniqueAmongLiveKeys,
		"revoking twice keeps the first moment":      revokingTwice,
		"rotating keeps the key and ends the secret": rotating,
		"a grace period keeps the old secret":        rotatingWithGrace,
		"a dead key can't be rotated":                rotatingDeadKeys,
		"an unknown key is not found":                unknownKeys,
		"a secret in place of a name is not echoed":  secretAsName,
		"uses add up":                     usesAddUp,
		"a round is written once":         roundsAreWrittenOnce,
		"a failed batch leaves nothing":   failedBatch,
		"every change has a new revision": revisions,
		"leases are of one quota":         leasesAreOfOneQuota,
		"a lease ends with its holder":    leasesEnd,
		"gates that run are counted":      gatesAreCounted,
	} {
		t.Run(name, func(t *testing.T) { onEach(t, test) })
	}
}

// TestGateConformance tests a Gate on every database.
func TestGateConformance(t *testing.T) {
	for name, test := range map[string]func(*testing.T, *Store){
		"a revoked key stops at the next refresh":         aRevokedKeyStopsAtTheNextRefresh,
		"a new key works from the next refresh":           aNewKeyWorksFromTheNextRefresh,
		"a rotated secret works through its grace":        aRotatedSecretWorksThroughItsGrace,
		"close writes what was counted":                   closeWritesWhatWasCounted,
		"the quota is exact under load":                   theQuotaIsExactUnderLoad,
		"the quota counts uses of other replicas":         theQuotaCountsUsesOfOtherReplicas,
		"the quota starts again with the month":           theQuotaStartsAgainWithTheMonthInAmsterdam,
		"accounts of ended keys are dropped once written": accountsOfEndedKeysAreDroppedOnceWritten,
		"every use is counted once":                       everyUseIsCountedOnce,
		"uses that can't be written are kept":             usesThatCannotBeWrittenAreKept,
		"an unused lease is returned":                     anUnusedLeaseIsReturned,
		"closing gives leases back":                       closingGivesLeasesBack,
		"an old reading undoes nothing":                   anOldReadingDoesNotUndoARound,
		"keys are read anew after a failure":              keysAreReadAnewAfterAFailure,
		"a rate is divided among gates":                   aRateIsDivided,
		"a gate has the rate that others leave":           aGateHasTheRateThatOthersLeave,
	} {
		t.Run(name, func(t *testing.T) { onEach(t, test) })
	}
}

func mustCreate(t testing.TB, s *Store, n NewKey) (gevel.Key, string) {
	t.Helper()
	key, secret, err := s.Create(t.Context(), n, noon)
	if err != nil {
		t.Fatal(err)
	}
	return key, secret
}

var lastRound atomic.Int64

// by is a gate with a round that is not written yet.
func by(holder string, clock func() time.Time) leaser {
	return leaser{holder, clock, lastRound.Add(1)}
}

// allScopes is a key with every scope.
func allScopes(name string) NewKey { return NewKey{Name: name, Scopes: gevel.Scopes()} }

func wantCode(t *testing.T, err error, want gevel.Code) {
	t.Helper()
	if got := gevel.CodeOf(err); got != want {
		t.Fatalf("got code %q (%v), want %q", got, err, want)
	}
}

func keyComesBack(t *testing.T, s *Store) {
	expires := noon.Add(36 * time.Hour)
	made, secret := mustCreate(t, s, NewKey{
		Name: "Makelaar Ünal", Scopes: []gevel.Scope{gevel.ScopeImages, gevel.ScopeValuation, gevel.ScopeImages},
		Rate: 2.5, Quota: 1000, ExpiresAt: gevel.Some(expires),
	})
	if len(secret) != len("gvl_")+32 || !strings.HasPrefix(secret, "gvl_") {
		t.Errorf("the secret has %d characters, want gvl_ and 32 more", len(secret))
	}
	want := gevel.Key{
		ID: made.ID, Name: "Makelaar Ünal", Scopes: gevel.Scopes(), Rate: 2.5, Quota: 1000,
		CreatedAt: noon, ExpiresAt: gevel.Some(expires),
	}
	for _, by := range []string{made.ID, made.Name} {
		got, err := s.Show(t.Context(), by)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(UsedKey{Key: want}, got); diff != "" {
			t.Errorf("Show(%q) differs (-want +got):\n%s", by, diff)
		}
	}
}

func badKeysAreRefused(t *testing.T, s *Store) {
	for name, change := range map[string]func(*NewKey){
		"no name":            func(n *NewKey) { n.Name = "" },
		"long name":          func(n *NewKey) { n.Name = strings.Repeat("x", 65) },
		"name with newline":  func(n *NewKey) { n.Name = "a\nb" },
		"name with space":    func(n *NewKey) { n.Name = " a" },
		"name like a secret": func(n *NewKey) { n.Name = newSecret() },
		"name like an id":    func(n *NewKey) { n.Name = "key_1" },
		"no scope":           func(n *NewKey) { n.Scopes = nil },
		"unknown scope":      func(n *NewKey) { n.Scopes = []gevel.Scope{"everything"} },
		"negative rate":      func(n *NewKey) { n.Rate = -1 },
		"rate NaN":           func(n *NewKey) { n.Rate = math.NaN() },
		"rate infinite":      func(n *NewKey) { n.Rate = math.Inf(1) },
		"negative quota":     func(n *NewKey) { n.Quota = -1 },
		"expired":            func(n *NewKey) { n.ExpiresAt = gevel.Some(noon) },
	} {
		n := allScopes("good")
		change(&n)
		_, secret, err := s.Create(t.Context(), n, noon)
		if gevel.CodeOf(err) != gevel.Invalid || secret != "" {
			t.Errorf("%s: got %v, want gevel.Invalid and no secret", name, err)
		}
		if err != nil && strings.Contains(err.Error(), secretPrefix) && strings.Contains(err.Error(), n.Name) {
			t.Errorf("%s: the error repeats a secret", name)
		}
	}
	_, _, err := s.Create(t.Context(), NewKey{Rate: -1, Quota: -1}, noon)
	var fault *gevel.Error
	if !errors.As(err, &fault) || len(fault.Details) != 4 {
		t.Errorf("got %v, want all four faults (name, scope, rate, quota) at once", err)
	}
	if keys, err := s.List(t.Context()); err != nil || len(keys) != 0 {
		t.Errorf("got %d keys (%v) after refusals, want none", len(keys), err)
	}
}

func namesAreUniqueAmongLiveKeys(t *testing.T, s *Store) {
	first, _ := mustCreate(t, s, allScopes("kantoor"))
	_, _, err := s.Create(t.Context(), allScopes("kantoor"), noon)
	wantCode(t, err, gevel.Invalid)
	if _, err := s.Revoke(t.Context(), "kantoor", noon); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Show(t.Context(), "kantoor"); err != nil || got.Key.ID != first.ID {
		t.Errorf("got %v (%v), want the revoked key %s while no other has its name", got.Key.ID, err, first.ID)
	}
	second, _ := mustCreate(t, s, allScopes("kantoor"))
	if got, err := s.Show(t.Context(), "kantoor"); err != nil || got.Key.ID != second.ID {
		t.Errorf("got %v (%v), want the live key %s", got.Key.ID, err, second.ID)
	}
}

func revokingTwice(t *testing.T, s *Store) {
	mustCreate(t, s, allScopes("a"))
	for i := range 2 {
		got, err := s.Revoke(t.Context(), "a", noon.Add(time.Duration(i)*time.Hour))
		if err != nil || got.RevokedAt != gevel.Some(noon) {
			t.Errorf("revocation %d: got %v (%v), want revoked at %v", i+1, got.RevokedAt, err, noon)
		}
	}
	if found, err := s.credentials(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("got %d live secrets (%v) of a revoked key, want none", len(found), err)
	}
}

// digests returns the live secrets and their ends.
func digests(t *testing.T, s *Store) map[digest]gevel.Opt[time.Time] {
	t.Helper()
	found, err := s.credentials(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ends := make(map[digest]gevel.Opt[time.Time])
	for _, c := range found {
		ends[c.digest] = c.expires
	}
	return ends
}

func rotating(t *testing.T, s *Store) {
	made, old := mustCreate(t, s, allScopes("a"))
	got, secret, err := s.Rotate(t.Context(), Rotation{Key: "a"}, noon)
	if err != nil || got.ID != made.ID || secret == old {
		t.Fatalf("got key %s (%v), want %s with another secret", got.ID, err, made.ID)
	}
	want := map[digest]gevel.Opt[time.Time]{digestOf(secret): {}}
	if diff := cmp.Diff(want, digests(t, s)); diff != "" {
		t.Errorf("live secrets differ (-want +got):\n%s", diff)
	}
}

func rotatingWithGrace(t *testing.T, s *Store) {
	_, first := mustCreate(t, s, allScopes("a"))
	_, second, err := s.Rotate(t.Context(), Rotation{Key: "a", Grace: time.Hour}, noon)
	if err != nil {
		t.Fatal(err)
	}
	_, third, err := s.Rotate(t.Context(), Rotation{Key: "a", Grace: 2 * time.Hour}, noon)
	if err != nil {
		t.Fatal(err)
	}
	want := map[digest]gevel.Opt[time.Time]{
		digestOf(first):  gevel.Some(noon.Add(time.Hour)), // a second rotation never prolongs
		digestOf(second): gevel.Some(noon.Add(2 * time.Hour)),
		digestOf(third):  {},
	}
	if diff := cmp.Diff(want, digests(t, s)); diff != "" {
		t.Errorf("live secrets differ (-want +got):\n%s", diff)
	}
	_, _, err = s.Rotate(t.Context(), Rotation{Key: "a", Grace: -time.Hour}, noon)
	wantCode(t, err, gevel.Invalid)
}

func rotatingDeadKeys(t *testing.T, s *Store) {
	n := allScopes("expired")
	n.ExpiresAt = gevel.Some(noon.Add(time.Hour))
	mustCreate(t, s, n)
	mustCreate(t, s, allScopes("revoked"))
	if _, err := s.Revoke(t.Context(), "revoked", noon); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"expired", "revoked"} {
		_, secret, err := s.Rotate(t.Context(), Rotation{Key: name}, noon.Add(time.Hour))
		if gevel.CodeOf(err) != gevel.Invalid || secret != "" || !strings.Contains(err.Error(), name) {
			t.Errorf("rotating an %s key: got %v, want gevel.Invalid that says so", name, err)
		}
	}
}

func unknownKeys(t *testing.T, s *Store) {
	_, err := s.Show(t.Context(), "nobody")
	wantCode(t, err, gevel.NotFound)
	_, err = s.Revoke(t.Context(), "nobody", noon)
	wantCode(t, err, gevel.NotFound)
	_, _, err = s.Rotate(t.Context(), Rotation{Key: "nobody"}, noon)
	wantCode(t, err, gevel.NotFound)
}

func secretAsName(t *testing.T, s *Store) {
	_, secret := mustCreate(t, s, allScopes("a"))
	_, err := s.Show(t.Context(), secret)
	wantCode(t, err, gevel.Invalid)
	if strings.Contains(err.Error(), secret) {
		t.Error("the error repeats the secret")
	}
}

func usesAddUp(t *testing.T, s *Store) {
	key, _ := mustCreate(t, s, allScopes("a"))
	march := MonthOf(noon)
	const writers, batches = 4, 10
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for b := range batches {
				last := noon.Add(time.Duration(w*batches+b) * time.Minute)
				p := posting{key: key.ID, uses: []use{
					{month: march, n: 3, last: last},
					{month: march - 1, n: 1, last: noon.AddDate(0, -1, 0)},
				}}
				if err := s.post(t.Context(), by(fmt.Sprint("gate", w), clockAt(noon).read), []posting{p}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got, err := s.Show(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	want := []MonthUsage{{march, 3 * writers * batches}, {march - 1, writers * batches}}
	newest, err := s.ListNewest(t.Context())
	if err != nil || len(newest) == 0 {
		t.Fatalf("%d keys are listed: %v", len(newest), err)
	}
	for _, k := range newest {
		if k.Key.ID == got.Key.ID && (!cmp.Equal(want[:1], k.Usage) || k.Key.LastUsed != got.Key.LastUsed) {
			t.Errorf("listed with its newest month the key has %v, last used %v, want %v, %v",
				k.Usage, k.Key.LastUsed, want[:1], got.Key.LastUsed)
		}
	}
	if diff := cmp.Diff(want, got.Usage); diff != "" {
		t.Errorf("usage differs (-want +got):\n%s", diff)
	}
	if want := gevel.Some(noon.Add((writers*batches - 1) * time.Minute)); got.Key.LastUsed != want {
		t.Errorf("last used %v, want the latest %v whatever was written last", got.Key.LastUsed, want)
	}
}

func failedBatch(t *testing.T, s *Store) {
	refused := errors.New("refused")
	before, err := s.revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = s.change(t.Context(), func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(t.Context(),
			`INSERT INTO usage (month, key_id, uses, last_used_at) VALUES ($1, $2, 1, 1)`, "2025-03", "k"); err != nil {
			return err
		}
		return refused
	})
	if !errors.Is(err, refused) {
		t.Fatalf("got %v, want the error of the edit", err)
	}
	var n int
	if err := s.db.QueryRowContext(t.Context(), `SELECT count(*) FROM usage`).Scan(&n); err != nil || n != 0 {
		t.Errorf("got %d rows (%v), want none", n, err)
	}
	if after, err := s.revision(t.Context()); err != nil || after != before {
		t.Errorf("got revision %d (%v), want %d still", after, err, before)
	}
}

func revisions(t *testing.T, s *Store) {
	seen := make(map[int64]bool)
	step := func(name string, err error) {
		t.Helper()
		n, readErr := s.revision(t.Context())
		if err := errors.Join(err, readErr); err != nil {
			t.Fatal(err)
		}
		if seen[n] {
			t.Errorf("%s left revision %d", name, n)
		}
		seen[n] = true
	}
	step("an empty store", nil)
	for i := range 2 {
		_, _, err := s.Create(t.Context(), allScopes(fmt.Sprint("k", i)), noon)
		step("create", err)
	}
	_, _, err := s.Rotate(t.Context(), Rotation{Key: "k0"}, noon)
	step("rotate", err)
	_, err = s.Revoke(t.Context(), "k0", noon)
	step("revoke", err)
}

func roundsAreWrittenOnce(t *testing.T, s *Store) {
	key, _ := mustCreate(t, s, allScopes("a"))
	one := []posting{{key: key.ID, uses: []use{{month: MonthOf(noon), n: 1, last: noon}}}}
	// The rounds of one gate, repeated and late, and of another gate in order.
	for _, l := range []leaser{
		{"a", time.Now, 1},
		{"a", time.Now, 1},
		{"a", time.Now, 3},
		{"a", time.Now, 2},
		{"a", time.Now, 3},
		{"b", time.Now, 1},
		{"b", time.Now, 2},
	} {
		if err := s.post(t.Context(), l, one); err != nil {
			t.Fatal(err)
		}
	}
	if n := allUses(t, s); n != 4 {
		t.Errorf("%d uses are written, want the uses of rounds 1 and 3 of one gate, 1 and 2 of the other", n)
	}
}

// leasesEnd lets a holder die with a lease, and its time pass.
func leasesEnd(t *testing.T, s *Store) {
	n := allScopes("a")
	n.Quota = 20
	key, _ := mustCreate(t, s, n)
	want := func(holder string) int64 {
		p := []posting{{key: key.ID, claim: claim{made: true, month: MonthOf(noon), limit: 20, want: 20}}}
		if err := s.post(t.Context(), by(holder, time.Now), p); err != nil {
			t.Fatal(err)
		}
		return p[0].granted.n
	}
	if got := want("dead"); got != 10 {
		t.Errorf("the first is granted %d of 20, want half", got)
	}
	if got := want("live"); got != 5 {
		t.Errorf("the second is granted %d beside a lease of 10, want 5", got)
	}
	for _, by := range []time.Duration{-leaseFor, time.Hour} { // ended, and from before the clock was set back
		if _, err := s.db.ExecContext(t.Context(), `UPDATE leases SET ends_at = ends_at + $1 WHERE holder = 'dead'`,
			by.Milliseconds()); err != nil {
			t.Fatal(err)
		}
		if got := want("live"); got != 10 {
			t.Errorf("granted %d with no other lease that counts, want 10", got)
		}
		want("dead")
	}
}

func gatesAreCounted(t *testing.T, s *Store) {
	wantRunning := func(want int64) {
		t.Helper()
		if n, _, err := s.running(t.Context(), time.Now); err != nil || n != want {
			t.Errorf("%d gates run (%v), want %d", n, err, want)
		}
	}
	for _, holder := range []string{"a", "b", "a", "c"} {
		if err := s.post(t.Context(), by(holder, time.Now), nil); err != nil {
			t.Fatal(err)
		}
	}
	wantRunning(3)
	if err := s.leave(t.Context(), by("a", time.Now)); err != nil {
		t.Fatal(err)
	}
	wantRunning(2)
	for _, by := range []time.Duration{-runsFor, 3 * runsFor} { // killed, also before the clock was set back
		if _, err := s.db.ExecContext(t.Context(), `UPDATE gates SET seen_at = seen_at + $1 WHERE holder = 'b'`,
			by.Milliseconds()); err != nil {
			t.Fatal(err)
		}
		wantRunning(1)
	}
}

// A database that was away may have been restored meanwhile, and have reached the same revision by other
// changes.
func keysAreReadAnewAfterAFailure(t *testing.T, s *Store) {
	_, secret := mustCreate(t, s, allScopes("a"))
	g := newGate(t, s, clockAt(noon))
	away, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.refresh(away); err == nil {
		t.Fatal("keys are read although none waits")
	}
	if _, err := s.db.ExecContext(t.Context(), `UPDATE keys SET revoked_at = 1`); err != nil {
		t.Fatal(err)
	}
	mustSync(t, g)
	_, err := g.Authenticate("Bearer " + secret)
	wantCode(t, err, gevel.Unauthorized)
}

func aRateIsDivided(t *testing.T, s *Store) {
	clock := clockAt(time.Now())
	n := allScopes("a")
	n.Rate = 30
	_, secret := mustCreate(t, s, n)
	burst := func(g *Gate) (n int) {
		clock.advance(time.Second)
		for mustAuthenticate(t, g, secret).Admit() == nil {
			n++
		}
		return n
	}
	first := newGate(t, s, clock)
	if got := burst(first); got != 30 {
		t.Errorf("one gate admits %d in a second, want all 30", got)
	}
	others := []*Gate{newGate(t, s, clock), newGate(t, s, clock)}
	for range 2 { // each reports, and learns of the others
		for _, g := range append(others, first) {
			mustSync(t, g)
		}
	}
	burst(first) // what its bucket still holds
	for _, g := range append(others, first) {
		if got := burst(g); got != 10 {
			t.Errorf("one of three gates admits %d in a second, want 10", got)
		}
	}
	for _, g := range others {
		if err := g.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	mustSync(t, first)
	burst(first) // the same
	if got := burst(first); got != 30 {
		t.Errorf("the last gate admits %d in a second, want all 30", got)
	}
}
