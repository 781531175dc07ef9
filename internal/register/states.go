package register

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/num/list"
)

// States of sources without history. What a delivery shows has the day on which a delivery first showed it, so each
// edition carries on what the one before says of earlier days: facts that end on the day on which it was replaced.

// Undated are the sources of characteristics whose files say of no value since when it holds, with the days of their
// deliveries; gevel.NoDate is the day of one that delivered nothing new, so that another value of it is no difference.
type Undated map[gevel.Source]gevel.Date

// Before is an edition before, whose states are carried on.
type Before struct {
	*edition.Edition
	// Of are the sources without history, and Over those that lose what they said before as it is registered anew, labels and
	// parcels.
	Of, Over Undated
	// Seen is the day of the edition's register: what that registered since is no difference.
	Seen gevel.Date
}

// States carries on the states of homes that earlier editions have, and those that sources now show otherwise.
type States struct {
	of    *Homes
	met   []bool // by row: homes that an edition had
	homes int
	sum   [sha256.Size]byte // of hashes by home: their order does not count
}

// States returns what carries on states of homes.
func (g *Homes) States() *States { return &States{of: g, met: make([]bool, g.Len())} }

// Sum returns how many homes have states of earlier editions, and a hash of these.
func (s *States) Sum() (homes int, sum string) { return s.homes, fmt.Sprintf("%x", s.sum[:16]) }

// Carry carries on what an edition says of its homes, but for those that an edition carried before it had, too.
func (s *States) Carry(b Before) error {
	g := s.of
	m, table := newMoving(g, b.Edition), b.HomeAttributes()
	had := list.Of(g.Attributes, func(a gevel.Attribute) bool { return table.Column(a.Column) >= 0 })
	for was := range b.RegisteredHomes {
		row, ok := g.Row(was.ID)
		if !ok || s.met[row] {
			continue
		}
		s.met[row] = true
		m.move(&was)
		text := g.carryHome(row, &was, b, had)
		if len(text) == 0 {
			continue
		}
		s.homes++
		for i, of := range sha256.Sum256(text) {
			s.sum[i] ^= of
		}
	}
	return m.err
}

// carryHome carries on what an edition says of the home in a row, and returns its states as text. had says which
// characteristics of the table the edition had.
func (g *Homes) carryHome(row int, was *gevel.Dwelling, b Before, had []bool) (text []byte) {
	d := g.At(row)
	for k := range g.Attributes {
		before, now := g.carriedOn(&d, was, k, b.Of, b.Seen)
		if had[k] && len(before) == 0 {
			before, now = g.begun(&d, was, k, b.Of)
		}
		if len(before) > 0 {
			g.replaceStates(row, k, b.Of, append(before, now...))
		} else if before = g.overwritten(&d, was, k, b.Over); len(before) > 0 {
			g.Learn(row, before)
		} else {
			continue
		}
		d = g.At(row)
		for _, f := range before {
			text = fmt.Appendln(text, d.ID, g.Attributes[k].Column, g.Attributes[k].Text(f.Value), f.Known, f.Since, f.Until)
		}
	}
	return text
}

// overwritten returns what such sources said of a characteristic of a home that is no longer in their files. Where nothing
// came later, what is left counts from the file's day on.
func (g *Homes) overwritten(d, was *gevel.Dwelling, k int, over Undated) []gevel.Fact {
	isOther := func(f gevel.Fact) bool { return f.Attribute != k || !isOf(f, over) }
	then := slices.DeleteFunc(slices.Clone(was.Facts), isOther)
	if len(then) == 0 {
		return nil
	}
	now := slices.DeleteFunc(slices.Clone(d.Facts), isOther)
	lost := slices.DeleteFunc(then, func(f gevel.Fact) bool {
		return slices.ContainsFunc(now, func(g gevel.Fact) bool { return g.Known == f.Known })
	})
	if len(lost) == 0 || len(now) == 0 && d.SourceOf(k) != gevel.NoSource {
		return lost // the house outlives its label or parcel, and another source says more
	}
	last, left := lost[len(lost)-1], from(now, lost[0], max(over[lost[0].Source], lost[len(lost)-1].Known))
	if is := left[len(left)-1]; (len(now) == 0 || now[len(now)-1].Known < last.Known) && !sameValue(is, last) {
		lost = append(lost, is)
	}
	return lost
}

// replaceStates replaces what undated sources say of a characteristic of the home in a row.
func (g *Homes) replaceStates(row, k int, of Undated, by []gevel.Fact) {
	d := g.At(row)
	d.Facts = append(slices.DeleteFunc(d.Facts, func(f gevel.Fact) bool { return f.Attribute == k && isOf(f, of) }), by...)
	slices.SortStableFunc(d.Facts, g.compareFacts)
	d = d.Seen(gevel.Latest, g.Attributes)
	g.Set(row, &d)
}

