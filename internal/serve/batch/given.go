package batch

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/param"
)

// idName is a field of a row, or a column, that the caller gets back as it is.
const idName = "id"

// longestID is how many characters it has at most.
const longestID = 128

// homeName is the field of a row that names the home by an id of the register, rather than by an address.
const homeName = "bagId"

// rowReason is the reason of a fault in a row as a whole.
const rowReason = "row"

// addressNames are the parameters of an address.
var addressNames = []string{"postalCode", "houseNumber", "houseLetter", "houseNumberExt"}

// namingColumns are the columns of gevel's files that say which home is meant, and when.
var namingColumns = map[string]string{
	"dwelling_id": homeName, "number_id": homeName,
	"postal_code": "postalCode", "house_number": "houseNumber", "house_letter": "houseLetter",
	"house_number_ext": "houseNumberExt", "valuation_date": param.ValuationDate,
}

// given is what a row gives.
type given struct {
	param.Pairs
	id     string        // of the caller, for the row; "" is none
	named  bool          // the row names its home by an id
	home   spelling.Home // by a malformed id it has none
	faults []gevel.Detail
}

// fault notes what is wrong with a field.
func (g *given) fault(name, message string) {
	g.faults = append(g.faults, gevel.Detail{Reason: name, Message: message})
}

// takeID takes the caller's id out of the values.
func (g *given) takeID() {
	ids, has := g.Values[idName]
	if !has {
		return
	}
	g.remove(idName)
	id := ids[0].Text
	printable := !strings.ContainsFunc(id, func(c rune) bool { return !unicode.IsPrint(c) })
	if len(ids) > 1 || utf8.RuneCountInString(id) > longestID || !printable {
		g.fault(idName, fmt.Sprintf("id is no single text of at most %d printable characters", longestID))
		return
	}
	g.id = id
}

// takeHome takes the ids of the home, and the address with them, out of the values: all must be of that home.
func (g *given) takeHome() {
	for _, cell := range g.Values[homeName] {
		if strings.TrimSpace(cell.Text) == "" {
			continue
		}
		id, err := spelling.ID(cell.Text)
		if err != nil {
			g.fault(homeName, homeName+" "+err.Error())
		}
		if g.home.Name(id); g.named {
			continue
		}
		if beside, faults := g.query(g.text("houseNumber")); len(faults) == 0 {
			g.home.Address = beside
		}
		g.named = true
	}
	g.remove(homeName)
	if g.named {
		g.remove(addressNames...)
	}
}

// remove takes names out of the values.
func (g *given) remove(names ...string) {
	for _, name := range names {
		delete(g.Values, name)
	}
	g.Names = slices.DeleteFunc(g.Names, func(name string) bool { return slices.Contains(names, name) })
}

// readAddress reads the address as any file's: letter and extension may follow the house number. It notes faults of the
// address, and leaves each part under its own parameter. The table of parameters says what lacks.
func (g *given) readAddress() {
	number := g.text("houseNumber")
	if cells := g.Values["houseNumber"]; len(cells) == 1 && cells[0].Number.Known {
		number = "" // of JSON, with nothing behind it
	}
	q, faults := g.query(number)
	for _, f := range faults {
		name := namingColumns[f.Reason]
		if name == "houseNumber" && number == "" || g.text(name) == "" {
			continue
		}
		g.fault(name, name+" "+f.Message)
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

// query reads the address with a house number, however letter and extension follow it.
func (g *given) query(number string) (gevel.AddressQuery, []gevel.Detail) {
	return spelling.Address{
		PostalCode: g.text("postalCode"), HouseNumber: number,
		HouseLetter: g.text("houseLetter"), HouseNumberExt: g.text("houseNumberExt"),
	}.Query()
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

// The rows of a batch: lines of JSON, elements of an array, or rows of CSV. Each becomes values under the names of
// parameters, and is read as rows of files are.

// bodyRow is a row as it came in.
type bodyRow struct {
	line   int      // or the place in an array, from 1
	size   int      // bytes
	json   []byte   // of a line or an element
	fields []string // of a row of CSV, one a column
	fault  string   // why a row of CSV can't be read
}

// source reads rows. Errors of open and next are io.EOF, and of what ends the batch.
type source interface {
	open(text io.Reader) error
	next() (bodyRow, error)
	// read reads what a row gives; it may be called beside next.
	read(bodyRow) given
}

func notUTF8(row string) error {
	return gevel.Refusal("save the file as UTF-8", "%s is not UTF-8", row)
}
