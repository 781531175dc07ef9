// The texts of a property report around its figures.

package words

import (
	"cmp"
	_ "embed"
	"math"
	"strings"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
)

// PropertyReport is the headings and sentences of a property report.
type PropertyReport struct {
	Title, Client, Purpose, Reference, Issuer, ValuationDate, MadeOn, Value, PerMetre     string
	Number, MarketValue                                                                   string
	Interval, Certainty, Sure, Unsure, Photos, Characteristics, Characteristic, From      string
	Steps, Step, Change, Euros, Total, HedonicValue, StepsNote                            string
	References, ReferencesNote, Home, Sold, Price, Indexed, Adjusted, Distance, Likeness  string
	OwnSale, NotKnown, Map, MapNote, Trend, TrendNote, TrendHome, TrendMarket, TrendAhead string
	Statistics, Sales, Median, Approaches, Approach, Indication, Weight                   string
	Accuracy, AccuracyNote, TestedSales                                                   string
	Sources, Source, AsOf, Standards, Method, MethodText, Limits, NoAppraisal             string
	Disclaimer, Edition, Model, SalesUntil                                                string
	LimitList                                                                             []string
	Worksheet                                                                             Worksheet
	Index                                                                                 ReportIndex // of many reports
}

// propertyReports are the texts by language, from a file that translators read.
var propertyReports = sync.OnceValue(func() (by map[Language]PropertyReport) { return mustRead(reportText, by) })

//go:embed report.yaml
var reportText []byte

// PropertyReport returns the texts in a language: English if it is none of the two.
func (l Language) PropertyReport() PropertyReport {
	if l != Dutch {
		l = English
	}
	return propertyReports()[l]
}

// Rounded says that a value is rounded, and what it is to the euro.
func (l Language) Rounded(exact gevel.Euro) string {
	return phrase{"Rounded; to the euro %s.", "Afgerond; op de euro %s."}.fill(l, l.Euros(exact))
}

// PerMetre writes an amount by square metre, "–" where the surface is not known.
func (l Language) PerMetre(amount gevel.Euro, surface *int) string {
	if surface == nil || *surface <= 0 {
		return "–"
	}
	return l.Euros(gevel.Euro(math.Round(float64(amount)/float64(*surface)))) + " / m²"
}

// Rebuilt says how a home was rebuilt: its use surfaces before and since a day.
func (l Language) Rebuilt(was, is int64, since gevel.Date) string {
	return say("use surface m until m").fill(
		l, l.Whole(was), l.Date(since), l.Whole(is))
}

// MarketYear words the change of prices in the year before the valuation date.
func (l Language) MarketYear(change float64, g gevel.BuildGroup) string {
	moved := phrase{"rose", "stegen"}
	if change < 0 {
		moved = phrase{"fell", "daalden"}
	}
	return say("prices in this area house").fill(l, l.Group(g), moved.in(l), l.Number(100*math.Abs(change), 1))
}

// Offered says what half of the homes that were sold again within two years fetched, of a home of some value; "" for as
// much as that.
func (l Language) Offered(fetches, value gevel.Euro) string {
	beyond := phrase{"more", "meer"}
	if fetches < value {
		beyond = phrase{"less", "minder"}
	}
	percent := l.Number(100*math.Abs(float64(fetches)/float64(value)-1), 1)
	if percent == l.Number(0, 1) {
		return ""
	}
	return say("at the median homes that").fill(l, percent, beyond.in(l), l.Euros(fetches))
}

// Statistics names the counts of sales around a home: in its street, of all house types and of its own, and in its area.
func (l Language) Statistics(code gevel.PostalCode) [4]string {
	area := ""
	if code != "" {
		area = " " + code.PC4()
	}
	return [4]string{
		phrase{"this street, all house types", "deze straat, alle woningtypen"}.in(l),
		phrase{"this street, same house type", "deze straat, zelfde woningtype"}.in(l),
		phrase{"postal-code area%s, all house types", "postcodegebied%s, alle woningtypen"}.fill(l, area),
		phrase{"postal-code area%s, same house type", "postcodegebied%s, zelfde woningtype"}.fill(l, area),
	}
}

// OldSales warns of a value on a day for which the newest sale became known over half a year before, "" for others.
func (l Language) OldSales(day, known gevel.Date) string {
	const daysInMonth, old = 365.25 / 12, 6
	months := int(float64(day-known) / daysInMonth)
	if months < old {
		return ""
	}
	return say("the newest known sale is").fill(l, months, l.Date(known))
}

// OldRecord says that the record of past values does not hold for values by sales as old, "" where they are not.
func (l Language) OldRecord(day, known gevel.Date) string {
	if l.OldSales(day, known) == "" {
		return ""
	}
	return say("the newest known sale is of").fill(l, l.Date(known))
}

// TestedFrom says which sales the accuracy is of.
func (l Language) TestedFrom(from, until gevel.Date) string {
	return phrase{"Sales from %s to %s.", "Verkopen van %s tot en met %s."}.fill(l, l.Date(from), l.Date(until))
}

// SourceFile returns the name of a source of an edition.
func (l Language) SourceFile(name string) string {
	return cmp.Or(nameOf("sources", name).in(l), plainColumn(name))
}

// StandardsMet says how a value and its model stand to each standard, and what it is not, a paragraph each. sales is
// how many the model learned from, known before asOf, and judged what an appraiser's judgement makes of it, "" without one.
func (l Language) StandardsMet(v gevel.Valuation, sales int, asOf gevel.Date, judged string) []string {
	nrvt := say("its class keeps neither bar").in(l)
	if most := standard.HighestLoan(v.Class); most > 0 {
		nrvt = say("its class keeps the bar").fill(l, v.Class, 100*most)
	}
	fsd := l.Measure(&ratio.InFSD)
	low, high := standard.Lending[0], standard.Lending[1]
	return []string{
		say("nrvt rules for hybrid valuations").fill(l, 100*low.Share, 100*low.Within, 100*low.UpTo, 100*high.Share, 100*high.Within, 100*high.UpTo) + nrvt + cmp.Or(judged, say("this report is no hybrid").in(l)),
		say("eba eba gl 2020 06").fill(l, l.Whole(int64(sales)), l.Date(asOf)),
		say("eaa european avm alliance level").fill(l, standard.LevelOf(v.FSD), standard.HighestLevel, fsd, l.Number(100*v.FSD, 1), fsd),
		say("it is no appraisal by").in(l),
	}
}

// Stretched says which references are adjusted by over a quarter, each its number and the share; "" for none.
func (l Language) Stretched(references []string) string {
	if len(references) == 0 {
		return ""
	}
	return say("adjusted by over a quarter").fill(l, strings.Join(references, ", "))
}

// ReportIndex is the texts of an index of property reports.
type ReportIndex struct{ Title, Area, Homes, Address, Interval, Class, Above string }

// Worksheet holds the texts of an appraiser's worksheet in a report.
type Worksheet struct {
	Title, Note, Value, Interval, Indication, Weight, Model string
	Verdict, Picked, Rejected, Own, Sale, Reason            string
	Corrections, Source, Cautious                           string
	// Lead, Limit and Standard stand in place of what a report says of a value that no one judged; Class in place of the
	// class where the value is stated; ModelsOwn before what is of the model alone.
	Lead, Limit, Standard, Class, ModelsOwn, Stated, Author string
	Changes, Before, Now, Gone, Edition                     string
}
