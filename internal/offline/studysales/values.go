package studysales

// A file of values.

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/source/sales"
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
	valueProof // of a seal
	valueLevel
	valueEdition
	valueMadeBy
)

var valueSchema = flatfile.Schema{
	Names: append(flatfile.HomeColumns(), "sale_id", "sale_date", "value_date", "valuation_date", "value",
		"low50", "high50", "low80", "high80", "low90", "high90", "fsd", "accuracy", "class", "loan_amount", "price",
		"log_low80", "log_high80", "euro_low80", "euro_high80", "proof", "confidence_level", "edition", "made_by"),
	Days:  []int{valueSaleDate, valueDate, valuationDate},
	Needs: [][]int{{valueAmount}},
	Meanings: map[int]flatfile.Meaning{
		valueAmount: Amounts, valueLow50: Amounts, valueHigh50: Amounts, valueLow80: Amounts, valueHigh80: Amounts,
		valueLow90: Amounts, valueHigh90: Amounts, valueLoan: Amounts, valuePrice: Amounts,
		valueLogLow80: Amounts, valueLogHigh80: Amounts, valueEuroHigh80: Amounts,
		valueEuroLow80: flatfile.AnyOf(signed), valueFSD: flatfile.AnyOf(Percents), valueAccuracy: flatfile.AnyOf(Percents),
	},
}

var (
	// Amounts are euros.
	Amounts = flatfile.Meaning{Possible: flatfile.Bounds{Low: 1, High: 1e13}, Likely: flatfile.Bounds{Low: 1000, High: 1e13}}
	loans   = flatfile.Bounds{Low: 0, High: Amounts.Possible.High} // may be of nothing
	levels  = flatfile.Bounds{Low: 0, High: float64(standard.HighestLevel)}
	// Percents are shares, as fractions or percent.
	Percents = flatfile.Bounds{Low: 0, High: 1000}
	// signed holds amounts that one width in euros may put below nothing.
	signed = flatfile.Bounds{Low: -Amounts.Possible.High, High: Amounts.Possible.High}
)

// value is a row of values, with what it promises as the file says it.
type value struct {
	comparison.Value
	fsd   gevel.Opt[float64]
	class string
	proof string // of a seal, "" for none
	from  origin
}

// origin is the edition and the program that made a value, "" where the file does not say it.
type origin struct{ edition, madeBy string }

// reasonNoHome is of a row of values with neither the id of a sale nor a home.
const reasonNoHome = "no_sale_named"

// Values are the values of a file.
type Values struct {
	Name    string // of the file
	SHA256  string
	Columns flatfile.Columns
	Read    int // rows
	Rejects gevel.Rejects
	Faults  gevel.Rejects
	List    []comparison.Value

	rows  []value
	level int // of the interval in low80 and high80, percent
	// fsdScale and accuracyScale are what a column must be divided by to be a fraction.
	fsdScale, accuracyScale float64
	classes                 bool // they are gevel's
	levels                  bool // classes are levels of the EAA's scale
}

// ReadValues reads a file of values. columns are the file's names by gevel's, as far as it has them; level is what the
// interval in low80 and high80 promises, percent: 50, 80 or 90.
func ReadValues(ctx context.Context, path string, columns map[string]string, level int) (*Values, error) {
	r, err := flatfile.Open(ctx, flatfile.Source{Path: path, Preset: flatfile.Mapping{Columns: columns}}, &valueSchema,
		&gevel.Attributes{})
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
	f := &Values{Name: gevel.Printable(filepath.Base(path)), Columns: r.Columns(), level: level}
	if err := r.Each(ctx, func(row flatfile.Row) error {
		f.add(&row)
		return nil
	}); err != nil {
		return nil, err
	}
	f.Read, f.Rejects, f.Faults = r.Rows, r.Rejects, r.Faults
	f.findScales()
	for i := range f.rows {
		f.List = append(f.List, f.scaled(&f.rows[i]))
	}
	if len(f.List) == 0 && f.Rejects.Total() > 0 {
		first := f.Rejects.List()[0]
		return nil, gevel.Refusal(fmt.Sprintf("%d are %s, such as %s", first.Count, first.Reason, first.Samples[0]),
			"no row of values can be used")
	}
	return f, nil
}

// CheckColumns refuses a name that is no column of a file of values or of sales.
func CheckColumns(columns map[string]string) error {
	ofSales := sales.ColumnNames()
	for name := range columns {
		if !slices.Contains(valueSchema.Names, name) && !slices.Contains(ofSales, name) {
			return gevel.Refusal("of values: "+strings.Join(valueSchema.Names, ", ")+"; of sales: "+strings.Join(ofSales, ", "),
				"--columns names %q, which is no column of gevel", name)
		}
	}
	return nil
}

