// Package present turns valuations and explanations into text, JSON and tables, for the command line, the service
// and the page. It takes values and an io.Writer, and knows neither flags nor requests.
package present

import (
	_ "embed" // what texts look like
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"
	"text/template"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// english writes the amounts of texts.
const english = words.English

//go:embed text.tmpl
var textForms string

// texts are what a terminal shows: sentences as they are, and cells of tables between tabs.
var texts = template.Must(template.New("").Funcs(template.FuncMap{
	"euros": english.Euros, "signed": english.Signed, "percent": english.Percent, "factor": english.Factor,
	"share": english.Share, "promise": english.Promise, "scales": english.Scales, "references": english.References,
	"status": english.Status, "sales": saleCount, "text": orEmpty, "measured": measured, "weight": weight, "next": next,
	"hundred": func(share float64) float64 { return 100 * share },
	"effect":  func(weight, residual float64) float64 { return weight * math.Log(residual) },
	"beyond":  func(most, n int) int { return max(0, n-most) },
	"list":    func(sentences ...string) []string { return sentences },
}).Parse(textForms))

// writeText writes a text in columns that are two spaces apart.
func writeText(w io.Writer, name string, of any) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	return errors.Join(texts.ExecuteTemplate(t, name, of), t.Flush())
}

// Valuation writes a valuation made with the caller's overrides as text.
func Valuation(w io.Writer, v gevel.Valuation, overrides gevel.Characteristics) error {
	standard := gevel.Standard()
	c := standard.Over(overrides, v.Dwelling.Characteristics)
	return writeText(w, "valuation", &struct {
		gevel.Valuation
		Described string
	}{v, standard.Describe(&c)})
}

func saleCount(c gevel.SaleCount) string {
	if !c.Median.Known {
		return strconv.Itoa(c.Sales)
	}
	return fmt.Sprintf("%d, median %s", c.Sales, english.Euros(c.Median.V))
}

// Worksheet is the value of a home by an appraiser's judgement, as it is answered, logged and replayed.
type Worksheet struct {
	Value      gevel.Euro          `json:"value" doc:"the judged value: as the appraiser states it, or else weighed"`
	Stated     bool                `json:"stated" doc:"the appraiser states it"`
	Weighed    gevel.Euro          `json:"weighed" doc:"the chosen comparables' indication reconciled with the model's value"`
	Low        gevel.Euro          `json:"low" doc:"of the 80 % interval of weighed"`
	High       gevel.Euro          `json:"high"`
	FSD        float64             `json:"forecastStandardDeviation" doc:"of weighed, relative to it, four decimals"`
	Model      gevel.Euro          `json:"model" doc:"the model's value of the home as corrected"`
	ModelLow   gevel.Euro          `json:"modelLow"`
	ModelHigh  gevel.Euro          `json:"modelHigh"`
	Indication *gevel.Euro         `json:"indication" doc:"what the chosen comparables say; null where none is chosen"`
	Weight     float64             `json:"weight" doc:"share of that indication in weighed, 0 to 1; the rest is the model's. It follows from how many are chosen, how alike they are and how far they lie apart"`
	Chosen     int                 `json:"chosen" doc:"sales that count; 0 leaves the value to the model"`
	Beyond     int                 `json:"beyond" doc:"how many of them are beyond the home's own comparables: each costs a use more"`
	Learned    int                 `json:"learned" doc:"errors of chosen comparables on unseen sales behind weight and interval; 0 where the edition holds none and cautious ones are taken"`
	Changes    []worksheet.Change  `json:"changes" doc:"what has changed since the answer that the judgement was sent with"`
	Before     *worksheet.Found    `json:"before" doc:"what that answer found; null without one"`
	Judgement  worksheet.Judgement `json:"judgement" doc:"the document to keep: the judgement as it was sent, with its edition, request and day, and what was found"`
}

// NewWorksheet renders a worksheet beside the model's value.
func NewWorksheet(s worksheet.Result, model gevel.Value) Worksheet {
	out := Worksheet{
		Value: s.Value, Stated: s.Judgement.Value != nil, Weighed: s.Weighed, FSD: math.Round(1e4*s.FSD) / 1e4,
		Low: s.Interval.Low, High: s.Interval.High,
		Model: model.Weighted, ModelLow: model.Interval.Low, ModelHigh: model.Interval.High,
		Indication: s.Indication.OrNull(), Weight: math.Round(1e4*s.Weight) / 1e4, Chosen: s.Chosen, Beyond: s.Beyond,
		Learned: s.Learned, Changes: s.Changes, Before: s.Before, Judgement: s.Judgement,
	}
	if out.Changes == nil {
		out.Changes = []worksheet.Change{}
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
	Listed bool    `json:"listed" doc:"it is one of the home's own comparables"`
	Pick   *bool   `json:"pick" doc:"true if it was picked, false if rejected, null if not judged"`
	Reason *string `json:"reason" doc:"why, as it was sent"`
	Chosen float64 `json:"chosenWeight" doc:"its weight among the chosen, 0 to 1; 0 if it does not count"`
}

// NewJudgedComparables renders the sales of a worksheet in a language, as explain.Judged has them, in their order.
func NewJudgedComparables(list []explain.Comparable, s worksheet.Result, l words.Language) []JudgedComparable {
	out := make([]JudgedComparable, len(list))
	for i, c := range NewWhyComparables(list, l) {
		c.Sale = s.IDs[i]
		out[i] = JudgedComparable{WhyComparable: c, Chosen: s.Sales[i].Weight, Listed: i < len(list)-s.Beyond}
		if v, judged := s.Verdict(s.IDs[i]); judged {
			out[i].Pick, out[i].Reason = &v.Pick, &v.Reason
		}
	}
	return out
}
