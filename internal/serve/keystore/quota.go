// Quotas shared by processes: each takes leases in the database, parts of what is left of a quota. So no use
// is given out twice.

package keystore

import (
	"errors"
	"fmt"
	"time"

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
