package score

// A file of values.

import (
	"context"
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
)

// Columns of values.
const (
	valueSale = flatfile.HouseNumberExt + 1 + iota
	valueSaleDate
	valueDate
	valuationDate
	valueAmount
	valueLow50
	valueHigh50
	valueLow80
	valueHigh80
	valueLow90
	valueHigh90
	valueFSD
	valueAccuracy
	valueClass
	valueLoan
	valuePrice
	valueLogLow80 // of one width for all homes, in log and in euros: to compare with
	valueLogHigh80
	valueEuroLow80
	valueEuroHigh80
)

var valueSchema = flatfile.Schema{
	Names: append(flatfile.HomeColumns(), "sale_id", "sale_date", "value_date", "valuation_date", "value",
		"low50", "high50", "low80", "high80", "low90", "high90", "fsd", "accuracy", "class", "loan_amount", "price",
		"log_low80", "log_high80", "euro_low80", "euro_high80"),
	Days: []int{valueSaleDate, valueDate, valuationDate},
	Meanings: map[int]flatfile.Meaning{
		valueAmount: amounts, valueLow50: amounts, valueHigh50: amounts, valueLow80: amounts, valueHigh80: amounts, valueLow90: amounts,
		valueHigh90: amounts, valueLoan: amounts, valuePrice: amounts,
		valueLogLow80: amounts, valueLogHigh80: amounts, valueEuroHigh80: amounts,
		valueEuroLow80: flatfile.AnyOf(signed), valueFSD: flatfile.AnyOf(percents), valueAccuracy: flatfile.AnyOf(percents),
	},
}

var (
	percents = flatfile.Bounds{Low: 0, High: 1000}
	// signed holds amounts that one width in euros may put below nothing.
	signed = flatfile.Bounds{Low: -amounts.Possible.High, High: amounts.Possible.High}
)

// value is a row of values. Amounts are euros; 0 is none.
type value struct {
	line                         int
	sale                         string
	homes                        []string
	saleDay, day                 gevel.Opt[gevel.Date]
	amount, loan, price          float64
	low50, high50, low80, high80 float64
	low90, high90                float64
	logLow80, logHigh80          float64
	euroLow80, euroHigh80        float64
	fsd, accuracy                gevel.Opt[float64]
	class                        string
}

// valueFile are the values of a file.
type valueFile struct {
	file    File
	mapped  []string
	rows    []value
	rejects gevel.Rejects
	faults  gevel.Rejects
	joined  *saleFile
	by      string
	of      map[int]int // sale -> row
	level   int
	// fsdScale and accuracyScale are what a column must be divided by to be a fraction.
	fsdScale, accuracyScale float64
	classes                 bool // they are gevel's
	undated, dated          int
}

// readValues reads a file of values.
func readValues(ctx context.Context, path string, m *Match) (*valueFile, error) {
	r, err := open(ctx, path, &valueSchema, m.Columns)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if err := r.Require(valueAmount); err != nil {
		return nil, err
	}
	if !r.Has(valueSale) {
		if err := r.Require(r.NeededForHomes()...); err != nil {
			return nil, gevel.Refusal("a row of values wants sale_id, dwelling_id, or postal_code and house_number", "%v", err)
		}
	}
	f := &valueFile{file: fileOf(r, path), mapped: mappedOf(r, m.Columns), of: map[int]int{}, level: m.Level}
	if err := r.Each(ctx, func(row flatfile.Row) error {
		f.add(&row)
		return nil
	}); err != nil {
		return nil, err
	}
	f.file.Rows, f.rejects, f.faults = r.Rows, r.Rejects, r.Faults
	f.findScales()
	return f, nil
}

func (f *valueFile) add(row *flatfile.Row) {
	v := value{line: row.Line, sale: row.Texts.Of(row.Text(valueSale)), homes: homesOf(row)}
	day := func(column int) (d gevel.Opt[gevel.Date]) {
		if d.V = row.Day(column, gevel.NoDate, gevel.NoDate); d.V != gevel.NoDate {
			d.Known = true
		}
		return d
	}
	v.saleDay, v.day = day(valueSaleDate), day(valueDate)
	if asked := day(valuationDate); !v.day.Known {
		v.day = asked
	}
	amount := func(column int) float64 {
		return row.Number(column, flatfile.Bounds{Low: 0, High: amounts.Possible.High}).V
	}
	v.amount, v.price = amount(valueAmount), amount(valuePrice)
	v.loan = row.NumberOrFault(valueLoan, loans).V // only a part of the market is by it
	v.low50, v.high50 = amount(valueLow50), amount(valueHigh50)
	v.low80, v.high80 = amount(valueLow80), amount(valueHigh80)
	v.low90, v.high90 = amount(valueLow90), amount(valueHigh90)
	v.logLow80, v.logHigh80 = amount(valueLogLow80), amount(valueLogHigh80)
	v.euroLow80, v.euroHigh80 = row.Number(valueEuroLow80, signed).V, amount(valueEuroHigh80)
	v.fsd, v.accuracy, v.class = row.Number(valueFSD, percents), row.Number(valueAccuracy, percents), row.Texts.Of(row.Text(valueClass))
	for _, i := range [][2]float64{
		{v.low50, v.high50}, {v.low80, v.high80}, {v.low90, v.high90}, {v.logLow80, v.logHigh80}, {v.euroLow80, v.euroHigh80},
	} {
		if i[1] > 0 && i[0] > i[1] {
			row.Fail(flatfile.ReasonBadColumn+"interval", "an interval from %.0f to %.0f", i[0], i[1])
		}
	}
	if v.sale == "" && len(v.homes) == 0 {
		row.Fail(ReasonNoHome, "neither sale_id nor dwelling_id, nor postal_code and house_number")
	}
	if row.Reason != "" {
		row.Reject()
		return
	}
	row.Rows++
	row.Keep()
	f.rows = append(f.rows, v)
}

