package build

import (
	"context"
	"errors"
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
	File      string `yaml:"file" json:"-" doc:"GeoPackage with the layer perceel."`
	KnownDate string `yaml:"known_date" bounds:"a day not after today, or 'always'" doc:"Day from which sizes of parcels without a day of their own were known."`
}

func (s ParcelsSource) known() (gevel.Opt[gevel.Date], error) { return knownDate(s.KnownDate) }

// parcelDays returns the known date of parcels.
func (s *Sources) parcelDays() []SettingDay {
	return []SettingDay{knownDay(s.Parcels.File, s.Parcels.KnownDate)}
}

// checkParcels finds what can't be in the cadastral map.
func (f *File) checkParcels(c *Config) error {
	const key = "sources.parcels"
	if f.node(key) == nil {
		return nil
	}
	if c.Sources.Parcels.File == "" {
		return f.Fault(key, errors.New("file is missing"))
	}
	if _, err := c.Sources.Parcels.known(); err != nil {
		return f.Fault(key+".known_date", err)
	}
	return nil
}

// openParcels makes ready to set the outlines of buildings aside, for parcels to be laid over. Without parcels
// nothing is.
func (b *Builder) openParcels() (err error) {
	if b.Sources.Parcels.File != "" {
		b.parcels, err = parcels.New()
	}
	return err
}

// importParcels gives the homes the parcels that they stand on.
func (b *Builder) importParcels(ctx context.Context) error {
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
		Progress: func(done, total int64) { b.Step(done, 2*total) },
	}, func(p *parcel.Parcel) error {
		return b.parcels.AddParcel(parcels.Parcel{Size: int32(p.Size), Known: p.Known}, p.Outline)
	})
	if err != nil {
		return err
	}
	learner := b.Homes.LearnParcels()
	count, err := b.parcels.Match(ctx, func(done, total int64) { b.Step(total+done, 2*total) }, learner.Learn)
	if err != nil {
		return fmt.Errorf("lay parcels over buildings: %w", err)
	}
	b.closeParcels()
	if read.Undated > 0 && known.V == gevel.NoDate {
		b.Warn("%s: the sizes of %d parcels have no day and count on all days, as if known long ago",
			filepath.Base(b.Sources.Parcels.File), read.Undated)
	}
	b.Found(&count)
	rejected := read.Rejects.Total()
	read.Rejects.Merge(read.Faults)
	b.Note(sourceParcels, &Tally{AsOf: read.LastKnown, Rejects: read.Rejects, Count: Count{
		Read: read.Rows, Used: count.Parcels, Past: read.Past, NoHomes: read.Parcels - count.Parcels,
		Rejected: rejected, Faults: read.Faults.Total(), Homes: count.Homes, Shared: count.Shared,
	}})
	return nil
}

// closeParcels lets go of the outlines that were set aside.
func (b *Builder) closeParcels() {
	if b.parcels != nil {
		b.parcels.Close()
		b.parcels = nil
	}
}
