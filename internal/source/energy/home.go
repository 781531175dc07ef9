package energy

import (
	"bytes"
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
		id, err := spelling.ID(string(v))
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

// address returns the address, the zero query when there is none that can be used.
func (p *parser) address() gevel.AddressQuery {
	postal, number := p.value(postalCode), p.value(houseNumber)
	if len(postal) == 0 && len(number) == 0 {
		return gevel.AddressQuery{}
	}
	letter, ext := p.value(houseLetter), p.value(houseNumberExt)
	q, faults := spelling.Address{
		PostalCode: string(postal), HouseNumber: string(number), HouseLetter: string(letter), HouseNumberExt: string(ext),
	}.Query()
	if len(faults) > 0 || !isSuffix(q.HouseLetter) || !isSuffix(q.HouseNumberExt) {
		p.fault(FaultMalformedAddress, "the address is %s",
			spelling.Quote(bytes.Join([][]byte{postal, number, letter, ext}, []byte(" "))))
		return gevel.AddressQuery{}
	}
	if len(letter)+len(ext) == 0 && q.HouseNumberExt != "" { // the same home may be in another file with its own columns
		q.HouseLetter, q.HouseNumberExt = spelling.SplitSuffix(q.HouseNumberExt)
	}
	return q
}

// isSuffix reports whether a letter or extension may be one: short, and without control characters.
func isSuffix(s string) bool {
	return len(s) <= longestSuffix && strings.IndexFunc(s, func(c rune) bool {
		return c == utf8.RuneError || !strconv.IsPrint(c)
	}) < 0
}
