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
