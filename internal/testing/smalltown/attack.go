package smalltown

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/gevel/gevel"
)

// Attacks the rule that a valuation uses only sales known before its date.

// Attack returns the market with sales known on a day or later added, changed and
// deleted. None known before the day is touched.
func (m *Market) Attack(rng *rand.Rand, day gevel.Date) *Market {
	attacked := *m
	attacked.Sold = nil
	for _, s := range m.Sold {
		if max(s.KnownDate, s.Date) < day {
			attacked.Sold = append(attacked.Sold, s)
			continue
		}
		switch rng.IntN(4) {
		case 0: // deleted
		case 1:
			attacked.Sold = append(attacked.Sold, m.spoil(rng, s, day))
		default:
			attacked.Sold = append(attacked.Sold, s)
		}
	}
	for i := range rng.IntN(300) {
		s := m.Sale(rng, 100_000+i, rng.IntN(len(m.Dwellings)), day)
		attacked.Sold = append(attacked.Sold, m.spoil(rng, s, day))
	}
	rng.Shuffle(len(attacked.Sold), func(i, j int) {
		attacked.Sold[i], attacked.Sold[j] = attacked.Sold[j], attacked.Sold[i]
	})
	return &attacked
}

// freshDays is the most days before the day at which half of the spoiled sales are dated: models are
// calibrated on the sales of those days.
const freshDays = 365

// spoil changes a sale, known from the day on, in ways that could show: an old date, or a
// late one and known on the very day; another place, names that are new or sort first, an outlying
// price.
func (m *Market) spoil(rng *rand.Rand, s gevel.Sale, day gevel.Date) gevel.Sale {
	s.ID = fmt.Sprintf("%c %s", 'a'+rng.IntN(26), s.ID)
	s.Date = Start - 9000 + gevel.Date(rng.IntN(int(day-Start)+9000))
	s.KnownDate = day + gevel.Date(rng.IntN(3)*rng.IntN(300))
	if rng.IntN(2) == 0 {
		s.Date, s.KnownDate = day-gevel.Date(rng.IntN(freshDays)), day
	}
	s.Price = gevel.Euro(1000 + rng.IntN(9_000_000))
	if rng.IntN(3) == 0 { // of the deal of a sale known before or later
		s.Deal = m.Sold[rng.IntN(len(m.Sold))].ID
	}
	view := m.view([]string{"park", "water", "road", fmt.Sprint("new ", rng.IntN(5))}[rng.IntN(4)])
	s.Extra = []float32{WOZ: float32(rng.IntN(1e6)), View: view}
	switch rng.IntN(4) {
	case 0:
		s.PC4, s.Street = fmt.Sprint(1000+rng.IntN(9000)), fmt.Sprint("Laan ", rng.IntN(50))
	case 1:
		s.Place = gevel.Point{X: 90_000 + float64(rng.IntN(20_000)), Y: 390_000 + float64(rng.IntN(20_000))}
	case 2:
		s.Place, s.DwellingID = gevel.Point{X: 1, Y: 1}, fmt.Sprint(rng.IntN(100))
	}
	s.BuildType = gevel.BuildType(rng.IntN(gevel.BuildTypes))
	s.UseSurface, s.BuildYear = gevel.Some(1+rng.IntN(3000)), gevel.Some(1000+rng.IntN(1000))
	return s
}

// Case returns an inquiry for a random home on a random day before or on the last one, now
// and then with the caller's own characteristics.
func (m *Market) Case(rng *rand.Rand, from, last gevel.Date) gevel.Inquiry {
	day := last
	if rng.IntN(4) > 0 {
		day = from + gevel.Date(rng.IntN(int(last-from)+1))
	}
	q := m.Inquiry(rng.IntN(len(m.Dwellings)), day)
	if rng.IntN(3) == 0 {
		q.Overrides.UseSurface = gevel.Some(5 + rng.IntN(300))
	}
	if rng.IntN(3) == 0 {
		q.Overrides.BuildType = gevel.BuildType(1 + rng.IntN(gevel.BuildTypes-1))
	}
	return q
}

// Relearn returns the market with what registers learned of homes and their sales on a day or later: surfaces, years
// and types, of some days before and of some after it. Nothing known before the day is touched.
func (m *Market) Relearn(rng *rand.Rand, day gevel.Date) *Market {
	learned := *m
	learned.Dwellings, learned.Revisions = slices.Clone(m.Dwellings), maps.Clone(m.Revisions)
	if learned.Revisions == nil {
		learned.Revisions = gevel.Revisions{}
	}
	spoil := func(c gevel.Characteristics) gevel.Characteristics {
		c.UseSurface, c.BuildYear = gevel.Some(20+rng.IntN(400)), gevel.Some(1900+rng.IntN(100))
		return c
	}
	for h := range learned.Dwellings {
		if rng.IntN(3) > 0 {
			continue
		}
		d := &learned.Dwellings[h]
		is := spoil(d.Characteristics)
		known, since := day+gevel.Date(rng.IntN(2)*rng.IntN(300)), gevel.Always
		if rng.IntN(2) == 0 {
			since = day - gevel.Date(rng.IntN(900))
		}
		for _, k := range []int{gevel.AtUseSurface, gevel.AtBuildYear} {
			fact := func(c *gevel.Characteristics, known, since gevel.Date) gevel.Fact {
				return gevel.Fact{Attribute: k, Value: m.Attributes[k].Get(c), Provenance: gevel.Provenance{
					Source: gevel.FromBAG, Known: known, Since: gevel.Some(since), Until: gevel.NoDate,
				}}
			}
			d.Facts = append(d.Facts, fact(&d.Characteristics, gevel.NoDate, gevel.Always), fact(&is, known, since))
		}
		slices.SortStableFunc(d.Facts, func(a, b gevel.Fact) int { return a.Attribute - b.Attribute })
		*d = d.Seen(gevel.Latest, m.Attributes)
	}
	for _, s := range m.Sold {
		if rng.IntN(3) == 0 {
			known := max(day, s.KnownDate+1, s.Date+1) + gevel.Date(rng.IntN(100))
			learned.Revisions[s.ID] = []gevel.Revision{{Known: known, Price: s.Price, Characteristics: spoil(s.Characteristics)}}
		}
	}
	return &learned
}
