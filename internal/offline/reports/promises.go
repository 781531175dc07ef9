package reports

// What values promise, beside what came true.

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// verdicts says what the verdicts on classes mean.
const verdicts = "A class is broken if the whole interval lies below its promise, kept if it lies at or above it, and otherwise not " +
	"refuted: the sales are too few, or of too few months, to say more."

// promisesTable is a table of promises, without rows.
func promisesTable() document.Table {
	return document.Table{Key: "promises", Columns: []document.Column{
		{Key: "promise", Name: "promised, %"},
		{Key: "sales", Name: "sales"},
		{Key: "promised", Name: "promised"},
		{Key: "observed", Name: "observed"},
		{Name: "95 % interval", Style: document.Range},
		{Key: "width", Name: "mean width"},
		{Key: "verdict", Style: document.Words},
	}}
}

// promises has a row for each promise that some value makes.
func promises(r *ratio.Measures) document.Table {
	t := promisesTable()
	for _, p := range []struct {
		name string
		ratio.Coverage
	}{
		{"50 % interval", r.Coverage50},
		{"80 % interval", r.Coverage80},
		{"– constant in log", r.ConstantLog80},
		{"– constant in euros", r.ConstantEuros80},
		{"90 % interval", r.Coverage90},
		{"within the FSD", ratio.Coverage{Calibration: r.FSD}},
		{"accuracy (10 %)", ratio.Coverage{Calibration: r.Accuracy}},
	} {
		width := document.Cell{}
		if p.Width.Known {
			width = figureCell(p.Width, 1)
		}
		addPromise(&t, p.name, p.Calibration, width, document.Cell{})
	}
	for i := range r.Classes {
		addClass(&t, &r.Classes[i])
	}
	return t
}

func addClass(t *document.Table, c *ratio.ClassPromise) {
	addPromise(t, fmt.Sprintf("class %d (%.0f %%)", c.Class, c.Within), c.Calibration, document.Cell{}, verdictCell(c.Verdict))
}

// addPromise adds a promise, unless no value makes it.
func addPromise(t *document.Table, name string, c ratio.Calibration, width, verdict document.Cell) {
	if c.N == 0 {
		return
	}
	row := []document.Cell{document.Word(name), document.Whole(c.N), document.Float(c.Aim, 1)}
	row = append(append(row, figureCells(c.Share, 1)...), width, verdict)
	t.Rows = append(t.Rows, row)
}

// verdictCell says whether a class keeps its promise.
func verdictCell(v ratio.Verdict) document.Cell {
	switch v {
	case "":
		return document.Word("promises nothing")
	case ratio.Kept:
		return document.Cell{Text: string(v), Tone: document.Good}
	case ratio.Broken:
		return document.Cell{Text: string(v), Tone: document.Bad}
	}
	return document.Cell{Text: string(v), Tone: document.Neutral}
}

// outcomeCell says whether a bar is met; "" is of no bar.
func outcomeCell(o ratio.Outcome) document.Cell {
	tone := map[ratio.Outcome]document.Tone{ratio.Met: document.Good, ratio.NotMet: document.Bad, ratio.Undecided: document.Neutral}
	return document.Cell{Text: string(o), Tone: tone[o]}
}
