package keystore

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
)

func init() { children["spend"] = childSpends }

// childSpends acts as a server whose callers use up a quota as fast as they can. It begins when it reads a
// line, and prints how many uses it admitted.
func childSpends() {
	store := childStore(context.Background())
	gate, err := NewGate(context.Background(), store, GateOptions{Clock: time.Now})
	exitOn(err)
	fmt.Println("ready")
	_, err = bufio.NewReader(os.Stdin).ReadString('\n')
	exitOn(err)
	var admitted atomic.Int64
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() { admitted.Add(spend(gate)) })
	}
	clients.Wait()
	fmt.Println(admitted.Load())
	exitOn(gate.Close(context.Background()))
}

// spend makes requests until the quota is used up, and returns the number admitted.
func spend(gate *Gate) (n int64) {
	for {
		grant, err := gate.Authenticate("Bearer demo")
		exitOn(err)
		switch err := grant.Admit(); gevel.CodeOf(err) {
		case "":
			n++
		case gevel.RateLimited: // another process has leased the rest
			time.Sleep(time.Millisecond)
		case gevel.Forbidden:
			return n
		default:
			exitOn(err)
		}
	}
}

func TestTwoProcessesShareAQuota(t *testing.T) {
	for _, quota := range []int64{1, 500, 50_000} {
		s := newStore(t)
		n := allScopes("a")
		n.Quota = quota
		if _, err := s.CreateWithSecret(t.Context(), n, "demo", noon); err != nil {
			t.Fatal(err)
		}
		first, second := startSpending(t, s), startSpending(t, s)
		first.begin(t)
		second.begin(t)
		one, two := first.admitted(t), second.admitted(t)
		t.Logf("of a quota of %d one process admitted %d, the other %d", quota, one, two)
		if one+two != quota {
			t.Errorf("two processes admitted %d and %d, want the quota of %d in all", one, two, quota)
		}
		if got := allUses(t, s); got != quota {
			t.Errorf("%d uses are written, want %d", got, quota)
		}
	}
}

// spender is a child that uses up a quota.
type spender struct {
	cmd  *exec.Cmd
	in   io.Writer
	says *bufio.Reader
}

