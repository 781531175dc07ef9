package present

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// Worksheet is the value of a home by an appraiser's judgement, as it is answered, logged and replayed.
type Worksheet struct {
	Value      gevel.Euro          `json:"value" doc:"the chosen comparables' indication reconciled with the model's value"`
	Low        gevel.Euro          `json:"low" doc:"of its 80 % interval"`
	High       gevel.Euro          `json:"high"`
	FSD        float64             `json:"forecastStandardDeviation" doc:"relative to the value, four decimals"`
	Model      gevel.Euro          `json:"model" doc:"the model's value of the home as corrected"`
	ModelLow   gevel.Euro          `json:"modelLow"`
	ModelHigh  gevel.Euro          `json:"modelHigh"`
	Indication *gevel.Euro         `json:"indication" doc:"what the chosen comparables say; null where none is chosen"`
	Weight     float64             `json:"weight" doc:"share of that indication in the value, 0 to 1; the rest is the model's"`
	Chosen     int                 `json:"chosen" doc:"comparables that count; 0 leaves the value to the model"`
	Learned    int                 `json:"learned" doc:"errors of chosen comparables on unseen sales behind weight and interval; 0 where the edition holds none and cautious ones are taken"`
	Judgement  worksheet.Judgement `json:"judgement" doc:"as it was sent"`
}

// NewWorksheet renders a worksheet beside the model's value.
func NewWorksheet(s worksheet.Result, model gevel.Value) Worksheet {
	out := Worksheet{
		Value: s.Value, Low: s.Interval.Low, High: s.Interval.High, FSD: math.Round(1e4*s.FSD) / 1e4,
		Model: model.Weighted, ModelLow: model.Interval.Low, ModelHigh: model.Interval.High,
		Indication: s.Indication.OrNull(), Weight: math.Round(1e4*s.Weight) / 1e4, Chosen: len(s.Chosen), Learned: s.Learned,
		Judgement: s.Judgement,
	}
	if out.Judgement.Comparables == nil {
		out.Judgement.Comparables = []worksheet.Verdict{}
	}
	if out.Judgement.Corrections == nil {
		out.Judgement.Corrections = []worksheet.Correction{}
	}
	return out
}

// JudgedComparable is a comparable of a worksheet.
type JudgedComparable struct {
	WhyComparable
	Sale   string  `json:"sale" doc:"id of the sale, by which a judgement names it"`
	Pick   *bool   `json:"pick" doc:"true if it was picked, false if rejected, null if not judged"`
	Reason *string `json:"reason" doc:"why, as it was sent"`
	Chosen float64 `json:"chosenWeight" doc:"its weight among the chosen, 0 to 1; 0 if it does not count"`
}

// NewJudgedComparables renders the comparables of a worksheet in a language.
func NewJudgedComparables(list []explain.Comparable, s worksheet.Result, l words.Language) []JudgedComparable {
	out := make([]JudgedComparable, len(list))
	for i, c := range NewWhyComparables(list, l) {
		out[i] = JudgedComparable{WhyComparable: c, Sale: list[i].Sale, Chosen: s.ShareOf(list[i].Sale)}
		if v, judged := s.Verdict(list[i].Sale); judged {
			out[i].Pick, out[i].Reason = &v.Pick, &v.Reason
		}
	}
	return out
}
