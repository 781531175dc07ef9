package bulk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/image"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

func TestHomesOfAnArea(t *testing.T) {
	_, v := sharedTown(t)
	e := v.Edition()
	var here gevel.Address
	for d := range e.Dwellings {
		here, _ = e.MainAddress(d.ID)
		break
	}
	other := here.Province + " elsewhere"
	for name, c := range map[string]struct {
		area  Area
		homes int // -1 is refused
	}{
		"all":                          {Area{}, e.Manifest().Rows["dwellings"]},
		"its municipality":             {Area{Municipalities: []string{strings.ToUpper(here.Municipality)}}, e.Manifest().Rows["dwellings"]},
		"its province":                 {Area{Provinces: []string{here.Province}}, e.Manifest().Rows["dwellings"]},
		"a municipality that is not":   {Area{Municipalities: []string{other}}, -1},
		"one municipality that is not": {Area{Municipalities: []string{here.Municipality, other}}, -1},
		"a province that is not":       {Area{Provinces: []string{other}}, -1},
	} {
		all := NewAll(e, 30_000)
		defer all.Close()
		err := all.In(c.area)
		if c.homes < 0 {
			if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), other) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		text, errRead := io.ReadAll(all)
		if err != nil || errRead != nil || bytes.Count(text, []byte("\n")) != 1+c.homes {
			t.Errorf("%s: %d lines instead of %d homes, %v, %v", name, bytes.Count(text, []byte("\n")), c.homes, err, errRead)
		}
	}
	// Of a home elsewhere nothing is left.
	if (Area{Municipalities: []string{other}}).has(e, here.ObjectID) || (Area{}).has(e, "") == false {
		t.Error("a home is in an area where it is not, or not in the country")
	}
}

func TestShardsAreTheWholeBetweenThem(t *testing.T) {
	town, v := sharedTown(t)
	content, err := os.ReadFile(town.Addresses)
	if err != nil {
		t.Fatal(err)
	}
	header, rows, _ := strings.Cut(string(content), "\n")
	text := header + "\n"
	for strings.Count(text, "\n") < 7*ShardRun { // two runs a shard, and a part of one
		text += rows
	}
	text += "too,few\n\n\"a\nb\",,,,,\n"
	o := Options{Valuer: v, Today: townDay, Date: townDay}
	_, whole := valueWith(t, text, NewCSV, o)
	want := readCSV(t, whole, ',')
	for _, of := range []int{1, 3} {
		var got [][]string
		parts := make([][][]string, of)
		for index := range of {
			o.Shard = Shard{index, of}
			_, part := valueWith(t, text, NewCSV, o)
			parts[index] = readCSV(t, part, ',')[1:]
		}
		for at := 0; len(parts[at]) > 0; at = (at + 1) % of { // a run of each in turn
			run := min(ShardRun, len(parts[at]))
			got, parts[at] = append(got, parts[at][:run]...), parts[at][run:]
		}
		for _, rest := range parts {
			got = append(got, rest...) // none, or rows that are twice
		}
		if diff := cmp.Diff(want[1:], got); diff != "" {
			t.Errorf("%d shards differ from the whole (-want +got):\n%s", of, diff)
		}
	}
}