func startSpending(t *testing.T, s *Store) *spender {
	t.Helper()
	cmd := child(t, "spend", s)
	in, inErr := cmd.StdinPipe()
	out, outErr := cmd.StdoutPipe()
	if err := errors.Join(inErr, outErr, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	c := &spender{cmd: cmd, in: in, says: bufio.NewReader(out)}
	if _, err := c.says.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *spender) begin(t *testing.T) {
	t.Helper()
	if _, err := fmt.Fprintln(c.in); err != nil {
		t.Fatal(err)
	}
}

func (c *spender) admitted(t *testing.T) (n int64) {
	t.Helper()
	if _, err := fmt.Fscan(c.says, &n); err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return n
}

func anUnusedLeaseIsReturned(t *testing.T, s *Store) {
	clock := clockAt(noon)
	one, here := quotaGrant(t, s, clock, 20)
	two := newGate(t, s, clock)
	there := &Grant{key: here.key, account: two.accounts[here.key.ID], clock: clock.read}
	if err := there.Admit(); err != nil {
		t.Fatal(err)
	}
	admitAll := func() (n int64) {
		for here.Admit() == nil {
			n++
		}
		return n
	}
	first := admitAll()
	if first == 0 || first >= 19 {
		t.Errorf("admitted %d beside a lease of another gate, want some of 19", first)
	}
	mustSync(t, two)
	clock.advance(idleAfter) // and what is known of leases is too old
	mustSync(t, two)
	if rest := admitAll(); first+rest != 19 {
		t.Errorf("admitted %d and then %d, want 19 in all once the lease is back", first, rest)
	}
	mustSync(t, one)
	wantCode(t, here.Authorize(gevel.ScopeValuation), gevel.Forbidden)
}

func closingGivesLeasesBack(t *testing.T, s *Store) {
	g, grant := quotaGrant(t, s, clockAt(noon), 100)
	if err := grant.Admit(); err != nil {
		t.Fatal(err)
	}
	if leases(t, s) == 0 {
		t.Error("a quota was used without a lease")
	}
	if err := g.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := leases(t, s); n != 0 {
		t.Errorf("%d uses are still leased", n)
	}
}

func TestTheLeaseOfAKilledProcessEnds(t *testing.T) {
	s, clock := newStore(t), clockAt(noon)
	_, grant := quotaGrant(t, s, clock, 20)
	dead := posting{key: grant.key.ID, claim: claim{
		made: true, month: MonthOf(noon), limit: 20, want: 10,
	}}
	if err := s.post(t.Context(), by("dead", clock.read), []posting{dead}); err != nil {
		t.Fatal(err)
	}
	var n int64
	for grant.Admit() == nil {
		n++
	}
	if n != 10 {
		t.Errorf("admitted %d beside a lease of 10 of 20", n)
	}
	clock.advance(leaseFor)
	for grant.Admit() == nil {
		n++
	}
	if n != 20 {
		t.Errorf("admitted %d once the lease has ended, want 20", n)
	}
}

func leases(t *testing.T, s *Store) (n int64) {
	t.Helper()
	var sum sql.NullInt64
	if err := s.db.QueryRowContext(t.Context(), `SELECT SUM(uses) FROM leases`).Scan(&sum); err != nil {
		t.Fatal(err)
	}
	return sum.Int64
}

// leasesAreOfOneQuota lets several processes write uses within their leases and take new ones, in any order.
func leasesAreOfOneQuota(t *testing.T, s *Store) {
	rapid.Check(t, func(r *rapid.T) {
		n := allScopes(newID()[len(idPrefix):])
		n.Quota = rapid.Int64Range(1, 200).Draw(r, "quota")
		key, _ := mustCreate(t, s, n)
		held := make(map[string]int64)
		var used int64
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			holder := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(r, "holder")
			uses := rapid.Int64Range(0, held[holder]).Draw(r, "uses")
			keep := rapid.Int64Range(0, held[holder]-uses).Draw(r, "keep")
			want := rapid.Int64Range(keep, 100).Draw(r, "want")
			p := posting{key: key.ID, claim: claim{
				made: true, month: MonthOf(noon), limit: n.Quota, keep: keep, want: want,
			}}
			if uses > 0 {
				p.uses = []use{{month: MonthOf(noon), n: uses, last: noon}}
			}
			done := []posting{p}
			if err := s.post(t.Context(), by(holder, clockAt(noon).read), done); err != nil {
				r.Fatal(err)
			}
			used, held[holder] = used+uses, done[0].granted.n
			if held[holder] < keep || used+held["a"]+held["b"]+held["c"] > n.Quota || done[0].granted.used != used {
				r.Fatalf("%s kept %d and was granted %+v; used %d, held %v, quota %d",
					holder, keep, done[0].granted, used, held, n.Quota)
			}
		}
	})
}

// TestAnIdleGateReadsNoUses has a gate report that it runs, and another write a use.
func TestAnIdleGateReadsNoUses(t *testing.T) {
	s, c := newStore(t), clockAt(noon)
	_, secret := mustCreate(t, s, NewKey{Name: "a", Scopes: []gevel.Scope{gevel.ScopeValuation}, Quota: 100})
	g, other := newGate(t, s, c), newGate(t, s, c)
	mustSync(t, other)
	mustSync(t, g) // reports
	mustSync(t, g)
	read := g.readRounds
	c.advance(2 * reportEvery)
	mustSync(t, other) // reports
	mustSync(t, g)
	if !maps.Equal(read, g.readRounds) {
		t.Errorf("reports alone made rounds of %v into %v", read, g.readRounds)
	}
	if n, _, err := s.running(t.Context(), c.read); err != nil || n != 2 {
		t.Errorf("%d gates run: %v", n, err)
	}
	if err := mustAuthenticate(t, other, secret).Admit(); err != nil {
		t.Fatal(err)
	}
	mustSync(t, other)
	mustSync(t, g)
	if left := mustAuthenticate(t, g, secret).Left(); left != 99 {
		t.Errorf("%d uses are left, want 99", left)
	}
}
