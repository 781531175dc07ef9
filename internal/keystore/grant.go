// What a key that was recognised may do: scope, quota, rate.

package keystore

import (
	"fmt"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/gevel/gevel"
)

// Grant is a key that was recognised. It holds no secret. It serves one request:
// what changes about the key later shows in the next grant.
type Grant struct {
	key     gevel.Key
	account *account
	clock   func() time.Time
}

// Key returns the key, without its LastUsed.
func (g *Grant) Key() gevel.Key { return g.key }

// Authorize is gevel.Forbidden when the key lacks the scope or its quota of this
// month is used up.
func (g *Grant) Authorize(scope gevel.Scope) error {
	if !g.key.Allows(scope) {
		return &gevel.Error{Code: gevel.Forbidden, Message: fmt.Sprintf("the key has no scope %q", scope)}
	}
	if g.key.Quota == 0 {
		return nil
	}
	g.account.mu.Lock()
	defer g.account.mu.Unlock()
	return g.account.quotaLeft(g.key.Quota, g.clock())
}

// Admit counts one use of the key. Errors, of requests that do not count:
// gevel.RateLimited when they come faster than the key's rate, with how long to wait,
// and gevel.Forbidden when another request has just taken the last of the quota.
func (g *Grant) Admit() error {
	now := g.clock()
	a := g.account
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.quotaLeft(g.key.Quota, now); err != nil {
		return err
	}
	if wait := a.wait(g.key.Rate, now); wait > 0 {
		return tooFast(g.key.Rate, wait)
	}
	a.count(now)
	return nil
}

// tooFast says that a key's requests come faster than rate, and that the next one will be
// admitted after wait.
func tooFast(rate float64, wait time.Duration) error {
	return &gevel.Error{
		Code:       gevel.RateLimited,
		Message:    fmt.Sprintf("the key may make %v requests per second", rate),
		Hint:       fmt.Sprintf("try again in %s", max(wait.Round(time.Millisecond), time.Millisecond)),
		RetryAfter: wait,
	}
}

// account counts the uses of one key. It outlives grants and keyrings.
type account struct {
	mu        sync.Mutex
	ends      time.Time // when the current month does
	stored    int64     // uses this month in the database when it was last read, by every process
	unwritten []use     // not yet in the database, by month; the last is the current month
	limiter   *rate.Limiter
}

// turn begins a new month when the current one is over.
func (a *account) turn(now time.Time) {
	if len(a.unwritten) > 0 && now.Before(a.ends) {
		return
	}
	m := MonthOf(now)
	a.ends, a.stored = endOf(m), 0
	a.unwritten = append(a.unwritten, use{month: m})
}

// current returns the count of this month, once turned.
func (a *account) current() *use { return &a.unwritten[len(a.unwritten)-1] }

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
	if a.limiter == nil {
		a.limiter = rate.NewLimiter(rate.Limit(perSecond), burst(perSecond))
	}
	if a.limiter.AllowN(now, 1) {
		return 0
	}
	missing := 1 - a.limiter.TokensAt(now)
	return max(time.Duration(missing/perSecond*float64(time.Second)), 1)
}

func burst(perSecond float64) int {
	return int(min(max(1, math.Ceil(perSecond)), math.MaxInt32))
}

func (a *account) count(now time.Time) {
	c := a.current()
	c.n++
	c.last = now
}
