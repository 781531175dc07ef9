// The rate of a key: a bucket of tokens, filled as fast as this process's share allows.

package keystore

import (
	"fmt"
	"math"
	"time"

	"golang.org/x/time/rate"

	"github.com/gevel/gevel"
)

// pace admits an account's requests at the key's rate.
type pace struct {
	share   share
	limiter *rate.Limiter
	bucket  bucket // of the limiter
}

// admit takes a token from the bucket. Errors: errAsk when a share of the rate must be taken first, gevel.RateLimited
// with the time until there is a token. Where gates share the rate, the next round may then bring all of it.
func (p *pace) admit(rate float64, by standing, now time.Time) error {
	perSecond, ask := p.share.partOf(rate, by, now)
	if p.take(bucket{perSecond, int(min(max(1, math.Ceil(rate/float64(by.gates))), math.MaxInt32))}, now) {
		return nil
	}
	p.share.refused = now
	if ask {
		return errAsk
	}
	missing := time.Duration((1 - p.limiter.TokensAt(now)) / rate * float64(time.Second))
	if by.gates > 1 {
		return tooFast(rate, by.gates, max(missing, dryFor))
	}
	return tooFast(rate, by.gates, max(missing, 1))
}

// bucket is how fast a bucket of tokens fills, and what it holds: an equal part of a second's requests, at least one.
type bucket struct {
	perSecond float64
	burst     int
}

// take takes a token from the bucket, if there is one.
func (p *pace) take(b bucket, now time.Time) bool {
	switch {
	case p.limiter == nil:
		p.limiter = rate.NewLimiter(rate.Limit(b.perSecond), b.burst)
	case p.bucket != b: // the number of gates has changed, or the share
		p.limiter.SetLimitAt(now, rate.Limit(b.perSecond))
		p.limiter.SetBurstAt(now, b.burst)
	}
	p.bucket = b
	return p.limiter.AllowN(now, 1)
}

// rest drops a limiter whose bucket is full: a new one would do the same.
func (p *pace) rest(now time.Time) {
	if p.limiter != nil && p.limiter.TokensAt(now) >= float64(p.limiter.Burst()) {
		p.limiter = nil
	}
}

// tooFast returns the error for requests faster than rate, which the gates share; the next one will be
// admitted after wait.
func tooFast(rate float64, gates int64, wait time.Duration) error {
	divided := ""
	if gates > 1 {
		divided = fmt.Sprintf(", shared by %d servers", gates)
	}
	return &gevel.Error{
		Code:       gevel.RateLimited,
		Message:    fmt.Sprintf("the key may make %v requests per second%s", rate, divided),
		Hint:       fmt.Sprintf("try again in %s", max(wait.Round(time.Millisecond), time.Millisecond)),
		RetryAfter: wait,
	}
}

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
