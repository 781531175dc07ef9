package vintage

// Encodes vintages for an edition: two model files each. One has what it learned, and is the same bytes in each edition that
// carries it on; the other has what follows from the sales of the edition.

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/traits"
	"github.com/gevel/gevel/internal/num/list"
)

// suffix ends the name of a vintage's first model file, and salesSuffix of the other.
const suffix, salesSuffix = ".vintage", ".sales"

// ReadAll reads the vintages of an edition, ascending by date; at least one. Errors name the
// file that is wrong. s are the edition's sales.
func ReadAll(ctx context.Context, e *edition.Edition, s *Sales) ([]*Vintage, error) {
	return read(ctx, e, s, names(e))
}

// names returns the names of the model files of an edition that are vintages, ascending by date.
func names(e *edition.Edition) []string {
	return slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(e.Models()), func(name string) bool {
		return !strings.HasSuffix(name, suffix)
	})))
}

// readOne reads a vintage, or finds it as it was prepared.
func readOne(ctx context.Context, e *edition.Edition, s *Sales, name string) (*Vintage, error) {
	v := new(Vintage)
	image, err := e.KeepModel(ctx, name, v, func() error {
		content, err := e.Model(name)
		if err != nil {
			return err
		}
		of, err := e.Model(strings.TrimSuffix(name, suffix) + salesSuffix)
		if err != nil {
			return err
		}
		return v.decode(append(content, of...), s)
	})
	if err == nil && image != nil {
		v.keeps = image
		err = v.of(s)
	}
	return v, err
}

func read(ctx context.Context, e *edition.Edition, s *Sales, names []string) ([]*Vintage, error) {
	var vintages []*Vintage
	for i, name := range names {
		gevel.Span(ctx, name, float64(i)/float64(len(names)), 1)
		v, err := readOne(ctx, e, s, name)
		if err != nil {
			return nil, fmt.Errorf("edition %s: model %s can't be used: %w", e.ID(), name, err)
		}
		vintages = append(vintages, v)
	}
	if len(vintages) == 0 {
		return nil, fmt.Errorf("edition %s holds no model", e.ID())
	}
	slices.SortFunc(vintages, func(a, b *Vintage) int { return int(a.AsOf - b.AsOf) })
	return vintages, nil
}

// ofSales is what of a vintage follows from the sales of an edition, by row, and from the days since its own.
type ofSales struct {
	Estimates, Trends, NoiseScales []float32
	Leaves                         []uint8
	Indexes                        []Dated
	Records                        []Record
}

// File is a model file, and writes the same bytes for the same vintage.
type File struct {
	Name  string
	Write func(io.Writer) error
}

// Files are the model files of the vintage.
func (v *Vintage) Files() []File {
	learned, k := *v, v.Kriging
	of := ofSales{v.Estimates, k.Trends, k.NoiseScales, v.Leaves, v.Indexes, v.Records}
	learned.Estimates, learned.Kriging.Trends, learned.Kriging.NoiseScales, learned.Leaves = nil, nil, nil, nil
	learned.Indexes, learned.Records = nil, nil
	file := func(suffix string, content any) File {
		return File{v.AsOf.String() + suffix, func(w io.Writer) error {
			if err := gob.NewEncoder(w).Encode(content); err != nil {
				return fmt.Errorf("encode vintage %s: %w", v.AsOf, err)
			}
			return nil
		}}
	}
	return []File{file(suffix, &learned), file(salesSuffix, &of)}
}

