package main

import (
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gevel/gevel"
)

// TestMain lets the scripts run this binary as the command gevel.
func TestMain(m *testing.M) {
	testscript.Main(withTowns{m}, map[string]func(){
		"gevel": func() {
			ctx, stop := untilInterrupted()
			defer stop()
			c := &console{ctx: ctx, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, now: scriptNow}
			os.Exit(run(c, os.Args[1:]))
		},
	})
}

// todayVariable sets today for a script, independently of the clock.
const todayVariable = "GEVEL_TEST_TODAY"

func scriptNow() time.Time {
	if today, err := gevel.ParseDate(os.Getenv(todayVariable)); err == nil {
		return today.Time().Add(12 * time.Hour)
	}
	return time.Now()
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"town": townForScript, "sources": sourcesForScript, "homes": homesForScript},
	})
}
