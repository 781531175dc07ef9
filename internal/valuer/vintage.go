package valuer

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/index"
)

// Vintage is everything that valuations of one stretch of time use besides the
// sales themselves: models trained only on sales known before AsOf, and indexes
// as known on later days. Fields are exported for encoding only.
type Vintage struct {
	AsOf    gevel.Date
	Hedonic *hedonic.Model
	// Base is the hedonic estimate of the dwelling of each sale as it was then,
	// log euros less the index, by row of the sales.
	Base    []float32
	Typical float64 // the middle of the estimates it learned from, log euros less the index
	Indexes []Dated // ascending by Known
	Reconciliation
	Spread
}

// Dated is an index and the day on which it was known: it uses only sales known
// before that day.
type Dated struct {
	Known gevel.Date
	Index *index.Index
}

// indexOn returns the newest index that was known on a day, the first when the
// day lies before all.
func (v *Vintage) indexOn(day gevel.Date) *index.Index {
	i, exact := slices.BinarySearchFunc(v.Indexes, day, func(d Dated, day gevel.Date) int {
		return int(d.Known) - int(day)
	})
	if !exact {
		i = max(i-1, 0)
	}
	return v.Indexes[i].Index
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
func decodeVintage(content []byte, s *edition.Sales) (*Vintage, error) {
	v := &Vintage{}
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(v); err != nil {
		return nil, err
	}
	if v.Hedonic == nil || len(v.Indexes) == 0 || len(v.Base) != s.Len() {
		return nil, fmt.Errorf("the vintage does not fit the edition's %d sales", s.Len())
	}
	return v, nil
}
