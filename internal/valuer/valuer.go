// Package valuer reconciles the approaches' indications into one valuation, says
// how sure it is, and trains the models behind it.
package valuer

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/area"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/geo"
)

// vintageSuffix ends the names of the model files that are vintages.
const vintageSuffix = ".vintage"

// Encode returns the model files of an edition for vintages.
func Encode(vintages []*Vintage) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, v := range vintages {
		content, err := v.encode()
		if err != nil {
			return nil, err
		}
		files[v.AsOf.String()+vintageSuffix] = content
	}
	return files, nil
}

// Valuer values the dwellings of one edition. It is safe for concurrent use.
type Valuer struct {
	edition  *edition.Edition
	vintages []*Vintage // ascending
	desks    sync.Pool
}

// New reads the models of an edition. Errors name the file that is wrong.
func New(e *edition.Edition) (*Valuer, error) {
	v := &Valuer{edition: e}
	g := newGround(e.Sales())
	v.desks.New = func() any { return newDesk(g) }
	for _, name := range e.Models() {
		if !strings.HasSuffix(name, vintageSuffix) {
			continue
		}
		content, _ := e.Model(name)
		vintage, err := decodeVintage(content, g)
		if err != nil {
			return nil, fmt.Errorf("edition %s: model %s can't be used: %w", e.ID(), name, err)
		}
		v.vintages = append(v.vintages, vintage)
	}
	if len(v.vintages) == 0 {
		return nil, fmt.Errorf("edition %s holds no model", e.ID())
	}
	slices.SortFunc(v.vintages, func(a, b *Vintage) int { return int(a.AsOf - b.AsOf) })
	return v, nil
}

// Edition returns the edition that is valued.
func (v *Valuer) Edition() *edition.Edition { return v.edition }

// Oldest returns the first date on which the edition can value.
func (v *Valuer) Oldest() gevel.Date { return v.vintages[0].AsOf }

// vintageOn returns the newest vintage dated on or before a day.
func (v *Valuer) vintageOn(day gevel.Date) *Vintage {
	i := len(v.vintages) - 1
	for i > 0 && v.vintages[i].AsOf > day {
		i--
	}
	return v.vintages[i]
}

// Available returns nil exactly when Value answers, and otherwise the error that
// Value would return. It is cheaper than Value.
func (v *Valuer) Available(q gevel.Inquiry) error {
	d := v.desks.Get().(*desk)
	defer v.desks.Put(d)
	_, err := v.decide(d, q)
	return err
}

// Value answers an inquiry. Errors are *gevel.Error with the codes of answers
// that can't be given.
func (v *Valuer) Value(q gevel.Inquiry) (gevel.Valuation, error) {
	d := v.desks.Get().(*desk)
	defer v.desks.Put(d)
	s, err := v.decide(d, q)
	if err != nil {
		return gevel.Valuation{}, err
	}
	in := d.indicate(s.vintage, s.question())
	return v.answer(d, s, &in), nil
}

// answer puts what the approaches say of a subject into a valuation.
func (v *Valuer) answer(d *desk, s *subject, in *indications) gevel.Valuation {
	value := s.vintage.reconcile(in.value, in.basis)
	at := in.situation(s.vintage, &s.home)
	size := s.vintage.size(&at)
	out := gevel.Valuation{
		Address: s.address, Dwelling: s.dwelling, Date: s.day,
		Predicted: euros(in.value[byHedonic]), Weighted: euros(value),
		Interval:   s.vintage.central(0.8, value, size),
		FSD:        s.vintage.fsd(size),
		Accuracy:   math.Round(1000*s.vintage.within(0.10, size)) / 10,
		Class:      s.vintage.class(size),
		Statistics: area.Statistics(v.edition.Sales(), &s.home, s.day),
		SalesUntil: v.edition.Sales().LastKnownDay(s.day),
		Edition:    v.edition.ID(), Model: s.vintage.AsOf.String(),
	}
	if in.own {
		out.OwnSale = gevel.Some(d.ownSale(s.vintage, in))
	}
	for i := range out.References {
		out.References[i] = v.reference(d, s, in, i)
	}
	return out
}

func euros(log float64) gevel.Euro { return gevel.Euro(math.Round(math.Exp(log))) }

func eurosTimes(log, factor float64) gevel.Euro {
	return gevel.Euro(math.Round(math.Exp(log) * factor))
}

func (d *desk) ownSale(v *Vintage, in *indications) gevel.OwnSale {
	return gevel.OwnSale{
		Price: gevel.Euro(d.sales.Price[in.ownSale]), Date: d.sales.Date[in.ownSale],
		Indexed: d.indexed(v, in, in.ownSale),
	}
}

func (v *Valuer) reference(d *desk, of *subject, in *indications, i int) gevel.Reference {
	c := in.found[i]
	s, row := d.sales, int(c.Row)
	id := gevel.BAGID(s.DwellingID(row))
	address, _ := v.edition.MainAddress(id)
	return gevel.Reference{
		Address: address, Dwelling: id, Characteristics: s.Characteristics(row),
		Price: gevel.Euro(s.Price[row]), Date: s.Date[row], Indexed: d.indexed(of.vintage, in, c.Row),
		Adjusted: euros(c.Adjusted), Distance: math.Round(10*geo.Distance(of.dwelling.At, s.At[row])) / 10,
		Equality: math.Round(10*c.Equality()) / 10, Weight: c.Weight,
	}
}
