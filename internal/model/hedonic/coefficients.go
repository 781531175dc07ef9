package hedonic

// The coefficients of the linear model in readable form.

import (
	"fmt"

	"github.com/gevel/gevel"
)

// Coefficient is what one unit of a column of the linear model adds to the log price of a home.
type Coefficient struct {
	Name string  // of the characteristic, as Contribution.Name; intercept
	Of   string  // which value, house type group or period; "" if the column applies to all homes
	Unit string  // what counts as one
	Log  float64 // log euros
}

// Intercept is the name of the coefficient that all homes have.
const Intercept = "intercept"

// Coefficients returns the coefficients in the order of the columns, without position, whose effects are per area.
// Half of each rising slope is left to the trees, which may reduce it; see SlopeShare.
func (m *Linear) Coefficients() []Coefficient {
	list := make([]Coefficient, m.Design.Columns)
	list[intercept] = Coefficient{Name: Intercept, Unit: "home"}
	for i := range m.Design.laid {
		b := &m.Design.laid[i]
		for c := b.at; c < b.end; c++ {
			list[c].Name = b.attribute.Name
			list[c].Of, list[c].Unit = b.reads(c - b.at)
		}
	}
	for c := range list {
		list[c].Log = m.Coef[c]
	}
	return list
}

// notKnown names the column of homes with an unknown characteristic.
const notKnown = "unknown"

// reads returns which homes column k of the block applies to, and its unit.
func (b *block) reads(k int) (of, unit string) {
	last := k == b.end-b.at-1
	switch b.form {
	case yes:
		return "", "yes"
	case open:
		for code := range int32(b.attribute.Names.Len()) {
			if int(b.names.of(code)) == k {
				return b.attribute.Names.Name(code), "home"
			}
		}
		return "", "home"
	case closed:
		if k == 0 {
			return notKnown, "home"
		}
		return b.attribute.Values[k-1], "home"
	}
	if last {
		return notKnown, "home"
	}
	switch b.form {
	case periods:
		return gevel.BuildPeriodName(k), "home"
	case logPerGroup:
		if k == 0 {
			return "house type " + notKnown, b.inLog("")
		}
		return gevel.BuildGroup(k).String(), b.inLog("")
	case logarithm:
		return "", b.inLog("")
	case logOne:
		return "", b.inLog(" + 1")
	case steps:
		return "", "grade above " + b.attribute.Values[0]
	}
	return "", fmt.Sprintf("standard deviation of %.4g, from %.4g", b.standard.Deviation, b.standard.Mean)
}

// inLog is one unit of a logarithm: a factor e.
func (b *block) inLog(more string) string {
	what := "number"
	if b.attribute.Unit != "" {
		what = b.attribute.Unit
	}
	return fmt.Sprintf("log of (%s%s) / (%g%s)", what, more, b.middling, more)
}
