// gevel man: the manual page, generated from the command line.

package main

import (
	"runtime/debug"
	"time"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel/cmd/gevel/usage"
)

// manCmd is gevel man.
type manCmd struct{}

// Run prints the page.
func (*manCmd) Run(c *console, ctx *kong.Context) error {
	return usage.WriteManual(c.stdout, ctx.Model, version, madeOn(c.now()))
}

// madeOn returns the day of the commit that the program was built from, or today if unknown: so a release
// always prints the same page.
func madeOn(today time.Time) time.Time {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return today
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			if day, err := time.Parse(time.RFC3339, s.Value); err == nil {
				return day
			}
		}
	}
	return today
}
