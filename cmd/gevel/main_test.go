package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts run this binary as the command gevel.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"gevel": func() {
			ctx, stop := untilInterrupted()
			defer stop()
			os.Exit(run(&console{ctx: ctx, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, now: scriptNow}, os.Args[1:]))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"town": townForScript, "sources": sourcesForScript},
	})
}
