package hedonic

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/parallel"
	"github.com/gevel/gevel/internal/stats"
)

// Design turns a home into the columns of the regression. Unknown characteristics
// have a column of their own that says so.
type Design struct {
	Num     []standard   // the numeric extras
	Cat     []Categories // the categorical extras
	Columns int
	// LeastParcel is the smallest parcel that counts, m2: what is worth how much less
	// below it no sale tells, and 0, no parcel, has no logarithm to speak of.
	LeastParcel int
	// Rising marks the columns whose coefficient may not be negative: more of it
	// is never worth less.
	Rising []bool
}

// standard moves a numeric extra to mean 0 and standard deviation 1.
type standard struct{ Mean, Deviation float64 }

// The fixed columns. Each block of columns starts where the one before it ends.
const (
	atIntercept  = 0
	atSurface    = atIntercept + 1               // log m2, a slope per group
	atNoSurface  = atSurface + gevel.BuildGroups // unknown
	atParcel     = atNoSurface + 1               // log(1 + m2)
	atNoParcel   = atParcel + 1
	atVolume     = atNoParcel + 1 // log m3
	atNoVolume   = atVolume + 1
	atRooms      = atNoVolume + 1 // log(1 + rooms)
	atNoRooms    = atRooms + 1
	atLabel      = atNoRooms + 1 // steps above G
	atNoLabel    = atLabel + 1
	atMonument   = atNoLabel + 1
	atType       = atMonument + 1
	atPeriod     = atType + gevel.BuildTypes
	fixedColumns = atPeriod + gevel.BuildPeriods + 1 // and an unknown year
)

// Typical sizes, about which the log columns are centred so that unknown means
// typical. They do not change estimates of known sizes.
const (
	typicalSurface = 100 // m2
	typicalParcel  = 150 // m2
	typicalVolume  = 350 // m3
	typicalRooms   = 4
)

const (
	// categoryColumns is how many values of the categorical extras, of all together, have a
	// column at most. The time of a fit goes with the cube of the columns: 0.3 s with 500
	// values, 1.5 s with 1 000, and most of an hour with the neighbourhood codes of a country.
	categoryColumns = 500
	// valueSales is how many sales the values of a categorical extra have on average for them
	// to have columns: the trees behind it can't take back the chance in an effect of fewer.
	valueSales = 200
	// fewValues is up to how many values of a categorical extra need no such number of sales.
	fewValues = 10
)

func newDesign(s *market.Sales, rows []int32) Design {
	d := Design{Columns: fixedColumns, LeastParcel: leastParcel(s, rows)}
	for _, values := range s.Num {
		d.Num = append(d.Num, standardise(values, rows))
		d.Columns += 2
	}
	d.Cat = newCategoriesOf(s.Cat, rows)
	most := make([]int, len(s.Cat))
	for k, codes := range s.Cat {
		most[k] = max(fewValues, tellers(codes, rows)/valueSales)
	}
	forgetMany(d.Cat, most, categoryColumns)
	for _, c := range d.Cat {
		d.Columns += c.Count
	}
	d.Rising = make([]bool, d.Columns)
	for c := atSurface; c < atNoSurface; c++ {
		d.Rising[c] = true
	}
	d.Rising[atParcel], d.Rising[atLabel] = true, true
	return d
}

// leastParcelShare is the share of the parcels that are smaller than the smallest that
// counts.
const leastParcelShare = 0.01

func leastParcel(s *market.Sales, rows []int32) int {
	var parcels []float64
	for _, row := range rows {
		if parcel := s.Characteristics(int(row)).ParcelSurface; parcel.Known && parcel.V > 0 {
			parcels = append(parcels, float64(parcel.V))
		}
	}
	least, _ := stats.QuantileInPlace(parcels, leastParcelShare)
	return int(least) // 0 where no sale tells
}

