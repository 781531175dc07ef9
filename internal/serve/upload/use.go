package upload

import (
	"errors"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/keystore"
)

// What an upload is to the quota and the rate of its key: a use a row, a use for each 128 kB of its text however few
// rows are in it, and at least one.

const (
	// LongestLine bounds the memory of a row, in bytes.
	LongestLine = 64 << 10
	// textOfUse is how many bytes of text a use pays for: two of the longest lines, so that rows always pay for theirs.
	textOfUse = 2 * LongestLine
	// usesOfGrant is how many uses are counted before the key is looked at again.
	usesOfGrant = 64
	// longestWait is how long an upload waits for the rate before its key is looked at again.
	longestWait = time.Second
)

// uses counts what an upload uses of its key. An upload may run for hours, so the key is looked at again and again:
// a revoked key, or a new rate, is noticed within seconds.
type uses struct {
	gate          *keystore.Gate
	authorization string
	grant, last   *keystore.Grant
	admitted      int   // since the grant
	paid          int64 // in all
}

// pay counts uses until there are so many in all, or returns how long to wait for the rate before it is called again.
// Errors: as of a request, but never gevel.RateLimited.
func (u *uses) pay(all int64) (wait time.Duration, err error) {
	for u.paid < all {
		if err := u.renew(); err != nil {
			return 0, err
		}
		if err := u.grant.Admit(); err != nil {
			var e *gevel.Error
			if !errors.As(err, &e) || e.Code != gevel.RateLimited {
				return 0, err
			}
			u.grant = nil
			return min(max(e.RetryAfter, time.Millisecond), longestWait), nil
		}
		u.last = u.grant
		u.admitted++
		u.paid++
	}
	return 0, nil
}

// renew looks at the key again after some uses.
func (u *uses) renew() (err error) {
	if u.grant != nil && u.admitted < usesOfGrant {
		return nil
	}
	if u.grant, err = u.gate.Authenticate(u.authorization); err != nil {
		return err
	}
	u.admitted = 0
	return u.grant.Authorize(gevel.ScopeValuation)
}

// settle gives back what was paid and is not due.
func (u *uses) settle(due int64) {
	if u.paid > due {
		u.last.GiveBack(u.paid - due)
		u.paid = due
	}
}
