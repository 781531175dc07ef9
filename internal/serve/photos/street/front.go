package street

// Which view of its front is the best that a home has.

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/photos"
)

// Town is what is known of buildings and homes.
type Town struct {
	Buildings *footprint.Table
	Homes     []gevel.Point // by row; the zero point where it is not known
	// Address returns the main address of the home in a row; not ok for one that does not stand.
	Address func(row int) (a gevel.Address, ok bool)
}

// Front is the view of a home that is used.
type Front struct {
	Home gevel.BAGID // id of the object
	Pose int
	Cut  Cut
	photos.Seen
}

// Found are the fronts of a town, by pose, and how many homes have none.
type Found struct {
	Fronts  []Front
	Without [Reasons]int
}

// Find finds the best view of each home. A pose has all but its picture. Progress is called with the poses done.
func (t *Town) Find(ctx context.Context, poses []Pose, progress func(done, total int)) (Found, error) {
	f := finder{Town: t, poses: poses, sides: map[int][]*side{}, reasons: map[int]Reason{}, homes: map[int][]int32{}, progress: progress}
	f.byTile()
	if err := f.each(ctx, f.look); err != nil {
		return Found{}, err
	}
	f.choose()
	if err := f.each(ctx, f.judge); err != nil {
		return Found{}, err
	}
	return f.found(), nil
}

const (
	tile       = 256.0 // metres: poses of a tile share a scene
	candidates = 4     // views of a side that are kept to be judged
)

// finder is the state of Find.
type finder struct {
	*Town
	poses    []Pose
	order    []int32 // poses by tile
	tiles    map[[2]int][]int32
	sides    map[int][]*side // of buildings, by row
	reasons  map[int]Reason  // of buildings near a camera
	homes    map[int][]int32 // rows of homes, by building
	progress func(done, total int)
	done     int
}

func tileOf(p geo.Point) [2]int {
	return [2]int{int(math.Floor(p.X / tile)), int(math.Floor(p.Y / tile))}
}

// byTile orders poses and homes by tile.
func (f *finder) byTile() {
	f.order = market.OrderOf(f.poses, func(a, b *Pose) int {
		p, q := tileOf(a.At), tileOf(b.At)
		return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]))
	})
	near := map[[2]int]bool{}
	for i := range f.poses {
		at := tileOf(f.poses[i].At)
		for n := range 9 {
			near[[2]int{at[0] + n%3 - 1, at[1] + n/3 - 1}] = true
		}
	}
	f.tiles = map[[2]int][]int32{}
	for row, p := range f.Homes {
		if key := tileOf(p); p.Known() && near[key] {
			f.tiles[key] = append(f.tiles[key], int32(row))
		}
	}
}

// each works on the poses of each tile in the scene around them.
func (f *finder) each(ctx context.Context, work func(s *scene, key [2]int, poses []int32)) error {
	for rest := f.order; len(rest) > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		key, n := tileOf(f.poses[rest[0]].At), 1
		for n < len(rest) && tileOf(f.poses[rest[n]].At) == key {
			n++
		}
		low := geo.Point{X: float64(key[0])*tile - reach, Y: float64(key[1])*tile - reach}
		work(sceneIn(f.Buildings, low, geo.Point{X: low.X + tile + 2*reach, Y: low.Y + tile + 2*reach}), key, rest[:n])
		if f.done += n; f.progress != nil {
			f.progress(f.done, 2*len(f.order))
		}
		rest = rest[n:]
	}
	return nil
}

// look notes what the cameras of a tile see.
func (f *finder) look(s *scene, key [2]int, poses []int32) {
	f.house(s, key)
	for _, n := range poses {
		c := f.poses[n].camera()
		for i := range s.buildings {
			b := &s.buildings[i]
			if d := b.distance(c.At); b.homes > 0 && d <= farthest {
				f.reasons[b.row] = Hidden
			}
		}
		s.views(n, &c, func(v *view) { f.note(s.buildings[v.building].row, v) })
	}
}

// distance returns the metres to the rectangle around the building.
func (b *building) distance(p geo.Point) float64 {
	return math.Hypot(max(b.bound.Min[0]-p.X, 0, p.X-b.bound.Max[0]), max(b.bound.Min[1]-p.Y, 0, p.Y-b.bound.Max[1]))
}

// house finds the buildings of the homes of a tile and those around it.
func (f *finder) house(s *scene, key [2]int) {
	for n := range 9 {
		at := [2]int{key[0] + n%3 - 1, key[1] + n/3 - 1}
		var later []int32
		for _, row := range f.tiles[at] {
			if b := s.around(geo.Point(f.Homes[row])); b >= 0 {
				of := s.buildings[b].row
				f.homes[of] = append(f.homes[of], row)
			} else {
				later = append(later, row) // the scene may not reach there
			}
		}
		f.tiles[at] = later
	}
}

