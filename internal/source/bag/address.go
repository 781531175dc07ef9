package bag

import (
	"bytes"
	"cmp"
	"context"

	"github.com/gevel/gevel"
)

// addressRow is an address whose texts are still references, in 24 bytes.
type addressRow struct {
	postal         postal
	designation    designation
	ext            [4]byte // padded with 0
	number, object uint32  // rows of the tables
	street         uint32
}

// designation packs house number, letter and, in the lowest bits, flags. It sorts by number, then letter.
type designation uint32

const (
	kindBits   = 0b00111 // gevel.ObjectKind
	mainBit    = 0b01000
	datedBit   = 0b10000 // it has spans
	standsBits = 8
	letterBits = 7 // of ASCII
)

func newDesignation(n *number, o *object, main bool) designation {
	d := designation(n.house)<<letterBits | designation(n.letter)
	kind := o.kind
	if o.withdrawn { // so that nothing lists it
		kind = gevel.OtherUse
	}
	d = d<<standsBits | designation(kind)
	if main {
		d |= mainBit
	}
	return d
}

// compareRows orders addresses by postal code, number, letter and extension. Rows of the tables are in the
// order of the ids.
func compareRows(a, b addressRow) int {
	if a.postal != b.postal {
		return cmp.Compare(a.postal, b.postal)
	}
	if c := cmp.Compare(a.designation>>standsBits, b.designation>>standsBits); c != 0 {
		return c
	}
	return cmp.Or(
		bytes.Compare(a.ext[:], b.ext[:]),
		cmp.Compare(a.number, b.number),
		cmp.Compare(a.object, b.object),
	)
}

// rowTables are what rows refer to.
type rowTables struct {
	numbers, objects ids
	streets          []cityStreet
	exts             map[[4]byte]string
	spans            map[addressRow][]span
}

// addresses turns rows into addresses. Equal texts are shared.
func (s *rowTables) addresses(ctx context.Context, rows []addressRow) []gevel.Address {
	list := make([]gevel.Address, len(rows))
	var code gevel.PostalCode
	for i := range rows {
		atRow(ctx, i, len(rows))
		row := &rows[i]
		p := &s.streets[row.street]
		if i == 0 || rows[i-1].postal != row.postal {
			code = row.postal.code()
		}
		list[i] = gevel.Address{
			NumberID:       s.numbers.of(row.number),
			ObjectID:       s.objects.of(row.object),
			PostalCode:     code,
			HouseNumber:    int(row.designation >> (standsBits + letterBits)),
			HouseLetter:    unfilled([]byte{byte(row.designation >> standsBits & (1<<letterBits - 1))}),
			HouseNumberExt: s.ext(row.ext),
			Street:         p.street,
			City:           p.town.city,
			Municipality:   p.town.municipality,
			Province:       p.town.province,
			Kind:           gevel.ObjectKind(row.designation & kindBits),
			Main:           row.designation&mainBit != 0,
		}
		if row.designation&datedBit != 0 { // a row of its own for each span
			list[i].From, list[i].Until = s.spans[*row][0].days()
			s.spans[*row] = s.spans[*row][1:]
		}
	}
	return list
}

func (s *rowTables) ext(filled [4]byte) string {
	if filled[0] == 0 {
		return ""
	}
	text, ok := s.exts[filled]
	if !ok {
		text = unfilled(filled[:])
		s.exts[filled] = text
	}
	return text
}

// town is a city with the names of its municipality and province.
type town struct{ city, municipality, province string }

// cityStreet is a street and its town.
type cityStreet struct {
	street    string
	town      town
	withdrawn bool
}

// cityStreets are the streets of a register. Addresses refer to them by index.
type cityStreets struct {
	list     []cityStreet
	towns    map[key]town
	byStreet map[key]uint32
	// elsewhere has the numbers with their own city, which overrules the street's.
	elsewhere map[elsewhere]uint32
}

// elsewhere is a street with a city other than its own.
type elsewhere struct {
	street key
	city   uint16
}

// of returns the index of the street and town of a number whose street and city are known.
func (p *cityStreets) of(n *number) uint32 {
	own := p.byStreet[n.street]
	if n.city == 0 {
		return own
	}
	pair := elsewhere{n.street, n.city}
	i, ok := p.elsewhere[pair]
	if !ok {
		i = uint32(len(p.list))
		p.list = append(p.list, cityStreet{p.list[own].street, p.towns[key(n.city)], p.list[own].withdrawn})
		p.elsewhere[pair] = i
	}
	return i
}

func (j *joiner) joinCities(names municipalityNames) error {
	j.counts[GemeenteWoonplaats].Used = len(j.cityRelations)
	j.counts[Woonplaats].Used = len(j.cities)
	j.cityStreets.towns = make(map[key]town, len(j.cities))
	relations := finder[cityRelation]{rows: j.cityRelations}
	for _, p := range j.cities {
		t := town{city: p.name}
		code := j.municipality
		if i, ok := relations.find(p.key); ok {
			code = j.cityRelations[i].municipality
		}
		m, ok, err := names.of(code.text(codeDigits))
		if err != nil {
			return err
		}
		if ok {
			t.municipality, t.province = m.Name, m.Province
		} else {
			j.fault(Woonplaats, p.key, FaultNoMunicipality, "municipality "+code.text(codeDigits))
		}
		j.cityStreets.towns[p.key] = t
	}
	return nil
}

func (j *joiner) joinStreets() {
	j.cityStreets.byStreet = make(map[key]uint32, len(j.streets))
	j.cityStreets.elsewhere = map[elsewhere]uint32{}
	j.cityStreets.list = make([]cityStreet, 0, len(j.streets))
	for _, s := range j.streets {
		t, ok := j.cityStreets.towns[s.city]
		switch {
		case ok && !s.withdrawn:
			j.counts[OpenbareRuimte].Used++
		case !s.withdrawn:
			j.reject(OpenbareRuimte, s.key, ReasonNoCity, "woonplaats "+s.city.text(codeDigits))
			continue
		case !ok:
			continue
		}
		j.cityStreets.byStreet[s.key] = uint32(len(j.cityStreets.list))
		j.cityStreets.list = append(j.cityStreets.list, cityStreet{s.name, t, s.withdrawn})
	}
}
