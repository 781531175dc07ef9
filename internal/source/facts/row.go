package facts

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

// importer is the reading of one file.
type importer struct {
	Options
	Result
	source Source
	file   *flatfile.Reader
	lines  map[homeDay]int // where the row of a home and day is
	always map[int]bool    // places of characteristics with undated values
}

// The reasons for which rows are rejected, beside the reasons of package flatfile.
const (
	ReasonDuplicate = "duplicate_row" // a row above it is about the same home and day
	ReasonNoDay     = "no_known_date" // the row has no day, and the build file gives the file none
)

type homeDay struct {
	home gevel.BAGID
	day  gevel.Date
}

// add reads a row, and records its facts or rejects it. Errors come from the register.
func (im *importer) add(r flatfile.Row) error {
	from := im.provenance(&r)
	home, _, err := r.Home(im.Homes)
	if err != nil {
		return fmt.Errorf("line %d: %w", r.Line, err)
	}
	var facts []gevel.Fact
	if r.Reason == "" {
		facts = im.facts(&r, from)
	}
	if key := (homeDay{home.ID, from.Known}); len(facts) > 0 {
		first, twice := im.lines[key]
		switch {
		case !twice:
			im.lines[key] = r.Line
		case len(im.source.Implied) > 0:
			facts = nil
		default:
			r.Fail(ReasonDuplicate, "line %d is about the same home and day, %s %s", first, home.ID, from.Known)
		}
	}
	if r.Reason != "" {
		r.Reject()
		return nil
	}
	im.file.Rows++
	if len(facts) == 0 {
		im.Empty++
		return nil
	}
	im.Used++
	im.LastKnown = max(im.LastKnown, from.Known)
	im.Homes.Record(home.ID, facts)
	return nil
}

// provenance reads since when the row could be known.
func (im *importer) provenance(r *flatfile.Row) gevel.Provenance {
	known := r.Day(knownDate, gevel.NoDate, im.AsOf)
	if r.Value(knownDate) == "" {
		if known = im.source.Known.V; !im.source.Known.Known {
			r.Fail(ReasonNoDay, "no known_date, and the build file gives the file none")
		}
	}
	from := gevel.Provenance{Source: im.From, Known: known, Until: gevel.NoDate}
	if about := r.Day(referenceDate, gevel.NoDate, im.AsOf); about != gevel.NoDate {
		from.About = gevel.Some(about)
		if known != gevel.NoDate && about > known {
			r.Bad(referenceDate, fmt.Errorf("%s lies after the day on which it was known, %s", about, known))
		}
	}
	return from
}

// facts reads what the row says. A value that no home can be valued with is left out. A row
// without any value left is rejected.
func (im *importer) facts(r *flatfile.Row, from gevel.Provenance) (facts []gevel.Fact) {
	day := from.Known
	if day == gevel.NoDate {
		day = im.AsOf
	}
	r.EachAttribute(day, func(at int, v float64, name string, err error) {
		a := &r.Table[at]
		switch {
		case err != nil:
		case name != "":
			v = a.Enter(r.Texts.Of(name))
		case v == v && !a.Allows(v, day.Year()):
			least, most := a.Bounds(day.Year())
			err = fmt.Errorf("%s is not from %d to %d", a.Bare(v), least, most)
		}
		switch {
		case err != nil:
			r.Note(flatfile.ReasonBadColumn+a.Column, "%s: %v", a.Column, err)
		case v == v:
			facts = append(facts, gevel.Fact{Attribute: at, Value: v, Provenance: from})
		}
	})
	if !r.IsNoted() {
		facts = im.implied(facts, from)
	}
	if len(facts) > 0 {
		r.Keep()
	} else {
		r.FailAsNoted()
	}
	for _, f := range facts {
		im.always[f.Attribute] = im.always[f.Attribute] || from.Known == gevel.NoDate
	}
	return facts
}

// implied adds to what a row says what it says by being there.
func (im *importer) implied(facts []gevel.Fact, from gevel.Provenance) []gevel.Fact {
	for _, implied := range im.source.Implied {
		if !slices.Contains(im.file.Attributes(), implied.Attribute) {
			facts = append(facts, gevel.Fact{Attribute: implied.Attribute, Value: implied.Value, Provenance: from})
		}
	}
	return facts
}