// note keeps a view of a building if it is among the best of its side.
func (f *finder) note(row int, v *view) {
	of := f.side(row, v.normal)
	if v.distance <= farthest {
		of.votes += math.Cos(v.angle)
	}
	if r := v.refusal(); r >= 0 {
		of.reason = max(of.reason, r)
		return
	}
	at, _ := slices.BinarySearchFunc(of.views, v, func(a view, b *view) int { return f.compare(&a, b) })
	of.views = slices.Insert(of.views, at, *v)
	of.views = of.views[:min(len(of.views), candidates)]
}

// compare puts the better view first: one beyond doubt, and of views about as good the newer.
func (f *finder) compare(a, b *view) int {
	const alike = 20 // steps of worth
	doubt := func(v *view) int {
		switch {
		case v.chance >= 0.9995:
			return 0
		case v.chance >= 0.998:
			return 1
		}
		return 2
	}
	step := func(v *view) int { return int(v.worth() * alike) }
	return cmp.Or(
		cmp.Compare(doubt(a), doubt(b)), cmp.Compare(step(b), step(a)),
		f.poses[b.pose].TakenAt.Compare(f.poses[a.pose].TakenAt), cmp.Compare(a.pose, b.pose),
	)
}

// judge takes the first view of each side that surely shows its building, of those whose camera stands in the tile.
func (f *finder) judge(s *scene, _ [2]int, poses []int32) {
	here := map[int32]bool{}
	for _, n := range poses {
		here[n] = true
	}
	for i := range s.buildings {
		for _, of := range f.sides[s.buildings[i].row] {
			if len(of.homes) == 0 {
				continue
			}
			for n := range of.views {
				v := of.views[n]
				if of.front != nil && f.compare(&of.views[n], of.best()) >= 0 {
					break
				}
				if !here[v.pose] {
					continue
				}
				v.building = int32(i)
				if front, reason := f.front(s, &v); reason >= 0 {
					of.reason = max(of.reason, reason)
				} else {
					of.front = front
				}
			}
		}
	}
}

// best returns the view that is used so far.
func (s *side) best() *view {
	return &s.views[slices.IndexFunc(s.views, func(v view) bool { return int(v.pose) == s.front.Pose })]
}

// front makes the front of a view, or says why it is none.
func (f *finder) front(s *scene, v *view) (*Front, Reason) {
	c := f.poses[v.pose].camera()
	cut, ok := v.cut(&c)
	if !ok {
		return nil, Hidden
	}
	is := s.sure(&c, v, &cut)
	if is.chance < leastChance || is.share < leastShare {
		return nil, NotSurely
	}
	b := &s.buildings[v.building]
	front := &Front{Pose: int(v.pose), Cut: cut, Seen: photos.Seen{
		Distance: round(v.distance), Angle: round(v.angle / degree), Chance: is.chance, Share: is.share, Units: len(f.homes[b.row]),
	}}
	if b.number > 0 {
		front.Building = b.number.ID()
	}
	for of, share := range is.shows {
		homes := f.homes[s.buildings[of].row]
		if share/float64(max(1, len(homes))) <= shownShare {
			continue
		}
		for _, home := range homes {
			if a, ok := f.Address(int(home)); ok {
				front.Shows = append(front.Shows, a.ObjectID)
			}
		}
	}
	slices.Sort(front.Shows)
	return front, -1
}

func round(v float64) float64 { return math.Round(10*v) / 10 }

// found lists the fronts of all homes, and counts the homes without.
func (f *finder) found() (all Found) {
	with := map[int32]Reason{}
	for row, homes := range f.homes {
		for _, home := range homes {
			with[home] = f.reasons[row]
		}
		for _, s := range f.sides[row] {
			for _, home := range s.homes {
				with[home] = s.reason
				a, ok := f.Address(int(home))
				if s.front == nil || !ok {
					continue
				}
				front := *s.front
				front.Home = a.ObjectID
				front.Shows = slices.DeleteFunc(slices.Clone(front.Shows), func(id gevel.BAGID) bool { return id == a.ObjectID })
				all.Fronts = append(all.Fronts, front)
				with[home] = Reasons
			}
		}
	}
	for row := range f.Homes {
		if _, ok := f.Address(row); !ok {
			continue
		}
		if r := with[int32(row)]; r < Reasons {
			all.Without[r]++
		}
	}
	slices.SortFunc(all.Fronts, func(a, b Front) int { return cmp.Or(cmp.Compare(a.Pose, b.Pose), cmp.Compare(a.Home, b.Home)) })
	return all
}
