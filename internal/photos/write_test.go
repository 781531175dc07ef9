package photos

import (
	"bytes"
	"context"
	"testing"
)

func TestWriteLeavesTheOldObjectWhenItIsStopped(t *testing.T) {
	store := emptyStore(t)
	if err := store.write(context.Background(), "homes/x.json", "application/json", []byte("old")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := store.write(ctx, "homes/x.json", "application/json", bytes.Repeat([]byte("new"), 1000)); err == nil {
		t.Fatal("write succeeded after its context had ended")
	}
	got, err := store.bucket.ReadAll(context.Background(), "homes/x.json")
	if err != nil || string(got) != "old" {
		t.Errorf("got %q, %v, want the old object", got, err)
	}
}
