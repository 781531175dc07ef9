// Package portfoliotext writes the totals of a portfolio for people.
package portfoliotext

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/book"
	"github.com/gevel/gevel/internal/value/portfolio"
)

// groupsShown limits the groups per view in the text.
const groupsShown = 10

// Write writes a summary as text.
func Write(w io.Writer, s *portfolio.Summary) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if s.Part != "" {
		fmt.Fprintf(t, "part\t%s of the rows: all totals are of this part alone\n", s.Part)
	}
	fmt.Fprintf(t, "homes\t%d, of which %d valued\n", s.Homes, s.Valued)
	if s.FurtherLoans > 0 {
		fmt.Fprintf(t, "one home\t%d rows are further loans on homes of other rows: values and the book have these homes once\n", s.FurtherLoans)
	}
	fmt.Fprintf(t, "exposure\t%s, of which %s on homes without a value\n",
		Amount(s.Exposure), Amount(s.Exposure-s.ExposureValued))
	if s.Unread > 0 {
		fmt.Fprintf(t, "not in it\t%d rows whose loan can't be read\n", s.Unread)
	}
	fmt.Fprintf(t, "values\t%s\n", Amount(s.Values))
	fmt.Fprintf(t, "change\t%s in the median of %d homes with an earlier value\n", Percent(s.Change), s.Compared)
	fmt.Fprintf(t, "cap\tbinds for %d homes; %d have none for want of values\n", s.CapBinds, s.Uncapped)
	fmt.Fprintf(t, "\nLOAN TO VALUE\tMEAN\tABOVE 80 %%\tABOVE 90 %%\tABOVE 100 %%\n")
	for _, row := range s.Views() {
		fmt.Fprintf(t, "%s\t%s", row.Name, Percent(row.LTV))
		for _, a := range row.Above {
			if row.LTV == nil { // of no loans
				fmt.Fprint(t, "\t-")
				continue
			}
			fmt.Fprintf(t, "\t%s", Percent(&a.Share))
		}
		fmt.Fprintln(t)
	}
	fmt.Fprintf(t, "\nBAND\tHOMES\tEXPOSURE\tSHARE\n")
	for _, b := range s.Now.Bands {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\n", b.Name(), b.Homes, Amount(b.Exposure), Percent(&b.Share))
	}
	for _, g := range s.Groups {
		fmt.Fprintf(t, "\nBY %s\tHOMES\tEXPOSURE\tLTV\tABOVE 100 %%\tCHANGE\n", g.By)
		for _, i := range g.Items[:min(groupsShown, len(g.Items))] {
			fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\n",
				i.Name, i.Homes, Amount(i.Exposure), Percent(i.LTV), Percent(&i.Above100), Percent(i.Change))
		}
		if more := len(g.Items) - groupsShown; more > 0 {
			fmt.Fprintf(t, "%d more\n", more)
		}
	}
	fmt.Fprintf(t, "\nBAR OF LENDING\tHOMES\tEXPOSURE\tKEPT BY\tOF EXPOSURE\tASKED\n")
	for _, b := range s.Standards {
		fmt.Fprintf(t, "%s, %s\t%d\t%s\t%d\t%s\t%s\n", b.Standard, b.For, b.Homes, Amount(b.Exposure), b.Kept, Percent(&b.Share), b.Asked)
	}
	writeBook(t, s)
	if len(s.Inspect) > 0 {
		fmt.Fprintf(t, "\nINSPECT FIRST\tHOME\tVALUE\tFSD\tFSD AFTER\tTAKES OFF\n")
	}
	for _, at := range s.Inspect {
		fmt.Fprintf(t, "line %d\t%s\t%s\t%s\t%s\t%s\n", at.Line, gevel.Printable(at.Home), Amount(int64(at.Value)), Percent(&at.FSD), Percent(&at.FSDAfter),
			Amount(int64(at.Takes)))
	}
	if len(s.Refused) > 0 {
		fmt.Fprintf(t, "\nWITHOUT A VALUE\tHOMES\tEXPOSURE\tSUCH AS\n")
	}
	for _, r := range s.Refused {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\n", r.Reason, r.Homes, Amount(r.Exposure), r.Sample)
	}
	return t.Flush()
}

// Amount formats whole euros.
func Amount(v int64) string { return words.English.Euros(gevel.Euro(v)) }

// Percent formats a fraction as a percentage, a dash where there is none.
func Percent(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100**v)
}

// writeBook writes the distribution of the book.
func writeBook(t io.Writer, s *portfolio.Summary) {
	if s.Book == nil || s.Book.Homes == 0 {
		return
	}
	fmt.Fprintf(t, "\nTHE BOOK\tMEAN\t80 %% INTERVAL\tWORST 5 %%\n")
	for _, row := range BookRows(s) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", row.Name, row.Mean, row.Interval, row.Worst)
	}
}

// BookRow is a figure of the book's distribution.
type BookRow struct{ Name, Mean, Interval, Worst string }

// BookRows are the figures of the book, today and after the shock.
func BookRows(s *portfolio.Summary) (rows []BookRow) {
	euros := func(v float64) string { return Amount(int64(v)) }
	for _, view := range []struct {
		when string
		of   *book.Distribution
	}{{"", s.Book}, {fmt.Sprintf(", prices %+.0f %%", 100*s.ShockBy), s.BookShocked}} {
		d := view.of
		if d == nil {
			continue
		}
		rows = append(rows, BookRow{
			"total" + view.when, euros(d.Total.Mean), euros(d.Total.Low80) + " to " + euros(d.Total.High80), "below " + euros(d.Total.Low95),
		})
		if view.when == "" {
			rows = append(rows, BookRow{"  if homes erred alone", euros(d.Total.Mean), euros(d.Alone.Low80) + " to " + euros(d.Alone.High80), "-"})
		}
		for _, a := range d.Above {
			rows = append(rows, BookRow{
				fmt.Sprintf("exposure above %.0f %%%s", 100*a.LTV, view.when), Percent(&a.Mean), Percent(&a.Low80) + " to " + Percent(&a.High80),
				"above " + Percent(&a.High95),
			})
		}
		rows = append(rows, BookRow{
			"loans beyond prices" + view.when, euros(d.Shortfall.Mean), "-",
			"above " + euros(d.Shortfall.High95) + ", on average " + euros(d.Shortfall.Expected95),
		})
	}
	return rows
}
