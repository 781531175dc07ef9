// Quotas shared by processes: each takes leases in the database, parts of what is left of a quota. So no use
// is given out twice.

package keystore

import (
	"fmt"
	"time"

	"github.com/gevel/gevel"
)

const (
	// leaseFor is the duration of a lease: until it ends, the unused rest of a killed process's lease is lost
	// to the others.
	leaseFor = 5 * time.Second

	// idleAfter is how long a process keeps an unused lease.
	idleAfter = time.Second

	// dryFor is how long a process trusts the answer that nothing is left to lease.
	dryFor = 100 * time.Millisecond

	// leastLease is the fewest uses that a claim asks for.
	leastLease = 16
)

// quota is an account's state of this month's quota.
type quota struct {
	limit  int64 // uses a month
	lease  int64 // uses that need no further lease
	lapse  lapse
	held   bool      // the database has a lease of this account
	wanted bool      // a request waits for a lease
	others int64     // leased by other processes, as last read
	dry    time.Time // no lease is to be had before this time
}

// leased returns nil when a lease covers one more use, and errAsk when one must be taken first. It returns
// gevel.RateLimited when other processes have leased all that is left: they will soon have used or returned
// it. While the database takes no leases, each gate may use an equal part of what was left at its last
// reading.
func (a *account) leased(limit int64, now time.Time) error {
	q := &a.quota
	q.limit = limit
	q.expire(now)
	left := limit - a.stored - a.current().n
	switch {
	case q.lease > 0:
		return nil
	case a.ledger.away.Load() && a.current().n < (limit-a.stored-q.others)/a.ledger.gates.Load():
		q.wanted = true
		return nil
	case now.Before(q.dry), a.ledger.away.Load():
		return leasedByOthers(left)
	}
	q.wanted = true
	a.queue()
	return errAsk
}

func leasedByOthers(left int64) error {
	return &gevel.Error{
		Code:       gevel.RateLimited,
		Message:    fmt.Sprintf("the last %d requests of the key's quota are with another server", left),
		Hint:       fmt.Sprintf("try again in %s", idleAfter),
		RetryAfter: idleAfter,
	}
}

// claim returns the lease to ask for: twice the uses since the last round, so that fast callers seldom wait
// and slow callers hold little. An idle account returns its lease.
func (a *account) claim(now time.Time) claim {
	q, c := &a.quota, a.current()
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

// take takes over the granted lease, with n uses spent already.
func (q *quota) take(c claim, g granted, n int64) {
	q.lease = max(g.n-n, 0)
	q.lapse = lasting(c.at)
	q.held, q.others = g.n > 0, g.others
	if g.n == 0 && c.want > 0 {
		q.dry = c.at.Add(dryFor)
	}
}
