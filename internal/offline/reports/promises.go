package reports

// What values promise, beside what came true.

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// verdicts says what the verdicts on classes mean.
const verdicts = "A class is broken if the whole interval lies below its promise, kept if it lies at or above it, and " +
	"otherwise not refuted: the sales are too few, or of too few months, to say more."

// promised is a promise of values, and what came true of it.
type promised struct {
	name string
	ratio.Coverage
	verdict  document.Cell
	constant bool // one width for all homes: the baseline of an interval
}

// promiseTable has a row for each promise that some value makes.
func promiseTable(interval string, of []promised) document.Table {
	t := document.NewTable("promised, %", "sales", "promised", "observed", document.Range.Column(interval), "mean width",
		document.Words.Column(""))
	for _, p := range of {
		if p.N == 0 {
			continue
		}
		width := ""
		if p.Width.Known {
			width = figure(p.Width, 1)
		}
		t.Add(p.name, p.N, document.Number(p.Aim, 1), ranged(p.Share, 1), width, p.verdict)
	}
	return t
}

// promises has the intervals, the FSD, the accuracy and the classes.
func promises(r *ratio.Measures) document.Table {
	list := intervals(r)
	for i := range r.Classes {
		list = append(list, ofClass(&r.Classes[i]))
	}
	return promiseTable(interval95.Name, list)
}

// intervals are the promises of intervals, and of the FSD and the accuracy.
func intervals(r *ratio.Measures) []promised {
	return []promised{
		{name: "50 % interval", Coverage: r.Coverage50},
		{name: "80 % interval", Coverage: r.Coverage80},
		{name: "– constant in log", Coverage: r.ConstantLog80, constant: true},
		{name: "– constant in euros", Coverage: r.ConstantEuros80, constant: true},
		{name: "90 % interval", Coverage: r.Coverage90},
		{name: "within the FSD", Coverage: ratio.Coverage{Calibration: r.FSD}},
		{name: "accuracy (10 %)", Coverage: ratio.Coverage{Calibration: r.Accuracy}},
	}
}

func ofClass(c *ratio.ClassPromise) promised {
	return promised{
		name:     fmt.Sprintf("class %d (%.0f %%)", c.Class, c.Within),
		Coverage: ratio.Coverage{Calibration: c.Calibration}, verdict: verdictCell(c.Verdict),
	}
}

// verdictCell says whether a class keeps its promise.
func verdictCell(v ratio.Verdict) document.Cell {
	switch v {
	case "":
		return document.NoVerdict.Says("promises nothing")
	case ratio.Kept:
		return document.Good.Says(string(v))
	case ratio.Broken:
		return document.Bad.Says(string(v))
	}
	return document.Neutral.Says(string(v))
}

// outcomeCell says whether a bar is met; "" is of no bar.
func outcomeCell(o ratio.Outcome) document.Cell {
	tone := map[ratio.Outcome]document.Tone{
		ratio.Met: document.Good, ratio.NotMet: document.Bad, ratio.Undecided: document.Neutral,
	}
	return tone[o].Says(string(o))
}
