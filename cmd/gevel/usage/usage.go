// Package usage describes the command line to shells, for completion, and as a manual page, from the parser's
// own table of commands and flags.
package usage

import (
	"strings"

	"github.com/alecthomas/kong"
)

// flagsOf returns the flags of a command, its own ones last.
func flagsOf(node *kong.Node) (flags []*kong.Flag) {
	for _, group := range node.AllFlags(true) {
		flags = append(flags, group...)
	}
	return flags
}

// commandsOf returns the commands below a node.
func commandsOf(node *kong.Node) (commands []*kong.Node) {
	for _, child := range node.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			commands = append(commands, child)
		}
	}
	return commands
}

// interpolated fills in a help text as kong does.
func interpolated(v *kong.Value, help string) string {
	env := ""
	if len(v.Tag.Envs) > 0 {
		env = v.Tag.Envs[0]
	}
	return strings.NewReplacer("${default}", v.Default, "${env}", env, "${enum}", v.Enum).Replace(help)
}

// ExitCode is what the program ends with, and what that means.
type ExitCode struct {
	Code  int
	Means string
}

// ExitCodes are all of them.
var ExitCodes = []ExitCode{
	{0, "Done."},
	{1, "Something went wrong."},
	{2, "The words of the command, the build file, or the header of a file of sales, homes, characteristics or " +
		"predictions are off."},
	{3, "The question has no answer: no such address, or it can't be valued."},
	{130, "Interrupted; nothing half-done is left."},
}
