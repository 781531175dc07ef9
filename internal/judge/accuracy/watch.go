package accuracy

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/watch"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// Watch is what later sales say of the values of an edition and of those before it.
type Watch struct {
	*watch.Report
	region string
	centre gevel.Point
}

// NewWatch watches an edition by the sales that a model, its newest, keeps the errors of: each valued on its own day by
// the model that served then. It returns nil where no model promised anything.
func NewWatch(e *edition.Edition, v *vintage.Vintage) *Watch {
	sales, rows := promised(v)
	if len(sales) == 0 {
		return nil
	}
	s := v.Sales().Sales
	at := list.Of(rows, func(row int32) gevel.Point { return s.At[row] })
	regions, types := regionsOf(e, s, rows), typesOf(s, rows)
	regions.pool()
	types.pool()
	w := &Watch{region: regions.dimension, centre: centreOf(at)}
	for i := range sales {
		sales[i].Parts = []watch.Part{
			{Dimension: w.region, Name: regions.of[i].Name}, {Dimension: ByType, Name: types.of[i].Name}, w.sideOf(at[i]),
		}
	}
	w.Report = watch.Of(sales)
	return w
}

// Counts returns how many alarms stand, by what they are about; of a nil Watch none.
func (w *Watch) Counts() map[watch.What]int {
	n := map[watch.What]int{}
	for _, what := range watch.Whats {
		n[what] = 0
	}
	if w != nil {
		for _, a := range w.Standing() {
			n[a.What]++
		}
	}
	return n
}

// promised returns the sales whose values came with an interval, and their rows.
func promised(v *vintage.Vintage) (sales []watch.Sale, rows []int32) {
	s := v.Sales()
	for i := range v.Records {
		r := &v.Records[i]
		if r.Learned == 0 {
			continue
		}
		for k, row := range r.Rows {
			price := float64(s.Price[row])
			o := observe(r, k, price)
			sales = append(sales, watch.Sale{
				Known: s.Known[row], Error: float64(r.Errors[k]), Size: o.FSD, Held: o.Low80 <= price && price <= o.High80,
			})
		}
		rows = append(rows, r.Rows...)
	}
	return sales, rows
}

// bySide is the dimension of the four sides of the map: a region of few sales shows a step only with its neighbours.
const bySide = "side of the map"

func (w *Watch) sideOf(p gevel.Point) watch.Part {
	north, east := "south", "-west"
	if p.Y > w.centre.Y {
		north = "north"
	}
	if p.X > w.centre.X {
		east = "-east"
	}
	return watch.Part{Dimension: bySide, Name: north + east}
}

// centreOf returns the median of positions.
func centreOf(at []gevel.Point) gevel.Point {
	x, y := make([]float64, len(at)), make([]float64, len(at))
	for i, p := range at {
		x[i], y[i] = p.X, p.Y
	}
	east, _ := stats.MedianInPlace(x)
	north, _ := stats.MedianInPlace(y)
	return gevel.Point{X: east, Y: north}
}

// Concerns reports whether an alarm is of a part to which a home belongs.
func (w *Watch) Concerns(a *watch.Alarm, d *gevel.Dwelling, at gevel.Address) bool {
	var name string
	switch a.Dimension {
	case "":
		return true
	case bySide:
		return w.sideOf(d.At) == a.Part
	case ByType:
		if name = d.BuildType.String(); d.BuildType == 0 {
			name = ratio.Unknown
		}
	case byMunicipality:
		name = at.Municipality
	default:
		name = at.PostalCode.PC4()[:digitsOf(a.Dimension)]
	}
	return a.Name == name || strings.HasSuffix(a.Name, others) && !w.watches(watch.Part{Dimension: a.Dimension, Name: name})
}

func (w *Watch) watches(part watch.Part) bool {
	return slices.ContainsFunc(w.Parts, func(p watch.Watched) bool { return p.Part == part })
}
