// Package drawntown is a town of known shape that can be photographed: streets of houses, flats, corners, alleys and homes
// in yards, drawn by casting rays, each building in a colour of its own. A test counts in a picture of it which building
// each pixel shows. It shares no code with what it tests.
package drawntown

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
)

// House is a building, with the address of its homes.
type House struct {
	Outline []gevel.Point // not closed
	Height  float64       // metres
	Homes   int           // 0 for a shed
	Street  string
	Number  int // the first of the homes, which have every second number from there
	Yard    bool
	Lorry   bool // not in the register: it only stands in pictures
}

// Town is the houses, and places in its streets where a car takes pictures.
type Town struct {
	Houses []House
	Spots  []Spot

	rng    *rand.Rand
	cells  map[[2]int][]edge
	angle  float64
	origin gevel.Point
	number map[string]int // the last of each side of a street
}

// IsBuilt reports whether a place is in a house: rays from there to the east cross its walls an odd number of times.
func (t *Town) IsBuilt(p gevel.Point) bool {
	odd := map[int]bool{}
	for _, c := range t.cast(p, math.Pi/2) {
		odd[c.of] = !odd[c.of]
	}
	for _, in := range odd {
		if in {
			return true
		}
	}
	return false
}

// IsNear reports whether a wall stands within some 20 m of a place.
func (t *Town) IsNear(p gevel.Point) bool {
	at := cellOf(p)
	for n := range 9 {
		if len(t.cells[[2]int{at[0] + n%3 - 1, at[1] + n/3 - 1}]) > 0 {
			return true
		}
	}
	return false
}

// Spot is a place in a street, and the way that traffic goes there, degrees.
type Spot struct {
	At      gevel.Point
	Heading float64
}

// Of is a town of nothing but some houses.
func Of(houses ...House) *Town {
	t := &Town{cells: map[[2]int][]edge{}}
	for _, h := range houses {
		t.Stand(h)
	}
	return t
}

// New builds streets with at least so many homes.
func New(seed uint64, homes int) *Town {
	t := &Town{
		rng: rand.New(rand.NewPCG(seed, 55)), cells: map[[2]int][]edge{}, angle: 0.3, number: map[string]int{},
		origin: gevel.Point{X: 80_000, Y: 455_000},
	}
	for row, y := 0, 0.0; t.homes() < homes; row++ {
		y += t.street(fmt.Sprintf("Straat %d", row), y)
	}
	t.Spots = slices.DeleteFunc(t.Spots, func(s Spot) bool { return t.IsBuilt(s.At) })
	return t
}

func (t *Town) homes() (n int) {
	for i := range t.Houses {
		n += t.Houses[i].Homes
	}
	return n
}

const length = 400.0 // of a street, metres

// street builds both sides of a street and returns the depth that it takes.
func (t *Town) street(name string, y float64) float64 {
	width := 7 + 9*t.rng.Float64()
	for x := 2.0; x < length; x += 6 {
		t.Spots = append(t.Spots, t.spot(x, y+t.rng.NormFloat64()/2, 90))
	}
	depth := 0.0
	for side := range 2 {
		sign := float64(1 - 2*side)
		for x := 0.0; x < length-60; {
			block := 45 + 40*t.rng.Float64()
			depth = max(depth, t.block(name, side, x, y+sign*width/2, sign, block))
			t.cross(fmt.Sprintf("Dwarsstraat %s %d", name, int(x)), x+block, y, sign, width/2)
			if x += block + 8; t.rng.IntN(3) == 0 {
				x -= 5.5 // an alley of 2.5 m
			}
		}
	}
	return width + 2*depth + 14
}

// block builds a row of houses along a street from x on, and returns how deep it is.
func (t *Town) block(name string, side int, x, y, sign, block float64) float64 {
	garden := float64(t.rng.IntN(5))
	y += sign * garden
	next := func() int {
		key := fmt.Sprint(name, side)
		t.number[key] += 2
		return t.number[key] - side
	}
	kind, deep := t.rng.IntN(8), 8+3*t.rng.Float64()
	if kind == 0 { // a flat
		units := 8 + t.rng.IntN(24)
		t.build(House{Height: 9 + 9*t.rng.Float64(), Homes: units, Street: name, Number: next()}, x, y, block, sign*12)
		t.number[fmt.Sprint(name, side)] += 2 * (units - 1)
		return garden + 12
	}
	wide, gap, height := 4.5+2.5*t.rng.Float64(), 0.0, 5.5+5*t.rng.Float64()
	if kind == 1 { // detached
		wide, gap = 8+4*t.rng.Float64(), 3
	}
	for end := x + block; x+wide <= end; x += wide + gap {
		homes := 1
		if t.rng.IntN(12) == 0 {
			homes = 2 // one above the other
		}
		set := 0.0
		if t.rng.IntN(10) == 0 {
			set = 1.5 // back
		}
		t.build(House{Height: height + t.rng.Float64(), Homes: homes, Street: name, Number: next()}, x, y+sign*set, wide, sign*deep)
		if homes == 2 {
			next()
		}
		if x+wide > end-12 {
			continue // the house at the side street has its yard there
		}
		if t.rng.IntN(2) == 0 {
			t.build(House{Height: 2.4}, x+0.3, y+sign*(deep+9), 2.5, sign*2.5)
		}
		if t.rng.IntN(25) == 0 && wide > 5 {
			t.build(House{Height: 4, Homes: 1, Street: name, Number: next(), Yard: true}, x+0.5, y+sign*(deep+3), wide-1, sign*5)
		}
	}
	return garden + deep + 6
}

