package demo

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/demo/facade"
)

// shot is one photo of a home.
type shot struct {
	home  *object
	kind  gevel.ImageKind
	taken time.Time
	file  string
	front facade.Front
}

// Shares of the homes with photos.
const (
	withSecond    = 0.07 // a second photo, of another day
	withThird     = 0.02
	withoutFront  = 0.04 // no picture counts as the front view
	oldestPhoto   = 6 * 365
	photographers = "Gevelrade Archief"
)

// album chooses which homes were photographed, when and how.
func (t *town) album() []shot {
	d := newDice(t.Seed, "album")
	share := t.Photos.Or(defaultPhotos)
	var shots []shot
	for _, o := range t.homes() {
		wanted := d.chance(share) || o.shows == CaseOrdinary && share > 0
		if !wanted || o.status == objectPlanned || o.form() == facade.Shed {
			continue
		}
		n := 1
		if d.chance(withSecond) || o.shows == CaseOrdinary {
			n++
		}
		if n == 2 && d.chance(withThird/withSecond) {
			n++
		}
		kind := gevel.ImageFront
		if d.chance(withoutFront) && o.shows == "" {
			kind = gevel.ImagePhoto
		}
		for i := range n {
			shots = append(shots, t.shoot(o, kind, i, d))
			kind = gevel.ImagePhoto
		}
	}
	return shots
}

// shoot takes the i-th photo of a home.
func (t *town) shoot(o *object, kind gevel.ImageKind, i int, d dice) shot {
	built := gevel.NewDate(o.home.BuildYear.V, time.June, 1)
	day := max(t.Date-gevel.Date(d.between(1, oldestPhoto)), min(built, t.Date-1))
	clock := time.Duration(d.between(8*60, 19*60)) * time.Minute
	taken := day.Time().Add(clock)
	return shot{
		home: o, kind: kind, taken: taken,
		file:  fmt.Sprintf("%s-%d.jpg", o.main.id, i+1),
		front: o.front(taken, t.Seed),
	}
}

// front describes how the home's building looks from the street.
func (o *object) front(taken time.Time, seed uint64) facade.Front {
	b := o.buildings[0]
	return facade.Front{
		Form: b.form, Year: o.home.BuildYear.V, Storeys: b.storeys, Across: b.across,
		Left: b.joinedL, Right: b.joinedR, Floor: o.home.floor, Slot: o.home.slot,
		Number: o.main.number, Shop: len(o.uses) > 1,
		Month: taken.Month(), Hour: taken.Hour(),
		Look:   newDice(seed, "look of "+string(b.id)).Uint64(), // equal for all homes of a building
		Moment: newDice(seed, "moment of "+string(o.id)+taken.String()).Uint64(),
	}
}

// batchSize is how many pictures a worker draws at a time.
const batchSize = 64

func batches(shots []shot) [][]shot {
	var out [][]shot
	for len(shots) > 0 {
		n := min(batchSize, len(shots))
		out = append(out, shots[:n])
		shots = shots[n:]
	}
	return out
}

// draw draws a batch of photos into their files.
func (w *writer) draw(ctx context.Context, batch []shot, total int) error {
	if err := os.MkdirAll(w.path("photos"), 0o755); err != nil {
		return err
	}
	painter := facade.NewPainter()
	for _, s := range batch {
		if err := ctx.Err(); err != nil {
			return err
		}
		picture, err := painter.JPEG(s.front)
		if err != nil {
			return fmt.Errorf("draw photo %s: %w", s.file, err)
		}
		if err := os.WriteFile(w.path("photos", s.file), picture, 0o644); err != nil {
			return fmt.Errorf("write photo %s: %w", s.file, err)
		}
	}
	w.drew(len(batch), total)
	return nil
}

// manifestRows returns the manifest of the photos.
func manifestRows(shots []shot) [][]string {
	rows := make([][]string, 0, 1+len(shots))
	rows = append(rows, []string{"number_id", "kind", "file", "taken_at", "source"})
	for _, s := range shots {
		rows = append(rows, []string{
			string(s.home.main.id), string(s.kind), s.file, s.taken.Format(time.RFC3339), photographers,
		})
	}
	return rows
}
