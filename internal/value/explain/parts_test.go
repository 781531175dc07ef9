package explain

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

func TestTheYearBeforeComesFromTheIndexAlone(t *testing.T) {
	const monthly = 0.01 // log euros
	ix := &index.Index{First: 100, Months: 24, Area: [][]float32{make([]float32, 24)}, Group: [][]float32{make([]float32, 24)}, Areas: index.NewAreas(nil, 1)}
	for m := range ix.Area[0] {
		ix.Area[0][m] = float32(monthly * float64(m))
	}
	for _, test := range []struct {
		month float64
		want  gevel.Opt[float64]
	}{
		{111.9, gevel.Opt[float64]{}}, // less than a year of index
		{112, gevel.Some(math.Expm1(12 * monthly))},
		{120.5, gevel.Some(math.Expm1(12 * monthly))},
		{130, gevel.Some(math.Expm1(5 * monthly))}, // it ends at 123
	} {
		trace := valuation.Trace{Market: valuation.Market{
			Index: vintage.Dated{Index: ix}, Month: test.month, Level: ix.Level(0, 0, test.month),
		}}
		if got := marketOf(&trace).Year; got.Known != test.want.Known || math.Abs(got.V-test.want.V) > 1e-6 {
			t.Errorf("in the year before month %v the index moved by %+v, want %+v", test.month, got, test.want)
		}
	}
}

func TestEveryFeatureOfTheErrorHasItsRisk(t *testing.T) {
	named := map[spread.Feature]int{}
	for _, r := range featureRisks {
		named[r.feature]++
	}
	for f := range spread.FeatureCount {
		if named[f] != 1 {
			t.Errorf("feature %d has %d risks, want 1", f, named[f])
		}
	}
}

func TestWhatIsTypicalChangesNothing(t *testing.T) {
	for _, tn := range []smalltown.Town{smalltown.Shared(t), smalltown.City(t)} {
		q := tn.Inquiry(0, smalltown.End)
		sales, equal := tn.Edition().Sales(), 0
		q.Overrides = impute.TypicalHome(sales, sampleBefore(sales, tn.VintageOn(smalltown.End).AsOf)).Characteristics
		e, err := New(tn.Valuer).Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range e.Steps {
			if s.Part != Having || s.Has != s.Typical || s.CountsAs != "" {
				continue
			}
			if equal++; s.Log != 0 {
				t.Errorf("%s is typical, and its step is %+v", s.Name, s)
			}
		}
		if equal < 5 {
			t.Errorf("%d characteristics are typical: the test shows little", equal)
		}
	}
}

func TestImputedExtrasAreWrittenWithThreeDigits(t *testing.T) {
	table := smalltown.Attributes()
	woz := &table[table.Column("num_woz")]
	for value, want := range map[float32]string{1987.4: "1987", 12.345: "12.3", -0.98765: "-0.988", 0: "0", 0.123456: "0.123"} {
		if got := woz.Text(rough(woz, float64(value))); got != want {
			t.Errorf("imputed %v is %q, want %q", value, got, want)
		}
	}
	if year := &table[gevel.AtBuildYear]; year.Text(rough(year, 1987)) != "1987" {
		t.Errorf("an imputed year is %q", year.Text(rough(year, 1987)))
	}
}
