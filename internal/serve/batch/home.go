package batch

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/param"
)

// A home named by its id is that home, whatever address the row has and whatever else bears it.

// addressNames are the parameters of an address.
var addressNames = []string{"postalCode", "houseNumber", "houseLetter", "houseNumberExt"}

// takeHome takes the id of the home, and the address with it, out of the values.
func (g *given) takeHome() {
	written := g.text(homeName)
	several := len(g.Values[homeName]) > 1
	g.remove(homeName)
	if written == "" && !several {
		return
	}
	g.remove(addressNames...)
	id, err := spelling.ID(written)
	switch {
	case several:
		g.faults = append(g.faults, gevel.Detail{Reason: homeName, Message: homeName + " is given several times"})
	case err != nil:
		g.faults = append(g.faults, gevel.Detail{Reason: homeName, Message: homeName + " " + err.Error()})
	}
	g.home, g.named = id, true
}

// remove takes names out of the values.
func (g *given) remove(names ...string) {
	for _, name := range names {
		delete(g.Values, name)
	}
	g.Names = slices.DeleteFunc(g.Names, func(name string) bool { return slices.Contains(names, name) })
}

// withoutAddress returns the table of a row that names its home by id.
func withoutAddress(rows []param.Row[endpoints.HomeInput]) []param.Param {
	table := param.TableOf(rows)
	for i := range table {
		if slices.Contains(addressNames, table[i].Name) {
			table[i].Required = false
		}
	}
	return table
}
