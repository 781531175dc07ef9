// Package present turns valuations and explanations into text, JSON and tables, for the command line, the service
// and the page. It takes values and an io.Writer, and knows neither flags nor requests.
package present

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/gevel/gevel"
)

// Valuation writes a valuation made with the caller's overrides as text.
func Valuation(w io.Writer, v gevel.Valuation, overrides gevel.Characteristics) error {
	standard := gevel.Standard()
	c := standard.Over(overrides, v.Dwelling.Characteristics)
	fmt.Fprintf(w, "%s\n%s\n", v.Address, standard.Describe(&c))
	if note := english.Status(v.Status); note != "" {
		fmt.Fprintf(w, "status %s: %s\n", v.Status, note)
	}
	fmt.Fprintln(w)
	for _, write := range []func(io.Writer, gevel.Valuation) error{writeFacts, writeReferences, writeStatistics} {
		if err := write(w, v); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\nedition %s, model of %s\n", v.Edition, v.Model)
	return err
}

func writeFacts(w io.Writer, v gevel.Valuation) error {
	t := table(w)
	fact := func(name, format string, args ...any) { fmt.Fprintf(t, "%s\t%s\n", name, fmt.Sprintf(format, args...)) }
	fact("value", "%s on %s", english.Euros(v.Weighted), v.Date)
	fact("80 % interval", "%s to %s", english.Euros(v.Interval.Low), english.Euros(v.Interval.High))
	fact("class", "%d of 5: %s", v.Class, english.Promise(v.Class))
	fact("FSD", "%.1f %%; %s", 100*v.FSD, english.Scales(v.FSD))
	fact("accuracy", "%.1f %% of prices lie within 10 %% of the value", v.Accuracy)
	fact("hedonic value", "%s", english.Euros(v.Predicted))
	if own := v.OwnSale; own.Known {
		fact("own last sale", "%s on %s, indexed %s", english.Euros(own.V.Price), own.V.Date, english.Euros(own.V.Indexed))
	} else {
		fact("own last sale", "none known")
	}
	return t.Flush()
}

func writeReferences(w io.Writer, v gevel.Valuation) error {
	fmt.Fprintln(w)
	t := table(w)
	fmt.Fprintf(t, "REFERENCE\tTYPE\tSURFACE\tYEAR\tSOLD\t%11s\t%11s\t%8s\tEQUALITY\n", "PRICE", "INDEXED", "DISTANCE")
	for _, r := range v.References {
		fmt.Fprintf(t, "%s\t%s\t%4d m2\t%d\t%s\t%11s\t%11s\t%6.0f m\t%8.1f\n", r.Address, r.BuildType, r.UseSurface.V,
			r.BuildYear.V, r.Date, english.Euros(r.Price), english.Euros(r.Indexed), r.Distance, r.Equality)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if note := english.References(v.ReferencesSide()); note != "" {
		fmt.Fprintln(w, note)
	}
	return nil
}

func writeStatistics(w io.Writer, v gevel.Valuation) error {
	fmt.Fprintln(w)
	t := table(w)
	fmt.Fprintln(t, "SALES IN 24 MONTHS\tALL TYPES\tSAME TYPE")
	row := func(name string, all, same gevel.SaleCount) {
		fmt.Fprintf(t, "%s\t%s\t%s\n", name, saleCount(all), saleCount(same))
	}
	row("postal-code area "+v.Address.PostalCode.PC4(), v.Statistics.ZipAllTypes, v.Statistics.ZipSameType)
	row(v.Address.Street, v.Statistics.StreetAllTypes, v.Statistics.StreetSameType)
	return t.Flush()
}

func saleCount(c gevel.SaleCount) string {
	if !c.Median.Known {
		return strconv.Itoa(c.Sales)
	}
	return fmt.Sprintf("%d, median %s", c.Sales, english.Euros(c.Median.V))
}

// table aligns what is written to it in columns, two spaces apart.
func table(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// startTable starts a table after an empty line, with a head.
func startTable(w io.Writer, head string) *tabwriter.Writer {
	fmt.Fprintln(w)
	t := table(w)
	fmt.Fprintln(t, head)
	return t
}
