package build

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime/debug"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register/parcels"
	"github.com/gevel/gevel/internal/source/parcel"
)

// What parcels homes stand on, by the cadastral map.

// ParcelsSource is a GeoPackage of the cadastral map; a File of "" is none.
type ParcelsSource struct {
	File string `yaml:"file"`
	// KnownDate is that of parcels of which the file says no day, as of FactsSource.
	KnownDate string `yaml:"known_date"`
}

func (s ParcelsSource) known() (gevel.Opt[gevel.Date], error) { return knownDate(s.KnownDate) }

// openLots makes ready to set the outlines of buildings aside, for parcels to be laid over. Without parcels
// nothing is.
func (b *builder) openLots() (err error) {
	if b.Sources.Parcels.File != "" {
		b.lots, err = parcels.New()
	}
	return err
}

// importParcels gives the homes the lots that they stand on.
func (b *builder) importParcels(ctx context.Context) error {
	if b.lots == nil {
		return nil
	}
	known, err := b.Sources.Parcels.known()
	if err != nil {
		return err
	}
	// The homes of a country fill memory by now. Left to itself the collector lets as much again be filled
	// with what is read and let go.
	const percent = 25
	defer debug.SetGCPercent(debug.SetGCPercent(percent))
	read, err := parcel.Read(ctx, b.Sources.Parcels.File, parcel.Options{
		AsOf: b.Today, Known: known,
		Progress: func(done, total int64) { b.Progress(StageParcels, done, 2*total) },
	}, func(p *parcel.Parcel) error {
		return b.lots.AddParcel(parcels.Parcel{Size: int32(p.Size), Known: p.Known}, p.Outline)
	})
	if err != nil {
		return err
	}
	lots := b.homes.LearnLots()
	count, err := b.lots.Lots(ctx, func(done, total int64) { b.Progress(StageParcels, total+done, 2*total) }, lots.Learn)
	if err != nil {
		return fmt.Errorf("lay parcels over buildings: %w", err)
	}
	b.closeLots()
	if read.Undated > 0 && known.V == gevel.NoDate {
		b.summary.Warnings = append(b.summary.Warnings, fmt.Sprintf("%s: the sizes of %d parcels have no day and "+
			"count on all days, as if known long ago", filepath.Base(b.Sources.Parcels.File), read.Undated))
	}
	b.summary.Lots = &count
	rejected := read.Rejects.Total()
	read.Rejects.Merge(read.Faults)
	b.noteSource(sourceParcels, &tally{asOf: read.LastKnown, rejects: read.Rejects, Count: Count{
		Read: read.Rows, Used: count.Parcels, Past: read.Past, NoHomes: read.Parcels - count.Parcels,
		Rejected: rejected, Faults: read.Faults.Total(), Homes: count.Homes, Shared: count.Shared,
	}})
	return nil
}

// closeLots lets go of the outlines that were set aside.
func (b *builder) closeLots() {
	if b.lots != nil {
		b.lots.Close()
		b.lots = nil
	}
}
