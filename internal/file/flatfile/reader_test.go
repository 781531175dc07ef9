package flatfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/table"
)

var homes = Schema{Names: HomeColumns()}

// opened opens a file of homes with a text.
func opened(t *testing.T, text string, src Source) *Reader {
	t.Helper()
	src.Path = filepath.Join(t.TempDir(), "homes.csv")
	if err := os.WriteFile(src.Path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	table := gevel.Standard()
	r, err := Open(t.Context(), src, &homes, &table)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestRowsAreBounded(t *testing.T) {
	r := opened(t, "dwelling_id,rooms\n\""+strings.Repeat("a", table.LongestLine), Source{})
	if err := r.Each(t.Context(), func(Row) error { return nil }); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("err = %v", err)
	}
}

func TestAFileThatGoesAwayWhileItIsReadIsAnError(t *testing.T) {
	src := Source{Path: filepath.Join(t.TempDir(), "homes.csv")}
	if err := os.WriteFile(src.Path, []byte("dwelling_id,use_surface\n0363010000000001,100\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	table := gevel.Standard()
	r, err := Open(t.Context(), src, &homes, &table)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(src.Path); err != nil {
		t.Fatal(err)
	}
	err = r.Each(t.Context(), func(Row) error { return nil })
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("err = %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestWhatSpreadsheetsWriteAroundATableIsNoRow(t *testing.T) {
	r := opened(t, "\ufeffsep=;\r\npostcode;huisnummer\r\n2594AN;265\r\n;\r\n2594AN;267\r\n;\r\n", Source{})
	var lines []int
	err := r.Each(t.Context(), func(row Row) error {
		lines = append(lines, row.Line)
		return nil
	})
	if want := []int{3, 5}; err != nil || !slices.Equal(lines, want) || r.Rows != 0 {
		t.Errorf("rows in lines %v, want %v; %d rejected; err = %v", lines, want, r.Rows, err)
	}
}

func TestALateFieldOfJSONIsPassedOverUnlessItIsWanted(t *testing.T) {
	text := "[" + strings.Repeat(`{"bag_id":"1"},`, 1000) +
		`{"bag_id":"2","opmerking":"x"},{"bag_id":"3","opmerking":"y"},{"bag_id":"4","kamers":3},{"bag_id":"5","num_noise":3}]`
	r := opened(t, text, Source{})
	used := 0
	if err := r.Each(t.Context(), func(Row) error {
		used++
		return nil
	}); err != nil || used != 1002 || r.Rejects.Count(ReasonMalformedRow) != 2 || !slices.Equal(r.PassedOver(), []string{"opmerking"}) {
		t.Errorf("%d rows are used, %v are not, and %v is passed over; err = %v", used, r.Rejects.List(), r.PassedOver(), err)
	}
}

// renumbered has home 1 at 12 before a day and at 14 after it, and home 2 the other way round.
type renumbered struct{ on gevel.Date }

func (r renumbered) DwellingOn(id gevel.BAGID, day gevel.Date) (gevel.Dwelling, gevel.Address, bool) {
	number := 12
	if (id == "0518010000000001") == (day >= r.on) {
		number = 14
	}
	return gevel.Dwelling{ID: id}, gevel.Address{ObjectID: id, PostalCode: "2511CV", HouseNumber: number}, true
}

func (r renumbered) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	return r.DwellingOn(id, gevel.Latest.Valid)
}

func (r renumbered) FindOn(q gevel.AddressQuery, day gevel.Date) (d gevel.Dwelling, a gevel.Address, err error) {
	for _, id := range []gevel.BAGID{"0518010000000001", "0518010000000002"} {
		if d, a, _ = r.DwellingOn(id, day); a.HouseNumber == q.HouseNumber {
			return d, a, nil
		}
	}
	return d, a, &gevel.Error{Code: gevel.AddressNotFound}
}

func (r renumbered) Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	return r.FindOn(q, gevel.Latest.Valid)
}

func TestAnIDMayHaveItsAddressOfTheDayOrOfToday(t *testing.T) {
	register := renumbered{gevel.NewDate(2018, 1, 1)}
	for number, want := range map[string]string{"12": "", "14": "", "14 A": ReasonOtherHome} {
		for day, reason := range map[gevel.Date]string{register.on - 1: want, register.on: map[bool]string{true: ReasonOtherHome}[number == "12"]} {
			r := opened(t, "dwelling_id,postal_code,house_number\n0518010000000001,2511CV,"+number+"\n", Source{})
			if err := r.Each(t.Context(), func(row Row) error {
				if _, _, err := row.Home(On(register, day)); err != nil || row.Reason != reason {
					t.Errorf("number %s on %s: %q, %v; want %q", number, day, row.Reason, err, reason)
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestRowsThatCannotBeReadAreCountedAmongAll(t *testing.T) {
	r := opened(t, "dwelling_id,rooms\n1,2\n1,2,3\n2,3\n4\"\"\n", Source{})
	used := 0
	if err := r.Each(t.Context(), func(Row) error {
		used++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	rejected := r.Rejects.Total()
	if used != 3 || rejected != 1 || r.Rows != rejected {
		t.Errorf("%d rows are used, %d rejected and %d counted, want 3 and 1", used, rejected, r.Rows)
	}
}

func TestAColumnIsFoundWhereTheFileHasIt(t *testing.T) {
	r := opened(t, "dwelling_id,rooms\n1,2\n", Source{})
	for name, want := range map[string]bool{"dwelling_id": true, "rooms": true, "postal_code": false, "build_year": false, "no_column": false} {
		if _, _, ok := r.Find(name); ok != want {
			t.Errorf("%s is found: %t", name, ok)
		}
	}
}

func TestAMappingIsCheckedApartFromItsFile(t *testing.T) {
	for _, tt := range []struct {
		m    Mapping
		want string // "" is none
	}{
		{Mapping{}, ""},
		{Mapping{Delimiter: ";", Decimal: ",", Date: "DD-MM-YYYY"}, ""},
		{Mapping{Delimiter: ";;"}, "delimiter"},
		{Mapping{Delimiter: "x"}, "delimiter"},
		{Mapping{Decimal: "'"}, "decimal sign"},
		{Mapping{Date: "yesterday"}, "YYYY"},
		{Mapping{Columns: map[string]string{"rooms": "kamers"}}, ""},
		{Mapping{Columns: map[string]string{"chambers": "kamers"}}, "chambers"},
		{Mapping{Values: map[string]map[string]string{"chambers": {"a": "b"}}}, "chambers"},
	} {
		err := tt.m.Validate(&homes, nil)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.m, err, tt.want)
		}
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := opened(t, "dwelling_id,rooms\n1,2\n", Source{})
	if err := r.Each(ctx, func(Row) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestAttributesComeOneByOneWithTheirFaults(t *testing.T) {
	day := gevel.NewDate(2023, 1, 31)
	r := opened(t, "vbo_id;kamers;num_woz;cat_ground;inhoud;Bouwjaar;gas\n1;4;412.000;klei;nvt;2040;x\n2;;430.500,50;;;;\n",
		Source{Mapping: Mapping{Values: map[string]map[string]string{"cat_ground": {"klei": "clay"}}}})
	var got []string
	err := r.Each(t.Context(), func(row Row) error {
		row.EachAttribute(day, func(at int, v float64, name string, err error) {
			a := &r.Table[at]
			text := a.Column + " " + a.Text(v) + name
			if err != nil {
				text += err.Error()
			}
			got = append(got, row.Value(DwellingID)+": "+text)
		})
		return nil
	})
	want := []string{
		"1: build_year 2040" + `"2040" lies outside 1000 to 2026`,
		"1: rooms 4", "1: num_woz 412000", "1: cat_ground clay", "2: num_woz 430500",
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, attributes (-want +got):\n%s", err, diff)
	}
	if diff := cmp.Diff([]string{"gas"}, r.Columns().Ignored); diff != "" {
		t.Errorf("columns of no use (-want +got):\n%s", diff)
	}
}

// TestWhatCannotBeReadIsAFaultOfARowThatIsKept: the others reject the row, and a rejected row has no faults.
func TestWhatCannotBeReadIsAFaultOfARowThatIsKept(t *testing.T) {
	r := opened(t, "\ufeffdwelling_id;postal_code;house_number;rooms;city\n"+
		"a;\xff;x;many;kept\nb;x;7;4;kept\nc;x;9;-1;kept\nd;;;Onbekend;kept\ne;\xff;x;x;rejected\n", Source{})
	text, number, rooms := []string{}, []gevel.Opt[float64]{}, []gevel.Opt[int]{}
	if err := r.Each(t.Context(), func(row Row) error {
		a, b := row.TextOrFault(PostalCode), row.NumberOrFault(HouseNumber, Bounds{0, 8})
		c := row.Characteristics(gevel.NewDate(2022, 1, 1), Detailed).Rooms
		if row.Reason != "" {
			t.Errorf("line %d is rejected for %s", row.Line, row.Reason)
		}
		if row.Value(DwellingID) == "e" {
			row.Fail("wrong", "")
			row.Reject()
			return nil
		}
		row.Keep()
		text, number, rooms = append(text, strings.Clone(a)), append(number, b), append(rooms, c)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	none := gevel.Opt[float64]{}
	if want := []string{"", "x", "x", ""}; !slices.Equal(text, want) {
		t.Errorf("texts: %q, want %q", text, want)
	}
	if want := []gevel.Opt[float64]{none, gevel.Some(7.0), none, none}; !slices.Equal(number, want) {
		t.Errorf("numbers: %v, want %v", number, want)
	}
	if want := []gevel.Opt[int]{{}, gevel.Some(4), {}, {}}; !slices.Equal(rooms, want) {
		t.Errorf("rooms: %v, want %v", rooms, want)
	}
	for reason, want := range map[string]int{"bad_postal_code": 1, "bad_house_number": 2, "bad_rooms": 2} {
		if got := r.Faults.Count(reason); got != want {
			t.Errorf("%s: %d, want %d", reason, got, want)
		}
	}
	if r.Faults.Total() != 5 || r.Rejects.Total() != 1 {
		t.Errorf("%d faults, %d rejects", r.Faults.Total(), r.Rejects.Total())
	}
}

func TestBoundsOfACharacteristicSettleItsDecimalSign(t *testing.T) {
	woz, _ := gevel.ExtraColumn("num_woz")
	woz.Least, woz.Most = 10_000, 5_000_000
	r := opened(t, "vbo_id;num_woz\n1;412.000\n", Source{Extras: gevel.Attributes{woz}})
	err := r.Each(t.Context(), func(row Row) error {
		row.EachAttribute(gevel.NewDate(2023, 1, 31), func(_ int, v float64, _ string, err error) {
			if err != nil || v != 412_000 {
				t.Errorf("it is read as %v, %v", v, err)
			}
		})
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
