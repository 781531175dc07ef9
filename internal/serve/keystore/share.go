// Rates shared by processes: each takes a share in the database of a key's rate, as much as its requests want, so
// that one with many requests has what the others leave.

package keystore

import (
	"slices"
	"time"
)

// share is an account's part of the key's rate.
type share struct {
	rate      float64 // of the key
	perSecond float64 // the part
	lapse     lapse
	held      bool      // the database has a share of this account
	wanted    bool      // requests have come since the last claim
	last      time.Time // the last of them
	refused   time.Time // the last that was refused
	uses      float64   // since the time below
	since     time.Time
	usual     float64 // uses per second before that
}

// lapse is when a lease begins and ends. Processes share the wall clock; settings of it must not prolong a lease.
type lapse struct {
	from, until time.Time // by the wall clock
	over        time.Time // by the monotonic clock
}

// lasting returns the lapse of a lease that was asked for at a time.
func lasting(at time.Time) lapse {
	from := at.Round(0) // drop the monotonic reading
	return lapse{from: from, until: from.Add(leaseFor), over: at.Add(leaseFor)}
}

// covers reports whether the lease holds. One that begins later dates from before the clock was set back.
func (l lapse) covers(now time.Time) bool {
	return !now.Before(l.from) && now.Before(l.until) && now.Before(l.over)
}

// partOf returns the requests per second that this process may answer, and whether a share must be taken first.
// While the database takes none, each has an equal part.
func (a *account) partOf(rate float64, now time.Time) (perSecond float64, ask bool) {
	s, gates := &a.share, a.ledger.gates.Load()
	if gates <= 1 {
		return rate, false
	}
	s.rate, s.wanted, s.last = rate, true, now
	switch {
	case a.ledger.away.Load():
		return rate / float64(gates), false
	case s.lapse.covers(now):
		return s.perSecond, false
	}
	return 0, true
}

// count notes a use.
func (s *share) count(now time.Time) {
	if elapsed := now.Sub(s.since); elapsed >= time.Second || elapsed < 0 {
		s.usual, s.uses, s.since = s.uses/max(1, elapsed.Seconds()), 0, now
	}
	s.uses++
}

// shareClaim requests a share of a key's rate.
type shareClaim struct {
	made bool
	rate float64   // the key's
	want float64   // 0 returns the share
	at   time.Time // its start, by the gate's clock
}

// claim returns the share to ask for: twice the usual uses, or all while requests are refused. An idle account
// returns its share.
func (s *share) claim(now time.Time) shareClaim {
	idle := now.Sub(s.last) >= idleAfter
	if !s.wanted && !(s.held && idle) {
		return shareClaim{}
	}
	want := 2 * max(s.usual, s.uses)
	switch {
	case !s.wanted:
		want = 0
	case now.Sub(s.refused) < idleAfter && !now.Before(s.refused):
		want = s.rate
	}
	s.wanted = false
	return shareClaim{made: true, rate: s.rate, want: min(want, s.rate)}
}

// take takes over the granted share.
func (s *share) take(c shareClaim, perSecond float64) {
	s.perSecond, s.held, s.lapse = perSecond, c.want > 0, lasting(c.at)
}

// heldShare is the share of another gate.
type heldShare struct{ wanted, perSecond float64 }

// divide returns the share for a claim beside others: what all want as far as the rate reaches, and equal parts
// beyond; but never what another still holds.
func (c shareClaim) divide(others []heldShare) float64 {
	wants := []float64{c.want}
	free := c.rate
	for _, o := range others {
		wants = append(wants, o.wanted)
		free -= o.perSecond
	}
	slices.Sort(wants)
	left := c.rate
	for i, want := range wants {
		equal := left / float64(len(wants)-i)
		if want > equal {
			return max(0, min(c.want, equal, free))
		}
		left -= want
	}
	return max(0, min(c.want, free))
}
