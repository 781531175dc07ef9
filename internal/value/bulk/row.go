// What one row of a file of homes asks, and what it is answered.

package bulk

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Row is one row with its result.
type Row struct {
	table.Row
	valuation gevel.Valuation // its value alone, unless the run is whole
	reason    gevel.Code      // why there is no valuation, "" when there is
	message   string          // of that, or of what was not used
	inquiry   gevel.Inquiry
	doubted   []string                       // columns with a number that can be read both ways
	added     []Added                        // by each addition
	steps     map[explain.StepKey]gevel.Euro // what the value is made of; nil when not asked
	madeBy    string
}

// value values one row that could be read, or notes why it can't be, and says what its value is made of where that is asked.
func (r *run) value(row *Row) error {
	var t *valuation.Trace
	var err error
	switch {
	case r.Value != nil:
		row.valuation.Value, err = r.Value(row.inquiry)
	case r.Explainer != nil:
		if t, err = r.Valuer.Trace(row.inquiry); err == nil && r.whole {
			row.valuation = r.Valuer.Valuation(t)
		} else if err == nil {
			row.valuation.Value = r.Valuer.ValueOf(t)
		}
	case r.whole:
		row.valuation, err = r.Valuer.Value(row.inquiry)
	default:
		row.valuation.Value, err = r.Valuer.ValueAlone(row.inquiry)
	}
	if gevel.CodeOf(err) == gevel.Unavailable {
		return err
	}
	if err == nil && r.Refuse != nil {
		err = r.Refuse(row.valuation.Value)
	}
	r.note(row, err)
	if err == nil && t != nil {
		row.steps, err = r.steps(t)
		return err
	}
	return nil
}

// note notes on a row why it can't be valued, if so.
func (r *run) note(row *Row, err error) {
	if err == nil {
		return
	}
	named := func(parameter string) string { return r.homes.NameOf(r.attributes().OfParameter(parameter)) }
	row.reason = gevel.CodeOf(err)
	row.add(Reword(err, named).Error())
}

// add adds to what is said of a row.
func (r *Row) add(message string) { r.message = strings.TrimPrefix(r.message+"; "+message, "; ") }

// ask reads what a row asks.
func (r *run) ask(row *Row) error {
	if row.Fault != "" {
		return gevel.Refusal("", "%s", row.Fault)
	}
	text := func(column string) string { return r.homes.value(row, column) }
	home, faults := readHome(text)
	date, err := r.readDate(text(dateColumn))
	if err != nil {
		faults = append(faults, gevel.Detail{Reason: dateColumn, Message: err.Error()})
	}
	overrides, more, unread := spelling.Characteristics(r.attributes(), text, date.Year())
	faults = append(faults, more...)
	for _, u := range unread {
		row.add(r.homes.NameOf(u.Reason) + ": " + u.Message + ", and is not used")
	}
	for _, a := range r.Additions {
		if c, ok := a.(checker); ok {
			faults = append(faults, c.Check(text)...)
		}
	}
	faults = r.doubt(row, faults)
	if err := Invalid(faults, r.homes.NameOf); err != nil {
		return err
	}
	home.Whole = r.homes.HasColumn("house_letter") || r.homes.HasColumn("house_number_ext")
	q, err := home.Query(r.Valuer.Edition())
	if err != nil {
		return err
	}
	row.inquiry = gevel.Inquiry{AddressQuery: q, Overrides: overrides, Date: date}
	return nil
}

// doubt says of numbers that can be read both ways what their column shows, where it does not show how.
func (r *run) doubt(row *Row, faults []gevel.Detail) []gevel.Detail {
	for _, column := range r.homes.Doubted() {
		if err := r.homes.Doubt(column, r.homes.value(row, column)); err != nil {
			faults = slices.DeleteFunc(faults, func(f gevel.Detail) bool { return f.Reason == column })
			faults = append(faults, gevel.Detail{Reason: column, Message: err.Error()})
			row.doubted = append(row.doubted, column)
		}
	}
	return faults
}

// attributes are the characteristics that a row may have, from the edition.
func (r *run) attributes() gevel.Attributes { return r.Valuer.Edition().Sales().Attributes }

// readDate reads a row's own valuation date. With an error it returns the date of
// the run, so that the other columns can be looked at too.
func (r *run) readDate(text string) (gevel.Date, error) {
	if text == "" {
		return r.Date, nil
	}
	date, err := spelling.Day(text, spelling.UnknownOrder)
	if err != nil {
		return r.Date, err
	}
	if date > r.Today {
		return r.Date, fmt.Errorf("%s lies after today, %s", date, r.Today)
	}
	return date, nil
}

