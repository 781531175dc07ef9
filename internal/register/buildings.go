package register

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
)

// What 3DBAG records of buildings becomes what the homes in them have: the volume of a building is shared
// out over its units by their surfaces.

// A home whose share is less than leastHeight m3 for each m2 has no room to stand in; more than
// mostHeight is a barn or a hall with a home in it. Houses have some 2.8 to 5.
const (
	leastHeight = 2
	mostHeight  = 15
)

// Reasons beside the files' own. Homes of such a building get no volume.
const (
	ReasonNotInUse      = "not_in_use"      // no unit in the building is in use
	FaultUnknownSurface = "unknown_surface" // of a unit in the building
	FaultVolumePerM2    = "volume_per_m2"   // below 2 or above 15 m3 for each m2
	FaultVolumeOfHome   = "volume_of_home"  // the home's share is no volume with which homes are valued
)

// BuildingCount counts the buildings of 3DBAG by their use.
type BuildingCount struct {
	Volumes int                     // homes with a volume
	Shared  int                     // homes among these that share their building
	Storeys int                     // homes with the storeys of their building
	Details [building3d.Details]int // buildings by the model that their volume is of
	// Walled are buildings of one home with a house type by the walls and known party walls; the field below counts
	// how many party walls disagree. The type by the walls stays.
	Walled                       int
	DetachedJoined, JoinedSingle int
}

// String says it in sentences.
func (c *BuildingCount) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "3DBAG gives %d homes a volume; %d of them share their building", c.Volumes, c.Shared)
	if c.Storeys > 0 {
		fmt.Fprintf(&b, ", and %d the storeys of their building", c.Storeys)
	}
	b.WriteString("\nvolumes of buildings by level of detail:")
	for d, n := range c.Details {
		fmt.Fprintf(&b, " %s %d", building3d.Detail(d), n)
	}
	fmt.Fprintf(&b, "\nparty walls of %d buildings of one home beside the type that the register's walls say: "+
		"%d are detached and have some, %d are not and have none (the type stays)", c.Walled, c.DetachedJoined, c.JoinedSingle)
	return b.String()
}

// Buildings gathers what 3DBAG records of the buildings in which homes lie. It takes some 20 bytes a building and 10 a home,
// and while it learns some 600 for each home in a building whose units differed.
type Buildings struct {
	BuildingOptions
	homes    *Homes
	units    []bag.Unit
	numbers  []gevel.BAGNumber // ascending
	first    []int32           // of numbers, into units; one more for the end
	recorded []recorded        // of numbers
}

// recorded is what 3DBAG records of a building.
type recorded struct {
	volume, partyWalls float32 // NaN: not known
	height             float32 // metres; 0: not known
	storeys            uint8   // 0: not known
	detail             building3d.Detail
	known              bool // it records something
}

// BuildingOptions say what homes learn of their buildings, beside the volume.
type BuildingOptions struct{ Storeys bool }

// NewBuildings returns one of the homes' buildings. The homes let go of their units: it works once.
func (g *Homes) NewBuildings(o BuildingOptions) *Buildings {
	b := &Buildings{BuildingOptions: o, homes: g, units: g.units}
	g.units = nil
	for i := range b.units {
		if i == 0 || b.units[i-1].Building != b.units[i].Building {
			b.numbers, b.first = append(b.numbers, b.units[i].Building), append(b.first, int32(i))
		}
	}
	b.first = append(b.first, int32(len(b.units)))
	b.recorded = make([]recorded, len(b.numbers))
	return b
}

// unitsOf returns the units of the building in a place.
func (b *Buildings) unitsOf(i int) []bag.Unit { return b.units[b.first[i]:b.first[i+1]] }

// Has reports whether a home lies in a building. It may be called from several goroutines.
func (b *Buildings) Has(n gevel.BAGNumber) bool {
	i, ok := slices.BinarySearch(b.numbers, n)
	return ok && slices.ContainsFunc(b.unitsOf(i), func(u bag.Unit) bool { return u.Home >= 0 })
}

// Add takes what is recorded of a building, and reports whether that is the first: else it changes nothing.
func (b *Buildings) Add(of building3d.Building) bool {
	i, ok := slices.BinarySearch(b.numbers, of.ID)
	if !ok || b.recorded[i].known {
		return false
	}
	nan := math.NaN()
	b.recorded[i] = recorded{
		known: true, detail: of.Detail, volume: float32(of.Volume.Or(nan)), partyWalls: float32(of.PartyWalls.Or(nan)),
		height: float32(of.Height.Or(0)),
	}
	if b.Storeys {
		b.recorded[i].storeys = uint8(of.Storeys.Or(0))
	}
	return true
}

// Height returns the height of a building, metres; 0 where it is not known. It works until Learn.
func (b *Buildings) Height(n gevel.BAGNumber) float64 {
	i, ok := slices.BinarySearch(b.numbers, n)
	if !ok {
		return 0
	}
	return float64(b.recorded[i].height)
}

// learned is what homes learn of their buildings, by their rows.
type learned struct {
	volume   []float64               // m3, in buildings that did not change; NaN: some has none; 0: nothing is said
	storeys  []uint8                 // of these; 0: not known
	shared   []bool                  // a building of the home has other units
	changed  map[int32][]changedUnit // units in buildings whose shares changed, by the row of the home
	storeyed bool                    // the storeys of a building of some home are known
}

