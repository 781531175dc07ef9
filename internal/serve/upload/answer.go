package upload

import (
	"errors"
	"net/http"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/keystore"
)

// Answer is the answer to an upload, in parts. Each part is sent at once.
type Answer struct {
	upload      *Upload
	contentType string
	Begun       bool
}

// Answer returns the answer, which is of a type.
func (u *Upload) Answer(contentType string) *Answer {
	return &Answer{upload: u, contentType: contentType}
}

// Write sends a part. Error: the caller went away, or does not read.
func (a *Answer) Write(part []byte) (int, error) {
	x, c := a.upload.exchange, a.upload.connection
	x.Wait()
	if !a.Begun {
		a.Begun = true
		x.Header().Set("Content-Type", a.contentType)
		x.Header().Set("Cache-Control", "no-store")
		x.WriteHeader(http.StatusOK)
	}
	if len(part) > 0 {
		if n, err := x.Write(part); err != nil {
			return n, err
		}
	}
	return len(part), c.Flush()
}

// End sends the last part of an answer that ends before the body does, and takes what the caller is still sending.
func (a *Answer) End(part []byte) {
	if _, err := a.Write(part); err == nil {
		a.upload.connection.drain()
	}
}

// Refuse answers an error in place of all rows. What the caller is still sending is taken, but no other request behind it.
func (u *Upload) Refuse(err error) {
	u.exchange.Header().Set("Connection", "close")
	u.exchange.Wait()
	u.exchange.Fail(err)
	if u.exchange.Status == http.StatusBadRequest {
		u.due = 1
	}
	if u.connection.Flush() == nil {
		u.connection.drain()
	}
}

// Responses returns the descriptions of the errors of an upload, by status.
func Responses() map[string]describe.ResponseObject {
	read := describe.Ref(describe.FailureName)
	return map[string]describe.ResponseObject{
		"400": describe.Response("A parameter of the query or a column of the CSV is missing or unknown, or the body is "+
			"malformed before its first answer.", read),
		"401": describe.Shared("Unauthorized"),
		"403": describe.Shared("Forbidden"),
		"405": describe.Response("Another method than POST (method_not_allowed).", read).With("Allow", "The method to use.",
			describe.StringSchema),
		"413": describe.Response("The body is longer than the service takes (too_large).", read),
		"415": describe.Response("The body is of another type or encoding (unsupported_media_type).", read),
		"500": describe.Response("Our fault (internal); the id finds it in the log.", read),
		"503": describe.Response("Too many batches are in work, or the service is not ready (unavailable).", read).
			With("Retry-After", "Seconds to wait.", &describe.Schema{Type: "integer"}),
	}
}

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
