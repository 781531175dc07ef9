package bag

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

func sameRejects(a, b gevel.Rejects) bool { return reflect.DeepEqual(a.List(), b.List()) }

// logAccount prints the counts of a delivery.
func logAccount(t *testing.T, r *Register) {
	t.Helper()
	for object := Woonplaats; object <= UnknownObject; object++ {
		if c, ok := r.Objects[object]; ok {
			t.Logf("%-7v %+v", object, c)
		}
	}
	for _, reject := range r.Rejects.List() {
		t.Logf("%d x %s, such as %q", reject.Count, reject.Reason, reject.Samples[0])
	}
}

func TestRealSamplesAreAccountedForToTheLastObject(t *testing.T) {
	doesburg := map[ObjectType]gevel.RowCount{
		Woonplaats:         {Read: 1, Used: 1},
		OpenbareRuimte:     {Read: 201, Used: 198, Past: 3},
		GemeenteWoonplaats: {Read: 8504, Used: 2620, Past: 5884},
		Nummeraanduiding:   {Read: 15, Used: 8, Past: 7},
		Verblijfsobject:    {Read: 5, Used: 2, Past: 3},
		Ligplaats:          {Read: 2, Used: 2},
		Standplaats:        {Read: 2, Used: 2},
		Pand:               {Read: 6, Used: 2, Past: 4, StandIns: 2},
	}
	for _, c := range []struct {
		path                 string
		shared               bool
		asOf                 string
		addresses, dwellings int
		objects              map[ObjectType]gevel.RowCount
		rejects              map[string]int
	}{
		{
			path: "testdata/BAGNLDL-15092020-trimmed.zip", asOf: "2020-09-15", addresses: 16, dwellings: 1,
			objects: doesburg,
		},
		{
			path: "bag/BAGNLDL-15092020-small.zip", shared: true, asOf: "2020-09-15", addresses: 16, dwellings: 1,
			objects: doesburg,
		},
		{
			// Not current on its date, but named in the report.
			path: "testdata/pand-gml-bad.xml", asOf: "2020-11-08",
			objects: map[ObjectType]gevel.RowCount{Pand: {Read: 1, Past: 1, Faults: 1}},
			rejects: map[string]int{FaultMalformedGeometry: 1},
		},
		{
			// 7,797 are current, one occurrence of each building.
			path: "bag/0221PND15092020.zip", shared: true, asOf: "2020-09-15",
			objects: map[ObjectType]gevel.RowCount{Pand: {Read: 13098, Used: 7395, Past: 5301, Withdrawn: 402, StandIns: 2978}},
		},
		{
			path: "bag/hague-slice-08092023.zip", shared: true, asOf: "2023-09-08", addresses: 30236, dwellings: 27016,
			objects: map[ObjectType]gevel.RowCount{
				Woonplaats: {Read: 2, Used: 2}, OpenbareRuimte: {Read: 305, Used: 305},
				GemeenteWoonplaats: {Read: 8504, Used: 2620, Past: 5884},
				Nummeraanduiding:   {Read: 30236, Used: 30236},
				Verblijfsobject:    {Read: 31293, Used: 30236, Withdrawn: 1057, Faults: 112},
				Pand:               {Read: 15380, Used: 15306, Withdrawn: 74},
			},
			rejects: map[string]int{FaultNoSecondaryAddress: 72, FaultNoBuilding: 40},
		},
	} {
		t.Run(filepath.Base(c.path), func(t *testing.T) {
			if c.shared {
				c.path = sharedData(t, c.path)
			}
			r := mustRead(t, c.path)
			logAccount(t, r)
			if got := r.AsOf.String(); got != c.asOf {
				t.Errorf("as of %s, want %s", got, c.asOf)
			}
			if len(r.Addresses) != c.addresses || len(r.Dwellings) != c.dwellings {
				t.Errorf("%d addresses, %d dwellings; want %d, %d",
					len(r.Addresses), len(r.Dwellings), c.addresses, c.dwellings)
			}
			if diff := cmp.Diff(c.objects, r.Objects); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
			got := map[string]int{}
			for _, reject := range r.Rejects.List() {
				got[reject.Reason] = reject.Count
			}
			if fmt.Sprint(got) != fmt.Sprint(c.rejects) {
				t.Errorf("rejects %v, want %v", got, c.rejects)
			}
		})
	}
}

func TestSampleAddressReadsAsOnAnEnvelope(t *testing.T) {
	r := mustRead(t, filepath.Join("testdata", "BAGNLDL-15092020-trimmed.zip"))
	for _, a := range r.Addresses {
		if a.Municipality != "Doesburg" || a.Province != "Gelderland" || a.City != "Doesburg" || a.Street == "" {
			t.Errorf("%v lies in %q, %q", a, a.Municipality, a.Province)
		}
	}
}

// Another program measured these numbers on the slice, by the same rule.
func TestHagueBuildingsHaveTheKnownTypes(t *testing.T) {
	path := sharedData(t, "bag/hague-slice-08092023.zip")
	tables, err := readTables(context.Background(), path, Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	j := &joiner{tables: tables}
	buildings := j.countUnits(t.Context())
	if err := buildings.findWalls(t.Context()); err != nil {
		t.Fatal(err)
	}
	homes := map[int]bool{}
	for i := range j.objects {
		if o := &j.objects[i]; o.kind == gevel.Home {
			for _, k := range j.appendBuildings(nil, o) {
				if b, ok := buildings.find(k); ok {
					homes[b] = true
				}
			}
		}
	}
	got, residential := map[gevel.BuildType]int{}, len(homes)
	for i := range homes {
		got[buildings.typeAt(int32(i), gevel.Latest)]++
	}
	t.Logf("%d residential buildings: %v", residential, got)
	for kind, want := range map[gevel.BuildType]int{
		flat: 3107, terraced: 3567, corner: 1101, semi: 326,
		detached: 131,
	} {
		if off := float64(got[kind]-want) / float64(want); off > 0.01 || off < -0.01 {
			t.Errorf("%d of %v, want within 1 %% of %d", got[kind], kind, want)
		}
	}
}
