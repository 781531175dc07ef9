// An explanation as text for a terminal, made from its one form: sentences as they are, figures in tables.

package present

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
)

// Explained is the answer of /v1/homevalue/explanation without its envelope: its data, and its meta as one more field.
type Explained struct {
	Why
	Meta map[string]string `json:"meta"`
}

// NewExplained renders an explanation in a language; overrides are the characteristics that the caller gave for it.
func NewExplained(e explain.Explanation, overrides gevel.Characteristics, l words.Language) Explained {
	return Explained{NewWhy(e, overrides, l), Meta(e.Valuation)}
}

// WriteText writes an explanation in English as text.
func (x *Explained) WriteText(w io.Writer) error { return writeText(w, "explanation", x) }

// measured writes a number that may be unknown.
func measured(n *int, unit string) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n) + unit
}

// ListDifferences lists the differences that change the price enough.
func (m *WhyMoved) ListDifferences() string {
	var list []string
	for _, d := range m.Differences {
		if words.Matters(d.Log) {
			list = append(list, d.Label+" "+english.Percent(d.Log))
		}
	}
	if len(list) == 0 {
		return "hardly anything"
	}
	return strings.Join(list, ", ")
}

// weight writes a weight in whole percents.
func weight(w float64) string {
	return fmt.Sprintf("%4.0f %%", math.Round(100*w)+0) // + 0 so that none is -0
}

// next is the class above one, 0 above the highest.
func next(class *int) gevel.ConfidenceClass {
	if above := gevel.ConfidenceClass(*class) + 1; above <= gevel.HighestClass {
		return above
	}
	return 0
}
