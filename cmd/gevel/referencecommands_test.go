package main

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestReferenceOfCommands writes each command with its words, flags and variables.
func TestReferenceOfCommands(t *testing.T) {
	parser, err := commandLine(&console{stdout: io.Discard, stderr: io.Discard}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	page := newReference("Commands", "Each command with its flags. Flags and environment variables say the same things; a flag wins.")
	for _, node := range parser.Model.Leaves(true) {
		page.command(t, node)
	}
	page.keepFresh(t, "commands.md")
}

func (page *referencePage) command(t *testing.T, node *kong.Node) {
	t.Helper()
	page.line("\n## %s\n\n%s", node.FullPath(), sentence(node.Help))
	if node.Detail != "" {
		page.line("\n%s", literally(node.Detail))
	}
	var rows [][]string
	for _, arg := range node.Positional {
		rows = append(rows, []string{code(arg.Name), sentence(arg.Help)})
	}
	if len(rows) > 0 {
		page.table([]string{"word", "what"}, rows)
	}
	rows = nil
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			if flag.Name != "help" && flag.Name != "version" {
				if flag.Help == "" {
					t.Errorf("%s: --%s has no help", node.FullPath(), flag.Name)
				}
				rows = append(rows, flagRow(flag))
			}
		}
	}
	if len(rows) > 0 {
		page.table([]string{"flag", "variable", "default", "what"}, rows)
	}
}

// literally sets the parts of a text that are set in as code.
func literally(detail string) string {
	return regexp.MustCompile(`(?m)^  `).ReplaceAllString(strings.TrimSpace(detail), "    ")
}

var (
	bracketed  = regexp.MustCompile(` ?\(([^()]*)\)`)
	ownDefault = regexp.MustCompile(`^default: (.*)$`)
	variable   = regexp.MustCompile(`(?:; )?env GEVEL_\w+$`)
)

// flagRow splits the help of a flag: default and variable, which stand in brackets there, have columns of their own.
func flagRow(flag *kong.Flag) []string {
	name := "--" + flag.Name
	if flag.Short != 0 {
		name = "-" + string(flag.Short) + ", " + name
	}
	if !flag.IsBool() {
		name += " " + strings.Trim(flag.FormatPlaceHolder(), `"`)
	}
	usual, env, help := "", "", flag.Help
	if flag.HasDefault && flag.Default != "false" {
		usual = code(flag.Default)
	}
	if len(flag.Envs) > 0 {
		env = code(flag.Envs[0])
	}
	for _, in := range bracketed.FindAllStringSubmatch(help, -1) {
		inside := variable.ReplaceAllString(in[1], "")
		own := ownDefault.FindStringSubmatch(inside)
		switch {
		case own != nil:
			usual = own[1]
		case inside != "" && inside != "default" && inside != flag.Default:
			continue
		}
		help = strings.Replace(help, in[0], "", 1)
	}
	return []string{code(name), env, usual, sentence(help)}
}
