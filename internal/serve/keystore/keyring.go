// The keys in memory, the look-up of a secret among them, and what a found key may do.

package keystore

import (
	"crypto/subtle"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// keyring is the keys at one revision of the database; it is replaced, never changed. A hash is looked up by
// its first bytes and then compared in full.
type keyring struct {
	revision int64
	keys     int
	holders  map[prefix][]holder
}

type prefix [8]byte

// holder is a secret's hash and the key that it belongs to.
type holder struct {
	digest  digest
	expires gevel.Opt[time.Time]
	grant   *Grant
}

// find returns the holder of a secret, nil if there is none. It compares every hash with the same first bytes
// in full and in constant time.
func (k *keyring) find(secret string) *holder {
	if len(secret) > maxSecret {
		return nil
	}
	d := digestOf(secret)
	candidates := k.holders[prefix(d[:])]
	for i := range candidates {
		h := &candidates[i]
		if subtle.ConstantTimeCompare(d[:], h.digest[:]) == 1 {
			return h
		}
	}
	return nil
}

func (h *holder) worksAt(now time.Time) bool {
	return (!h.expires.Known || now.Before(h.expires.V)) && StateOf(h.grant.key, now) == Active
}

// bearer returns the credentials of a bearer header, its scheme in any case.
func bearer(authorization string) (string, bool) {
	scheme, rest, _ := strings.Cut(authorization, " ")
	secret := strings.Trim(rest, " ")
	return secret, strings.EqualFold(scheme, "bearer") && secret != ""
}

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

// Admit counts one use of the key. Errors, for requests that do not count: gevel.RateLimited, with the time to
// wait, when they exceed the key's rate or other processes hold the rest of its quota; gevel.Forbidden when another
// request has just taken the last use. It never waits for the disk. It may wait for another process that writes to
// the same database, at most a second; after that no request waits until the database answers again.
func (g *Grant) Admit() error {
	l := g.account.ledger
	l.reserve()
	err := g.ask(g.account.admit)
	if err != nil {
		l.release(1)
	}
	return err
}

// Pace is Admit for a request that costs no use: it asks the rate alone.
func (g *Grant) Pace() error {
	return g.ask(func(k *gevel.Key, now time.Time) error {
		g.account.mu.Lock()
		defer g.account.mu.Unlock()
		g.account.turn(now)
		return g.account.paced(k.Rate, now)
	})
}

// ask asks until the database has what is asked for.
func (g *Grant) ask(account func(*gevel.Key, time.Time) error) error {
	for {
		err := account(&g.key, g.clock())
		if err != errAsk { //nolint:errorlint // never wrapped, and compared on every request
			return err
		}
		g.account.ledger.ask()
	}
}

// GiveBack takes back uses that were admitted and not answered. The rate had them nevertheless.
func (g *Grant) GiveBack(uses int64) {
	g.account.ledger.release(uses)
	g.account.giveBack(uses, g.clock())
}

// Left returns how many uses the key has left this month, by all that this process knows.
func (g *Grant) Left() int64 {
	if g.key.Quota == 0 {
		return math.MaxInt32 // so that it can be added to
	}
	g.account.mu.Lock()
	defer g.account.mu.Unlock()
	g.account.turn(g.clock())
	return g.key.Quota - g.account.stored - g.account.current().n
}
