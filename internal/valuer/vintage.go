package valuer

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/market"
)

// Vintage is everything that valuations of one stretch of time use besides the
// sales themselves: models trained only on sales known before AsOf, and indexes
// as known on later days. Fields are exported for encoding only.
type Vintage struct {
	AsOf    gevel.Date
	Hedonic *hedonic.Model
	// Base is the hedonic estimate of the dwelling of each sale as it was then,
	// log euros less the index, by row of the sales.
	Base []float32
	// Leaves are those that each of these homes falls into, hedonic.LeafTrees for each
	// row of the sales.
	Leaves      []uint8
	Typical     float64 // the median of the prices it learned from, log euros less the index
	Indexes     []Dated // ascending by Known
	IndexParams index.Params
	Drift       Drift
	Usual       [gevel.BuildGroups]Usual  // by house type group
	Extents     [gevel.BuildGroups]Extent // by house type group
	Likeness
	Reconciliation
	Spread

	sales *market.Sales // those that it was trained on, or read with
	first gevel.Month   // of the indexes; known while training only
	areas *index.Areas
	area  []int32 // by row of the sales; made when trained or read
}

// prepare works out what is not encoded.
func (v *Vintage) prepare(g *ground) {
	v.setAreas(g, v.Indexes[0].Index.Areas)
	v.Hedonic.Prepare(g.sales, v.AsOf)
	if v.Broad != nil {
		v.Broad.Prepare()
	}
	v.laySites(g)
}

func (v *Vintage) setAreas(g *ground, areas *index.Areas) {
	v.areas, v.area = areas, make([]int32, g.sales.Len())
	for row := range v.area {
		v.area[row] = areas.Of(g.sales.Place[row])
	}
}

// Dated is an index and the day on which it was known: it uses only sales known
// before that day.
type Dated struct {
	Known gevel.Date
	// Until is up to where the market was known then: Known, unless the newest sale had
	// been known for long.
	Until gevel.Date
	Index *index.Index
}

// leavesOf returns the leaves of a sale's home.
func (v *Vintage) leavesOf(row int32) []uint8 {
	return v.Leaves[hedonic.LeafTrees*int(row):][:hedonic.LeafTrees]
}

// indexOn returns the newest index that was known on a day, the first when the
// day lies before all.
func (v *Vintage) indexOn(day gevel.Date) Dated {
	i, exact := slices.BinarySearchFunc(v.Indexes, day, func(d Dated, day gevel.Date) int {
		return int(d.Known) - int(day)
	})
	if !exact {
		i = max(i-1, 0)
	}
	return v.Indexes[i]
}

// encode returns the vintage as bytes, the same for the same vintage.
func (v *Vintage) encode() ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		return nil, fmt.Errorf("encode vintage %s: %w", v.AsOf, err)
	}
	return b.Bytes(), nil
}

// decodeVintage reads what encode wrote and checks that it fits the sales.
func decodeVintage(content []byte, g *ground) (*Vintage, error) {
	v := &Vintage{}
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(v); err != nil {
		return nil, err
	}
	if err := v.check(g.sales); err != nil {
		return nil, err
	}
	v.prepare(g)
	return v, nil
}
