package document

import (
	"math"
	"strconv"
	"strings"
)

// Table is a table; the first cell of a row names it.
type Table struct {
	Key     string
	Title   string
	Note    string // beside the title, such as the number of rows
	Columns []Column
	Rows    [][]Cell
	Fold    Fold
	Facts   bool // of long texts, not of figures
	Short   int  // rows that a terminal shows; 0: all
	Drawn   bool // the numbers of a chart, which a terminal leaves out like the chart
}

// Column is a column of a table.
type Column struct {
	Key   string // of its cells in JSON; "" leaves them out there
	Name  string
	Style Style
}

// Style is what a column holds.
type Style int

// The styles.
const (
	Numbers Style = iota
	Words
	Range    // the interval of the figure before it
	Barred   // numbers over bars
	Samples  // rows of files, a line each; a terminal has the first
	Meanings // explain the row; a terminal has no room for them
	Margins  // intervals for which a terminal has no room
)

// Fold is whether a reader can fold a table away.
type Fold int

// The folds.
const (
	Unfolded Fold = iota
	Open
	Folded
)

// Cell is a cell of a table.
type Cell struct {
	Text string // for people
	Raw  any    // for programs; nil stands for the text
	Tone Tone
	Bar  int // length of the bar, percent of the longest
}

// Tone is what a verdict says.
type Tone int

// The tones.
const (
	NoVerdict Tone = iota
	Neutral
	Good
	Bad
)

func (t Table) empty() bool { return len(t.Rows) == 0 }

// Word is a cell of text.
func Word(text string) Cell { return Cell{Text: text} }

// Whole is a cell of a whole number.
func Whole(n int) Cell { return Cell{Text: Count(n), Raw: n} }

// Float is a cell of a number.
func Float(v float64, decimals int) Cell { return Cell{Text: Number(v, decimals), Raw: v} }

// None stands for a number that does not exist.
const None = "–"

// Count formats a whole number in groups of three with thin spaces, which a terminal leaves out.
func Count(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + thin + digits[i:]
	}
	return digits
}

const thin = "\u202f"

// Plural formats a number of things.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Count(n) + " " + thing + "s"
}

// Number formats a number with a minus sign as wide as a plus, and without a sign when it rounds to 0.
func Number(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// Signed formats a number with its sign, and 0 without.
func Signed(v float64, decimals int) string {
	if math.Round(v*math.Pow10(decimals)) > 0 {
		return "+" + Number(v, decimals)
	}
	return Number(v, decimals)
}
