package demo

import (
	"math"

	"github.com/gevel/gevel"
)

// monumentBefore is the year before which an old building may be listed.
const monumentBefore = 1900

// furnish draws the characteristics that neither plan nor register determine.
func (f *frontage) furnish(b *building, u unit) dwelling {
	surface := float64(u.surface)
	height := f.uniform(2.55, 2.85) // of a storey with its floor, metres
	if b.year < 1945 {
		height = f.uniform(3.0, 3.5)
	}
	rooms := math.Round(surface/27 + f.normal(0.6, 0.5))
	return dwelling{
		Characteristics: gevel.Characteristics{
			BuildType:     u.buildType,
			BuildYear:     gevel.Some(b.year),
			UseSurface:    gevel.Some(u.surface),
			ParcelSurface: gevel.Some(u.parcel),
			Volume:        gevel.Some(int(math.Round(surface * height * 1.12))), // walls and roof
			Rooms:         gevel.Some(max(1, min(12, int(rooms)))),
			EnergyLabel:   f.label(b.year),
			Monument:      gevel.Some(b.year < monumentBefore && f.chance(0.35)),
		},
		maintenance: max(1, min(9, int(math.Round(f.normal(6.4, 1.2))))),
		effect:      f.normal(0, dwellingEffectSD),
	}
}

// label draws an energy label: better for younger homes, and for those insulated later.
func (f *frontage) label(year int) gevel.EnergyLabel {
	steps := 1.9 + max(0, float64(year-1925)/17)
	if f.chance(0.3) {
		steps += f.uniform(1, 3)
	}
	label := gevel.EnergyLabel(math.Round(steps + f.normal(0, 0.8)))
	best := gevel.LabelAPlus4
	if year < 2000 {
		best = gevel.LabelA
	}
	return max(gevel.LabelG, min(best, label))
}
