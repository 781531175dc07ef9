// Package parcels finds the parcel of each home: of the parcels that its building stands on, the one that it
// covers most.
//
// Buildings and parcels of a country, some twenty million outlines, wait on disk, sorted into squares of
// the map. Each square is then joined by itself, so memory holds the outlines of a few squares, and a few
// numbers of each building and parcel.
package parcels

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/parallel"
)

// leastShare is the share of a building that must stand on its parcel. Where a map ends,
// or does not fit, only a sliver of a neighbour's parcel lies beneath.
const leastShare = 0.1

// Parcel is what a register says of a parcel.
type Parcel struct {
	Size  int32      // m2, 0 when not known
	Known gevel.Date // since when; gevel.NoDate is always
}

// Count counts homes with an outline, and parcels, by their use.
type Count struct {
	Homes    int `json:"homes"`     // on a parcel of their own, of known size
	Shared   int `json:"shared"`    // on a parcel with other homes
	NoSize   int `json:"no_size"`   // on a parcel of unknown size
	NoParcel int `json:"no_parcel"` // whose building stands on no parcel
	Parcels  int `json:"parcels"`   // with a home on them, now or before
}

// String says it in a sentence.
func (c *Count) String() string {
	return fmt.Sprintf("%d homes stand on a parcel of their own, of known size, and %d on one that is shared: "+
		"unknown for each; "+
		"of %d the parcel has no known size, and %d stand on none", c.Homes, c.Shared, c.NoSize, c.NoParcel)
}

// Join joins buildings and parcels. Buildings are added first.
type Join struct {
	buildings, parcels *spill
	homes              []uint64 // ids, by building; with were, those that were homes before
	first              []uint32 // of homes, by building
	known              []Parcel
	best               []match // by building

	mu sync.Mutex // guards best while squares are joined
}

// were marks an id.
const were = 1 << 63

// match is the parcel that lies most beneath a building.
type match struct {
	area   float32 // m2
	parcel uint32
}

// New returns an empty Join. It keeps two temporary files until it is closed, in the system's folder for these.
func New() (*Join, error) {
	j := &Join{}
	var err error
	if j.buildings, err = newSpill(); err != nil {
		return nil, err
	}
	if j.parcels, err = newSpill(); err != nil {
		j.buildings.close()
		return nil, err
	}
	return j, nil
}

// Close lets go of the temporary files.
func (j *Join) Close() {
	j.buildings.close()
	j.parcels.close()
}

// AddBuilding adds a building with the homes in it and those that were there before, and its outline in RD New, metres:
// rings, the outer one first, then courtyards. Error: the temporary file can't be written.
func (j *Join) AddBuilding(homes, before []gevel.BAGID, outline [][]gevel.Point) error {
	number := uint32(len(j.first))
	j.first = append(j.first, uint32(len(j.homes)))
	for i, id := range slices.Concat(homes, before) {
		n, err := strconv.ParseUint(string(id), 10, 63)
		if err != nil {
			return fmt.Errorf("home %q: %w", id, err)
		}
		if i >= len(homes) {
			n |= were
		}
		j.homes = append(j.homes, n)
	}
	return j.buildings.add(number, [][][]gevel.Point{outline})
}

// AddParcel adds a parcel with its outline in RD New, metres. Error: the temporary file can't be written.
func (j *Join) AddParcel(p Parcel, outline [][][]gevel.Point) error {
	j.known = append(j.known, p)
	return j.parcels.add(uint32(len(j.known)-1), outline)
}

// Match joins what was added, and calls use with each parcel that homes stand on, or stood on before, and their ids, valid
// until the next call; progress gets how many buildings are done. Where two parcels cover the same share of a building, the
// one added first counts. Errors: a temporary file can't be read, or ctx ends.
func (j *Join) Match(ctx context.Context, progress func(done, total int64), use func(Parcel, []gevel.BAGID)) (Count, error) {
	if err := j.joinSquares(ctx, progress); err != nil {
		return Count{}, err
	}
	var count Count
	var on []uint32 // buildings, by parcel
	for b, m := range j.best {
		if m.area > 0 {
			on = append(on, uint32(b))
		} else {
			count.NoParcel += standing(j.homesOf(uint32(b)))
		}
	}
	slices.SortStableFunc(on, func(a, b uint32) int { return cmp.Compare(j.best[a].parcel, j.best[b].parcel) })
	var homes []gevel.BAGID
	for first := 0; first < len(on); {
		number, now := j.best[on[first]].parcel, 0
		for homes = homes[:0]; first < len(on) && j.best[on[first]].parcel == number; first++ {
			ids := j.homesOf(on[first])
			now += standing(ids)
			for _, n := range ids {
				homes = append(homes, gevel.BAGID(fmt.Sprintf("%016d", n&^were)))
			}
		}
		count.add(j.known[number], now)
		use(j.known[number], homes)
	}
	return count, nil
}

// standing counts the homes that were not there before alone.
func standing(ids []uint64) (n int) {
	for _, id := range ids {
		if id&were == 0 {
			n++
		}
	}
	return n
}

// add counts the homes on a parcel.
func (c *Count) add(p Parcel, homes int) {
	c.Parcels++
	switch {
	case homes > 1:
		c.Shared += homes
	case p.Size == 0:
		c.NoSize += homes
	default:
		c.Homes += homes
	}
}

// homesOf returns the ids of the homes in a building.
func (j *Join) homesOf(b uint32) []uint64 {
	if int(b)+1 < len(j.first) {
		return j.homes[j.first[b]:j.first[b+1]]
	}
	return j.homes[j.first[b]:]
}

// joinSquares finds the parcel of each building.
func (j *Join) joinSquares(ctx context.Context, progress func(done, total int64)) error {
	j.best = make([]match, len(j.first))
	var done int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel.Threads())
	for number := range squares {
		if len(j.buildings.squares[number].parts) == 0 && len(j.buildings.squares[number].rest) == 0 {
			continue
		}
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			s, err := j.loadSquare(number)
			if err != nil {
				return err
			}
			if err := s.join(j.parcels); err != nil {
				return err
			}
			j.mu.Lock()
			defer j.mu.Unlock()
			for i := range s.buildings {
				j.best[s.buildings[i].number].improve(s.best[i])
			}
			done += int64(len(s.buildings)) // one at a border counts twice
			progress(min(done, int64(len(j.first))), int64(len(j.first)))
			return nil
		})
	}
	return group.Wait()
}

// improve takes the better of two matches.
func (m *match) improve(by match) {
	if by.area > m.area || by.area == m.area && by.area > 0 && by.parcel < m.parcel {
		*m = by
	}
}
