// Quotas shared by processes: each takes leases in the database, parts of what is left of a quota. So no use
// is given out twice.

package keystore

import (
	"errors"
	"fmt"
	"math"
	"time"

	"golang.org/x/time/rate"

	"github.com/gevel/gevel"
)

const (
	// leastLease is the fewest uses that a claim asks for.
	leastLease = 16
)

// errAsk means that a use needs a lease first.
var errAsk = errors.New("the quota has no lease")

// quota is an account's state of this month's quota.
type quota struct {
	limit  int64 // uses a month
	lease  int64 // uses that need no further lease
	lapse  lapse
	held   bool      // the database has a lease of this account
	wanted bool      // a request waits for a lease
	others int64     // leased by other processes, as last read
	dry    time.Time // no lease is left until this time
}

// count is what is known of a key's uses this month.
type count struct {
	limit  int64 // the key's quota
	stored int64 // uses by all processes, as last read
	n      int64 // uses of this one that are not yet in the database
}

// cover returns nil when a lease covers one more use, and errAsk when one must be taken first. It returns
// gevel.RateLimited when other processes have leased all that is left: they will soon have used or returned it.
// While the database takes no leases, each of the gates may use an equal part of what was left at its last reading.
func (q *quota) cover(c count, by standing, now time.Time) error {
	q.limit = c.limit
	q.expire(now)
	switch {
	case q.lease > 0:
		return nil
	case by.away && c.n < (c.limit-c.stored-q.others)/by.gates:
		q.wanted = true
		return nil
	case now.Before(q.dry), by.away:
		return &gevel.Error{
			Code:       gevel.RateLimited,
			Message:    fmt.Sprintf("the last %d requests of the key's quota are with another server", c.limit-c.stored-c.n),
			Hint:       fmt.Sprintf("try again in %s", idleAfter),
			RetryAfter: idleAfter,
		}
	}
	q.wanted = true
	return errAsk
}

// claim returns the lease to ask for, given the month's uses that are not written: twice as many, so that fast callers seldom
// wait and slow callers hold little. An idle account returns its lease.
func (q *quota) claim(c use, now time.Time) claim {
	idle := c.n == 0 && now.Sub(c.last) >= idleAfter
	if !q.wanted && (!q.held || c.n == 0 && !idle) {
		return claim{}
	}
	want := max(2*c.n, leastLease)
	if idle && !q.wanted {
		want = 0
	}
	q.expire(now)
	// Uses are admitted while the database is asked, but no more than it will grant.
	q.lease = min(q.lease, want)
	q.wanted = false
	return claim{made: true, month: c.month, limit: q.limit, keep: q.lease, want: want}
}

// expire drops a lease that has ended or dates from before the clock was set back: other processes share that
// clock and consider it void.
func (q *quota) expire(now time.Time) {
	if !q.lapse.covers(now) {
		q.lease = 0
	}
}

// take takes over the granted lease, with n uses spent already, less than none where some were given back.
func (q *quota) take(c claim, g granted, n int64) {
	q.lease = max(g.n-max(n, 0), 0)
	q.lapse = lasting(c.at)
	q.held, q.others = g.n > 0, g.others
	if g.n == 0 && c.want > 0 {
		q.dry = c.at.Add(dryFor)
	}
}

// The rate of a key: a bucket of tokens, filled as fast as this process's share allows.

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
