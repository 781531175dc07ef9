package vintage

// Encodes vintages for an edition: one model file each.

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// suffix ends the names of the model files that are vintages.
const suffix = ".vintage"

// Read are the vintages that were read of an edition.
type Read struct {
	Edition  *edition.Edition
	Sales    *Sales
	Vintages []*Vintage // ascending by date; at least one
}

// ReadBeside reads the vintages of an edition. It takes over what is equal in the vintages of another edition that are
// in memory. Errors name the file that is wrong.
func ReadBeside(ctx context.Context, e *edition.Edition, other Read) (Read, error) {
	r := Read{Edition: e}
	if other.Edition == nil || other.Sales.Sales != e.Sales() {
		r.Sales = NewSales(e.Sales())
	} else {
		r.Sales = other.Sales
	}
	var err error
	r.Vintages, err = read(ctx, e, r.Sales, reading{names: names(e), held: func(name string) *Vintage {
		if r.Sales != other.Sales || !e.HasSameModel(other.Edition, name) {
			return nil
		}
		for _, v := range other.Vintages {
			if v.FileName() == name {
				return v
			}
		}
		return nil
	}})
	return r, err
}

// ReadAll reads the vintages of an edition, ascending by date; at least one. Errors name the
// file that is wrong. s are the edition's sales.
func ReadAll(ctx context.Context, e *edition.Edition, s *Sales) ([]*Vintage, error) {
	return read(ctx, e, s, reading{names: names(e)})
}

// ReadOn reads the vintage that values on a day, which is the first for a day before all, and the newest.
func ReadOn(ctx context.Context, e *edition.Edition, s *Sales, day gevel.Date) ([]*Vintage, error) {
	all := names(e)
	for len(all) > 1 && all[1] <= day.String()+suffix {
		all = all[1:]
	}
	if len(all) > 2 {
		all = []string{all[0], all[len(all)-1]}
	}
	return read(ctx, e, s, reading{names: all})
}

// names returns the names of the model files of an edition that are vintages, ascending by date.
func names(e *edition.Edition) []string {
	return slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(e.Models()), func(name string) bool {
		return !strings.HasSuffix(name, suffix)
	})))
}

// reading is which vintages are read.
type reading struct {
	names []string
	held  func(name string) *Vintage // those in memory already; nil holds none
}

// vintage returns a vintage that is held, or reads it.
func (r *reading) vintage(e *edition.Edition, s *Sales, name string) (*Vintage, error) {
	if r.held != nil {
		if v := r.held(name); v != nil {
			return v, nil
		}
	}
	content, err := e.Model(name)
	if err != nil {
		return nil, err
	}
	return Decode(content, s)
}

func read(ctx context.Context, e *edition.Edition, s *Sales, r reading) ([]*Vintage, error) {
	var vintages []*Vintage
	for i, name := range r.names {
		gevel.Span(ctx, name, float64(i)/float64(len(r.names)), 1)
		v, err := r.vintage(e, s, name)
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

// FileName returns the name of the vintage's model file.
func (v *Vintage) FileName() string { return v.AsOf.String() + suffix }

// Write writes the vintage as bytes, the same for the same vintage.
func (v *Vintage) Write(w io.Writer) error {
	if err := gob.NewEncoder(w).Encode(v); err != nil {
		return fmt.Errorf("encode vintage %s: %w", v.AsOf, err)
	}
	return nil
}

// Encode returns what Write writes.
func (v *Vintage) Encode() ([]byte, error) {
	var b bytes.Buffer
	err := v.Write(&b)
	return b.Bytes(), err
}

// Decode reads what Encode wrote, checks that it fits the sales, and prepares it.
func Decode(content []byte, s *Sales) (*Vintage, error) {
	v := &Vintage{}
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(v); err != nil {
		return nil, err
	}
	if err := v.Check(s.Sales); err != nil {
		return nil, err
	}
	v.Prepare(s)
	return v, nil
}
