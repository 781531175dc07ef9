// An explanation as text, for people.

package present

import (
	"fmt"
	"io"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
)

// Explanation writes the explanation of a valuation made with the caller's overrides.
func Explanation(w io.Writer, e explain.Explanation, overrides gevel.Characteristics) error {
	v := e.Valuation
	writeHome(w, v, overrides)
	fmt.Fprintf(w, "%s on %s\n", words.English.Euros(v.Weighted), v.Date)
	for _, write := range []func(io.Writer, explain.Explanation) error{
		writeCharacteristics, writeSteps, writeApproaches, writeComparables, writeKriging, writeOwnSale, writeCertainty,
	} {
		fmt.Fprintln(w)
		if err := write(w, e); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\nedition %s, model of %s, index of %s\n", v.Edition, v.Model, e.Market.Known)
	return err
}

func writeSteps(w io.Writer, e explain.Explanation) error {
	t := table(w)
	fmt.Fprintf(t, "STEP\tHOME\tTYPICAL\t%8s\t%13s\t%13s\n", "CHANGE", "EUROS", "TOTAL")
	row := func(name string, s explain.Step, change, by string) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%8s\t%13s\t%13s\n", name, homeText(s), typicalText(s), change, by, words.English.Euros(s.Total))
	}
	for i, s := range e.Steps {
		switch {
		case i == 0:
			row(stepName(s), s, "", words.English.Signed(s.Euros))
			continue
		case countsForNothing(s):
			continue
		case s.Part == explain.Reconciling && e.Steps[i-1].Part != explain.Reconciling:
			row("= hedonic value", explain.Step{Total: e.Valuation.Predicted}, "", "")
		}
		row(stepName(s), s, words.English.Percent(s.Log), words.English.Signed(s.Euros))
	}
	row("= value", explain.Step{Total: e.Valuation.Weighted}, "", "")
	if err := t.Flush(); err != nil {
		return err
	}
	writeStepNotes(w, e.Steps)
	if e.Market.Year.Known {
		fmt.Fprintf(w, "In the year before, the index of this area and house type moved by %s.\n",
			words.English.Factor(1+e.Market.Year.V))
	}
	if e.Market.Series.Known {
		fmt.Fprintln(w, words.English.Series(e.Market.Series.V))
	}
	if e.Market.Turned.Known {
		fmt.Fprintln(w, words.English.Turned(e.Market.Turned.V, e.Valuation.Weighted))
	}
	return nil
}

// countsForNothing reports whether a step is about a characteristic that is not known, or
// that no sale records, and that does not move the value.
func countsForNothing(s explain.Step) bool {
	return s.Part == explain.Having && s.Euros == 0 && (s.Has == explain.Unknown || s.Unobserved)
}

// homeText is the home's value of a step.
func homeText(s explain.Step) string {
	switch {
	case s.Imputed:
		return s.Has + " (imputed)"
	case s.CountsAs != "":
		return fmt.Sprintf("%s (as %s)", s.Has, notKnown(s.CountsAs))
	}
	return notKnown(s.Has)
}

// notKnown puts unknown into words, and leaves other text as it is.
func notKnown(text string) string {
	if text == explain.Unknown {
		return "not known"
	}
	return text
}

// typicalText is the typical value of a step; it may be unknown, as of most parcels.
func typicalText(s explain.Step) string {
	if s.Typical == explain.Unknown {
		return "none known"
	}
	return s.Typical
}

func stepName(s explain.Step) string {
	if s.Part == explain.Having {
		return s.Name // the spelling of files and parameters
	}
	return words.English.Step(s)
}

func writeApproaches(w io.Writer, e explain.Explanation) error {
	t := table(w)
	fmt.Fprintf(t, "APPROACH\t%13s\tWEIGHT\n", "INDICATION")
	for _, a := range e.Approaches {
		indication := "none"
		if a.Indication.Known {
			indication = words.English.Euros(a.Indication.V)
		}
		fmt.Fprintf(t, "%s\t%13s\t%4.0f %%\n", words.English.Approach(a.Name), indication, 100*a.Weight)
	}
	return t.Flush()
}
