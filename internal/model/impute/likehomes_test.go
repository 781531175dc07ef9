package impute

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/traits"
)

// likeHomes returns sales of these similar homes as LikeHomes, with the sales and the prior to read them.
func likeHomes(homes []gevel.Characteristics, group Typical) (*LikeHomes, *market.Sales, Prior) {
	sales := make([]gevel.Sale, len(homes))
	for i, c := range homes {
		sales[i] = gevel.Sale{ID: string(rune('a' + i)), Price: 1, Characteristics: c}
	}
	s := market.NewSales(gevel.Standard(), sales)
	p := Prior{Group: &group, Scales: make([]traits.Scale, len(s.Roles.Measured)), Floors: make([]float64, len(s.Attributes))}
	for i := range p.Scales {
		p.Scales[i].Deviation = math.Inf(1) // nothing is clipped
	}
	l := &LikeHomes{}
	for i := range homes {
		l.Found = append(l.Found, comps.Comparable{Row: int32(i), Similarity: 1})
	}
	return l, s, p
}

// typicalValues returns a group's typical values by name; other characteristics have none.
func typicalValues(values map[string]float64) (t Typical) {
	table := gevel.Standard()
	for _, k := range market.RolesOf(table).Imputed {
		v, ok := values[table[k].Name]
		if !ok {
			v = math.NaN()
		}
		t.Values = append(t.Values, v)
	}
	return t
}

// valueOf returns a typical value by name.
func valueOf(t *Typical, name string) float64 {
	table := gevel.Standard()
	for c, k := range market.RolesOf(table).Imputed {
		if table[k].Name == name {
			return t.Values[c]
		}
	}
	return math.NaN()
}

func TestWhereNoLikeHomeHasItObservedTheGroupDecides(t *testing.T) {
	rooms := func(n int) gevel.Characteristics { return gevel.Characteristics{Rooms: gevel.Some(n)} }
	for _, c := range []struct {
		homes []gevel.Characteristics
		group map[string]float64
		want  float64
	}{
		{nil, map[string]float64{"rooms": 4}, 4},
		{[]gevel.Characteristics{{}, {}}, map[string]float64{"rooms": 4, "monument": 1}, 4},
		{[]gevel.Characteristics{rooms(5), rooms(6), rooms(6)}, map[string]float64{"rooms": 4}, 6}, // 5.67
		{[]gevel.Characteristics{rooms(5)}, nil, math.NaN()},
	} {
		l, s, p := likeHomes(c.homes, typicalValues(c.group))
		got := valueOf(l.Typical(s, p), "rooms")
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("where the group has %v and like homes have %+v, typical are %v rooms, want %v", c.group, c.homes, got, c.want)
		}
	}
}

func TestMostOfTheLikeHomes(t *testing.T) {
	unknown := math.NaN()
	for _, c := range []struct {
		values  []float64
		weights []float64
		want    float64
	}{
		{[]float64{3, 5, 5}, []float64{0.5, 0.3, 0.3}, 5},
		{[]float64{3, 5, 5}, []float64{0.5, 0.25, 0.25}, 3}, // of two the most like decides
		{[]float64{unknown, unknown, 2}, []float64{0.5, 0.5, 0.1}, 2},
		{[]float64{unknown, unknown}, []float64{0.5, 0.5}, unknown},
		{nil, nil, unknown},
	} {
		var l LikeHomes
		for i, w := range c.weights {
			l.Found = append(l.Found, comps.Comparable{Row: int32(i), Weight: w})
		}
		if got := l.most(func(i int) float64 { return c.values[i] }); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("most of %v by %v have %v, want %v", c.values, c.weights, got, c.want)
		}
	}
}

func TestATypicalParcelIsTheMeanOfParcelsAsTheyCount(t *testing.T) {
	parcel := func(m2 int) gevel.Characteristics { return gevel.Characteristics{ParcelSurface: gevel.Some(m2)} }
	l, s, p := likeHomes([]gevel.Characteristics{parcel(10), parcel(400)}, typicalValues(map[string]float64{"parcelSurface": 1}))
	p.Floors[gevel.AtParcelSurface] = 100
	if got := valueOf(l.Typical(s, p), "parcelSurface"); got != 200 { // the mean of 100 and 400 m2 in logs
		t.Errorf("the typical parcel is %v", got)
	}
}

func TestLikeHomesDecideLabelAndMonument(t *testing.T) {
	home := func(label gevel.EnergyLabel) gevel.Characteristics {
		return gevel.Characteristics{EnergyLabel: label, Monument: gevel.Some(true)}
	}
	l, s, p := likeHomes([]gevel.Characteristics{home(gevel.LabelG), home(gevel.LabelG + 4)},
		typicalValues(map[string]float64{"energyLabel": 2, "monument": 0}))
	got := l.Typical(s, p)
	if label, monument := valueOf(got, "energyLabel"), valueOf(got, "monument"); label != float64(gevel.LabelG+2) || monument != 1 {
		t.Errorf("the typical label is number %v, the typical monument %v", label, monument)
	}
}

func TestTheMedianIsOfWhatIsKnown(t *testing.T) {
	unknown := math.NaN()
	for _, test := range []struct {
		values []float64
		share  float64
		want   float64
	}{
		{[]float64{3, 1, 2}, 1, 2},
		{[]float64{4, 1}, 1, 2.5},
		{[]float64{5, unknown, 7, unknown}, 0.5, 6},
		{[]float64{5, unknown, unknown}, 0.5, unknown},
		{[]float64{unknown}, 0, unknown},
		{nil, 0, unknown},
	} {
		got := median(test.values, test.share, func(v float64) float64 { return v })
		if got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("the median of %v is %v, want %v", test.values, got, test.want)
		}
	}
}

func TestTheModeIsOfWhatIsKnown(t *testing.T) {
	unknown := math.NaN()
	for _, test := range []struct {
		values []float64
		share  float64
		want   float64
	}{
		{[]float64{2, 0, 0, 2, 2}, 1, 2},
		{[]float64{2, 0, 0, 2}, 1, 0}, // a tie goes to what came to it first,
		{[]float64{0, 2, 2, 0}, 1, 2}, // whatever its code
		{[]float64{unknown, unknown, unknown, 1, 1, 3}, 0.5, 1},
		{[]float64{unknown, unknown, 1}, 0.5, unknown},
		{[]float64{unknown}, 0, unknown},
		{nil, 0, unknown},
	} {
		got := mode(test.values, test.share, func(v float64) float64 { return v })
		if got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("the mode of %v is %v, want %v", test.values, got, test.want)
		}
	}
}