// carriedOn returns what an edition said of a characteristic of a home before a delivery showed it otherwise, none if none
// did, and what is said since.
func (g *Homes) carriedOn(d, was *gevel.Dwelling, k int, of Undated, seen gevel.Date) (before, now []gevel.Fact) {
	then, now := g.statesOf(was, k, of), g.statesOf(d, k, of)
	if len(then) == 0 || len(now) == 0 && d.SourceOf(k) != gevel.NoSource { // another source says more
		return nil, nil
	}
	source := differing(then, now)
	day := of[source]
	if len(now) > 0 && source != gevel.From3DBAG {
		if day = firstDay(now); day != gevel.NoDate || source == gevel.FromFile { // the file's own days win
			if before = knownBefore(then, day); slices.EqualFunc(before, knownBefore(now, day), sameFact) {
				return nil, nil
			}
			return endedOn(before, day), now
		}
		day = of[source]
	}
	before, since := ended(then)
	limit := min(max(seen, since+1), day)
	if is := append(slices.Clone(before), from(now, then[0], since)...); slices.EqualFunc(
		knownBefore(is, limit), knownBefore(then, limit), sameFact) {
		return before, from(now, then[0], since)
	}
	return endedOn(knownBefore(then, day), day), from(now, then[0], day)
}

// begun returns that a characteristic of a home was not known before a delivery of 3DBAG that is the first to have it, and what
// it says since.
func (g *Homes) begun(d, was *gevel.Dwelling, k int, of Undated) (before, now []gevel.Fact) {
	day, ok := of[gevel.From3DBAG]
	if !ok || d.SourceOf(k) != gevel.From3DBAG || was.SourceOf(k) != gevel.NoSource || len(g.statesOf(was, k, of)) > 0 {
		return nil, nil
	}
	now = g.statesOf(d, k, of)
	isOther := func(f gevel.Fact) bool { return f.Source != gevel.From3DBAG }
	first, others := slices.DeleteFunc(slices.Clone(now), isOther), slices.DeleteFunc(now, func(f gevel.Fact) bool { return !isOther(f) })
	if len(first) == 0 || first[0].Known >= day {
		return nil, nil
	}
	unknown := first[0]
	unknown.Value, unknown.Known, unknown.Until, unknown.Since = math.NaN(), gevel.NoDate, day, gevel.Opt[gevel.Date]{}
	return []gevel.Fact{unknown}, append(from(first, unknown, day), others...)
}

// differing returns the source that says otherwise than before, the one that comes first by precedence.
func differing(then, now []gevel.Fact) gevel.Source {
	for _, f := range slices.Backward(now) {
		isOther := func(g gevel.Fact) bool { return g.Source != f.Source }
		was, is := slices.DeleteFunc(slices.Clone(then), isOther), slices.DeleteFunc(slices.Clone(now), isOther)
		if !slices.EqualFunc(was, is, sameFact) {
			return f.Source
		}
	}
	return then[0].Source
}

// firstDay returns the first day of facts with days of their own, NoDate for none.
func firstDay(facts []gevel.Fact) gevel.Date {
	for _, f := range facts {
		if f.Known != gevel.NoDate {
			return f.Known
		}
	}
	return gevel.NoDate
}

// endedOn returns facts that end on a day, unless they did before.
func endedOn(facts []gevel.Fact, day gevel.Date) []gevel.Fact {
	for i := range facts {
		if facts[i].Until == gevel.NoDate {
			facts[i].Until = day
		}
	}
	return facts
}

func isOf(f gevel.Fact, of Undated) bool {
	_, ok := of[f.Source]
	return ok
}

// statesOf returns what undated sources say of a characteristic of a home.
func (g *Homes) statesOf(d *gevel.Dwelling, k int, of Undated) (facts []gevel.Fact) {
	dated := false
	for _, f := range d.Facts {
		if dated = dated || f.Attribute == k; f.Attribute == k && isOf(f, of) {
			facts = append(facts, f)
		}
	}
	if is := undated(d, g.Attributes, k); !dated && isOf(is, of) && is.Value == is.Value {
		facts = append(facts, is)
	}
	return facts
}

// ended returns the states that a delivery replaced, and the day of the last that did.
func ended(facts []gevel.Fact) (before []gevel.Fact, since gevel.Date) {
	since = gevel.NoDate
	for _, f := range facts {
		if f.Until != gevel.NoDate {
			before, since = append(before, f), max(since, f.Until)
		}
	}
	return before, since
}

// from returns facts as known from a day on, NoDate for always. None says from then on that nothing is known.
func from(facts []gevel.Fact, was gevel.Fact, day gevel.Date) []gevel.Fact {
	if len(facts) == 0 {
		was.Value, was.Known, was.Until, was.Since = math.NaN(), day, gevel.NoDate, gevel.Opt[gevel.Date]{}
		return []gevel.Fact{was}
	}
	if day == gevel.NoDate {
		return facts
	}
	facts = slices.Clone(facts)
	for i := range facts {
		f := &facts[i]
		if f.Known = max(f.Known, day); f.Since.Known {
			f.Since.V = max(f.Since.V, day)
		}
	}
	return facts
}

// knownBefore returns the facts that were known before a day.
func knownBefore(facts []gevel.Fact, day gevel.Date) (known []gevel.Fact) {
	for _, f := range facts {
		if f.Known < day {
			known = append(known, f)
		}
	}
	return known
}

func sameValue(a, b gevel.Fact) bool {
	return float32(a.Value) == float32(b.Value) || a.Value != a.Value && b.Value != b.Value
}

func sameFact(a, b gevel.Fact) bool {
	return sameValue(a, b) && a.Known == b.Known && a.Since.Or(gevel.Always) == b.Since.Or(gevel.Always) && a.Source == b.Source
}
