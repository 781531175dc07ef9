package backtest

// The values of another model for the same sales.

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
)

// Rival holds another model's values, by sale id.
type Rival struct {
	rows map[string]rivalRow
	ids  []string // in the file's order
}

type rivalRow struct {
	value, price float64 // NaN: none
}

// ReadRival reads a predictions file: CSV, also gzipped, or the first sheet of a workbook, with the columns sale_id and value, and optionally
// price; other columns are ignored. A value that is empty or NaN means none. Errors name the line: a column
// is missing, a value is not an amount, a sale appears twice.
func ReadRival(r io.Reader) (*Rival, error) {
	text, err := textfile.NewReader(r)
	if err != nil {
		return nil, err
	}
	ahead, _ := text.Peek(textfile.ReadAhead) // errors come again
	if err := filekind.NoTable(string(ahead)); err != nil {
		return nil, err
	}
	line, _, _ := strings.Cut(string(ahead), "\n")
	c := csv.NewReader(text)
	c.Comma = textfile.Delimiter(line)
	header, err := c.Read()
	if errors.Is(err, io.EOF) {
		return nil, refuse("the file is empty, without a header", "")
	}
	if err != nil {
		return nil, fmt.Errorf("the header: %w", err)
	}
	id, value, price := slices.Index(header, "sale_id"), slices.Index(header, "value"), slices.Index(header, "price")
	switch {
	case id < 0:
		return nil, lacks(header, "sale_id")
	case value < 0:
		return nil, lacks(header, "value")
	}
	rival := &Rival{rows: map[string]rivalRow{}}
	for {
		fields, err := c.Read()
		if errors.Is(err, io.EOF) {
			return rival, nil
		}
		if err != nil {
			return nil, err
		}
		row := rivalRow{price: math.NaN()}
		row.value, err = amount(fields[value])
		if err == nil && price >= 0 {
			row.price, err = amount(fields[price])
		}
		if _, twice := rival.rows[fields[id]]; twice {
			err = fmt.Errorf("sale %s is there twice", fields[id])
		}
		if err != nil {
			line, _ := c.FieldPos(id)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		rival.rows[fields[id]] = row
		rival.ids = append(rival.ids, fields[id])
	}
}

func lacks(header []string, column string) error {
	return refuse(fmt.Sprintf("there is no column %s; the file has %s", column, gevel.Printable(strings.Join(header, ", "))), "")
}

// amount parses an amount above 0; NaN when the text is empty.
func amount(text string) (float64, error) {
	if text == "" {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if math.IsNaN(v) { // the spelling of other programs for no value
		return v, nil
	}
	if err != nil || !(v > 0) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is no amount", text)
	}
	return v, nil
}

// Knows reports whether the rival has any of the sales.
func (r *Rival) Knows(s *market.Sales) bool {
	for row := range s.Len() {
		if _, ok := r.rows[s.ID(row)]; ok {
			return true
		}
	}
	return false
}

// Comparison compares a result with a rival on the sales that both have.
type Comparison struct {
	ratio.Comparison
	// Unmatched counts the rows left out, with samples.
	Unmatched []gevel.Reject `json:"unmatched"`
}

// Reasons for leaving rows out of a comparison.
const (
	NotInOther   = "not_in_other"  // a tested sale missing in the other file
	NotTested    = "not_tested"    // a row of the other file that is not a tested sale
	PriceDiffers = "price_differs" // the same id with another price is another sale
)

// samePrice is the tolerance for prices, which may be rounded to whole amounts.
const samePrice = 0.5

// Compare compares the result with a rival. Error: gevel.Invalid when they have no sale in common.
func (r *Result) Compare(rival *Rival) (*Comparison, error) {
	var unmatched gevel.Rejects
	var own, other []ratio.Observation
	tested := map[string]bool{}
	for i, o := range r.Observations {
		id := r.Sales.ID(int(r.Forecasts[i].Row))
		tested[id] = true
		row, ok := rival.rows[id]
		switch {
		case !ok:
			unmatched.Add(NotInOther, id, "")
		case math.Abs(row.price-o.Price) > samePrice:
			unmatched.Addf(PriceDiffers, "%s: %.0f and %.0f", id, o.Price, row.price)
		default:
			theirs := ratio.Observation{Price: o.Price}
			if !math.IsNaN(row.value) {
				theirs.Value, theirs.HasValue = row.value, true
			}
			own, other = append(own, o), append(other, theirs)
		}
	}
	for _, id := range rival.ids {
		if !tested[id] {
			unmatched.Add(NotTested, id, "")
		}
	}
	if len(own) == 0 {
		return nil, refuse("the two have no sale in common", "compare predictions for the same sales file and period")
	}
	c, err := ratio.Compare(own, other, ratio.Options{Seed: r.Plan.Seed})
	if err != nil {
		return nil, err
	}
	return &Comparison{Comparison: c, Unmatched: unmatched.List()}, nil
}
