package keystore

import (
	"strings"
	"testing"
	"time"
)

// admitAll makes requests until one is refused, and returns how many were admitted.
func (g *Grant) admitAll() (n int64) {
	for g.Admit() == nil {
		n++
	}
	return n
}

func TestTheLeaseOfAKilledProcessDoesNotOutliveAClockThatIsSetBack(t *testing.T) {
	s, clock := newStore(t), clockAt(noon)
	_, grant := quotaGrant(t, s, clock, 20)
	dead := posting{key: grant.key.ID, claim: claim{made: true, month: MonthOf(noon), limit: 20, want: 10}}
	if err := s.post(t.Context(), by("dead", clock.read), []posting{dead}); err != nil {
		t.Fatal(err)
	}
	clock.advance(-time.Hour)
	if n := grant.admitAll(); n != 20 {
		t.Errorf("admitted %d once the clock was set back, want all 20", n)
	}
}

func TestServersShareAQuotaWhileTheClockIsSet(t *testing.T) {
	for _, by := range []time.Duration{-time.Hour, -time.Millisecond, time.Hour} {
		s, clock := newStore(t), clockAt(noon)
		one, here := quotaGrant(t, s, clock, 40)
		two := newGate(t, s, clock)
		there := &Grant{key: here.key, account: two.accounts[here.key.ID], clock: clock.read}
		if err := here.Admit(); err != nil {
			t.Fatal(err)
		}
		mustSync(t, one) // other gates can't know what is unwritten when the clock is set
		clock.advance(by)
		n := 1 + there.admitAll() + here.admitAll()
		mustSync(t, one)
		mustSync(t, two)
		if n != 40 {
			t.Errorf("clock set by %v: two servers admitted %d of a quota of 40", by, n)
		}
	}
}

// TestALeaseGoesByTheWallClock requires that a lease has no monotonic reading: comparisons would use it, and
// other processes would compute another end.
func TestALeaseGoesByTheWallClock(t *testing.T) {
	var q quota
	q.take(claim{at: time.Now(), want: 1}, granted{n: 1}, 0)
	for _, moment := range []time.Time{q.lapse.from, q.lapse.until} {
		if strings.Contains(moment.String(), " m=") {
			t.Errorf("the lease goes by %s, which has a monotonic reading", moment)
		}
	}
}
