package main

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestACommandThatDoesNotEndIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		answer := make(chan struct{}) // that the disk never gives
		time.AfterFunc(time.Hour, interrupt)
		began := time.Now()
		err := within(ctx, endPatience, func() error { <-answer; return nil })
		if took := time.Since(began); !errors.Is(err, errStuck) || took != time.Hour+endPatience {
			t.Errorf("got %v after %v, want %v %v behind the signal", err, took, errStuck, endPatience)
		}
		close(answer)
	})
}

func TestACommandThatEndsIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		interrupt()
		want := errors.New("its own")
		err := within(ctx, endPatience, func() error { time.Sleep(endPatience / 2); return want })
		if !errors.Is(err, want) {
			t.Errorf("got %v, want the command's own error", err)
		}
	})
}

func TestServicesMayTakeLonger(t *testing.T) {
	c := &console{}
	parser, err := commandLine(c, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want time.Duration
	}{
		{[]string{"build"}, endPatience},
		{[]string{"serve", "--drain-for", "1h"}, endPatience + time.Hour + time.Minute},
		{[]string{"demo"}, endPatience + time.Minute},
	} {
		chosen, err := parser.Parse(tt.args)
		if err != nil {
			t.Fatal(err)
		}
		if got := patienceWith(chosen); got != tt.want {
			t.Errorf("%v: got %v, want %v", tt.args, got, tt.want)
		}
	}
}
