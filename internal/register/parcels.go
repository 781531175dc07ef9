package register

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register/parcels"
)

// ParcelLearner gives homes the parcels that they stand on.
type ParcelLearner struct{ homes *Homes }

// LearnParcels returns what gives the homes their parcels.
func (g *Homes) LearnParcels() *ParcelLearner { return &ParcelLearner{g} }

// Learn gives a home the size of its parcel, or records that others share it: what part is its own is not known
// then. Of a parcel of unknown size, and of a home that is not in the register, nothing is learned. Known
// homes are given theirs once.
func (l *ParcelLearner) Learn(id gevel.BAGID, on parcels.OfHome) {
	row, ok := l.homes.Row(id)
	if !ok {
		return
	}
	f := gevel.Fact{
		Attribute: gevel.AtParcelSurface, Value: float64(on.Size),
		Provenance: gevel.Provenance{Source: gevel.FromParcels, Known: on.Known, Until: gevel.NoDate},
	}
	switch {
	case on.Homes > 1:
		f.Value, f.Source = math.NaN(), gevel.FromShared
	case on.Size == 0:
		return
	}
	l.learn(row, f)
}

// learn gives a home what no source said before. Facts that say that nothing was known before it, which
// Learn would add, would take as much memory again for each home of the country.
func (l *ParcelLearner) learn(row int, f gevel.Fact) {
	d := l.homes.At(row)
	if slices.ContainsFunc(d.Facts, func(g gevel.Fact) bool { return g.Attribute == f.Attribute }) {
		l.homes.Learn(row, []gevel.Fact{f})
		return
	}
	d.Facts = append(d.Facts, f)
	l.homes.settle(row, &d)
}
