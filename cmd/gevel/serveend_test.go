package main

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gevel/gevel"
)

// TestNothingThatHangsStopsTheEnd lets a reading hang as one on a mount that is away does.
func TestNothingThatHangsStopsTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		begin := time.Now()
		err := inTime("a reading", func() error { <-release; return nil })
		if waited := time.Since(begin); waited != endTimeout || gevel.CodeOf(err) != gevel.Unavailable {
			t.Errorf("waited %s, %v", waited, err)
		}
		close(release)
		want := errors.New("full")
		if err := inTime("a writing", func() error { return want }); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	})
}
