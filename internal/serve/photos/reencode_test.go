package photos

import (
	"context"
	"errors"
	"testing"
)

func TestReencodeStopsWaitingWhenItsContextEnds(t *testing.T) {
	store := emptyStore(t)
	if err := store.decoding.Acquire(context.Background(), MaxPixels); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := store.reencode(ctx, encodeJPEG(t, four(8, 8))); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}

func emptyStore(t testing.TB) *Store {
	t.Helper()
	store, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return store
}
