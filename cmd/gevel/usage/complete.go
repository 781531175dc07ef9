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

// Complete returns the words that can complete the last one, each with its meaning behind a tab if it has one.
func Complete(root *kong.Node, typed []string) (words []string) {
	if len(typed) == 0 {
		typed = []string{""}
	}
	before, last := typed[:len(typed)-1], typed[len(typed)-1]
	at, open := follow(root, before)
	if name, value, ok := strings.Cut(last, "="); ok && open == nil && name != "" {
		if flag := find(at, name); flag != nil {
			return starting(valuesOf(flag, name+"="), name+"="+value)
		}
	}
	switch {
	case open != nil:
		return starting(valuesOf(open, ""), strings.TrimPrefix(last, "="))
	case strings.HasPrefix(last, "-"):
		return starting(flagWords(at), last)
	}
	for _, command := range commandsOf(at) {
		words = append(words, described(command.Name, command.Help))
	}
	if len(words) == 0 && len(at.Positional) > 0 {
		words = []string{Files}
	}
	return starting(words, last)
}

// follow returns the command that words lead to, and the flag of it that expects a value next, nil for none.
func follow(at *kong.Node, words []string) (command *kong.Node, open *kong.Flag) {
	for _, word := range words {
		switch {
		case word == "=": // bash splits at =; the value follows
		case open != nil:
			open = nil
		case strings.HasPrefix(word, "-"):
			name, _, hasValue := strings.Cut(word, "=")
			if flag := find(at, name); flag != nil && !hasValue && !flag.IsBool() && !flag.IsCounter() {
				open = flag
			}
		default:
			if child := childOf(at, word); child != nil {
				at = child
			}
		}
	}
	return at, open
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
		for _, value := range flag.EnumSlice() { // "" is for a flag that is not given
			if value != "" {
				words = append(words, prefix+value)
			}
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
