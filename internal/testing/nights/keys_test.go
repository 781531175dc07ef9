package nights

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
)

// Keys: one with a quota that is used up in each month, and those that come, are rotated and are revoked, or end by themselves.

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
	either  int                 // uses of the one month or the next
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
			o.metered.either++
			continue
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
			} else if err == nil && n > allowed+o.metered.either {
				err = broken(nothingLost, "%d uses of %s are written of a key that was let in only %d times", n, month, allowed)
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
	if err := o.revokeInBatch(ctx, name, second); err != nil {
		return err
	}
	return errors.Join(o.listKeys(ctx, name), o.useAtOnce(ctx))
}

// revokeInBatch revokes a key while a batch of it is under way, as the power is cut. It answers few rows more.
func (o *night) revokeInBatch(ctx context.Context, name, secret string) error {
	asked, r := slices.Concat(o.ofTown(o.day-1), o.ofTown(o.day-2), o.ofTown(o.day-3)), o.in.replicas[o.n%len(o.in.replicas)]
	answers, err := r.batch(ctx, secret, asked, func() error {
		revoked, err := o.in.run(ctx, &blow{cut: true, calls: "pwrite64"}, "keys", "revoke", name)
		return errors.Join(err, revoked.err(), o.awaitKey(ctx, secret, http.StatusUnauthorized))
	})
	if err != nil {
		return err
	}
	const readAhead = 3 * 64 // rows that are read together, and those until a key is looked at again
	if n := len(answers); n > len(asked)/2+readAhead {
		return broken(keysAreKnown, "a batch of a key that was revoked goes on for %d rows of %d", n, len(asked))
	}
	for _, is := range answers {
		if is.value != "" { // and is charged to another key
			o.answered[r]++
		}
	}
	return nil
}

// listKeys checks what the list of keys says of some, one of which was revoked.
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

// useAtOnce makes a key with a quota and sends far more requests to all replicas at once, while one of them restarts or is
// killed. Once the leases of the killed one are over, the whole quota may be used.
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
	how := []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL}[rng.IntN(2)]
	time.Sleep(time.Duration(rng.IntN(30)) * time.Millisecond) // mostly while there is something left of the quota
	err = errors.Join(restarted.stop(how), o.in.start(ctx, restarted), all.Wait())
	const untilLeasesEnd = 6 * time.Second
	if err := errors.Join(err, o.wait(ctx, untilLeasesEnd)); err != nil {
		return err
	}
	for _, r := range o.in.replicas {
		if err := burst(r); err != nil {
			return err
		}
	}
	after, unread := o.month()
	n := int(allowed.Load())
	if n > hastyQuota && month == after && how != syscall.SIGKILL {
		return broken(quotaHolds, "%d requests of a key were let in at once, its quota is %d", n, hastyQuota)
	}
	const cutOff = 1 // request
	if n < hastyQuota-cutOff {
		return broken(quotaHolds, "only %d requests of a key were let in, its quota is %d", n, hastyQuota)
	}
	return unread
}

// wait lets time go by.
func (o *night) wait(ctx context.Context, d time.Duration) error {
	now, err := o.in.clock.now()
	return errors.Join(err, o.in.clock.set(now.Add(d)), o.awaken(ctx))
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
