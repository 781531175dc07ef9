// The rights of an authenticated key: scope, quota, rate.

package keystore

import (
	"fmt"
	"time"

	"github.com/gevel/gevel"
)

// Grant is an authenticated key. It holds no secret. It serves one request: later changes of the key show in
// the next grant.
type Grant struct {
	key     gevel.Key
	account *account
	clock   func() time.Time
}

// Key returns the key, without its LastUsed.
func (g *Grant) Key() gevel.Key { return g.key }

// Authorize returns gevel.Forbidden when the key lacks the scope or its quota of this month is used up.
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

// Admit counts one use of the key. Errors, for requests that do not count: gevel.RateLimited, with the time
// to wait, when they exceed the key's rate or other processes hold the rest of its quota; gevel.Forbidden
// when another request has just taken the last use. It never waits for the disk. It may wait for another
// process that writes to the same database, at most a second; after that no request waits until the database
// answers again.
func (g *Grant) Admit() error {
	l := g.account.ledger
	l.reserve()
	for {
		err := g.account.admit(&g.key, g.clock())
		if err == nil {
			return nil
		}
		if err != errAsk { //nolint:errorlint // never wrapped, and compared on every request
			l.release(1)
			return err
		}
		l.ask()
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
