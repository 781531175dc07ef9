// An account: the uses of one key this month, and how many are left.

package keystore

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/gevel/gevel"
)

// account counts the uses of one key. It outlives grants and keyrings.
type account struct {
	key    string // id
	ledger *ledger[*account]

	mu        sync.Mutex
	begins    time.Time // start of the current month
	ends      time.Time // and its end
	stored    int64     // uses this month by all processes, as last read from the database
	round     int64     // the ledger's round that last set stored
	unwritten []use     // not yet in the database, by month; the last entry is the current month
	queued    bool      // listed for the ledger's next round
	quota     quota
	pace
}

// turn begins the month of now if it is not the current one. After a clock was set back it returns to an earlier month.
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

// current returns the count of this month; call turn first.
func (a *account) current() *use { return &a.unwritten[len(a.unwritten)-1] }

// admit counts one use of the key. Errors: as Grant.Admit, and errAsk when a lease must be taken first.
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
	if err := a.paced(k.Rate, now); err != nil {
		return err
	}
	a.count(now)
	return nil
}

// leased returns nil when a lease covers one more use. Errors: as quota.cover.
func (a *account) leased(limit int64, now time.Time) error {
	err := a.quota.cover(count{limit, a.stored, a.current().n}, a.ledger.standing(), now)
	if err == errAsk { //nolint:errorlint // never wrapped
		a.queue()
	}
	return err
}

// paced returns nil when the rate has room for one more use. Errors: as pace.admit.
func (a *account) paced(rate float64, now time.Time) error {
	if rate == 0 {
		return nil
	}
	by := a.ledger.standing()
	err := a.pace.admit(rate, by, now)
	if err == errAsk || err != nil && by.gates > 1 { //nolint:errorlint // never wrapped
		a.queue()
	}
	return err
}

func (a *account) count(now time.Time) {
	c := a.current()
	c.n++
	c.last = now
	a.share.count(now)
	a.quota.lease-- // below 0 means none, like 0
	a.queue()
}

// giveBack takes uses back that were counted. What was written of them is written back.
func (a *account) giveBack(uses int64, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn(now)
	a.current().n -= uses
	a.queue()
}

// queue puts the account on the list for the ledger's next round.
func (a *account) queue() {
	if !a.queued {
		a.queued = true
		a.ledger.add(a)
	}
}

// quotaLeft returns gevel.Forbidden when the quota is used up; a quota of 0 is unlimited.
func (a *account) quotaLeft(quota int64, now time.Time) error {
	a.turn(now)
	if quota == 0 || a.stored+a.current().n < quota {
		return nil
	}
	return gevel.Failure(gevel.Forbidden, fmt.Sprintf("it starts again on %s", gevel.DateOf(a.ends)),
		"the key has used its quota of %d requests in %s", quota, a.current().month)
}

// reading is a key's use in a month as read from the database.
type reading struct {
	month gevel.Month
	used  int64 // by all processes
	round int64 // the ledger's last round that was written when reading began
}

// learn takes over a reading, unless a round has set newer values since.
func (a *account) learn(r reading, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn(now)
	if a.current().month == r.month && r.round >= a.round {
		a.stored = r.used
	}
	a.pace.rest(now)
}

// post returns the account's part of the next round.
func (a *account) post(now time.Time) posting {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.queued = false
	p := posting{key: a.key, claim: a.quota.claim(*a.current(), now), share: a.share.claim(now)}
	for _, u := range a.unwritten {
		if u.n != 0 {
			p.uses = append(p.uses, u)
		}
	}
	return p
}

// posted subtracts the uses that are now in the database, and takes over the lease. Uses counted since stay.
func (a *account) posted(p posting, round int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	kept := a.unwritten[:0]
	for _, u := range a.unwritten {
		u.n -= p.usesIn(u.month)
		if u.n != 0 || u.month == a.current().month {
			kept = append(kept, u)
		}
	}
	a.unwritten = kept
	if c := a.current(); p.claim.made && p.claim.month == c.month {
		a.stored, a.round = p.granted.used, round
		a.quota.take(p.claim, p.granted, c.n)
	}
	if p.share.made {
		a.share.take(p.share, p.part)
	}
	a.queueRest()
}

// later leaves to the next round what this one could not do.
func (a *account) later() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.queueRest()
}

// queueRest queues an account that still has uses to write or a lease to return.
func (a *account) queueRest() {
	if a.quota.held || a.share.held || slices.ContainsFunc(a.unwritten, func(u use) bool { return u.n != 0 }) {
		a.queue()
	}
}
