// gevel completion and gevel man: what helps to type commands.

package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/cmd/gevel/usage"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/serve/keystore"
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

// known returns the editions, days of models, keys or scopes that can stand for a value. What can't be read has none.
func (c *console) known(asked usage.Asked) []string {
	folder := cmp.Or(asked.Given["--editions"], os.Getenv("GEVEL_EDITIONS"), "editions")
	switch asked.Name {
	case "edition":
		found, _ := edition.List(folder)
		return found
	case "--as-of":
		return modelDays(asked.Given["edition"])
	case "--date":
		if newest, err := edition.Newest(folder); err == nil {
			folder = newest
		}
		return modelDays(folder)
	case "--scope":
		var scopes []string
		for _, scope := range gevel.Scopes() {
			scopes = append(scopes, string(scope))
		}
		return scopes
	case "key":
		return c.keyNames(cmp.Or(asked.Given["--keys"], os.Getenv("GEVEL_KEYS"), "keys.db"))
	}
	return nil
}

// modelDays returns the days of an edition's models.
func modelDays(dir string) (days []string) {
	m, err := edition.ReadManifest(dir)
	if err != nil {
		return nil
	}
	for file := range m.Files {
		if day, isModel := strings.CutSuffix(path.Base(filepath.ToSlash(file)), ".vintage"); isModel {
			days = append(days, day)
		}
	}
	slices.Sort(days)
	return days
}

// patienceOfShells is how long completion waits for a database.
const patienceOfShells = 2 * time.Second

// keyNames returns the ids of keys, each with its name.
func (c *console) keyNames(place string) (names []string) {
	ctx, cancel := context.WithTimeout(c.ctx, patienceOfShells)
	defer cancel()
	store, err := keystore.Open(ctx, place)
	if err != nil {
		return nil
	}
	defer store.Close()
	all, err := store.List(ctx)
	if err != nil {
		return nil
	}
	for _, key := range all {
		if !key.Key.RevokedAt.Known {
			names = append(names, key.Key.ID+"\t"+gevel.Printable(key.Key.Name))
		}
	}
	return names
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