// Encode returns the content of its files, one after the other.
func (v *Vintage) Encode() ([]byte, error) {
	var b bytes.Buffer
	for _, f := range v.Files() {
		if err := f.Write(&b); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// Decode reads what Encode wrote, checks that it fits the sales, and prepares it.
func Decode(content []byte, s *Sales) (*Vintage, error) {
	v := &Vintage{}
	return v, v.decode(content, s)
}

func (v *Vintage) decode(content []byte, s *Sales) error {
	if err := v.fill(content); err != nil {
		return err
	}
	if err := v.Check(s.Sales); err != nil {
		return err
	}
	v.Prepare(s)
	return nil
}

// fill reads the content of both files.
func (v *Vintage) fill(content []byte) error {
	r := bytes.NewReader(content)
	if err := gob.NewDecoder(r).Decode(v); err != nil {
		return err
	}
	if v.Reconcile.Own == (reconcile.Values{}) { // before format 28 there were weights by the years since the own sale
		var before struct {
			Reconcile struct {
				WithOwn   [4]reconcile.Values
				Agreement [4]reconcile.Agreement
			}
		}
		if err := gob.NewDecoder(bytes.NewReader(content)).Decode(&before); err != nil {
			return err
		}
		v.Reconcile.Own, v.Reconcile.Agrees = before.Reconcile.WithOwn[1], before.Reconcile.Agreement[1]
	}
	var of ofSales
	if err := gob.NewDecoder(r).Decode(&of); err != nil {
		return err
	}
	v.Estimates, v.Kriging.Trends, v.Kriging.NoiseScales, v.Leaves = of.Estimates, of.Trends, of.NoiseScales, of.Leaves
	v.Indexes, v.Records = of.Indexes, of.Records
	return nil
}

// Checks whether a vintage that was read from an edition can be used.

// Check reports whether a vintage that was read is consistent and fits the sales.
func (v *Vintage) Check(s *market.Sales) error {
	if err := v.CheckUncalibrated(s); err != nil {
		return err
	}
	if err := v.checkCalibration(s); err != nil {
		return err
	}
	return v.checkRecords(s)
}

// CheckUncalibrated is Check for a vintage that is not yet calibrated.
func (v *Vintage) CheckUncalibrated(s *market.Sales) error {
	for _, check := range []func(*market.Sales) error{
		v.checkLengths, v.checkModels, v.checkIndexes, v.checkImputing, v.checkNumbers,
	} {
		if err := check(s); err != nil {
			return err
		}
	}
	return nil
}

func (v *Vintage) checkLengths(s *market.Sales) error {
	n, k := s.Len(), &v.Kriging
	if len(v.Indexes) == 0 || len(v.Estimates) != n || len(v.Leaves) != hedonic.LeafTrees*n ||
		len(k.Trends) != n || len(k.NoiseScales) != n {
		return fmt.Errorf("the vintage does not fit the edition's %d sales", n)
	}
	return nil
}

func (v *Vintage) checkModels(s *market.Sales) error {
	if err := v.Hedonic.Check(s.Attributes); err != nil {
		return err
	}
	if direct := v.Hedonic.Direct; direct != nil && direct.Until >= v.AsOf {
		return fmt.Errorf("the vintage's direct trees know the market until %s", direct.Until)
	}
	return v.Kriging.check(s, v.Hedonic.Trees.UseTime)
}

func (v *Vintage) checkIndexes(*market.Sales) error {
	for i, d := range v.Indexes {
		if err := d.Index.Check(); err != nil {
			return err
		}
		if !slices.Equal(d.Index.Areas.Nodes, v.Indexes[0].Index.Areas.Nodes) {
			return errors.New("the vintage's indexes have other areas")
		}
		if i > 0 && d.Known <= v.Indexes[i-1].Known {
			return fmt.Errorf("the vintage's index of %s follows the index of %s", d.Known, v.Indexes[i-1].Known)
		}
		if d.Until <= 0 || d.Until > d.Known {
			return fmt.Errorf("the vintage's index of %s knows the market until %s", d.Known, d.Until)
		}
	}
	return nil
}

func (v *Vintage) checkImputing(s *market.Sales) error {
	for g := range v.Typical {
		if len(v.Typical[g].Values) != len(s.Roles.Imputed) || len(v.Ranges[g]) != len(s.Roles.Ranged) {
			return errors.New("the vintage's typical values and trained ranges have other characteristics")
		}
	}
	if slices.ContainsFunc(v.Ranges[:], func(r impute.Ranges) bool { return !r.Sound() }) {
		return errors.New("the vintage's trained range is invalid")
	}
	return nil
}

func (v *Vintage) checkCalibration(*market.Sales) error {
	if err := v.Reconcile.Check(); err != nil {
		return fmt.Errorf("the vintage's weights: %w", err)
	}
	counts := list.Make(len(v.Typical), func(g int) int { return len(v.Typical[g].Values) })
	if err := v.Spread.Check(segmentCounts(v.Indexes[0].Index.Areas.Len()), counts); err != nil {
		return fmt.Errorf("the vintage's spread: %w", err)
	}
	return v.Handpicked.Check()
}

// checkNumbers reports whether logarithms of euros are numbers, and divisors can be divided by.
func (v *Vintage) checkNumbers(*market.Sales) error {
	for _, of := range [][]float32{v.Estimates, v.Kriging.Trends, v.Kriging.NoiseScales} {
		if slices.ContainsFunc(of, func(x float32) bool { return noNumber(float64(x)) }) {
			return errors.New("the vintage's estimates of the edition's sales are incomplete")
		}
	}
	linear := v.Hedonic.Linear
	for _, of := range [][]float64{linear.Coef, linear.Place, {v.Middle}} {
		if slices.ContainsFunc(of, noNumber) {
			return errors.New("the vintage contains a value that is not a number")
		}
	}
	if slices.ContainsFunc(v.Kriging.Scales, func(s traits.Scale) bool { return noNumber(s.Mean) || !(s.Deviation > 0) }) {
		return errors.New("the vintage's traits have no scale")
	}
	return nil
}

func (v *Vintage) checkRecords(s *market.Sales) error {
	for i := range v.Records {
		if err := v.Records[i].check(s.Len()); err != nil {
			return err
		}
	}
	return nil
}

func noNumber(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }
