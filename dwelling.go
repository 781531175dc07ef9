package gevel

import (
	"fmt"
	"math"
	"slices"
)

// Point is a position in metres: RD New (EPSG:28992) in the Netherlands, a local plane for a sales file from
// elsewhere. The zero Point means "not known": it lies far outside the country.
type Point struct{ X, Y float64 }

// Known reports whether p is a position at all.
func (p Point) Known() bool { return p != Point{} }

// Characteristics are what the market pays for, apart from the position. Unknown ones are zero values.
type Characteristics struct {
	BuildType     BuildType
	BuildYear     Opt[int] // year of original construction
	UseSurface    Opt[int] // usable area, m2
	ParcelSurface Opt[int] // parcel area, m2; 0 is no parcel
	Volume        Opt[int] // m3
	Rooms         Opt[int]
	EnergyLabel   EnergyLabel
	Monument      Opt[bool]
	// Extra are further characteristics that sources bring, at the places that their Attributes give them:
	// numbers, or the numbers of names. NaN is unknown; places beyond the end are unknown too.
	Extra []float32
}

// Dwelling is a home as the register knows it: one verblijfsobject with a residential use.
type Dwelling struct {
	ID       BAGID
	NumberID BAGID // of its main address
	At       Point
	// Place is where the models take the home to be: the middle of its stretch of street, shared by all homes
	// there; zero means At. Distances and other figures that people see are computed from At.
	Place Point
	// Entered is the day on which the register learned of a home that it did not know from its beginning; else zero.
	Entered Date
	// Moves are where it was before, by day.
	Moves []Move
	Characteristics
	// Sources holds the source of each characteristic, by its place in the table. Places beyond the end have none.
	Sources []Source
	// Facts are what the sources say of dated characteristics, which may change from one registration to the next. They
	// are grouped by characteristic, and each takes precedence over those before it: the last that was known counts.
	Facts []Fact
}

// Move is where a home was as all days saw it that lie before another.
type Move struct {
	Until     Date
	At, Place Point
}

// SourceOf returns the source of a characteristic.
func (d *Dwelling) SourceOf(attribute int) Source {
	if attribute < len(d.Sources) {
		return d.Sources[attribute]
	}
	return NoSource
}

// On returns the dwelling as it was known before a day and valid on it.
func (d Dwelling) On(day Date, table Attributes) Dwelling { return d.Seen(OnDay(day), table) }

// Seen returns the dwelling as a moment sees it.
func (d Dwelling) Seen(m Moment, table Attributes) Dwelling {
	for _, was := range d.Moves {
		if m.Before < was.Until {
			d.At, d.Place = was.At, was.Place
			break
		}
	}
	if len(d.Facts) == 0 {
		return d
	}
	d.Extra, d.Sources = slices.Clone(d.Extra), slices.Clone(d.Sources)
	for i, f := range d.Facts {
		if i == 0 || d.Facts[i-1].Attribute != f.Attribute {
			d.set(table, Fact{Attribute: f.Attribute, Value: math.NaN()})
		}
		if m.Sees(f.Known, f.Since) {
			d.set(table, f)
		}
	}
	return d
}

// With returns the dwelling with facts that it shares with others, such as its neighbourhood's, as known now.
// shared is sorted by characteristic and day. The dwelling's own facts take precedence.
func (d Dwelling) With(shared []Fact, table Attributes) Dwelling {
	if len(shared) == 0 {
		return d
	}
	facts := slices.Clone(shared)
	dated := map[int]bool{} // characteristics that it has facts of its own about
	for _, f := range d.Facts {
		dated[f.Attribute] = true
		if f.Source != NoSource { // an unknown of its own hides no shared fact
			facts = append(facts, f)
		}
	}
	for i, f := range shared {
		first := i == 0 || shared[i-1].Attribute != f.Attribute
		if first && !dated[f.Attribute] && table[f.Attribute].Known(&d.Characteristics) {
			facts = append(facts, Fact{
				Attribute: f.Attribute, Value: table[f.Attribute].Get(&d.Characteristics),
				Provenance: Provenance{Source: d.SourceOf(f.Attribute), Known: NoDate, Until: NoDate},
			})
		}
	}
	slices.SortStableFunc(facts, func(a, b Fact) int { return a.Attribute - b.Attribute })
	d.Facts = facts
	return d.Seen(Latest, table)
}

func (d *Dwelling) set(table Attributes, f Fact) {
	table[f.Attribute].Set(&d.Characteristics, f.Value)
	for len(d.Sources) <= f.Attribute {
		d.Sources = append(d.Sources, NoSource)
	}
	if d.Sources[f.Attribute] = f.Source; f.isMissing() {
		d.Sources[f.Attribute] = NoSource
	}
}

// isMissing reports whether a fact is that a rule gave nothing: what is not known is of no rule.
func (f *Fact) isMissing() bool { return f.Value != f.Value && standardSources.Row(f.Source).Derived }

// ProvenanceOn returns the provenance of the characteristic at a place of the table, as known before a day.
func (d *Dwelling) ProvenanceOn(day Date, attribute int) Provenance {
	p := Provenance{Source: d.SourceOf(attribute), Known: NoDate, Until: NoDate}
	for i, f := range d.Facts {
		if f.Attribute != attribute {
			continue
		}
		if i == 0 || d.Facts[i-1].Attribute != attribute {
			p.Source = NoSource
		}
		switch sees := OnDay(day).Sees(f.Known, f.Since); {
		case sees && f.isMissing():
			p = Provenance{Source: NoSource, Known: NoDate, Until: NoDate}
		case sees:
			p = f.Provenance
		case f.Source == p.Source && f.Known == p.Until: // what replaced it came later
			p.Until = NoDate
		}
	}
	return p
}

// Surfaces returns the use surfaces of the home, as the register knew them before a day: the first of all days, and each
// later one of a rebuilt home.
func (d *Dwelling) Surfaces(day Date) (list []Segment) {
	for _, f := range d.Facts {
		if f.Attribute != AtUseSurface || f.Source != FromBAG || !OnDay(day).Sees(f.Known, f.Since) {
			continue
		}
		since := f.Since.Or(Always)
		list = append(slices.DeleteFunc(list, func(s Segment) bool { return s.Since >= since }), Segment{since, int64(f.Value)})
	}
	return list
}

// BuildPeriods is how many construction periods there are.
const BuildPeriods = 11

// periodStarts are the first years of the construction periods after the first.
var periodStarts = [BuildPeriods - 1]int{1906, 1931, 1945, 1960, 1971, 1981, 1991, 2001, 2011, 2021}

// periodNames are the periods as the answers of the service name them.
var periodNames = func() (names [BuildPeriods]string) {
	for i := range names {
		switch i {
		case 0:
			names[i] = fmt.Sprintf("<%d", periodStarts[0])
		case BuildPeriods - 1:
			names[i] = fmt.Sprintf(">%d", periodStarts[i-1]-1)
		default:
			names[i] = fmt.Sprintf("%d-%d", periodStarts[i-1], periodStarts[i]-1)
		}
	}
	return names
}()

// BuildPeriod returns the construction period of a build year, 0 (the oldest) to BuildPeriods-1.
func BuildPeriod(year int) int {
	i, exact := slices.BinarySearch(periodStarts[:], year)
	if exact {
		i++
	}
	return i
}

// BuildYearCat returns the construction period of a build year, as the answers of
// the service name it: <1906, 1906-1930 and so on to >2020.
func BuildYearCat(year int) string { return BuildPeriodName(BuildPeriod(year)) }

// BuildPeriodName returns the name of a construction period, 0 to BuildPeriods - 1.
func BuildPeriodName(period int) string { return periodNames[period] }
