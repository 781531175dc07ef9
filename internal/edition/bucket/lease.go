package bucket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"
)

// Locks in a bucket of S3: objects that one writer at a time can make. S3 keeps the lock of a writer that
// dies, so a lock is a lease: it is valid for leaseFor, its holder writes it anew while it works, and stops when it could
// not for workFor. A waiting writer uses only its own clock and checks whether the lock changes: no two clocks are compared.

const (
	leaseFor = 15 * time.Second
	// workFor is the time that a holder works without having renewed the lock: the rest is for a last request to arrive.
	workFor = leaseFor / 2
	// renewEvery leaves two more attempts before workFor has passed.
	renewEvery = workFor / 3
	// leasePoll is the interval at which a taken lock is checked.
	leasePoll = 100 * time.Millisecond
)

// Leases locks objects of a bucket.
type Leases struct {
	s3    *S3
	owner string
	// Stale is the time after which a lock that does not change is taken over: leaseFor, less only in tests.
	Stale time.Duration
	// Renew is how often a holder writes its lock anew: renewEvery, less only in tests.
	Renew time.Duration
	// proved holds a token until the server was seen to support conditional writes.
	proved chan bool
}

// NewLeases returns the locks of a bucket.
func NewLeases(s3 *S3) *Leases {
	l := &Leases{s3: s3, owner: uuid.NewString(), Stale: leaseFor, Renew: renewEvery, proved: make(chan bool, 1)}
	l.proved <- false
	return l
}

// errConditions is the error of a server without conditional writes.
var errConditions = errors.New("the server does not support If-None-Match and If-Match in writes: " +
	"two writers at once could not be kept apart")

// Lock takes the lock at key, and waits while another has it. The caller works under the context held, which ends
// before another may take the lock over. Errors: ctx has ended; the server has no conditional writes.
func (l *Leases) Lock(ctx context.Context, key string) (held context.Context, unlock func(), err error) {
	if err := l.prove(ctx); err != nil {
		return nil, nil, err
	}
	mine := l.note()
	began := time.Now()
	if err := l.acquire(ctx, key, mine, &began); err != nil {
		return nil, nil, err
	}
	held, cancel := context.WithCancel(ctx)
	renewed := make(chan time.Time, 1)
	go func() {
		defer cancel()
		renewed <- l.renew(held, key, mine, began)
	}()
	return held, func() {
		cancel()
		if time.Since(<-renewed) < workFor { // later it may be another's, and goes stale by itself
			l.release(context.WithoutCancel(ctx), key)
		}
	}, nil
}

// renew writes a lock anew until ctx ends, and returns early when it is lost. It returns when the lock was last known to
// be ours, the zero time if it is another's.
func (l *Leases) renew(ctx context.Context, key string, mine []byte, last time.Time) time.Time {
	next := mine
	for time.Since(last) < workFor {
		select {
		case <-ctx.Done():
			return last
		case <-time.After(l.Renew):
		}
		began := time.Now()
		asking, stop := context.WithDeadline(ctx, last.Add(workFor))
		note, etag, err := l.look(asking, key)
		if err == nil && !bytes.Equal(note, mine) && !bytes.Equal(note, next) { // another's
			stop()
			return time.Time{}
		}
		if err == nil {
			mine, next = note, l.note()
			err = l.takeOver(asking, key, etag, next)
		}
		if stop(); err == nil {
			last = began
		}
	}
	return last
}

// acquire returns once the lock is ours, since began.
func (l *Leases) acquire(ctx context.Context, key string, mine []byte, began *time.Time) error {
	var seen string // the lock of another, and since when
	var since time.Time
	for {
		*began = time.Now()
		if err := l.writeNew(ctx, key, mine); !errors.Is(err, errTaken) {
			return err
		}
		note, etag, err := l.look(ctx, key)
		switch {
		case errors.Is(err, fs.ErrNotExist): // released meanwhile
			continue
		case err != nil && !errors.Is(err, errTaken):
			return err
		case bytes.Equal(note, mine): // written by a request whose answer was lost
			return nil
		case etag != seen:
			seen, since = etag, time.Now()
		case time.Since(since) > l.Stale: // its holder has died
			if err := l.takeOver(ctx, key, seen, mine); !errors.Is(err, errTaken) {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(leasePoll/2 + rand.N(leasePoll)):
		}
	}
}

// look returns the holder of a lock, and its ETag.
func (l *Leases) look(ctx context.Context, key string) (note []byte, etag string, err error) {
	r, err := l.s3.open(ctx, key)
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	note, err = io.ReadAll(r)
	return note, r.etag, err
}

// note is the content of a lock: its holder and since when, so that no two are the same.
func (l *Leases) note() []byte {
	return fmt.Appendf(nil, "%s %s %s\n", l.owner, time.Now().UTC().Format(time.RFC3339Nano), uuid.NewString())
}

func (l *Leases) writeNew(ctx context.Context, key string, note []byte) error {
	var o minio.PutObjectOptions
	o.SetMatchETagExcept("*")
	return l.s3.write(ctx, key, note, o)
}

func (l *Leases) takeOver(ctx context.Context, key, from string, note []byte) error {
	var o minio.PutObjectOptions
	o.SetMatchETag(from)
	return l.s3.write(ctx, key, note, o)
}

// release removes a lock. One that can't be removed goes stale.
func (l *Leases) release(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(ctx, workFor/2)
	defer cancel()
	_ = l.s3.client.RemoveObject(ctx, l.s3.place.bucket, l.s3.place.prefix+key, minio.RemoveObjectOptions{})
}

// prove checks once whether the server supports conditional writes.
func (l *Leases) prove(ctx context.Context) error {
	proved := <-l.proved
	defer func() { l.proved <- proved }()
	if proved {
		return nil
	}
	key := "locks/try-" + uuid.NewString()
	if err := l.writeNew(ctx, key, l.note()); err != nil {
		return err
	}
	defer l.release(context.WithoutCancel(ctx), key)
	again := l.writeNew(ctx, key, l.note())
	over := l.takeOver(ctx, key, "00000000000000000000000000000000", l.note())
	switch {
	case errors.Is(again, errTaken) && errors.Is(over, errTaken):
		proved = true
		return nil
	case again == nil || over == nil:
		return errConditions
	case errors.Is(again, errTaken):
		return over
	}
	return again
}
