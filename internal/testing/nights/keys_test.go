package nights

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/gevel/gevel"
)

// Keys: one with a quota that is used up in each month, and one that comes, is rotated and is revoked.

const (
	meteredKey   = "metered"
	quota        = 60 // a month
	meteredAsks  = 3  // a night and replica
	nightsToKeys = 4
)

// metered is the key with a quota, and what its requests were answered in each month.
type metered struct {
	secret  string
	allowed map[gevel.Month]int
}

// useMetered asks with the metered key.
func (o *night) useMetered(ctx context.Context) error {
	for i := range meteredAsks * len(o.in.replicas) {
		status, _, err := o.in.replicas[i%len(o.in.replicas)].get(ctx, o.metered.secret, "/v1/homevalue/available?"+o.callers[0].query())
		if err != nil {
			return err
		}
		now, err := o.in.clock.now()
		if err != nil {
			return err
		}
		month := gevel.DayOf(now).Month()
		switch status {
		case http.StatusOK:
			o.metered.allowed[month]++
		case http.StatusForbidden, http.StatusTooManyRequests:
		default:
			return fmt.Errorf("the metered key is answered with %d", status)
		}
		if n := o.metered.allowed[month]; n > quota+lostByKill*o.in.killed() {
			return broken(quotaHolds, "%d requests of %s were let in, the quota is %d", n, month, quota)
		}
	}
	return nil
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
	return o.awaitKey(ctx, second, http.StatusUnauthorized)
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
