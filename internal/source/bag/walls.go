package bag

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
)

const (
	// wallTolerance is how far apart two outlines of the same wall may lie, millimetres. Results hardly
	// differ between 50 and 300 mm.
	wallTolerance = 100
	// minSharedWall is the least shared length that makes neighbours, millimetres: less is a touching corner.
	minSharedWall = 1000
	// maxDrift is how far two lines of the same wall may diverge, metres per metre: lines at a greater angle
	// only touch or cross.
	maxDrift = 0.1
	// gridCell is the side of a cell of the index of buildings, millimetres: it holds a few buildings, and
	// most buildings lie in one or two cells.
	gridCell = 30_000
)

// adjacency lists for each building those that share a wall with it.
type adjacency struct{ first, list []int32 }

func (a *adjacency) of(b int32) []int32 { return a.list[a.first[b]:a.first[b+1]] }

// planOf returns the plan of building n; it appends its rings to into.
type planOf func(n int32, into outline) outline

// neighbours returns for each of count buildings the others that share a wall with it, if it takes part.
func neighbours(ctx context.Context, count int, part []int32, plan planOf) (adjacency, error) {
	boxes := make([]box, len(part))
	var room outline
	for i, n := range part {
		room = plan(n, room[:0])
		boxes[i] = room.box().grown(wallTolerance)
	}
	entries := gridOf(boxes)
	meter := gevel.NewMeter(ctx, int64(len(entries)))
	chunks := runsOf(entries, runtime.GOMAXPROCS(0))
	pairs := make([][]pair, len(chunks))
	group, ctx := errgroup.WithContext(ctx)
	for c, chunk := range chunks {
		group.Go(func() (err error) {
			pairs[c], err = pairsIn(ctx, chunk, boxes, part, plan, meter)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return adjacency{}, err
	}
	walls := adjacency{first: make([]int32, count+1)}
	each := func(use func(a, b int32)) {
		for _, found := range pairs {
			for _, p := range found {
				use(p.a, p.b)
				use(p.b, p.a)
			}
		}
	}
	each(func(a, _ int32) { walls.first[a]++ })
	sum := int32(0)
	for i, n := range walls.first {
		sum += n
		walls.first[i] = sum // where its list ends: it is filled from there
	}
	walls.list = make([]int32, sum)
	each(func(a, b int32) {
		walls.first[a]--
		walls.list[walls.first[a]] = b
	})
	return walls, nil
}

// pair is two buildings that share a wall.
type pair struct{ a, b int32 }

// cellEntry says that a plan's box touches a cell of the grid.
type cellEntry struct {
	cell uint64
	plan int32
}

// gridOf lists the cells of all boxes, sorted by cell.
func gridOf(boxes []box) []cellEntry {
	n := 0
	for _, b := range boxes {
		n += int((cellAt(b.right) - cellAt(b.left) + 1) * (cellAt(b.high) - cellAt(b.low) + 1))
	}
	entries := make([]cellEntry, 0, n)
	for i, b := range boxes {
		for cell := range b.cells {
			entries = append(entries, cellEntry{cell, int32(i)})
		}
	}
	slices.SortFunc(entries, func(a, b cellEntry) int {
		if a.cell != b.cell {
			return cmp.Compare(a.cell, b.cell)
		}
		return cmp.Compare(a.plan, b.plan)
	})
	return entries
}

// cells yields the cells of a box.
func (b box) cells(yield func(cell uint64) bool) {
	for x := cellAt(b.left); x <= cellAt(b.right); x++ {
		for y := cellAt(b.low); y <= cellAt(b.high); y++ {
			if !yield(uint64(x)<<32 | uint64(y)) {
				return
			}
		}
	}
}

// cellAt returns the row or column of a coordinate; a grown box may reach just below 0.
func cellAt(mm int32) uint32 { return uint32(max(mm, 0)) / gridCell }

// runsOf cuts entries into about n runs, never within a cell.
func runsOf(entries []cellEntry, n int) [][]cellEntry {
	var runs [][]cellEntry
	size := len(entries)/n + 1
	for len(entries) > 0 {
		end := min(size, len(entries))
		for end < len(entries) && entries[end].cell == entries[end-1].cell {
			end++
		}
		runs = append(runs, entries[:end])
		entries = entries[end:]
	}
	return runs
}

// pairsIn finds the neighbours within the cells of a run. Two boxes that meet in several cells are compared
// in the lowest one.
func pairsIn(
	ctx context.Context, run []cellEntry, boxes []box, part []int32, plan planOf, meter *gevel.Meter,
) ([]pair, error) {
	var found []pair
	m := measurer{plan: plan}
	done := 0
	for len(run) > 0 {
		if done >= tick {
			meter.Add(int64(done))
			done = 0
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cell := run[0].cell
		n := 1
		for n < len(run) && run[n].cell == cell {
			n++
		}
		for i, a := range run[:n] {
			for _, b := range run[i+1 : n] {
				common, ok := boxes[a.plan].meet(boxes[b.plan])
				if !ok || uint64(cellAt(common.left))<<32|uint64(cellAt(common.low)) != cell {
					continue
				}
				if p := (pair{part[a.plan], part[b.plan]}); m.sharedWall(p.a, p.b, common) >= minSharedWall {
					found = append(found, p)
				}
			}
		}
		run = run[n:]
		done += n
	}
	meter.Add(int64(done))
	return found, nil
}

// measurer measures shared walls; it holds the lines being compared.
type measurer struct {
	plan planOf
	room outline
	a, b []line
}

type line struct{ from, to point }

// sharedWall returns the length over which the outlines of two plans run together within the tolerance,
// millimetres. Only lines that reach into the boxes' intersection can.
func (m *measurer) sharedWall(a, b int32, common box) float64 {
	m.a, m.b = m.linesIn(a, common, m.a[:0]), m.linesIn(b, common, m.b[:0])
	var sum float64
	for _, p := range m.a {
		for _, q := range m.b {
			sum += overlap(p, q)
		}
	}
	return sum
}

func (m *measurer) linesIn(plan int32, b box, into []line) []line {
	m.room = m.plan(plan, m.room[:0])
	for _, r := range m.room {
		for i := 1; i < len(r); i++ {
			l := line{r[i-1], r[i]}
			if _, ok := l.box().meet(b); ok {
				into = append(into, l)
			}
		}
	}
	return into
}

// overlap returns the length over which the shorter line runs along the longer
// one within the tolerance, millimetres.
func overlap(p, q line) float64 {
	if p.squared() < q.squared() {
		p, q = q, p
	}
	length := math.Sqrt(p.squared())
	if length == 0 {
		return 0
	}
	ux, uy := float64(p.to.x-p.from.x)/length, float64(p.to.y-p.from.y)/length
	// q's ends as seen from p: along it, and beside it.
	x0, y0 := float64(q.from.x-p.from.x), float64(q.from.y-p.from.y)
	x1, y1 := float64(q.to.x-p.from.x), float64(q.to.y-p.from.y)
	along0, along1 := x0*ux+y0*uy, x1*ux+y1*uy
	beside0, beside1 := y0*ux-x0*uy, y1*ux-x1*uy
	run, drift := along1-along0, beside1-beside0
	if !alike(p, q) {
		return 0
	}
	start, end := max(min(along0, along1), 0), min(max(along0, along1), length)
	if drift == 0 {
		if math.Abs(beside0) > wallTolerance {
			return 0
		}
	} else { // the part of q that is near enough
		enter := along0 + (-wallTolerance-beside0)/drift*run
		leave := along0 + (+wallTolerance-beside0)/drift*run
		start, end = max(start, min(enter, leave)), min(end, max(enter, leave))
	}
	return max(0, end-start)
}

// alike reports whether two lines have similar directions. It computes in whole numbers, so that the order
// and direction of the lines can't change the result at the limit.
func alike(p, q line) bool {
	px, py := int64(p.to.x-p.from.x), int64(p.to.y-p.from.y)
	qx, qy := int64(q.to.x-q.from.x), int64(q.to.y-q.from.y)
	run, drift := px*qx+py*qy, px*qy-py*qx
	return run != 0 && math.Abs(float64(drift)) <= maxDrift*math.Abs(float64(run))
}

func (l line) squared() float64 {
	dx, dy := float64(l.to.x-l.from.x), float64(l.to.y-l.from.y)
	return dx*dx + dy*dy
}
