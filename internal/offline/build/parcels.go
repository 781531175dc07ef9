package build

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime/debug"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register/parcels"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/parcel"
)

// What parcels homes stand on, by the cadastral map.

// openParcels makes ready to set the outlines of buildings aside, for parcels to be laid over. Without parcels
// nothing is.
func (b *builder) openParcels() (err error) {
	if SettingsOf[parcel.Settings](b.Sources).File != "" {
		b.parcels, err = parcels.New()
	}
	return err
}

// importParcels gives the homes the parcels that they stand on.
func (b *builder) importParcels(ctx context.Context) error {
	settings := SettingsOf[parcel.Settings](b.Sources)
	known, err := settings.KnownDate.Parse()
	if err != nil {
		return err
	}
	// The homes of a country fill memory by now. Left to itself the collector lets as much again be filled
	// with what is read and let go.
	const percent = 25
	defer debug.SetGCPercent(debug.SetGCPercent(percent))
	read, err := parcel.Read(ctx, settings.File, parcel.Options{
		AsOf: b.Today, Known: known,
		Progress: func(done, total int64) { b.step(done, 2*total) },
	}, func(p *parcel.Parcel) error {
		return b.parcels.AddParcel(parcels.Parcel{Size: int32(p.Size), Known: p.Known}, p.Outline)
	})
	if err != nil {
		return err
	}
	learner := b.homes.LearnParcels()
	count, err := b.parcels.Match(ctx, func(done, total int64) { b.step(total+done, 2*total) }, learner.Learn)
	if err != nil {
		return fmt.Errorf("lay parcels over buildings: %w", err)
	}
	b.closeParcels()
	if read.Undated > 0 && known.V == gevel.NoDate {
		b.warn("%s: the sizes of %d parcels have no day and count on all days, as if known long ago",
			filepath.Base(settings.File), read.Undated)
	}
	b.found(&count)
	rejected := read.Rejects.Total()
	read.Rejects.Merge(read.Faults)
	b.note(parcel.Row.Name, &source.Tally{AsOf: read.LastKnown, Rejects: read.Rejects, RowCount: gevel.RowCount{
		Read: read.Rows, Used: count.Parcels, Past: read.Past, NoHomes: read.Parcels - count.Parcels,
		Rejected: rejected, Faults: read.Faults.Total(), Homes: count.Homes, Shared: count.Shared,
	}})
	return nil
}

// closeParcels lets go of the outlines that were set aside.
func (b *builder) closeParcels() {
	if b.parcels != nil {
		b.parcels.Close()
		b.parcels = nil
	}
}
