package main

import (
	"strings"
	"testing"
	"time"
)

func TestWithoutATerminalProgressIsLinesAtIntervals(t *testing.T) {
	var out strings.Builder
	now := time.Unix(0, 0)
	p := newProgress(&out, func() time.Time { return now })
	steps := []struct {
		after     time.Duration
		stage, of string
		done      int64
	}{
		{0, "sales", "one.csv", 0},
		{time.Second, "sales", "one.csv", 10},
		{time.Second, "sales", "one.csv", 30}, // a quarter
		{2 * time.Second, "sales", "one.csv", 40},
		{time.Second, "sales", "one.csv", 80},
		{time.Second, "sales", "two.csv", 0}, // another file from its beginning
		{time.Second, "sales", "", 100},
		{time.Second, "train", "2026-01-01 trees", 1},
		{10 * time.Second, "train", "2026-01-01 trees", 5},
		{25 * time.Second, "train", "2026-01-01 trees", 10}, // more than half a minute after the last line
		{time.Second, "train", "2025-01-01 trees", 9},       // late from another goroutine
		{100 * time.Second, "train", "2026-01-01 trees", 20},
		{time.Second, "train", "", 100},
	}
	for _, s := range steps {
		now = now.Add(s.after)
		p.step(s.stage, s.of, s.done, 100)
	}
	p.finish()
	want := "sales 0% one.csv\n" +
		"sales 30% one.csv, 5s left\n" +
		"sales 80% one.csv, 1s left\n" +
		"sales 0% two.csv\n" +
		"sales 100%\n" +
		"train 1% 2026-01-01 trees\n" +
		"train 10% 2026-01-01 trees, 5m15s left\n" +
		"train 20% 2026-01-01 trees, 9m4s left\n" +
		"train 100%\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
