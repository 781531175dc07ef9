package nights

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
)

// Keys: one with a quota that is used up in each month, and one that comes, is rotated and is revoked.

const (
	meteredKey   = "metered"
	quota        = 60 // a month
	meteredAsks  = 3  // a night and replica
	nightsToKeys = 4

	hastyQuota = 40 // of a key whose requests come all at once
	hastyAsks  = 3  // times its quota, and as many of each replica
)

// metered is the key with a quota, and what its requests were answered in each month.
type metered struct {
	secret  string
	allowed map[gevel.Month]int
	killed  map[gevel.Month]int // servers before its first request
	set     map[gevel.Month]int // times that the clock was set to it
}

// useMetered asks with the metered key. A clock that is wrong may make it another month's turn, and this one's again.
func (o *night) useMetered(ctx context.Context) error {
	if o.away {
		return nil // no lease can be taken
	}
	running := o.in.running()
	for i := range meteredAsks * len(running) {
		month, before := o.month()
		status, _, err := running[i%len(running)].get(ctx, o.metered.secret, "/v1/homevalue/available?"+o.callers[0].query())
		after, unread := o.month()
		if err = errors.Join(before, err, unread); err != nil {
			return err
		}
		if month != after {
			continue // it is of either
		}
		if err := o.meter(month, status); err != nil {
			return err
		}
	}
	return nil
}

// month is the one that it is in Amsterdam.
func (l *life) month() (gevel.Month, error) {
	now, err := l.in.clock.now()
	return gevel.DayOf(now).Month(), err
}

// meter counts an answer to the metered key.
func (o *night) meter(month gevel.Month, status int) error {
	m := o.metered
	if _, begun := m.killed[month]; !begun {
		m.killed[month] = o.in.killed()
	}
	lost := lostByKill * (o.in.killed() - m.killed[month])
	switch status {
	case http.StatusOK:
		m.allowed[month]++
	case http.StatusForbidden:
		if n := m.allowed[month]; n < quota-meteredAsks*len(o.in.replicas) {
			return broken(quotaHolds, "only %d requests of %s were let in, the quota is %d", n, month, quota)
		}
	case http.StatusTooManyRequests:
	default:
		return fmt.Errorf("the metered key is answered with %d", status)
	}
	lost += m.set[month] * meteredAsks * (len(o.in.replicas) - 1) // what others had not written then: docs/operations.md, "Quotas"
	if n := m.allowed[month]; n > quota+lost {
		return broken(quotaHolds, "%d requests of %s were let in, the quota is %d", n, month, quota)
	}
	return nil
}

// countMetered compares the uses of each month that are written with those that were let in.
func (o *night) countMetered(ctx context.Context) error {
	return o.in.program.eventually(ctx, "uses of each month are written", func() error {
		written, err := o.in.usesByMonth(ctx, meteredKey)
		for month, allowed := range o.metered.allowed {
			lost := lostByKill * (o.in.killed() - o.metered.killed[month])
			if n := written[month.String()]; err == nil && n < allowed-lost {
				err = broken(nothingLost, "%d uses of %s are written of a key that was let in %d times", n, month, allowed)
			}
		}
		return err
	})
}

// turnKeys makes a key, rotates it and revokes it; each secret works exactly as long as it should.
func (o *night) turnKeys(ctx context.Context) error {
	name := fmt.Sprintf("guest-%d", o.n)
	first, err := o.in.key(ctx, name)
	if err != nil {
		return err
	}
	out, err := o.in.must(ctx, "keys", "rotate", "--json", name)
	if err != nil {
		return err
	}
	second, err := secretIn(out)
	if err != nil {
		return err
	}
	if err := o.awaitKey(ctx, second, http.StatusOK); err != nil {
		return err
	}
	if err := o.awaitKey(ctx, first, http.StatusUnauthorized); err != nil {
		return err
	}
	if _, err := o.in.must(ctx, "keys", "revoke", name); err != nil {
		return err
	}
	return errors.Join(o.awaitKey(ctx, second, http.StatusUnauthorized), o.listKeys(ctx, name), o.useAtOnce(ctx))
}

// listKeys lists all keys, one of which was revoked.
func (o *night) listKeys(ctx context.Context, revoked string) error {
	out, err := o.in.must(ctx, "keys", "list")
	if err != nil {
		return err
	}
	for line := range strings.Lines(out) {
		for name, state := range map[string]string{callersKey: "active", meteredKey: "active", revoked: "revoked"} {
			if words := strings.Fields(line); words[1] == name && words[len(words)-1] != state {
				return broken(keysAreKnown, "the list says of %s: %s", name, line)
			}
		}
	}
	if keys := strings.Count(out, "\n") - 1; keys < *crowd {
		return broken(nothingLost, "%d keys are listed, there were %d", keys, *crowd)
	}
	return nil
}

// useAtOnce makes a key with a quota and sends far more requests to all replicas at once, while one of them restarts.
func (o *night) useAtOnce(ctx context.Context) error {
	month, before := o.month()
	secret, err := o.in.key(ctx, fmt.Sprintf("hasty-%d", o.n), "--quota", fmt.Sprint(hastyQuota))
	if err := errors.Join(before, err); err != nil {
		return err
	}
	if err := o.awaitKey(ctx, secret, http.StatusOK); err != nil {
		return err
	}
	var allowed atomic.Int64
	allowed.Add(int64(len(o.in.replicas))) // since each knows the key
	burst := func(r *replica) error {
		for range hastyAsks * hastyQuota {
			status, _, err := r.get(ctx, secret, "/v1/homevalue/available?"+o.callers[0].query())
			if err != nil {
				return err
			}
			if status == http.StatusOK {
				allowed.Add(1)
			}
		}
		return nil
	}
	rng := o.dice(o.n, "hasty")
	restarted := o.in.replicas[rng.IntN(len(o.in.replicas))]
	var all errgroup.Group
	for _, r := range o.in.replicas {
		all.Go(func() error {
			if err := burst(r); r != restarted { // which ends meanwhile
				return err
			}
			return nil
		})
	}
	time.Sleep(time.Duration(rng.IntN(100)) * time.Millisecond)
	err = errors.Join(restarted.stop(syscall.SIGTERM), o.in.start(ctx, restarted), all.Wait(), burst(restarted))
	after, unread := o.month()
	if n := allowed.Load(); n > hastyQuota && month == after {
		return broken(quotaHolds, "%d requests of a key were let in at once, its quota is %d", n, hastyQuota)
	}
	return errors.Join(err, unread)
}

// knownWithin is far beyond the 5 seconds within which servers know a change of a key.
const knownWithin = 20 * time.Second

// awaitKey waits until every replica answers a key with a status.
func (o *night) awaitKey(ctx context.Context, secret string, want int) error {
	for _, r := range o.in.replicas {
		for began := time.Now(); ; {
			status, _, err := r.get(ctx, secret, "/v1/homevalue/available?"+o.callers[0].query())
			if err != nil {
				return err
			}
			if status == want {
				break
			}
			if time.Since(began) > knownWithin {
				return broken(keysAreKnown, "%s answers a key with %d, want %d", r.name, status, want)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	return nil
}
