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

// Locks in a bucket of S3: objects that one writer at a time can make. S3 lets go of nobody's lock
// when he dies, so a lock is a lease: it counts for leaseFor, and its holder stops before that. Who waits
// goes by his own clock and by the lock not changing: no two clocks are compared.

const (
	leaseFor = time.Minute
	// workFor is how long a holder works at most: the rest is for a last request to arrive.
	workFor = leaseFor / 2
	// leasePoll is how often a lock that somebody has is looked at.
	leasePoll = 100 * time.Millisecond
)

// Leases locks objects of a bucket.
type Leases struct {
	s3    *S3
	owner string
	// Stale is how long a lock that does not change is left to its holder: a minute, less only in tests.
	Stale time.Duration
	// proved is closed to others until the server was seen to keep to conditions.
	proved chan bool
}

// NewLeases returns the locks of a bucket.
func NewLeases(s3 *S3) *Leases {
	l := &Leases{s3: s3, owner: uuid.NewString(), Stale: leaseFor, proved: make(chan bool, 1)}
	l.proved <- false
	return l
}

// errConditions is the fault of a server without conditional writes.
var errConditions = errors.New("the server does not keep to If-None-Match and If-Match when it writes: " +
	"two writers at once could not be kept apart")

// Lock makes the object at key the caller's lock, and waits while somebody has it. What is done
// under the lock is done with held, which ends before somebody else may take it over. Errors: ctx has ended;
// the server has no conditional writes.
func (l *Leases) Lock(ctx context.Context, key string) (held context.Context, unlock func(), err error) {
	if err := l.prove(ctx); err != nil {
		return nil, nil, err
	}
	if err := l.acquire(ctx, key); err != nil {
		return nil, nil, err
	}
	began := time.Now()
	held, cancel := context.WithTimeout(ctx, workFor)
	return held, func() {
		cancel()
		if time.Since(began) < workFor { // later it may be somebody else's, and goes stale by itself
			l.release(context.WithoutCancel(ctx), key)
		}
	}, nil
}

// acquire returns once the lock is ours.
func (l *Leases) acquire(ctx context.Context, key string) error {
	mine := l.note()
	var seen string // the lock of another, and since when
	var since time.Time
	for {
		if err := l.writeNew(ctx, key, mine); !errors.Is(err, errTaken) {
			return err
		}
		note, etag, err := l.look(ctx, key)
		switch {
		case errors.Is(err, fs.ErrNotExist): // let go meanwhile
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

// look returns who has a lock, and the ETag of that.
func (l *Leases) look(ctx context.Context, key string) (note []byte, etag string, err error) {
	r, err := l.s3.open(ctx, key)
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	note, err = io.ReadAll(r)
	return note, r.etag, err
}

// note is what a lock says: who has it and since when, so that no two are the same.
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

// prove sees once whether the server keeps to conditions.
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
