// Package usage describes the command line to shells, for completion, and as a manual page, from the parser's
// own table of commands and flags.
package usage

import (
	_ "embed" // the page
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/alecthomas/kong"
)

//go:embed manual.tmpl
var manualText string

// manualPage is the manual page in mdoc(7), which mandoc and groff read.
var manualPage = template.Must(template.New("").Funcs(template.FuncMap{
	"text": sentences, "escaped": escaped, "detail": detail, "interpolated": interpolated, "below": commandsOf,
	"placeholder": func(f *kong.Flag) string { return escaped(strings.Trim(f.FormatPlaceHolder(), `"`)) },
	"flags": func(node *kong.Node) []*kong.Flag {
		if parent := node.Parent; parent.Type == kong.CommandNode {
			return slices.Concat(parent.Flags, node.Flags)
		}
		return node.Flags
	},
}).Parse(manualText))

// WriteManual writes the manual page.
func WriteManual(w io.Writer, app *kong.Application, version string, day time.Time) error {
	return manualPage.Execute(w, struct {
		App          *kong.Application
		Version, Day string
		Exits        []ExitCode
	}{app, version, day.Format("January 2, 2006"), ExitCodes})
}

// sentences writes each sentence of a text on its own line.
func sentences(text string) string {
	var page strings.Builder
	for line := range strings.Lines(text) {
		if line = escaped(strings.TrimSpace(line)); strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			line = `\&` + line
		}
		if line != "" {
			fmt.Fprintln(&page, strings.ReplaceAll(line, ". ", ".\n"))
		}
	}
	return page.String()
}

// escaped escapes characters with a meaning in mdoc.
func escaped(text string) string { return strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text) }

// detail writes paragraphs. Indented ones are copied literally.
func detail(text string) string {
	var page strings.Builder
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		switch {
		case strings.TrimSpace(paragraph) == "":
		case strings.HasPrefix(paragraph, " "):
			fmt.Fprintf(&page, ".Bd -literal -offset indent\n%s\n.Ed\n", escaped(strings.TrimRight(paragraph, "\n")))
		default:
			page.WriteString(".Pp\n" + sentences(paragraph))
		}
	}
	return page.String()
}

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
