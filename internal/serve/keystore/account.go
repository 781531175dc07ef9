// An account: what one key has used this month, and what it may still.

package keystore

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/gevel/gevel"
)

// errAsk says that a use needs a lease first.
var errAsk = errors.New("the quota has no lease")

// account counts the uses of one key. It outlives grants and keyrings.
type account struct {
	key    string // id
	ledger *ledger

	mu        sync.Mutex
	begins    time.Time // when the current month does
	ends      time.Time // and when it is over
	stored    int64     // uses this month in the database when it was last read, by every process
	round     int64     // the round of the ledger that has set stored last
	unwritten []use     // not yet in the database, by month; the last is the current month
	queued    bool      // the ledger has it on its list for the next round
	quota     quota
	limiter   *rate.Limiter
	perSecond float64 // what the limiter lets pass
}

// turn begins the month of now when it is not the current one. A clock that was set
// may also turn it back.
func (a *account) turn(now time.Time) {
	if len(a.unwritten) > 0 && !now.Before(a.begins) && now.Before(a.ends) {
		return
	}
	this := use{month: MonthOf(now)}
	a.begins, a.ends = beginOf(this.month), beginOf(this.month+1)
	a.stored, a.quota = 0, quota{}
	a.unwritten = slices.DeleteFunc(a.unwritten, func(u use) bool {
		if u.month == this.month {
			this = u
		}
		return u.n == 0 || u.month == this.month
	})
	a.unwritten = append(a.unwritten, this)
}

// current returns the count of this month, once turned.
func (a *account) current() *use { return &a.unwritten[len(a.unwritten)-1] }

// admit counts one use of the key. Errors: those of Grant.Admit, and errAsk when the
// ledger must be asked for a lease before.
func (a *account) admit(k *gevel.Key, now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.quotaLeft(k.Quota, now); err != nil {
		return err
	}
	if k.Quota > 0 {
		if err := a.leased(k.Quota, now); err != nil {
			return err
		}
	}
	gates := a.ledger.gates.Load()
	if wait := a.wait(k.Rate/float64(gates), now); wait > 0 {
		return tooFast(k.Rate, gates, wait)
	}
	a.count(now)
	return nil
}

func (a *account) count(now time.Time) {
	c := a.current()
	c.n++
	c.last = now
	a.quota.lease-- // below 0 it is none, as at 0
	a.queue()
}

// queue has the next round of the ledger look at the account.
func (a *account) queue() {
	if !a.queued {
		a.queued = true
		a.ledger.add(a)
	}
}

// quotaLeft is gevel.Forbidden when a quota, 0 being none, is used up.
func (a *account) quotaLeft(quota int64, now time.Time) error {
	a.turn(now)
	if quota == 0 || a.stored+a.current().n < quota {
		return nil
	}
	return &gevel.Error{
		Code:    gevel.Forbidden,
		Message: fmt.Sprintf("the key has used its quota of %d requests in %s", quota, a.current().month),
		Hint:    fmt.Sprintf("it starts again on %s", gevel.DateOf(a.ends)),
	}
}

// wait takes a token of the bucket, or returns how long until there is one. The
// bucket holds one second's worth of requests, at least one.
func (a *account) wait(perSecond float64, now time.Time) time.Duration {
	if perSecond == 0 {
		return 0
	}
	switch {
	case a.limiter == nil:
		a.limiter = rate.NewLimiter(rate.Limit(perSecond), burst(perSecond))
	case a.perSecond != perSecond: // a gate has come or gone
		a.limiter.SetLimitAt(now, rate.Limit(perSecond))
		a.limiter.SetBurstAt(now, burst(perSecond))
	}
	a.perSecond = perSecond
	if a.limiter.AllowN(now, 1) {
		return 0
	}
	missing := 1 - a.limiter.TokensAt(now)
	return max(time.Duration(missing/perSecond*float64(time.Second)), 1)
}

func burst(perSecond float64) int {
	return int(min(max(1, math.Ceil(perSecond)), math.MaxInt32))
}

// reading is what the database has for a key in a month.
type reading struct {
	month gevel.Month
	used  int64 // by every process
	round int64 // of the ledger: the last that had written when reading began
}

// learn takes over what the database has, unless a round has since told something newer.
// It drops a limiter whose bucket is full: a new one would say the same.
func (a *account) learn(r reading, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn(now)
	if a.current().month == r.month && r.round >= a.round {
		a.stored = r.used
	}
	if a.limiter != nil && a.limiter.TokensAt(now) >= float64(a.limiter.Burst()) {
		a.limiter = nil
	}
}

// post returns what the next round is to do for the account.
func (a *account) post(now time.Time) posting {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.queued = false
	p := posting{key: a.key, claim: a.claim(now)}
	for _, u := range a.unwritten {
		if u.n > 0 {
			p.uses = append(p.uses, u)
		}
	}
	return p
}

// posted takes off what is in the database now, and takes up the lease. Uses counted
// since stay.
func (a *account) posted(p posting, round int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	kept := a.unwritten[:0]
	for _, u := range a.unwritten {
		u.n -= p.usesIn(u.month)
		if u.n > 0 || u.month == a.current().month {
			kept = append(kept, u)
		}
	}
	a.unwritten = kept
	if c := a.current(); p.claim.made && p.claim.month == c.month {
		a.stored, a.round = p.granted.used, round
		a.quota.take(p.claim, p.granted, c.n)
	}
	a.queueRest()
}

// later puts off what a round could not do.
func (a *account) later() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.queueRest()
}

// queueRest queues an account that still has uses to write or a lease to give back.
func (a *account) queueRest() {
	if a.quota.held || slices.ContainsFunc(a.unwritten, func(u use) bool { return u.n > 0 }) {
		a.queue()
	}
}