// readHome reads which home a row means: by its ids where it has any, since an id
// is never ambiguous, else by its address.
func readHome(text func(column string) string) (home spelling.Home, faults []gevel.Detail) {
	named := false
	for _, column := range idColumns {
		if written := text(column); written != "" {
			id, err := spelling.ID(written)
			if err != nil {
				faults = append(faults, gevel.Detail{Reason: column, Message: err.Error()})
			}
			home.Name(id)
			named = true
		}
	}
	address, unread := readAddress(text)
	if len(unread) == 0 {
		home.Address = address
	} else if !named {
		faults = unread
	}
	return home, faults
}

func readAddress(text func(column string) string) (gevel.AddressQuery, []gevel.Detail) {
	return spelling.Address{
		PostalCode: text("postal_code"), HouseNumber: text("house_number"),
		HouseLetter: text("house_letter"), HouseNumberExt: text("house_number_ext"),
	}.Query()
}

// Summary says how many homes of a file were valued, and why the others were not.
type Summary struct {
	File     string
	Rows     int
	Columns  []string      // those that are known under a Dutch name, such as postcode as postal_code
	Passed   []string      // what is not read of the file, such as a sheet
	Refused  gevel.Rejects // by reason
	Unused   gevel.Rejects // rows that are valued without something of theirs
	OwnDates bool          // the valuation date is of rows without one of their own, in a file where some may have one
	Origin
}

// Write writes the summary as text, of work that took so long.
func (s *Summary) Write(w io.Writer, took time.Duration) {
	refused := s.Refused.Total()
	fmt.Fprintf(w, "%d homes in %s: %d valued, %d not; %s, %.0f homes a second\n",
		s.Rows, s.File, s.Rows-refused, refused,
		took.Round(100*time.Millisecond), float64(s.Rows)/max(took.Seconds(), 1e-3))
	for _, r := range slices.Concat(s.Refused.List(), s.Unused.List()) {
		fmt.Fprintf(w, "  %7d  %s (%s)\n", r.Count, r.Reason, r.Samples[0])
	}
	if len(s.Columns) > 0 {
		fmt.Fprintf(w, "columns read: %s\n", strings.Join(s.Columns, ", "))
	}
	if len(s.Passed) > 0 {
		fmt.Fprintf(w, "not read: %s\n", gevel.Printable(strings.Join(s.Passed, ", ")))
	}
	fmt.Fprintf(w, "edition %s, valuation date %s", s.Edition, s.ValuationDate)
	if s.OwnDates {
		fmt.Fprint(w, " where a row has none")
	}
	fmt.Fprintln(w)
}

// The order in which the rows of a window are valued: neighbours one after the other, since they need the same sales
// and the same parts of the models, which then lie near the processor. The rows themselves stay in their order.

const (
	// windowRows is the most rows that are put into the order of their places.
	windowRows = 1024
	// windowShare is the largest window as a share of the rows before it, so that the rows of a short file are valued
	// side by side.
	windowShare = 8
	// placeStep is the size of the squares that are visited one after the other, in metres.
	placeStep = 16
)

// window returns how many rows the next batch has, at most.
func (r *run) window() int {
	if r.Explainer != nil {
		return batchRows
	}
	return min(max(batchRows, r.next/windowShare), windowRows)
}

// byPlace returns the rows by their homes' places, along a Z-order curve (Morton 1966). Those without one come first.
func (r *run) byPlace(rows []Row) []*Row {
	type placed struct {
		at  uint64
		row *Row
	}
	list := make([]placed, len(rows))
	for i := range rows {
		list[i].row = &rows[i]
		if p := r.Valuer.Place(rows[i].inquiry.AddressQuery); p.Known() {
			list[i].at = spread(p.X/placeStep) | spread(p.Y/placeStep)<<1
		}
	}
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	ordered := make([]*Row, len(list))
	for i := range list {
		ordered[i] = list[i].row
	}
	return ordered
}

// spread puts the lowest 16 bits of a whole number at every other place.
func spread(number float64) uint64 {
	x := uint64(max(0, number)) & 0xffff
	x = (x | x<<8) & 0x00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f
	x = (x | x<<2) & 0x33333333
	return (x | x<<1) & 0x55555555
}
