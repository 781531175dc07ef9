package batch

import (
	"context"
	"errors"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/keystore"
)

// rowKey is the key of a batch. A batch may run for hours, so the key is asked again and again:
// one that was revoked, or has another rate, is noticed within seconds.
type rowKey struct {
	gate          *keystore.Gate
	authorization string
	wait          func(context.Context, time.Duration) error
	grant         *keystore.Grant
	admitted      int // since the grant
}

// longestWait is how long a row waits for its rate before its key is looked at again.
const longestWait = time.Second

// admit counts a row as a request. It waits for the rate, and calls beforeWait first. Errors:
// as of a request, but never gevel.RateLimited.
func (k *rowKey) admit(ctx context.Context, beforeWait func() error) error {
	for {
		if err := k.renew(); err != nil {
			return err
		}
		err := k.grant.Admit()
		var e *gevel.Error
		if !errors.As(err, &e) || e.Code != gevel.RateLimited {
			k.admitted++
			return err
		}
		if err := beforeWait(); err != nil {
			return err
		}
		if err := k.wait(ctx, min(max(e.RetryAfter, time.Millisecond), longestWait)); err != nil {
			return err
		}
		k.grant = nil
	}
}

// renew asks for the key again after some rows.
func (k *rowKey) renew() (err error) {
	if k.grant != nil && k.admitted < chunkRows {
		return nil
	}
	if k.grant, err = k.gate.Authenticate(k.authorization); err != nil {
		return err
	}
	k.admitted = 0
	return k.grant.Authorize(gevel.ScopeValuation)
}
