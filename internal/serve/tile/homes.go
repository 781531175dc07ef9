package tile

import (
	"strconv"

	"github.com/gevel/gevel"
)

const (
	// minHomeZoom is the first zoom level with homes: on lower ones their points would overlap.
	minHomeZoom = 16
	// mostHomes limits the work per tile: a tower has hundreds.
	mostHomes = 5_000
)

const (
	homeID = iota
	homeLabel
)

// homes draws the tile's homes that existed in the year of a day.
func (m *Maker) homes(f *frame, day gevel.Date) *layer {
	l := newLayer("homes", "bagId", "label")
	if f.Z < minHomeZoom {
		return l
	}
	for row := range m.homesAt().within(f.bounds) {
		home := m.edition.RegisteredHome(int(row))
		at := f.of(home.At)
		if !at.holds() || home.BuildYear.Known && home.BuildYear.V > day.Year() {
			continue
		}
		l.point(at)
		l.say(homeID, textOf(string(home.ID)))
		if label := m.label(home.ID); label != "" {
			l.say(homeLabel, textOf(label))
		}
		l.add(uint64(row)+1, typePoint)
		if l.features == mostHomes {
			break
		}
	}
	return l
}

// label returns a home's street and number, "" when its address is not known.
func (m *Maker) label(home gevel.BAGID) string {
	a, ok := m.edition.MainAddress(home)
	if !ok {
		return ""
	}
	label := a.Street + " " + strconv.Itoa(a.HouseNumber) + a.HouseLetter
	if a.HouseNumberExt != "" {
		label += "-" + a.HouseNumberExt
	}
	return label
}
