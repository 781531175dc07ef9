// gevel completion: the shells' completion scripts, and the words for them.

package main

import (
	"fmt"

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
	for _, word := range usage.Complete(ctx.Model.Node, cmd.Typed, c.known) {
		if _, err := fmt.Fprintln(c.stdout, word); err != nil {
			return err
		}
	}
	return nil
}