// findScales finds what the numbers of the file mean that could be fractions or percents, and whether its classes are
// gevel's.
func (f *valueFile) findScales() {
	f.fsdScale, f.accuracyScale, f.classes = 1, 100, true
	most, sum, n := 0.0, 0.0, 0
	for i := range f.rows {
		v := &f.rows[i]
		if v.accuracy.Known {
			most = max(most, v.accuracy.V)
		}
		if v.fsd.Known {
			sum, n = sum+v.fsd.V, n+1
		}
		if _, ok := classOf(v.class); v.class != "" && !ok {
			f.classes = false
		}
	}
	if n > 0 && sum/float64(n) > 1 { // no vendor's values err by their own size
		f.fsdScale = 100
	}
	if most <= 1 {
		f.accuracyScale = 1
	}
}

// classOf returns the class that a text is on gevel's scale; false when it is none.
func classOf(text string) (gevel.ConfidenceClass, bool) {
	v, ok := spelling.EitherNumber(text)
	class := gevel.ConfidenceClass(v)
	return class, ok && float64(class) == v && class >= 0 && class <= gevel.HighestClass
}

// notes say how columns were read.
func (f *valueFile) notes() []string {
	notes := []string{}
	var fsd, accuracy, class, interval bool
	for i := range f.rows {
		v := &f.rows[i]
		fsd, accuracy, class = fsd || v.fsd.Known, accuracy || v.accuracy.Known, class || v.class != ""
		interval = interval || v.high80 > 0
	}
	of := func(scale float64) string {
		if scale == 100 {
			return "percent"
		}
		return "a fraction"
	}
	if fsd {
		notes = append(notes, "fsd is read as "+of(f.fsdScale)+" of the value; levels and bands are by "+
			standard.EAA.Name+" and "+standard.FreddieMac.Name)
	}
	if accuracy {
		notes = append(notes, "accuracy is read as "+of(f.accuracyScale))
	}
	switch {
	case class && f.classes:
		notes = append(notes, fmt.Sprintf("class is read on gevel's scale of 0 to %d", gevel.HighestClass))
	case class:
		notes = append(notes, "class is on another scale than gevel's, so its promises are not judged")
	}
	if interval && f.level != 80 {
		notes = append(notes, fmt.Sprintf("low80 and high80 are read as an interval of %d %%", f.level))
	}
	if f.undated > 0 {
		notes = append(notes, fmt.Sprintf("%d values have no day: that they were made before the sale is the vendor's word", f.undated))
	}
	return notes
}

// observe notes the value for a sale.
func (f *valueFile) observe(v *value, s *sale, o *ratio.Observation) {
	if v.amount < 1 {
		return
	}
	o.Value, o.HasValue = v.amount, true
	o.Low50, o.High50, o.Low80, o.High80, o.Low90, o.High90 = v.low50, v.high50, v.low80, v.high80, v.low90, v.high90
	o.LowLog80, o.HighLog80, o.LowEuros80, o.HighEuros80 = v.logLow80, v.logHigh80, v.euroLow80, v.euroHigh80
	switch f.level {
	case 50:
		o.Low50, o.High50, o.Low80, o.High80 = v.low80, v.high80, 0, 0
	case 90:
		o.Low90, o.High90, o.Low80, o.High80 = v.low80, v.high80, 0, 0
	}
	if v.fsd.Known {
		o.FSD = v.fsd.V / f.fsdScale
	}
	if v.accuracy.Known {
		o.Accuracy = gevel.Some(100 * v.accuracy.V / f.accuracyScale)
	}
	if class, ok := classOf(v.class); ok && f.classes {
		o.Class = gevel.Some(class)
	}
	if v.class != "" {
		o.Segments = append(o.Segments, ratio.Segment{Dimension: "class", Name: v.class})
	}
	o.CRPS = promised(o).crps(s.price, v.amount)
	if loan := max(v.loan, s.loan); loan > 0 {
		o.LTV = loan / v.amount
		o.Segments = append(o.Segments, ltvSegment(o.LTV))
	}
}

// ltvSegment is the part of the loans, by the bounds of the bars of lending.
func ltvSegment(ltv float64) ratio.Segment {
	over := 0.0
	for i, b := range standard.Lending {
		if ltv <= b.UpTo {
			return ratio.Segment{Dimension: "loan to value", Name: fmt.Sprintf("over %.0f up to %.0f %%", 100*over, 100*b.UpTo), Rank: i}
		}
		over = b.UpTo
	}
	return ratio.Segment{Dimension: "loan to value", Name: fmt.Sprintf("over %.0f %%", 100*over), Rank: len(standard.Lending)}
}