func (f *Values) add(row *flatfile.Row) {
	var v value
	v.Row, v.Sale, v.Homes = fmt.Sprintf("%s line %d", f.Name, row.Line), row.Texts.Of(row.Text(valueSale)), row.HomeKeys()
	day := func(column int) (d gevel.Opt[gevel.Date]) {
		if d.V = row.Day(column, gevel.NoDate, gevel.NoDate); d.V != gevel.NoDate {
			d.Known = true
		}
		return d
	}
	v.SaleDay, v.Day = day(valueSaleDate), day(valueDate)
	if asked := day(valuationDate); !v.Day.Known {
		v.Day = asked
	}
	amount := func(column int) float64 {
		return row.Number(column, flatfile.Bounds{Low: 0, High: Amounts.Possible.High}).V
	}
	o := &v.Said
	o.Value, v.Price = amount(valueAmount), amount(valuePrice)
	if level := row.NumberOrFault(valueLevel, levels); level.Known && level.V == math.Trunc(level.V) {
		o.Level = gevel.Some(standard.Level(level.V))
	} else if level.Known {
		row.Fault(valueLevel, fmt.Errorf("%v is no level from 0 to %d", level.V, standard.HighestLevel))
	}
	v.Loan = row.NumberOrFault(valueLoan, loans).V // only a part of the market is by it
	o.HasValue = o.Value >= 1
	o.Low50, o.High50 = amount(valueLow50), amount(valueHigh50)
	o.Low80, o.High80 = amount(valueLow80), amount(valueHigh80)
	o.Low90, o.High90 = amount(valueLow90), amount(valueHigh90)
	o.LowLog80, o.HighLog80 = amount(valueLogLow80), amount(valueLogHigh80)
	o.LowEuros80, o.HighEuros80 = row.Number(valueEuroLow80, signed).V, amount(valueEuroHigh80)
	v.fsd, o.Accuracy, v.class = row.Number(valueFSD, Percents), row.Number(valueAccuracy, Percents),
		row.Texts.Of(row.Text(valueClass))
	v.proof = strings.Clone(row.Text(valueProof))
	v.from = origin{row.Texts.Of(row.Text(valueEdition)), row.Texts.Of(row.Text(valueMadeBy))}
	for _, i := range [][2]float64{
		{o.Low50, o.High50}, {o.Low80, o.High80}, {o.Low90, o.High90}, {o.LowLog80, o.HighLog80}, {o.LowEuros80, o.HighEuros80},
	} {
		if i[1] > 0 && i[0] > i[1] {
			row.Fail(flatfile.ReasonBadColumn+"interval", "an interval from %.0f to %.0f", i[0], i[1])
		}
	}
	if v.Sale == "" && len(v.Homes) == 0 {
		row.Fail(reasonNoHome, "neither sale_id nor dwelling_id, nor postal_code and house_number")
	}
	if row.Reason != "" {
		row.Reject()
		return
	}
	row.Rows++
	row.Keep()
	f.rows = append(f.rows, v)
}

// findScales finds what the numbers of the file mean that could be fractions or Percents, and whether its classes are
// gevel's.
func (f *Values) findScales() {
	f.fsdScale, f.accuracyScale, f.classes, f.levels = 1, 100, true, true
	most, sum, n := 0.0, 0.0, 0
	for i := range f.rows {
		v := &f.rows[i]
		if v.Said.Accuracy.Known {
			most = max(most, v.Said.Accuracy.V)
		}
		if v.fsd.Known {
			sum, n = sum+v.fsd.V, n+1
		}
		class, ok := classOf(v.class)
		if v.class != "" && !ok || class > gevel.HighestClass {
			f.classes = false
		}
		if v.class != "" && !ok || v.Said.Level.Known {
			f.levels = false
		}
	}
	f.levels = f.levels && !f.classes
	if n > 0 && sum/float64(n) > 1 { // no vendor's values err by their own size
		f.fsdScale = 100
	}
	if most <= 1 {
		f.accuracyScale = 1
	}
}

// classOf returns the class or level that a text is; false when it is neither.
func classOf(text string) (gevel.ConfidenceClass, bool) {
	v, ok := spelling.EitherNumber(text)
	class := gevel.ConfidenceClass(v)
	return class, ok && float64(class) == v && class >= 0 && int(class) <= int(standard.HighestLevel)
}

// Notes say how columns were read; undated is how many of the values that count have no day.
func (f *Values) Notes(undated int) []string {
	notes := []string{}
	var fsd, accuracy, class, interval, level bool
	for i := range f.rows {
		v := &f.rows[i]
		fsd, accuracy, class = fsd || v.fsd.Known, accuracy || v.Said.Accuracy.Known, class || v.class != ""
		interval, level = interval || v.Said.High80 > 0, level || v.Said.Level.Known
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
	case class && f.levels:
		notes = append(notes, fmt.Sprintf("class goes beyond %d, and is read as a level of 0 to %d (%s)", gevel.HighestClass, standard.HighestLevel,
			standard.EAA.Name))
	case class:
		notes = append(notes, "class is on another scale than gevel's, so its promises are not judged")
	}
	if level || class && f.levels {
		notes = append(notes, "levels are judged by gevel's bounds of the FSD, since each vendor keeps its own: "+
			"two thirds of the prices must lie within them")
	}
	if interval && f.level != 80 {
		notes = append(notes, fmt.Sprintf("low80 and high80 are read as an interval of %d %%", f.level))
	}
	if undated > 0 {
		notes = append(notes, fmt.Sprintf("%d values have no day: that they were made before the sale is the vendor's word",
			undated))
	}
	return notes
}

// scaled returns a row as a value, whose promises are on gevel's scales.
func (f *Values) scaled(v *value) comparison.Value {
	out := v.Value
	o := &out.Said
	if !o.HasValue {
		*o = ratio.Observation{}
		return out
	}
	switch f.level {
	case 50:
		o.Low50, o.High50, o.Low80, o.High80 = o.Low80, o.High80, 0, 0
	case 90:
		o.Low90, o.High90, o.Low80, o.High80 = o.Low80, o.High80, 0, 0
	}
	if v.fsd.Known {
		o.FSD = v.fsd.V / f.fsdScale
	}
	if o.Accuracy.Known {
		o.Accuracy.V = 100 * o.Accuracy.V / f.accuracyScale
	}
	switch class, ok := classOf(v.class); {
	case ok && f.classes:
		o.Class = gevel.Some(class)
	case ok && f.levels:
		o.Level = gevel.Some(standard.Level(class))
	}
	if v.class != "" {
		o.Segments = append(o.Segments, ratio.Segment{Dimension: "class", Name: v.class})
	}
	return out
}
