package building3d

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// column is an attribute of 3DBAG that is used.
type column uint8

const (
	columnID column = iota
	columnVolume
	columnStoreys = columnVolume + column(Details)
)

const (
	columnPartyWalls = columnStoreys + 1 + iota
	columnQuality
	columnGlassRoof
	columnGreenhouse
	columnGround
	columnRidge
	columnRoof
	columns
)

var columnNames = [columns]string{
	"identificatie", "b3_volume_lod22", "b3_volume_lod13", "b3_volume_lod12", "b3_bouwlagen", "b3_opp_scheidingsmuur",
	"b3_kwaliteitsindicator", "b3_is_glas_dak", "b3_kas_warenhuis", "b3_h_maaiveld", "b3_h_nok", "b3_h_dak_max",
}

// values are a building's values as the file writes them, nil for none.
type values [columns][]byte

// parsed is the result of a stretch of the file.
type parsed struct {
	rows, noHomes   int
	found           []found
	rejects, faults gevel.Rejects
	signs           [columns]flatfile.Testimony
}

// found is a building and where it stands.
type found struct {
	Building
	line int
}

// parser makes buildings of values.
type parser struct {
	name string // of the file
	has  func(gevel.BAGNumber) bool
}

// at names a row.
func (p *parser) at(number int) string { return fmt.Sprintf("%s line %d", p.name, number) }

// reject counts a row that is not used.
func (p *parser) reject(to *parsed, line int, reason, what string) {
	to.rows++
	to.rejects.Add(reason, p.at(line), what)
}

// add makes a building of the values of a row.
func (p *parser) add(to *parsed, v *values, line int) {
	id, err := idOf(v[columnID])
	if err != nil {
		p.reject(to, line, ReasonBadID, err.Error())
		return
	}
	if !p.has(id) {
		to.rows++
		to.noHomes++
		return
	}
	r := reading{parser: p, to: to, values: v, line: line}
	if reason := r.refusal(); reason != "" {
		p.reject(to, line, reason, "pand "+string(id.ID()))
		return
	}
	to.rows++
	b := Building{ID: id}
	b.Volume, b.Detail = r.volume()
	if storeys := r.number(columnStoreys, 1, mostStoreys); storeys.Known {
		b.Storeys = gevel.Some(int(math.Round(storeys.V)))
	}
	b.PartyWalls = r.number(columnPartyWalls, 0, math.MaxFloat32)
	b.Height = r.height()
	to.found = append(to.found, found{b, line})
}

const mostStoreys = 100

// idOf reads the id of a building, or of a part of one, which has a number behind it.
func idOf(text []byte) (gevel.BAGNumber, error) {
	whole := bytes.TrimSpace(text)
	if id, part, ok := bytes.Cut(whole, []byte{'-'}); ok {
		if _, err := strconv.ParseUint(string(part), 10, 32); err == nil {
			whole = id
		}
	}
	id, err := spelling.ID(string(whole))
	if err == nil && id.Code() != gevel.CodePand {
		err = fmt.Errorf("%s is no id of a building", spelling.Quote(text))
	}
	return id.Number(), err
}

// reading is how the values of one building are read.
type reading struct {
	*parser
	*values
	to   *parsed
	line int
}

func (r *reading) fault(reason, what string) { r.to.faults.Add(reason, r.at(r.line), what) }

// refusal returns why nothing of the building can be used, "" when it can.
func (r *reading) refusal() string {
	switch {
	case r.says(columnGreenhouse, true):
		return ReasonGreenhouse
	case r.says(columnGlassRoof, true):
		return ReasonGlassRoof
	case r.says(columnQuality, false):
		return ReasonPossiblyIncorrect
	}
	return ""
}

// says reports whether a column has an answer. What is no answer is a fault.
func (r *reading) says(c column, answer bool) bool {
	text := r.values[c]
	if len(text) == 0 {
		return false
	}
	yes, err := spelling.Yes(string(text))
	if err != nil {
		r.fault(faultOf(c), err.Error())
	}
	return err == nil && yes == answer
}

// volume returns the volume by the finest model that has one.
func (r *reading) volume() (gevel.Opt[float64], Detail) {
	bad := column(0)
	for d := range Details {
		c := columnVolume + column(d)
		v, known, ok := r.numberOf(c)
		switch {
		case ok && known && v > 0:
			return gevel.Some(v), d
		case bad == 0 && (known || !ok):
			bad = c
		}
	}
	if bad != 0 {
		r.fault(faultOf(bad), spelling.Quote(r.values[bad])+" is no volume, and no other level of detail has one")
	} else {
		r.fault(FaultNoVolume, "no level of detail has a volume")
	}
	return gevel.Opt[float64]{}, 0
}

// height returns the height of the ridge above the ground, else of the roof: a flat one has no ridge.
func (r *reading) height() gevel.Opt[float64] {
	const lowest, highest = -100, 1000 // metres to NAP
	ground := r.number(columnGround, lowest, highest)
	for _, c := range []column{columnRidge, columnRoof} {
		if top := r.number(c, lowest, highest); ground.Known && top.Known && top.V > ground.V {
			return gevel.Some(top.V - ground.V)
		}
	}
	return gevel.Opt[float64]{}
}

// number returns the number of a column, if it has one.
func (r *reading) number(c column, least, most float64) gevel.Opt[float64] {
	v, known, ok := r.numberOf(c)
	if !ok || known && (v < least || v > most) {
		r.fault(faultOf(c), fmt.Sprintf("%s is no number from %g on", spelling.Quote(r.values[c]), least))
		return gevel.Opt[float64]{}
	}
	return gevel.Opt[float64]{V: v, Known: known}
}

// numberOf reads the number of a column; known is false for none, ok for what is no number.
func (r *reading) numberOf(c column) (v float64, known, ok bool) {
	text := string(r.values[c])
	if text == "" {
		return 0, false, true
	}
	r.to.signs[c].Hear(r.line, text)
	v, ok = spelling.EitherNumber(text)
	return v, ok, ok
}
