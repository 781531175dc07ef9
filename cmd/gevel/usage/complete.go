package usage

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// The completion scripts by shell.
var (
	//go:embed scripts/gevel.bash
	bash string
	//go:embed scripts/gevel.zsh
	zsh string
	//go:embed scripts/gevel.fish
	fish string
)

// Script returns the completion script of a shell, bash, zsh or fish; false for another one.
func Script(shell string) (string, bool) {
	script, known := map[string]string{"bash": bash, "zsh": zsh, "fish": fish}[shell]
	return script, known
}

// Files is the word that stands for file names, which the shell completes itself.
const Files = ":files"

// namesOfFiles are the placeholders of flags that take a file or folder.
var namesOfFiles = []string{"FILE", "FILE|URL", "DIR", "OUT", "WHERE"}

// Asked is an argument or a flag whose value is to be completed.
type Asked struct {
	Name  string            // of the argument or, behind --, of the flag
	Given map[string]string // the values typed before it, by the same names
}

// Complete returns the words that can complete the last one, each with its meaning behind a tab if it has
// one. known returns the words for a value that only the program knows, none of another.
func Complete(root *kong.Node, typed []string, known func(Asked) []string) (words []string) {
	if len(typed) == 0 {
		typed = []string{""}
	}
	before, last := typed[:len(typed)-1], typed[len(typed)-1]
	l := follow(root, before)
	values := func(flag *kong.Flag, prefix string) []string {
		var words []string
		for _, word := range known(Asked{"--" + flag.Name, l.given}) {
			words = append(words, prefix+word)
		}
		return append(words, valuesOf(flag, prefix)...)
	}
	if name, value, ok := strings.Cut(last, "="); ok && l.open == nil && name != "" {
		if flag := find(l.at, name); flag != nil {
			return starting(values(flag, name+"="), name+"="+value)
		}
	}
	switch {
	case l.open != nil:
		return starting(values(l.open, ""), strings.TrimPrefix(last, "="))
	case strings.HasPrefix(last, "-"):
		return starting(flagWords(l.at), last)
	}
	for _, command := range commandsOf(l.at) {
		words = append(words, described(command.Name, command.Help))
	}
	if len(words) == 0 && len(l.at.Positional) > 0 {
		if l.next < len(l.at.Positional) {
			words = known(Asked{l.at.Positional[l.next].Name, l.given})
		}
		words = append(words, Files)
	}
	return starting(words, last)
}

// line is what the words typed before mean.
type line struct {
	at    *kong.Node
	open  *kong.Flag // that expects a value next, nil for none
	next  int        // place of the next argument
	given map[string]string
}

// follow reads words.
func follow(at *kong.Node, words []string) line {
	l := line{at: at, given: map[string]string{}}
	for _, word := range words {
		switch {
		case word == "=": // bash splits at =; the value follows
		case l.open != nil:
			l.given["--"+l.open.Name] = word
			l.open = nil
		case strings.HasPrefix(word, "-"):
			name, value, hasValue := strings.Cut(word, "=")
			switch flag := find(l.at, name); {
			case flag == nil || flag.IsBool() || flag.IsCounter():
			case hasValue:
				l.given["--"+flag.Name] = value
			default:
				l.open = flag
			}
		default:
			if child := childOf(l.at, word); child != nil {
				l.at = child
			} else if l.next < len(l.at.Positional) {
				l.given[l.at.Positional[l.next].Name] = word
				l.next++
			}
		}
	}
	return l
}

func childOf(at *kong.Node, name string) *kong.Node {
	for _, command := range commandsOf(at) {
		if command.Name == name || slices.Contains(command.Aliases, name) {
			return command
		}
	}
	return nil
}

// find returns the flag of a command with this spelling, nil for none.
func find(at *kong.Node, word string) *kong.Flag {
	for _, flag := range flagsOf(at) {
		if word == "--"+flag.Name || flag.Short != 0 && word == "-"+string(flag.Short) {
			return flag
		}
	}
	return nil
}

func flagWords(at *kong.Node) (words []string) {
	for _, flag := range flagsOf(at) {
		words = append(words, described("--"+flag.Name, interpolated(flag.Value, flag.Help)))
	}
	return words
}

// valuesOf returns the possible values of a flag, each behind a prefix.
func valuesOf(flag *kong.Flag, prefix string) (words []string) {
	if flag.Enum != "" {
		for _, value := range flag.EnumSlice() {
			words = append(words, prefix+value)
		}
	}
	if len(words) == 0 && slices.Contains(namesOfFiles, flag.PlaceHolder) {
		words = append(words, Files)
	}
	return words
}

// described adds the first sentence of its meaning to a word.
func described(word, meaning string) string {
	first, _, _ := strings.Cut(meaning, ". ")
	return fmt.Sprintf("%s\t%s", word, strings.TrimSuffix(first, "."))
}

// starting keeps the words with a prefix.
func starting(words []string, begin string) []string {
	return slices.DeleteFunc(words, func(word string) bool { return word != Files && !strings.HasPrefix(word, begin) })
}
