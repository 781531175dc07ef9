package reports

// What values promise, beside what came true.

import (
	"fmt"
	"math"

	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/watch"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/present/words"
)

// verdicts says what the verdicts on classes mean.
const verdicts = "A class is broken if the whole interval lies below its promise, kept if it lies at or above it, and " +
	"otherwise not refuted: the sales are too few, or of too few months, to say more."

// promised is a promise of values, and what came true of it.
type promised struct {
	name string
	ratio.Coverage
	verdict document.Cell
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
	list := []promised{
		{name: "50 % interval", Coverage: r.Coverage50},
		{name: "80 % interval", Coverage: r.Coverage80},
		{name: "– constant in log", Coverage: r.ConstantLog80},
		{name: "– constant in euros", Coverage: r.ConstantEuros80},
		{name: "90 % interval", Coverage: r.Coverage90},
		{name: "within the FSD", Coverage: ratio.Coverage{Calibration: r.FSD}},
		{name: "accuracy (10 %)", Coverage: ratio.Coverage{Calibration: r.Accuracy}},
	}
	for i := range r.Classes {
		list = append(list, ofClass(&r.Classes[i]))
	}
	return promiseTable(interval95.Name, list)
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

// Whether values still hold by the sales since.

// watched has the alarms that stand, and the sales by which values were watched.
func watched(s *accuracy.Watch) document.Blocks {
	if s == nil {
		return nil
	}
	standing := s.Standing()
	var alarms document.List
	for i := range standing {
		alarms = append(alarms, words.English.Alarm(&standing[i]))
	}
	small := list.Count(s.Parts, func(p watch.Watched) bool { return p.Days > seenWithin })
	var unseen document.Block = document.Paragraph{}
	if small > 0 {
		unseen = line("%d of %d parts have too few sales to show a change of %.0f %% within a year", small, len(s.Parts), 100*watch.Step)
	}
	return document.Blocks{
		line("values watched by %d sales known from %s to %s; alarms that stand: %d", s.Sales, s.From, s.Until,
			len(standing)),
		unseen, alarms,
	}
}

// seenWithin is a year: a change that takes longer to be found is said not to be seen.
const seenWithin = 365.0

// BuildWatchJSON is what the sales since say of values.
type BuildWatchJSON struct {
	*watch.Report
	Alarms []BuildAlarmJSON `json:"alarms" doc:"Alarms of that time, in the order in which they were raised."`
}

// BuildAlarmJSON is an alarm.
type BuildAlarmJSON struct {
	watch.Alarm
	Text string `json:"text" doc:"The same in words."`
}

func watchJSON(s *accuracy.Watch) *BuildWatchJSON {
	if s == nil {
		return nil
	}
	j := &BuildWatchJSON{s.Report, []BuildAlarmJSON{}}
	for _, a := range s.Alarms {
		text := words.English.Alarm(&a)
		a.Off, a.Held = math.Round(1e4*a.Off)/1e4, math.Round(1e4*a.Held)/1e4
		j.Alarms = append(j.Alarms, BuildAlarmJSON{a, text})
	}
	return j
}
