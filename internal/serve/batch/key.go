package batch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/keystore"
)

// What a batch is to the quota and the rate of its key: a use a row, a use for each 128 kB of its text however few rows
// are in it, and at least one.

// rowKey is the key of a batch. A batch may run for hours, so the key is asked again and again:
// one that was revoked, or has another rate, is noticed within seconds.
type rowKey struct {
	gate          *keystore.Gate
	authorization string
	wait          func(context.Context, time.Duration) error
	grant         *keystore.Grant
	admitted      int   // since the grant
	paid          int64 // uses
	text          int64 // bytes read
}

const (
	// longestWait is how long a row waits for its rate before its key is looked at again.
	longestWait = time.Second
	// textOfUse is how many bytes of text a use pays for: two of the longest lines, so that rows always pay for theirs.
	textOfUse = 2 * longestLine
	// mostRows is how many rows a batch has at most.
	mostRows = 10_000_000
)

// payRow pays for so many rows in all.
func (k *rowKey) payRow(ctx context.Context, rows int64, idle func(func() error) error) error {
	if rows > mostRows {
		return &gevel.Error{
			Code: gevel.TooLarge, Message: fmt.Sprintf("the body has more than %d rows", mostRows), Hint: "send it in parts",
		}
	}
	return k.pay(ctx, rows, idle)
}

// payText pays for some more bytes.
func (k *rowKey) payText(ctx context.Context, bytes int64, idle func(func() error) error) error {
	k.text += bytes
	return k.pay(ctx, 1+k.text/textOfUse, idle)
}

// pay counts uses until there are so many. It waits for the rate, by idle. Errors: as of a request, but never
// gevel.RateLimited.
func (k *rowKey) pay(ctx context.Context, uses int64, idle func(wait func() error) error) error {
	for k.paid < uses {
		if err := k.renew(); err != nil {
			return err
		}
		err := k.grant.Admit()
		var e *gevel.Error
		switch {
		case err == nil:
			k.admitted++
			k.paid++
		case !errors.As(err, &e) || e.Code != gevel.RateLimited:
			return err
		default:
			wait := min(max(e.RetryAfter, time.Millisecond), longestWait)
			if err := idle(func() error { return k.wait(ctx, wait) }); err != nil {
				return err
			}
			k.grant = nil
		}
	}
	return nil
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