func TestAShardIsAPartOfAll(t *testing.T) {
	for text, want := range map[string]Shard{"0/1": {0, 1}, "7/8": {7, 8}} {
		if got, err := ParseShard(text); err != nil || got != want {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1", "8/8", "-1/8", "0/0", "a/b", "1/2/3", "0/-1"} {
		if _, err := ParseShard(text); gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAllHomesOfAnEditionAreValuedAsTheyAreOneByOne(t *testing.T) {
	_, v := sharedTown(t)
	t.Run("valued", func(t *testing.T) { checkAllHomes(t, v, nil) })
	t.Run("explained", func(t *testing.T) { checkAllHomes(t, v, explain.New(v)) })
}

func checkAllHomes(t *testing.T, v *valuation.Valuer, x *explain.Explainer) {
	t.Helper()
	all := NewAll(v.Edition(), 30_000)
	defer all.Close()
	homes, err := NewFile(t.Context(), "the edition", all)
	if err != nil {
		t.Fatal(err)
	}
	left := []gevel.Code{gevel.NotYetBuilt, gevel.NotResidential}
	read := int64(0)
	o := Options{
		Valuer: v, Today: townDay, Date: townDay, Additions: []Addition{Municipal{v.Edition()}}, Refuse: BuiltLater, LeaveOut: left,
		Explainer: x, Progress: func(n int64) { read = n },
	}
	var b bytes.Buffer
	out, err := NewCSV(&b, homes, o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Value(t.Context(), homes, out, o)
	if err != nil {
		t.Fatal(err)
	}
	if read != all.Size() {
		t.Errorf("%d bytes were read of a file of %d", read, all.Size())
	}
	records := readCSV(t, b.String(), ',')
	at := func(name string) int { return slices.Index(records[0], name) }
	next, valued := 1, 0
	for d := range v.Edition().Dwellings {
		q, err := spelling.Home{ID: d.ID}.Query(v.Edition())
		var want gevel.Valuation
		if err == nil {
			want, err = v.Value(gevel.Inquiry{AddressQuery: q, Date: townDay})
		}
		if slices.Contains(left, gevel.CodeOf(err)) {
			continue
		}
		row := records[next]
		next++
		if row[0] != string(d.ID) || row[at("reason")] != string(gevel.CodeOf(err)) {
			t.Fatalf("home %s comes out as %v, want %v", d.ID, row, err)
		}
		address, _ := v.Edition().MainAddress(d.ID)
		if got := row[at("street")]; got != address.Street {
			t.Errorf("home %s is in %q, want %q", d.ID, got, address.Street)
		}
		if err != nil {
			if got := row[at("reference1_bag_id")] + row[at("build_type")] + row[at("value_date")]; got != "" {
				t.Errorf("home %s has no value, and %q", d.ID, got)
			}
			continue
		}
		valued++
		for column, want := range map[string]any{
			"value": want.Weighted, "street": want.Address.Street, "reference3_bag_id": want.References[2].Dwelling,
			"reference1_price": want.References[0].Price, "value_date": townDay,
		} {
			if got := row[at(column)]; got != fmt.Sprint(want) {
				t.Errorf("home %s has %s %s, want %v", d.ID, column, got, want)
			}
		}
	}
	if next != len(records) || valued == 0 || s.Rows-s.Refused.Total() != valued {
		t.Errorf("%d of %d rows were met, %d valued; %d rows, %d refused", next, len(records), valued, s.Rows, s.Refused.Total())
	}
}

func TestAnExplanationDoesNotChangeWhichHomesAreValued(t *testing.T) {
	_, v := sharedTown(t)
	no := errors.New("not wanted")
	for what, x := range map[string]*explain.Explainer{"valued": nil, "explained": explain.New(v)} {
		all := NewAll(v.Edition(), 30_000)
		defer all.Close()
		homes, err := NewFile(t.Context(), "the edition", all)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{
			Valuer: v, Today: townDay, Date: townDay, Explainer: x, Refuse: func(gevel.Value) error { return no }, Progress: func(int64) {},
		}
		out, err := NewCSV(io.Discard, homes, o)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := Value(t.Context(), homes, out, o); err != nil || s.Refused.Total() != s.Rows {
			t.Errorf("%s: of %d rows that are not wanted %d are refused, %v", what, s.Rows, s.Refused.Total(), err)
		}
	}
}

func TestAHomeOfTheYearIsNotThereOnItsFirstDay(t *testing.T) {
	v := gevel.Value{Date: gevel.NewDate(2025, 1, 1), Dwelling: gevel.Dwelling{Characteristics: gevel.Characteristics{BuildYear: gevel.Some(2025)}}}
	if err := BuiltLater(v); gevel.CodeOf(err) != gevel.NotYetBuilt || !strings.Contains(err.Error(), "2025") {
		t.Errorf("on the first day: %v", err)
	}
	v.Date++
	if err := BuiltLater(v); err != nil {
		t.Errorf("on the second day: %v", err)
	}
}

// TestAFaultWhileAllHomesAreReadIsAnError cuts the images of an edition short.
func TestAFaultWhileAllHomesAreReadIsAnError(t *testing.T) {
	dir := t.TempDir()
	v, err := valuation.Open(t.Context(), filepath.Join(dir, smalltown.Publish(t, dir, func(*gevel.Dwelling) {})))
	if err != nil {
		t.Fatal(err)
	}
	all := NewAll(v.Edition(), 30_000)
	defer all.Close()
	smalltown.CutImages(t, dir)
	var text []byte
	err = image.Guard(func() (err error) {
		text, err = io.ReadAll(all)
		return err
	})
	if err == nil || v.Edition().Sound() == nil {
		t.Errorf("%d bytes are read, %v", len(text), err)
	}
}
