// Rates shared by processes: each takes a share in the database of a key's rate, as much as its requests want, so
// that one with many requests has what the others leave.

package keystore

import (
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

// partOf returns the requests per second of a rate that this process may answer, and whether a share must be taken
// first. While the database takes none, each has an equal part.
func (s *share) partOf(rate float64, by standing, now time.Time) (perSecond float64, ask bool) {
	if by.gates <= 1 {
		return rate, false
	}
	s.rate, s.wanted, s.last = rate, true, now
	switch {
	case by.away:
		return rate / float64(by.gates), false
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