func standardise(values []float32, rows []int32) standard {
	var n, sum, squares float64
	for _, row := range rows {
		if v := float64(values[row]); !math.IsNaN(v) {
			n++
			sum += v
			squares += v * v
		}
	}
	if n == 0 {
		return standard{0, 1}
	}
	mean := sum / n
	deviation := math.Sqrt(math.Max(0, squares/n-mean*mean))
	if deviation == 0 {
		deviation = 1
	}
	return standard{mean, deviation}
}

// farExtra is where a standardised numeric extra stops to count, in standard
// deviations: beyond it lie typing errors more often than homes.
const farExtra = 4

// cell is one column of a home that is not zero.
type cell struct {
	column int
	value  float64
}

// cells appends the columns of h that are not zero.
func (d *Design) cells(h *market.Home, dst []cell) []cell {
	group := h.BuildType.Group()
	dst = append(dst, cell{atIntercept, 1})
	dst = logCell(dst, h.UseSurface, atSurface+int(group), atNoSurface, typicalSurface)
	if h.ParcelSurface.Known {
		parcel := max(d.LeastParcel, h.ParcelSurface.V)
		x := math.Log1p(float64(parcel)) - math.Log1p(typicalParcel)
		dst = append(dst, cell{atParcel, x})
	} else {
		dst = append(dst, cell{atNoParcel, 1})
	}
	dst = logCell(dst, h.Volume, atVolume, atNoVolume, typicalVolume)
	if h.Rooms.Known {
		dst = append(dst, cell{atRooms, math.Log1p(float64(h.Rooms.V)) - math.Log1p(typicalRooms)})
	} else {
		dst = append(dst, cell{atNoRooms, 1})
	}
	if h.EnergyLabel > 0 {
		dst = append(dst, cell{atLabel, float64(h.EnergyLabel - gevel.LabelG)})
	} else {
		dst = append(dst, cell{atNoLabel, 1})
	}
	if h.Monument.Or(false) {
		dst = append(dst, cell{atMonument, 1})
	}
	dst = append(dst, cell{atType + int(h.BuildType), 1}, cell{atPeriod + period(h.BuildYear), 1})
	return d.extraCells(h, dst)
}

func logCell(dst []cell, size gevel.Opt[int], at, unknown int, typical float64) []cell {
	if !size.Known || size.V <= 0 {
		return append(dst, cell{unknown, 1})
	}
	return append(dst, cell{at, math.Log(float64(size.V) / typical)})
}

func period(year gevel.Opt[int]) int {
	if !year.Known {
		return gevel.BuildPeriods
	}
	return gevel.BuildPeriod(year.V)
}

func (d *Design) extraCells(h *market.Home, dst []cell) []cell {
	at := fixedColumns
	for k, s := range d.Num {
		v := math.NaN()
		if k < len(h.Num) {
			v = float64(h.Num[k])
		}
		if math.IsNaN(v) {
			dst = append(dst, cell{at + 1, 1})
		} else {
			z := (v - s.Mean) / s.Deviation
			dst = append(dst, cell{at, math.Max(-farExtra, math.Min(farExtra, z))})
		}
		at += 2
	}
	for k := range d.Cat {
		c := &d.Cat[k]
		if k < len(h.Cat) && c.of(h.Cat[k]) >= 0 {
			dst = append(dst, cell{at + int(c.of(h.Cat[k])), 1})
		}
		at += c.Count
	}
	return dst
}

// matrix returns the columns of the homes of the sales in rows.
func (d *Design) matrix(s *market.Sales, rows []int32) [][]cell {
	matrix := make([][]cell, len(rows))
	parallel.Rows(len(rows), func(from, to int) {
		var h market.Home
		var cells []cell
		for i := from; i < to; i++ {
			h = s.Home(int(rows[i]), h.Num, h.Cat)
			cells = d.cells(&h, cells[:0])
			matrix[i] = slices.Clone(cells)
		}
	})
	return matrix
}

func dot(row []cell, coef []float64) float64 {
	sum := 0.0
	for _, c := range row {
		sum += c.value * coef[c.column]
	}
	return sum
}
