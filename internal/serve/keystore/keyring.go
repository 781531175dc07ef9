// The keys in memory, the look-up of a secret among them, and what a found key may do.

package keystore

import (
	"context"
	"crypto/subtle"
	"log/slog"
	"maps"
	"math"
	"strings"
	"sync/atomic"
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
		return gevel.Failure(gevel.Forbidden, "", "the key has no scope %q", scope)
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

// How a gate follows the database: it reads the keys and the uses of others.

// refresh reads the keys if they have changed, other processes' uses of keys with a quota, and the number of gates.
func (g *Gate) refresh(ctx context.Context) error {
	g.reading.Lock()
	defer g.reading.Unlock()
	now, round := g.clock(), g.ledger.rounds.Load()
	// A database that was away may have been restored, so its revision proves nothing.
	anew := g.uncertain
	g.uncertain = true
	revision, err := g.store.revision(ctx)
	if err != nil {
		return err
	}
	old := g.keys.Load()
	if old == nil || old.revision != revision || anew {
		found, err := g.store.credentials(ctx)
		if err != nil {
			return err
		}
		g.keys.Store(g.newKeyring(revision, found))
	}
	running, rounds, err := g.store.running(ctx, g.clock)
	if err != nil {
		return err
	}
	if err := g.readUse(ctx, MonthOf(now), round, rounds, anew || g.keys.Load() != old); err != nil {
		return err
	}
	g.ledger.gates.Store(max(running, 1))
	g.fresh.Store(&now)
	g.uncertain = false
	return nil
}

// readUse reads the uses of all keys with a quota, unless no gate has written a round since they were read last.
func (g *Gate) readUse(ctx context.Context, month gevel.Month, round int64, written rounds, anew bool) error {
	if !anew && month == g.readMonth && maps.Equal(written, g.readRounds) {
		return nil
	}
	used, err := g.store.quotaUse(ctx, month)
	if err != nil {
		return err
	}
	for id, a := range g.accounts {
		a.learn(reading{month: month, used: used[id], round: round}, g.clock())
	}
	g.readMonth, g.readRounds = month, written
	return nil
}

// newKeyring makes grants for the keys read. It drops the accounts of keys that are gone; the ledger still
// writes their uses.
func (g *Gate) newKeyring(revision int64, found []credential) *keyring {
	ring := &keyring{revision: revision, holders: make(map[prefix][]holder, len(found))}
	grants := make(map[string]*Grant, len(found))
	for _, c := range found {
		grant := grants[c.key.ID]
		if grant == nil {
			grant = &Grant{key: c.key, account: g.account(c.key.ID), clock: g.clock}
			grants[c.key.ID] = grant
		}
		p := prefix(c.digest[:])
		ring.holders[p] = append(ring.holders[p], holder{digest: c.digest, expires: c.expires, grant: grant})
	}
	ring.keys = len(grants)
	maps.DeleteFunc(g.accounts, func(id string, _ *account) bool { return grants[id] == nil })
	return ring
}

func (g *Gate) account(id string) *account {
	if g.accounts[id] == nil {
		g.accounts[id] = &account{key: id, ledger: g.ledger}
	}
	return g.accounts[id]
}

// health remembers whether the last attempt failed. One attempt is made at a time.
type health struct {
	failing  atomic.Bool
	failures atomic.Int64 // total
}

// report logs the first failure after a success, and the first success after a failure: an outage of an hour
// is two lines.
func (h *health) report(log *slog.Logger, err error, failure, recovery string) {
	failed := h.failing.Swap(err != nil)
	if err != nil {
		h.failures.Add(1)
	}
	switch {
	case err != nil && !failed:
		log.Error(failure, slog.Any("error", err))
	case err == nil && failed:
		log.Info(recovery)
	}
}