// Learn gives the homes what was recorded of their buildings. Rejects get buildings that are not in use, and
// faults get buildings whose homes go without a volume. Errors: ctx.Err(), and the errors of Homes.Bring.
func (b *Buildings) Learn(ctx context.Context, rejects, faults *gevel.Rejects) (BuildingCount, error) {
	n := b.homes.Len()
	var count BuildingCount
	l := learned{make([]float64, n), make([]uint8, n), make([]bool, n), map[int32][]changedUnit{}, false}
	for i := range b.numbers {
		if i%checkEvery == 0 {
			gevel.Report(ctx, i, len(b.numbers))
		}
		b.learn(i, &l, &count, rejects, faults)
	}
	b.recorded = nil
	err := b.give(ctx, &l, &count, faults)
	b.units, b.homes.pasts = nil, nil
	return count, err
}

// learn makes of what is recorded of a building what its homes learn.
func (b *Buildings) learn(i int, l *learned, count *BuildingCount, rejects, faults *gevel.Rejects) {
	of, units := &b.recorded[i], b.unitsOf(i)
	inUse, surface, unknown := 0, 0.0, false
	for _, u := range units {
		if now := b.homes.registeredAt(u, gevel.Latest); now != bag.NotInUse {
			inUse, surface, unknown = inUse+1, surface+float64(now), unknown || now == 0
		}
	}
	share := math.NaN() // m3 per m2
	name := func() string { return "pand " + string(b.numbers[i].ID()) }
	past := b.pastOf(units, of)
	switch {
	case !of.known:
	case inUse == 0:
		rejects.Add(ReasonNotInUse, name(), "")
	default:
		b.checkWalls(of, units, count)
		share = b.share(of, surface, unknown, name, faults)
	}
	if share == share {
		count.Details[of.detail]++
	}
	for _, u := range units {
		now := b.homes.registeredAt(u, gevel.Latest)
		switch {
		case u.Home < 0 || now == bag.NotInUse && len(b.homes.stepsOf(u)) == 0:
			continue // it never was in use
		case past != nil:
			l.changed[u.Home] = append(l.changed[u.Home], changedUnit{u, past})
		case now != bag.NotInUse:
			l.volume[u.Home] += partOf(share, float64(now))
			l.storeys[u.Home] = max(l.storeys[u.Home], of.storeys)
		}
		l.shared[u.Home], l.storeyed = l.shared[u.Home] || inUse > 1, l.storeyed || of.storeys > 0
	}
}

// share returns how many m3 of a building's volume there are for each m2 of its units, NaN where that
// can't be told.
func (b *Buildings) share(of *recorded, surface float64, unknown bool, name func() string, faults *gevel.Rejects) float64 {
	if of.volume != of.volume {
		return math.NaN()
	}
	if unknown {
		faults.Add(FaultUnknownSurface, name(), "a unit in it")
		return math.NaN()
	}
	share := float64(of.volume) / surface
	if share < leastHeight || share > mostHeight {
		faults.Add(FaultVolumePerM2, name(), fmt.Sprintf("%.0f m3 for %.0f m2", of.volume, surface))
		return math.NaN()
	}
	return share
}

// checkWalls holds the house type that the walls say against the party walls of a building of one home.
func (b *Buildings) checkWalls(of *recorded, units []bag.Unit, count *BuildingCount) {
	if of.partyWalls != of.partyWalls || len(units) != 1 || units[0].Home < 0 {
		return
	}
	kind := b.homes.wallTypeOf(int(units[0].Home))
	if kind == 0 {
		return
	}
	count.Walled++
	switch detached := kind == gevel.VrijstaandeWoning; {
	case detached && of.partyWalls > 0:
		count.DetachedJoined++
	case !detached && of.partyWalls == 0:
		count.JoinedSingle++
	}
}

// wallTypeOf returns the house type that the walls say of the home in a row, 0 for none.
func (g *Homes) wallTypeOf(row int) gevel.BuildType {
	d := g.At(row)
	if d.SourceOf(gevel.AtBuildType) == gevel.FromWalls {
		return d.BuildType
	}
	return wallType(&d)
}

// give gives the homes what they learned. 3DBAG dates nothing: a home has its volume since it stands, and another share of
// its building from the day on which the surfaces in that changed.
func (b *Buildings) give(ctx context.Context, l *learned, count *BuildingCount, faults *gevel.Rejects) error {
	g, storeys := b.homes, -1
	if l.storeyed {
		var err error
		if storeys, err = g.Bring(building3d.Storeys()); err != nil {
			return err
		}
	}
	var facts []gevel.Fact
	for row := range g.Len() {
		if row%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		v, n, _ := b.at(row, l, gevel.Latest)
		if b.likely(v) > 0 {
			count.Volumes++
			if l.shared[row] {
				count.Shared++
			}
		} else if a := &g.Attributes[gevel.AtVolume]; v > 0 {
			faults.Add(FaultVolumeOfHome, string(g.ID(row)), fmt.Sprintf("%.0f m3, not from %d to %d", v, a.Least, a.Most))
		}
		if n > 0 {
			count.Storeys++
		}
		facts = b.steps(facts[:0], row, l, gevel.AtVolume, func(v float64, _ uint8) float64 { return b.likely(v) })
		if storeys >= 0 {
			facts = b.steps(facts, row, l, storeys, func(_ float64, n uint8) float64 { return float64(n) })
		}
		if len(facts) > 0 {
			g.Learn(row, facts)
		}
	}
	return nil
}

// likely returns a volume with which a home can be valued, 0 for any other.
func (b *Buildings) likely(volume float64) float64 {
	if a := &b.homes.Attributes[gevel.AtVolume]; float64(a.Least) <= volume && volume <= float64(a.Most) {
		return volume
	}
	return 0
}
