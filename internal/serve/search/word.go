package search

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"
	"golang.org/x/text/unicode/norm"
)

// The normal form of words: the same for a name of the register and for what people write for it.

// spelledOut replaces letters that Unicode does not decompose into a plain letter and a mark.
var spelledOut = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ĳ", "ij", "ł", "l", "đ", "d", "ð", "d",
	"þ", "th")

// sounds replaces what Dutch names spell in more than one way. The beginning of a text has the beginning of its
// sound, so a name is found while it is typed.
var sounds = strings.NewReplacer("uij", "ui", "uy", "ui", "eij", "ei", "ey", "ei", "ay", "ai", "oy", "oi", "y", "ij",
	"ae", "aa", "c", "k", "gh", "g", "th", "t", "dt", "d")

// wordsOf splits a text into runs of letters and runs of digits, in lower case without diacritics: 2594AN has two.
func wordsOf(text string) []string {
	bare := strings.Map(func(c rune) rune {
		switch {
		case unicode.Is(unicode.Mn, c):
			return -1
		case unicode.IsLetter(c), unicode.IsDigit(c):
			return c
		}
		return ' '
	}, norm.NFD.String(strings.ToLower(text)))
	var list []string
	for _, field := range strings.Fields(spelledOut.Replace(bare)) {
		start := 0
		for i := 1; i < len(field); i++ {
			if isDigit(field[i]) != isDigit(field[i-1]) {
				list = append(list, field[start:i])
				start = i
			}
		}
		list = append(list, field[start:])
	}
	return list
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isNumber reports whether a word is digits.
func isNumber(word string) bool { return isDigit(word[0]) }

// normal writes words as one: abbreviations in full, joined, as they sound.
func normal(words []string) string {
	var b strings.Builder
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) && isOrdinal[words[i+1]] != "" && ordinals[words[i]] != "" {
			b.WriteString(ordinals[words[i]])
			i++
			continue
		}
		b.WriteString(inFull(words[i]))
	}
	return sounds.Replace(b.String())
}

// begun writes words as normal does, except that the last one may be unfinished, and so is no abbreviation.
func begun(words []string) string {
	last := len(words) - 1
	var b strings.Builder
	for _, word := range words[:last] {
		b.WriteString(inFull(word))
	}
	return sounds.Replace(b.String() + words[last])
}

// plain writes words as one without any abbreviation in full.
func plain(words []string) string { return sounds.Replace(strings.Join(words, "")) }

// inFull writes a word without abbreviating it.
func inFull(word string) string {
	if long, ok := abbreviations[word]; ok {
		return long
	}
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(word, e.short); ok && (stem == "" || len(stem) >= shortestStem) {
			return stem + e.long
		}
	}
	return word
}

//go:embed words.yaml
var wordText []byte

// meanings have by group what words mean, and how people write them.
var meanings = func() (by map[string]map[string][]string) {
	if err := yaml.Unmarshal(wordText, &by); err != nil {
		panic("search: " + err.Error()) // the file is part of the program
	}
	return by
}()

var (
	abbreviations, ordinals, isOrdinal = written("abbreviations"), written("ordinals"), written("ordinal letters")
	labels, floors, storeys            = written("labels"), written("floors"), written("storeys")
	aliases                            = meanings["names"]
	endings                            = longestFirst(written("endings"))
)

// written returns what the words of a group mean.
func written(group string) map[string]string {
	of := map[string]string{}
	for meant, ways := range meanings[group] {
		for _, way := range ways {
			of[way] = meant
		}
	}
	return of
}

// An ending of streets, alone or behind a stem.
type ending struct{ short, long string }

// longestFirst puts the longer endings before what they end in.
func longestFirst(of map[string]string) (list []ending) {
	for short, long := range of {
		list = append(list, ending{short, long})
	}
	slices.SortFunc(list, func(a, b ending) int {
		return cmp.Or(cmp.Compare(len(b.short), len(a.short)), cmp.Compare(a.short, b.short))
	})
	return list
}

const shortestStem = 3
