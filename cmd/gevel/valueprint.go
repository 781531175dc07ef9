// How the valuation of one home is printed for people.

package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/gevel/gevel"
)

// classPromise says in a few words what a confidence class promises.
func classPromise(class gevel.ConfidenceClass) string {
	p := class.Promise()
	if p.Share == 0 {
		return "no promise"
	}
	return fmt.Sprintf("at least %.0f %% of prices lie within %.0f %% of the value", 100*p.Share, 100*p.Within)
}

// printValuation prints a valuation made with the caller's overrides.
func printValuation(w io.Writer, v gevel.Valuation, overrides gevel.Characteristics) error {
	fmt.Fprintf(w, "%s\n%s\n\n", v.Address, describeHome(gevel.Standard().Over(overrides, v.Dwelling.Characteristics)))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fact := func(name, format string, args ...any) { fmt.Fprintf(t, "%s\t%s\n", name, fmt.Sprintf(format, args...)) }
	fact("value", "%s on %s", euros(v.Weighted), v.Date)
	fact("80 % interval", "%s to %s", euros(v.Interval.Low), euros(v.Interval.High))
	fact("class", "%d of 5: %s", v.Class, classPromise(v.Class))
	fact("FSD", "%.1f %%", 100*v.FSD)
	fact("accuracy", "%.1f %% of prices lie within 10 %% of the value", v.Accuracy)
	fact("hedonic value", "%s", euros(v.Predicted))
	if own := v.OwnSale; own.Known {
		fact("own last sale", "%s on %s, indexed %s", euros(own.V.Price), own.V.Date, euros(own.V.Indexed))
	} else {
		fact("own last sale", "none known")
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if err := printReferences(w, v.References[:]); err != nil {
		return err
	}
	if err := printStatistics(w, v); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nedition %s, model of %s\n", v.Edition, v.Model)
	return err
}

// describeHome says on one line what is known of a home.
func describeHome(c gevel.Characteristics) string {
	var known []string
	add := func(o gevel.Opt[int], format string) {
		if o.Known {
			known = append(known, fmt.Sprintf(format, o.V))
		}
	}
	known = append(known, c.BuildType.String())
	add(c.BuildYear, "built %d")
	add(c.UseSurface, "%d m2")
	add(c.ParcelSurface, "lot %d m2")
	add(c.Volume, "%d m3")
	add(c.Rooms, "%d rooms")
	if c.EnergyLabel > 0 {
		known = append(known, "label "+c.EnergyLabel.String())
	}
	if c.Monument.Or(false) {
		known = append(known, "listed monument")
	}
	return strings.Join(known, ", ")
}

func printReferences(w io.Writer, references []gevel.Reference) error {
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "REFERENCE\tTYPE\tSURFACE\tYEAR\tSOLD\t%11s\t%11s\t%8s\tEQUALITY\n", "PRICE", "INDEXED", "DISTANCE")
	for _, r := range references {
		fmt.Fprintf(t, "%s\t%s\t%4d m2\t%d\t%s\t%11s\t%11s\t%6.0f m\t%8.1f\n", r.Address, r.BuildType, r.UseSurface.V,
			r.BuildYear.V, r.Date, euros(r.Price), euros(r.Indexed), r.Distance, r.Equality)
	}
	return t.Flush()
}

func printStatistics(w io.Writer, v gevel.Valuation) error {
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
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
	return fmt.Sprintf("%d, median %s", c.Sales, euros(c.Median.V))
}

// euros writes an amount with its thousands apart: € 412,000.
func euros(amount gevel.Euro) string {
	digits := strconv.FormatInt(int64(amount), 10)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return "€ " + digits
}
