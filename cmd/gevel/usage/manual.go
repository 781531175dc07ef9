// Package usage describes the command line to shells, for completion, and as a manual page, from the parser's
// own table of commands and flags.
package usage

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// WriteManual writes the manual page in mdoc(7), which mandoc and groff read.
func WriteManual(w io.Writer, app *kong.Application, version string, day time.Time) error {
	page := &manual{}
	page.macro("Dd %s", day.Format("January 2, 2006"))
	page.macro("Dt GEVEL 1")
	page.macro("Os gevel %s", version)
	page.macro("Sh NAME")
	page.macro("Nm gevel")
	page.macro("Nd value homes in the Netherlands and show them")
	page.macro("Sh SYNOPSIS")
	page.macro("Nm")
	page.macro("Ar command")
	page.macro("Op Ar flag ...")
	page.macro("Sh DESCRIPTION")
	page.text(app.Help)
	page.text("An edition is made of registers and sales by one command, and others value homes with it and answer an " +
		"API over HTTP. Flags and environment variables say the same things; a flag wins.")
	page.text("These flags go with every command:")
	page.flags(app.Flags)
	page.macro("Sh COMMANDS")
	for _, command := range commandsOf(app.Node) {
		page.command(command)
	}
	page.exitStatus()
	_, err := w.Write(page.Bytes())
	return err
}

// manual is a manual page being written.
type manual struct{ bytes.Buffer }

// macro writes a line with a macro.
func (m *manual) macro(format string, args ...any) { fmt.Fprintf(m, "."+format+"\n", args...) }

// text writes sentences, each on its own line.
func (m *manual) text(text string) {
	for line := range strings.Lines(text) {
		m.line(strings.TrimSpace(line))
	}
}

// line writes text without macros.
func (m *manual) line(text string) {
	if text == "" {
		return
	}
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	fmt.Fprintln(m, strings.ReplaceAll(escaped(text), ". ", ".\n"))
}

// escaped escapes characters with a meaning in mdoc.
func escaped(text string) string { return strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text) }

// command describes a command or its subcommands.
func (m *manual) command(node *kong.Node) {
	if below := commandsOf(node); len(below) > 0 {
		for _, command := range below {
			m.command(command)
		}
		return
	}
	m.macro("Ss %s", escaped(node.FullPath()))
	m.text(node.Help)
	for _, arg := range node.Positional {
		m.macro("Pp")
		m.macro("Ar %s :", escaped(arg.Name))
		m.text(interpolated(arg, arg.Help))
	}
	m.detail(node.Detail)
	own := node.Flags
	if parent := node.Parent; parent.Type == kong.CommandNode {
		own = append(append([]*kong.Flag{}, parent.Flags...), own...)
	}
	m.flags(own)
}

// detail writes paragraphs. Indented ones are copied literally.
func (m *manual) detail(text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		switch {
		case strings.TrimSpace(paragraph) == "":
		case strings.HasPrefix(paragraph, " "):
			m.macro("Bd -literal -offset indent")
			for line := range strings.Lines(paragraph) {
				fmt.Fprintln(m, escaped(strings.TrimRight(line, "\n")))
			}
			m.macro("Ed")
		default:
			m.macro("Pp")
			m.text(paragraph)
		}
	}
}

func (m *manual) flags(flags []*kong.Flag) {
	if len(flags) == 0 {
		return
	}
	m.macro(`Bl -tag -width Ds`)
	for _, flag := range flags {
		if flag.Hidden {
			continue
		}
		spelt := "Fl \\-" + escaped(flag.Name)
		if flag.Short != 0 {
			spelt = "Fl " + string(flag.Short) + " , " + spelt
		}
		if !flag.IsBool() {
			spelt += " Ar " + escaped(strings.Trim(flag.FormatPlaceHolder(), `"`))
		}
		m.macro("It %s", spelt)
		m.text(interpolated(flag.Value, flag.Help))
	}
	m.macro("El")
}

func (m *manual) exitStatus() {
	m.macro("Sh EXIT STATUS")
	m.macro("Bl -tag -width 130")
	for _, exit := range ExitCodes {
		m.macro("It %d", exit.Code)
		m.text(exit.Means)
	}
	m.macro("El")
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
