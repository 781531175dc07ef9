package facts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
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
	home, _, err := r.Home(im.Homes) // files of today write today's addresses, since whenever what they say holds
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

// The columns of a file of facts beside those that name a home.
const (
	knownDate = flatfile.HouseNumberExt + 1 + iota
	referenceDate
)

// schema names the columns, in the order of their numbers.
var schema = flatfile.Schema{
	Names: append(flatfile.HomeColumns(), "known_date", "reference_date"),
	Days:  []int{knownDate, referenceDate},
	Needs: flatfile.HomesNeed(),
}

// check refuses a file that is of another kind, or says nothing that can be used.
func check(ctx context.Context, file *flatfile.Reader, src Source) error {
	header := file.Header()
	if err := foreign(header); err != nil {
		return err
	}
	if err := file.Require(file.NeededForHomes()...); err != nil {
		return mistaken.Explain(ctx, err, src.Path, src.key())
	}
	if len(file.Attributes()) == 0 && len(src.Implied) == 0 {
		err := gevel.Refusal("name columns in the mapping of the build file: rooms, volume, or any name behind num_ or cat_",
			"no column is a characteristic; the file has %s", gevel.Printable(strings.Join(header, ", ")))
		return mistaken.Explain(ctx, err, src.Path, src.key())
	}
	if err := checkImplied(file, src); err != nil {
		return err
	}
	if !file.Has(knownDate) && !src.Known.Known {
		return gevel.Refusal("map a column to known_date, or give the file a known_date: a day, such as the day of "+
			"publication, or always, which is right only for what never changes",
			"the file has no column known_date, and the build file does not say since when it could be known")
	}
	return nil
}

// checkImplied refuses a file of characteristics as a list whose rows say something by being there: all its
// homes would be monuments.
func checkImplied(file *flatfile.Reader, src Source) error {
	if len(src.Implied) == 0 || slices.Contains(file.Attributes(), src.Implied[0].Attribute) {
		return nil
	}
	for _, at := range file.Attributes() {
		if column := file.Table[at].Column; at >= len(gevel.Standard()) && src.Mapping.Columns[column] == "" {
			return filekind.Facts.Refuse(src.key(), "")
		}
	}
	return nil
}

// otherKinds are files that people mistake for one of facts.
var otherKinds = []filekind.Kind{filekind.Sales, filekind.Labels, filekind.Municipalities, filekind.Buildings}

// foreign returns what a file of another kind looks like, and where it belongs.
func foreign(header []string) error {
	names := slices.Clone(header)
	found, err := spelling.Recognise(header, func(string, int) bool { return true })
	if err == nil {
		for _, r := range found {
			names = append(names, r.Column)
		}
	}
	kind := filekind.OfText(strings.Join(names, ";"))
	if !slices.Contains(otherKinds, kind) {
		return nil
	}
	return gevel.Refusal("it belongs to "+kind.Key+" of the build file; of what homes have one gives columns to keep",
		"the file looks like %s", kind.What)
}
