package param

import (
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// How values are written: in a query, or in a row, which is one of a file and has more ways.

// Cell is what one place of a query or a row holds: a text, and its number where JSON writes one.
type Cell struct {
	Text   string
	Number gevel.Opt[float64]
}

// notation reads cells.
type notation struct {
	day            func(string) (gevel.Date, error)
	characteristic func(a *gevel.Attribute, c Cell, year int) (float64, error)
}

var (
	inQuery = notation{spelling.QueryDay, queriedCharacteristic}
	inRow   = notation{rowDay, rowCharacteristic}
)

// queriedCharacteristic refuses a grade that ends in a space: it was a plus before someone escaped it.
func queriedCharacteristic(a *gevel.Attribute, c Cell, year int) (float64, error) {
	if a.Kind == gevel.Grade && strings.HasSuffix(c.Text, " ") {
		return math.NaN(), fmt.Errorf("%s ends in a space; send a plus as %%2B", Quote(c.Text))
	}
	return spelling.QueryCharacteristic(a, c.Text, year)
}

func rowDay(s string) (gevel.Date, error) { return spelling.Day(s, spelling.UnknownOrder) }

func rowCharacteristic(a *gevel.Attribute, c Cell, year int) (float64, error) {
	if !c.Number.Known || a.IsNamed() {
		return spelling.Characteristic(a, strings.TrimSpace(c.Text), year)
	}
	v := c.Number.V
	if a.Kind == gevel.Area {
		v = math.Round(v)
	}
	return v, a.Check(v, year)
}
