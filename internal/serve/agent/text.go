package agent

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
)

// lines is an answer in the making.
type lines []string

func (t *lines) add(format string, args ...any) { *t = append(*t, fmt.Sprintf(format, args...)) }

// list adds a title with an item a line, and nothing without items.
func (t *lines) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	t.add("%s", title)
	for _, item := range items {
		t.add("- %s", item)
	}
}

// notes adds the sentences that there are.
func (t *lines) notes(sentences ...string) {
	for _, s := range sentences {
		if s != "" {
			t.add("Note: %s", s)
		}
	}
}

func (t *lines) text() string { return strings.Join(*t, "\n") }

func euros(e gevel.Euro) string { return words.English.Euros(e) }

// squareMetres writes a surface that may be unknown.
func squareMetres(surface *int) string {
	if surface == nil {
		return "unknown surface"
	}
	return strconv.Itoa(*surface) + " m2"
}

// percent writes a figure that may be unknown.
func percent(v *float64) string {
	if v == nil {
		return "unknown"
	}
	return strconv.FormatFloat(*v, 'f', 1, 64) + " %"
}
