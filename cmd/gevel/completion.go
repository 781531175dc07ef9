// gevel completion and gevel man: what helps to type commands.

package main

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel/cmd/gevel/usage"
)

// completionCmd is gevel completion.
type completionCmd struct {
	Bash  completionScriptCmd `cmd:"" help:"For bash: eval \"$(gevel completion bash)\" in ~/.bashrc."`
	Zsh   completionScriptCmd `cmd:"" help:"For zsh: source <(gevel completion zsh) in ~/.zshrc, after compinit."`
	Fish  completionScriptCmd `cmd:"" help:"For fish: gevel completion fish | source in ~/.config/fish/config.fish."`
	Words completionWordsCmd  `cmd:"" hidden:"" help:"Print the possible completions; the scripts call this."`
}

// completionScriptCmd prints the script for the shell in its name.
type completionScriptCmd struct{}

// Run prints the script.
func (*completionScriptCmd) Run(c *console, ctx *kong.Context) error {
	script, _ := usage.Script(ctx.Selected().Name)
	_, err := fmt.Fprint(c.stdout, script)
	return err
}

// completionWordsCmd serves the scripts.
type completionWordsCmd struct {
	Typed []string `arg:"" optional:"" help:"The words typed so far; the last one is to be completed."`
}

// Run prints the words, one a line.
func (cmd *completionWordsCmd) Run(c *console, ctx *kong.Context) error {
	for _, word := range usage.Complete(ctx.Model.Node, cmd.Typed) {
		if _, err := fmt.Fprintln(c.stdout, word); err != nil {
			return err
		}
	}
	return nil
}

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
