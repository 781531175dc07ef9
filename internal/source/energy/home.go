package energy

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// home finds whose label it is. Without an id and an address the row is rejected.
func (p *parser) home(l *Label) {
	l.ID = p.object()
	l.Address = p.address()
	if l.ID != "" || l.Address != (gevel.AddressQuery{}) {
		return
	}
	what := []string{"neither an id nor an address"}
	for _, f := range p.pending {
		what = append(what, f.what)
	}
	p.reject(ReasonNoHome, "%s", strings.Join(what, "; "))
}

// objectColumns are the columns of ids, each with the kind of object that it is of.
var objectColumns = [...]struct {
	column column
	code   gevel.ObjectCode
}{
	{unitID, gevel.CodeVerblijfsobject}, {berthID, gevel.CodeLigplaats}, {pitchID, gevel.CodeStandplaats},
}

// object returns the id of the unit, else of the berth or pitch; "" when there is none that can be used.
func (p *parser) object() gevel.BAGID {
	for _, of := range objectColumns {
		v := p.value(of.column)
		if len(v) == 0 {
			continue
		}
		id, err := gevel.ParseBAGID(string(v))
		switch {
		case err != nil:
			p.fault(FaultMalformedID, "%s is %s", columnNames[of.column][0], spelling.Quote(v))
		case id.Code() != of.code:
			p.fault(FaultWrongKindOfID, "%s is %s, whose fifth and sixth digit are not %s",
				columnNames[of.column][0], spelling.Quote(v), of.code)
		default:
			return id
		}
	}
	return ""
}

// longestSuffix is how many bytes a letter or extension may have. The register's have 1 and 4; what
// is longer is a remark.
const longestSuffix = 12

// numberParts takes apart a house number that has its letter and extension with it.
var numberParts = regexp.MustCompile(`^(\d{1,5})\s*[- ]*\s*([A-Za-z])?\s*[- ]*\s*([A-Za-z0-9]{1,4})?$`)

// address returns the address, the zero query when there is none that can be used.
func (p *parser) address() gevel.AddressQuery {
	postal, number := p.value(postalCode), p.value(houseNumber)
	if len(postal) == 0 && len(number) == 0 {
		return gevel.AddressQuery{}
	}
	q := gevel.AddressQuery{HouseLetter: string(p.value(houseLetter)), HouseNumberExt: string(p.value(houseNumberExt))}
	code, err := gevel.ParsePostalCode(string(postal))
	q.PostalCode = code
	if err != nil || !setNumber(&q, string(number)) || !isSuffix(q.HouseLetter) || !isSuffix(q.HouseNumberExt) {
		p.fault(FaultMalformedAddress, "the address is %s", spelling.Quote(bytes.Join([][]byte{
			postal, number, p.value(houseLetter), p.value(houseNumberExt),
		}, []byte(" "))))
		return gevel.AddressQuery{}
	}
	return q
}

// setNumber sets the house number, and the letter and extension that are written with it. They may
// be in their own columns too, if these say the same.
func setNumber(q *gevel.AddressQuery, text string) bool {
	parts := []string{text, text, "", ""}
	if !isNumber(text) {
		if parts = numberParts.FindStringSubmatch(text); parts == nil {
			return false
		}
	}
	n, err := strconv.Atoi(parts[1])
	q.HouseNumber = n
	if err != nil || n < gevel.MinHouseNumber || n > gevel.MaxHouseNumber {
		return false
	}
	letter, ext := parts[2], parts[3]
	switch own := gevel.JoinSuffix(q.HouseLetter, q.HouseNumberExt); {
	case letter+ext == "":
		return true
	case own == "":
		q.HouseLetter, q.HouseNumberExt = letter, ext
		return true
	default:
		return own == gevel.JoinSuffix(letter, ext)
	}
}

// isNumber spares most house numbers the expression.
func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// isSuffix reports whether a letter or extension may be one: short, and without control characters.
func isSuffix(s string) bool {
	return len(s) <= longestSuffix && strings.IndexFunc(s, func(c rune) bool {
		return c == utf8.RuneError || !strconv.IsPrint(c)
	}) < 0
}
