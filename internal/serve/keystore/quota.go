// Quotas between processes: each uses up leases, parts of what is left of a quota that
// it takes in the database. Two processes so never give out the same request twice.

package keystore

import (
	"fmt"
	"time"

	"github.com/gevel/gevel"
)

const (
	// leaseFor is for how long a lease counts: what a killed process has left of one
	// is nobody's until then.
	leaseFor = 5 * time.Second

	// idleAfter is how long a lease stays with a process that makes no use of it.
	idleAfter = time.Second

	// dryFor is how long a process goes by the answer that nothing is left to lease.
	dryFor = 100 * time.Millisecond

	// leastLease is the least number of uses to ask a lease for.
	leastLease = 16
)

// quota is what an account knows of this month's quota of its key.
type quota struct {
	limit  int64     // uses a month
	lease  int64     // uses that may be admitted without asking
	from   time.Time // when the lease begins, by the wall clock, which other processes go by too
	until  time.Time // when it ends, likewise
	over   time.Time // the same by the monotonic clock, whatever the wall clock was set to
	held   bool      // the database has a lease of this account
	wanted bool      // a request waits for one
	others int64     // leased by other processes, as last read
	dry    time.Time // until then there is nothing to lease
}

// leased is nil when one more use is covered by a lease, and errAsk when one must be
// taken first. It is gevel.RateLimited when all that is left of the quota is leased by
// others: soon they have used it or given it back. While the database takes no leases,
// each gate has an equal part of what was left by its last reading.
func (a *account) leased(limit int64, now time.Time) error {
	q := &a.quota
	q.limit = limit
	q.lapse(now)
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

// claim returns the lease to ask for: twice of what was used since the last round, so
// that fast callers seldom wait for one and slow callers hold little. What an idle
// account has left it gives back.
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
	q.lapse(now)
	// Uses are admitted while the database is asked; no more of them than it will grant.
	q.lease = min(q.lease, want)
	q.wanted = false
	return claim{made: true, month: c.month, limit: q.limit, keep: q.lease, want: want}
}

// lapse drops a lease that has ended, or that is from before the clock was set back: others
// go by the same clock, and take it for void.
func (q *quota) lapse(now time.Time) {
	if now.Before(q.from) || !now.Before(q.until) || !now.Before(q.over) {
		q.lease = 0
	}
}

// take takes up what a claim was granted, of which n are used already.
func (q *quota) take(c claim, g granted, n int64) {
	q.lease = max(g.n-n, 0)
	q.from = c.at.Round(0) // without the monotonic reading
	q.until, q.over = q.from.Add(leaseFor), c.at.Add(leaseFor)
	q.held, q.others = g.n > 0, g.others
	if g.n == 0 && c.want > 0 {
		q.dry = c.at.Add(dryFor)
	}
}
