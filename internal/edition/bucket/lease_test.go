package bucket_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/testing/s3test"
)

// patience is far beyond what anything here takes, on a slow machine too.
const patience = 5 * time.Minute

const lockKey = "locks/one"

func TestOneAtATimeHasALock(t *testing.T) {
	location := s3test.Start(t).Bucket("locks")
	var holders, most atomic.Int32
	var waiting sync.WaitGroup
	for range 3 { // processes
		s3 := openS3(t, location)
		leases := bucket.NewLeases(s3)
		for range 3 {
			waiting.Go(func() {
				_, unlock, err := leases.Lock(t.Context(), lockKey)
				if err != nil {
					t.Error(err)
					return
				}
				most.Store(max(most.Load(), holders.Add(1)))
				if err := s3.Write(t.Context(), "work", []byte("takes a moment")); err != nil {
					t.Error(err)
				}
				holders.Add(-1)
				unlock()
			})
		}
	}
	waiting.Wait()
	if most.Load() != 1 {
		t.Errorf("%d had the lock at once", most.Load())
	}
}

func TestTheLockOfTheDeadIsTakenOverByOne(t *testing.T) {
	s3 := openS3(t, s3test.Start(t).Bucket("locks"))
	mustWrite(t, s3, lockKey, "of a process that died")
	const stale = time.Second
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var had atomic.Int32
	var waiting sync.WaitGroup
	for range 4 {
		leases := bucket.NewLeases(s3)
		leases.Stale = stale
		waiting.Go(func() {
			switch _, _, err := leases.Lock(ctx, lockKey); {
			case err == nil: // and it is never given back
				had.Add(1)
				time.AfterFunc(stale/2, cancel) // too soon to take it over from the first
			case ctx.Err() == nil:
				t.Error(err)
			}
		})
	}
	waiting.Wait()
	if had.Load() != 1 {
		t.Errorf("%d took the lock over, want one", had.Load())
	}
}

// TestALockIsKeptWhileItsHolderWorks lets a holder work for longer than a lock lasts that is not renewed.
func TestALockIsKeptWhileItsHolderWorks(t *testing.T) {
	s3 := openS3(t, s3test.Start(t).Bucket("locks"))
	const stale = 2 * time.Second
	holder, waiter := bucket.NewLeases(s3), bucket.NewLeases(s3)
	holder.Renew, waiter.Stale = stale/20, stale
	held, unlock, err := holder.Lock(t.Context(), lockKey)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), stale+stale/2)
	defer cancel()
	if _, _, err := waiter.Lock(ctx, lockKey); err == nil {
		t.Error("the lock was taken over from a holder that works")
	}
	if held.Err() != nil {
		t.Error("the holder lost its lock")
	}
	unlock()
	if _, unlock, err := waiter.Lock(t.Context(), lockKey); err != nil {
		t.Errorf("after it was given back: %v", err)
	} else {
		unlock()
	}
}

func TestAHolderStopsWhenItsLockIsAnothers(t *testing.T) {
	s3 := openS3(t, s3test.Start(t).Bucket("locks"))
	holder := bucket.NewLeases(s3)
	holder.Renew = 100 * time.Millisecond
	held, unlock, err := holder.Lock(t.Context(), lockKey)
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, s3, lockKey, "of another")
	select {
	case <-held.Done():
	case <-time.After(patience):
		t.Error("the holder works on")
	}
	unlock()
	if _, err := s3.Read(t.Context(), lockKey); err != nil {
		t.Errorf("it gave back a lock that is another's: %v", err)
	}
}

func TestAServerWithoutConditionalWritesLocksNothing(t *testing.T) {
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
		t.Setenv(name, "any")
	}
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})) // all is well
	defer server.Close()
	s3, err := bucket.OpenS3("s3://locks?endpoint=" + server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer s3.Close()
	_, _, err = bucket.NewLeases(s3).Lock(t.Context(), lockKey)
	if err == nil || !strings.Contains(err.Error(), "If-None-Match") {
		t.Errorf("got %v, want that there are no conditional writes", err)
	}
}
