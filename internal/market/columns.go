package market

import "github.com/gevel/gevel"

// Columns are gevel.Characteristics as columns.
type Columns struct {
	BuildTypes []gevel.BuildType
	Labels     []gevel.EnergyLabel
	Years      []int32
	Surfaces   []int32
	Parcels    []int32
	Volumes    []int32
	Rooms      []int32
	Monuments  []int32 // 0 no, 1 yes
}

// Grow makes n rows of which nothing is known yet.
func (c *Columns) Grow(n int) {
	c.BuildTypes, c.Labels = make([]gevel.BuildType, n), make([]gevel.EnergyLabel, n)
	c.Years, c.Surfaces, c.Parcels = make([]int32, n), make([]int32, n), make([]int32, n)
	c.Volumes, c.Rooms, c.Monuments = make([]int32, n), make([]int32, n), make([]int32, n)
}

// Set puts characteristics into a row.
func (c *Columns) Set(i int, v gevel.Characteristics) {
	c.BuildTypes[i], c.Labels[i] = v.BuildType, v.EnergyLabel
	c.Years[i], c.Surfaces[i], c.Parcels[i] = countOf(v.BuildYear), countOf(v.UseSurface), countOf(v.ParcelSurface)
	c.Volumes[i], c.Rooms[i] = countOf(v.Volume), countOf(v.Rooms)
	c.Monuments[i] = Unknown
	if v.Monument.Known {
		c.Monuments[i] = 0
		if v.Monument.V {
			c.Monuments[i] = 1
		}
	}
}

// Get returns the characteristics of a row.
func (c *Columns) Get(i int) gevel.Characteristics {
	v := gevel.Characteristics{
		BuildType: c.BuildTypes[i], EnergyLabel: c.Labels[i],
		BuildYear: optOf(c.Years[i]), UseSurface: optOf(c.Surfaces[i]), ParcelSurface: optOf(c.Parcels[i]),
		Volume: optOf(c.Volumes[i]), Rooms: optOf(c.Rooms[i]),
	}
	if c.Monuments[i] >= 0 {
		v.Monument = gevel.Some(c.Monuments[i] == 1)
	}
	return v
}

// Unknown marks an unknown whole number in a column.
const Unknown = -1

func countOf(o gevel.Opt[int]) int32 {
	if o.Known {
		return int32(o.V)
	}
	return Unknown
}

func optOf(n int32) gevel.Opt[int] {
	if n < 0 {
		return gevel.Opt[int]{}
	}
	return gevel.Some(int(n))
}
