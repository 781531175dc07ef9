package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
)

func TestAFullStderrDoesNotKeepACommandFromEnding(t *testing.T) {
	for name, args := range map[string][]string{
		"a failure":     {"images", "--photos", t.TempDir() + "/none", "list"},
		"a parse error": {"value", "--none"},
	} {
		synctest.Test(t, func(t *testing.T) {
			unread, stderr := io.Pipe()
			defer unread.Close()
			ctx, interrupt := context.WithCancel(t.Context())
			code := make(chan int, 1)
			go func() { code <- run(&console{ctx: ctx, stdout: io.Discard, stderr: stderr}, args) }()
			synctest.Wait()
			if len(code) > 0 {
				t.Fatalf("%s: ended with code %d before anybody read its error", name, <-code)
			}
			interrupt()
			if got := <-code; got == 0 {
				t.Errorf("%s: exit code 0", name)
			}
		})
	}
}

func TestAnErrorAfterAnInterruptIsStillRead(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	var stderr bytes.Buffer
	(&console{ctx: ctx, stderr: &stderr}).fail(errors.New("the disk is full"))
	if got := stderr.String(); got != "gevel: the disk is full\n" {
		t.Errorf("printed %q", got)
	}
}

func TestWhatIsWrongWithTheWordsOfACommandIsPrintedVisibly(t *testing.T) {
	for _, args := range [][]string{
		{"value", "--\x1b[31m"}, {"\x1b[31m"}, {"serve", "--max-in-flight", "\x1b[31m"}, {"images", "add", "x", "--kind", "\x1b[2J"},
	} {
		var stderr bytes.Buffer
		code := run(&console{ctx: t.Context(), stdout: io.Discard, stderr: &stderr}, args)
		if code != exitUsage || strings.Contains(stderr.String(), "\x1b") || stderr.Len() == 0 {
			t.Errorf("%q: exit code %d, printed %q", args, code, stderr.String())
		}
	}
}
