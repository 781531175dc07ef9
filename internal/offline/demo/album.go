package demo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo/facade"
)

// shot is one photo of a building, filed under each home in it.
type shot struct {
	homes []*object
	kind  gevel.ImageKind
	taken time.Time
	file  string
	front facade.Front
}

// Shares of the buildings that were photographed.
const (
	withSecond   = 0.08 // a second photo, taken on another day
	withThird    = 0.25 // of those with a second
	withoutFront = 0.04 // without a front view
)

// defaultPhotos is the default share of homes with a photo.
const defaultPhotos = 1.0 / 3

const (
	oldestPhoto  = 6 * 365 // days
	photographer = "Gevelrade Archief"
)

// album chooses which buildings were photographed, when and how.
func (t *town) album() []shot {
	d := newDice(t.Seed, "album")
	share := t.Photos.Or(defaultPhotos)
	var shots []shot
	for _, homes := range t.housed() {
		ordinary := homes[0].shows == CaseOrdinary
		if !d.chance(share) && !(ordinary && share > 0) || homes[0].status == objectPlanned {
			continue
		}
		n := 1
		if d.chance(withSecond) || ordinary {
			n++
		}
		if n == 2 && d.chance(withThird) {
			n++
		}
		kind := gevel.ImageFront
		if d.chance(withoutFront) && !ordinary {
			kind = gevel.ImagePhoto
		}
		for i := range n {
			shots = append(shots, t.shoot(homes, kind, i, d))
			kind = gevel.ImagePhoto
		}
	}
	return shots
}

// shoot takes the i-th photo of a building.
func (t *town) shoot(homes []*object, kind gevel.ImageKind, i int, d dice) shot {
	year, b := homes[0].home.BuildYear.V, homes[0].Buildings[0]
	day := max(t.Date-gevel.Date(d.between(1, oldestPhoto)), min(gevel.NewDate(year, time.June, 1), t.Date-1))
	const from, until, noon = 8 * 60, 19 * 60, 12 * 60 // minutes
	minute := d.between(from, until)
	if kind == gevel.ImageFront { // by daylight, in winter too
		minute = noon + 3*60*(minute-from)/(until-from)
	}
	taken := day.Time().Add(time.Duration(minute) * time.Minute)
	return shot{
		homes: homes, kind: kind, taken: taken, file: fmt.Sprintf("%s-%d.jpg", b.ID, i+1),
		front: facade.Front{
			Style: b.style, Year: year, Storeys: b.storeys, Across: b.across, Left: b.joinedL, Right: b.joinedR,
			Month: taken.Month(), Hour: taken.Hour(),
			Look:   newDice(t.Seed, "look of "+string(b.ID)).Uint64(),
			Moment: newDice(t.Seed, "moment of "+string(b.ID)+taken.String()).Uint64(),
		},
	}
}

// draw draws the photos into their files.
func (w *writer) draw(ctx context.Context) error {
	var mu sync.Mutex // guards drawn and the calls of Progress
	drawn := 0
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, s := range w.shots {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			picture, err := facade.JPEG(s.front)
			if err == nil {
				err = os.WriteFile(filepath.Join(filepath.Dir(w.Photos), s.file), picture, 0o644)
			}
			mu.Lock()
			defer mu.Unlock()
			drawn++
			w.report("pictures", drawn, len(w.shots))
			return err
		})
	}
	return group.Wait()
}

var photoHead = head(`number_id kind file taken_at source`)

// photoRows takes the photos of a town, and returns their manifest: a row for each photo and home.
func (w *writer) photoRows(t *town) [][]string {
	w.shots = t.album()
	w.Pictures = len(w.shots)
	var rows [][]string
	for _, s := range w.shots {
		for _, o := range s.homes {
			rows = append(rows, []string{
				string(o.Main.ID), string(s.kind), s.file, s.taken.Format(time.RFC3339), photographer,
			})
		}
	}
	return rows
}