// cross is a side street of 8 m, from the end of a block on, with a house on it behind the corner.
func (t *Town) cross(name string, x, y, sign, half float64) {
	for d := 3.0; d < 40; d += 6 {
		t.Spots = append(t.Spots, t.spot(x+4, y+sign*d, 0))
	}
	t.build(House{Height: 7, Homes: 1, Street: name, Number: 1}, x-9, y+sign*(half+17), 9, sign*6)
}

func (t *Town) spot(x, y, heading float64) Spot {
	return Spot{t.at(x, y), math.Mod(heading-t.angle*180/math.Pi+360, 360)}
}

func (t *Town) at(x, y float64) gevel.Point {
	sin, cos := math.Sincos(t.angle)
	return gevel.Point{X: t.origin.X + x*cos - y*sin, Y: t.origin.Y + x*sin + y*cos}
}

// build adds a house on a rectangle, in some with a bay.
func (t *Town) build(h House, x, y, wide, deep float64) {
	h.Outline = []gevel.Point{t.at(x, y)}
	if h.Homes > 0 && h.Homes < 3 && !h.Yard && t.rng.IntN(5) == 0 {
		out := math.Copysign(0.8, -deep)
		h.Outline = append(h.Outline, t.at(x+1, y), t.at(x+1.5, y+out), t.at(x+3, y+out), t.at(x+3.5, y))
	}
	h.Outline = append(h.Outline, t.at(x+wide, y), t.at(x+wide, y+deep), t.at(x, y+deep))
	t.Stand(h)
}

// edge is a wall of a house.
type edge struct {
	a, b gevel.Point
	of   int
}

const cellSide = 16.0

func cellOf(p gevel.Point) [2]int {
	return [2]int{int(math.Floor(p.X / cellSide)), int(math.Floor(p.Y / cellSide))}
}

// Stand puts a house, or a lorry, into the town.
func (t *Town) Stand(h House) {
	for i, a := range h.Outline {
		b := h.Outline[(i+1)%len(h.Outline)]
		low, high := cellOf(gevel.Point{X: min(a.X, b.X), Y: min(a.Y, b.Y)}), cellOf(gevel.Point{X: max(a.X, b.X), Y: max(a.Y, b.Y)})
		for x := low[0]; x <= high[0]; x++ {
			for y := low[1]; y <= high[1]; y++ {
				t.cells[[2]int{x, y}] = append(t.cells[[2]int{x, y}], edge{a, b, len(t.Houses)})
			}
		}
	}
	t.Houses = append(t.Houses, h)
}

// BuildingID is the id of the building of a house, by its index.
func BuildingID(house int) gevel.BAGID { return gevel.BAGID(fmt.Sprintf("0518100%09d", house+1)) }

// Footprints is the town's table of buildings, with or without heights.
func (t *Town) Footprints(tb testing.TB, heights bool) *footprint.Table {
	tb.Helper()
	b := footprint.NewBuilder()
	defer b.Close()
	for i, h := range t.Houses {
		if h.Lorry {
			continue
		}
		err := b.Add(footprint.Building{Year: 1950, Homes: h.Homes, Outline: [][]gevel.Point{h.Outline}, Number: BuildingID(i).Number()})
		if err != nil {
			tb.Fatal(err)
		}
	}
	table, err := b.Table()
	if err == nil && heights {
		table, err = table.WithHeights(func(n gevel.BAGNumber) float64 { return t.Houses[int(n%1e9)-1].Height })
	}
	if err != nil {
		tb.Fatal(err)
	}
	return table
}

// Home is a home of the town.
type Home struct {
	gevel.Address
	At    gevel.Point
	House int
}

// Homes are the homes of all houses.
func (t *Town) Homes() (all []Home) {
	for i, h := range t.Houses {
		var middle gevel.Point
		for _, p := range h.Outline[len(h.Outline)-3:] {
			middle.X, middle.Y = middle.X+p.X/4, middle.Y+p.Y/4
		}
		middle.X, middle.Y = middle.X+h.Outline[0].X/4, middle.Y+h.Outline[0].Y/4
		for k := range h.Homes {
			n := len(all) + 1
			all = append(all, Home{House: i, At: middle, Address: gevel.Address{
				NumberID: gevel.BAGID(fmt.Sprintf("0518200%09d", n)), ObjectID: gevel.BAGID(fmt.Sprintf("0518010%09d", n)),
				PostalCode: gevel.PostalCode(fmt.Sprintf("2511%c%c", 'A'+n/2600%26, 'A'+n/100%26)), HouseNumber: h.Number + 2*k,
				Street: h.Street, City: "Tekendam", Kind: gevel.Home, Main: true, InUse: true,
			}})
		}
	}
	return all
}
