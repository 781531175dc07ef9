package batch

import (
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/param"
)

// Reads the address of a row as any file's: letter and extension may follow the house number.

// readAddress notes what is wrong with the address, and leaves each part under its own parameter. What lacks is for the
// table of parameters to say.
func (g *given) readAddress() {
	number := g.text("houseNumber")
	if cells := g.Values["houseNumber"]; len(cells) == 1 && cells[0].Number.Known {
		number = "" // of JSON, with nothing behind it
	}
	q, faults := spelling.Address{
		PostalCode: g.text("postalCode"), HouseNumber: number,
		HouseLetter: g.text("houseLetter"), HouseNumberExt: g.text("houseNumberExt"),
	}.Query()
	for _, f := range faults {
		name := namingColumns[f.Reason]
		if name == "houseNumber" && number == "" || g.text(name) == "" {
			continue
		}
		g.faults = append(g.faults, gevel.Detail{Reason: name, Message: name + " " + f.Message})
	}
	g.set("postalCode", strings.Join(strings.Fields(g.text("postalCode")), " "))
	if q.HouseNumber == 0 {
		return
	}
	g.set("houseNumber", strconv.Itoa(q.HouseNumber))
	if len(q.HouseLetter) > 1 { // the parameter has room for one
		q.HouseLetter, q.HouseNumberExt = "", gevel.JoinSuffix(q.HouseLetter, q.HouseNumberExt)
	}
	g.set("houseLetter", q.HouseLetter)
	g.set("houseNumberExt", q.HouseNumberExt)
}

// text returns what stands under a name, "" where that is nothing or more than one thing.
func (g *given) text(name string) string {
	if cells := g.Values[name]; len(cells) == 1 {
		return strings.TrimSpace(cells[0].Text)
	}
	return ""
}

// set replaces what stands under a name, unless it stands there several times.
func (g *given) set(name, text string) {
	switch cells := g.Values[name]; {
	case len(cells) == 1:
		cells[0] = param.Cell{Text: text}
	case len(cells) == 0 && text != "":
		g.Add(name, param.Cell{Text: text})
	}
}
