package hedonic

// Why an estimate is what it is: what each characteristic and the place contribute.

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// Contribution is by how much a characteristic or the place lifts the estimate of a
// home above that of the average home, in log euros.
type Contribution struct {
	// Name is Place, a characteristic as the service's contract names it, or an extra
	// column of the sales, such as num_storey.
	Name string
	Log  float64
}

// Place is the name of the contribution of the position: coordinates and
// postal-code area together.
const Place = "place"

// Characteristics are the names of the contributions of the characteristics, in the
// order of gevel.Characteristics.
var Characteristics = []string{
	"buildType", "buildYear", "useSurface", "parcelSurface", "volume", "rooms", "energyLabel", "monument",
}

// Average is the average home of many: the mean of each column of the regression.
type Average struct {
	schema  gevel.SaleSchema
	columns []float64
}

// Average returns the average of the homes of the sales in rows.
func (m *Model) Average(s *edition.Sales, rows []int32) Average {
	d := &m.Linear.Design
	a := Average{schema: s.Schema, columns: make([]float64, d.Columns)}
	var h edition.Home
	var cells []cell
	for _, row := range rows {
		h = s.Home(int(row), h.Num, h.Cat)
		cells = d.cells(&h, cells[:0])
		for _, c := range cells {
			a.columns[c.column] += c.value / float64(len(rows))
		}
	}
	return a
}

// Explain splits the estimate of h: base, the mean estimate of the homes learned
// from, plus the contributions is Estimate(h) up to rounding. Place comes first, then
// the Characteristics in their order, then the extras in that of the schema.
//
// The regression's part is each coefficient times the distance of the column from
// its average; the trees' part are Shapley values (gbm.Model.SHAP). Both are summed
// over the columns that a characteristic has.
func (m *Model) Explain(h *edition.Home, average Average) (base float64, contributions []Contribution, err error) {
	parts := newParts(average.schema)
	base = m.Linear.explain(h, average, parts)
	inTrees, err := m.Trees.explain(h, parts)
	return base + inTrees, parts.list, err
}

// parts adds contributions up by name.
type parts struct {
	list []Contribution
	at   map[string]int
}

func newParts(schema gevel.SaleSchema) *parts {
	p := &parts{at: map[string]int{}}
	p.add(Place, 0)
	for _, name := range Characteristics {
		p.add(name, 0)
	}
	for _, name := range schema.Num {
		p.add("num_"+name, 0)
	}
	for _, name := range schema.Cat {
		p.add("cat_"+name, 0)
	}
	return p
}

func (p *parts) add(name string, log float64) {
	i, ok := p.at[name]
	if !ok {
		i = len(p.list)
		p.at[name] = i
		p.list = append(p.list, Contribution{Name: name})
	}
	p.list[i].Log += log
}

// explain adds the regression's contributions and returns what it makes of the
// average home.
func (m *Linear) explain(h *edition.Home, average Average, to *parts) (base float64) {
	names := m.Design.names(average.schema)
	for c, mean := range average.columns {
		base += m.Coef[c] * mean
		if mean != 0 {
			to.add(names[c], -m.Coef[c]*mean)
		}
	}
	for _, c := range m.Design.cells(h, nil) {
		to.add(names[c.column], m.Coef[c.column]*c.value)
	}
	return base
}

// names returns which characteristic each column of the design tells of. The
// intercept is the same for all homes and adds nothing to any.
func (d *Design) names(schema gevel.SaleSchema) []string {
	names := make([]string, 0, d.Columns)
	upTo := func(column int, name string) {
		for len(names) < column {
			names = append(names, name)
		}
	}
	upTo(atSurface, Place)
	upTo(atParcel, "useSurface")
	upTo(atVolume, "parcelSurface")
	upTo(atRooms, "volume")
	upTo(atLabel, "rooms")
	upTo(atMonument, "energyLabel")
	upTo(atType, "monument")
	upTo(atPeriod, "buildType")
	upTo(fixedColumns, "buildYear")
	for k := range d.Num {
		upTo(len(names)+2, "num_"+schema.Num[k])
	}
	for k, c := range d.Cat {
		upTo(len(names)+c.Count, "cat_"+schema.Cat[k])
	}
	return names
}

// treeNames are the characteristics that the trees' columns of other names tell of.
var treeNames = map[string]string{
	"use_surface": "useSurface", "parcel_surface": "parcelSurface", "energy_label": "energyLabel",
	"build_year": "buildYear", "build_type": "buildType", "postal_code_area": Place,
}

// explain adds the trees' contributions and returns their mean estimate.
func (trees *Trees) explain(h *edition.Home, to *parts) (base float64, err error) {
	row := trees.row(h, nil)
	phi := make([]float64, len(row))
	share := 1 / float64(len(trees.Models))
	for _, m := range trees.Models {
		mean, err := m.SHAP(row, phi)
		if err != nil {
			return 0, fmt.Errorf("explain the hedonic trees: %w", err)
		}
		base += share * mean
		for c, column := range m.Columns() {
			name, known := treeNames[column]
			switch {
			case known:
			case strings.HasPrefix(column, "place_"):
				name = Place
			default:
				name = column
			}
			to.add(name, share*phi[c])
		}
	}
	return base, nil
}
