package facts

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

var today = gevel.NewDate(2024, 6, 1)

// street is a street of homes, by house number: 1, 2, 3 and a shop.
type street struct {
	table gevel.Attributes
	told  []string
}

const shop = 4

func idOf(number int) gevel.BAGID { return gevel.BAGID(fmt.Sprintf("051801%010d", number)) }

func (s *street) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	for number := 1; number < shop; number++ {
		if id == idOf(number) {
			return gevel.Dwelling{ID: id}, gevel.Address{HouseNumber: number}, true
		}
	}
	return gevel.Dwelling{}, gevel.Address{}, false
}

func (s *street) Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	if q.HouseNumber == shop {
		return gevel.Dwelling{}, gevel.Address{}, &gevel.Error{Code: gevel.NotResidential, Message: "a shop"}
	}
	d, a, ok := s.Dwelling(idOf(q.HouseNumber))
	if !ok || q.PostalCode != "2511CV" {
		return d, a, &gevel.Error{Code: gevel.AddressNotFound, Message: "there is no such address"}
	}
	return d, a, nil
}

func (s *street) Table() gevel.Attributes { return s.table }

func (s *street) Bring(a gevel.Attribute) (int, error) {
	if k := s.table.Column(a.Column); k >= 0 {
		return k, nil
	}
	s.table = s.table.With(a)
	return len(s.table) - 1, nil
}

func (s *street) RecordAbsence(gevel.Fact) {}

func (s *street) Record(id gevel.BAGID, facts []gevel.Fact) {
	for _, f := range facts {
		a := &s.table[f.Attribute]
		text := fmt.Sprintf("%s %s=%s %s", strings.TrimLeft(string(id[6:]), "0"), a.Column, a.Text(f.Value), f.Known)
		if f.About.Known {
			text += " about " + f.About.V.String()
		}
		s.told = append(s.told, text)
	}
}

// told reads a file with a text, and returns the recorded facts and the result.
func told(t *testing.T, text string, src Source) ([]string, *Result, error) {
	t.Helper()
	src.Path = filepath.Join(t.TempDir(), "own.csv")
	if err := os.WriteFile(src.Path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	homes := &street{table: gevel.Standard()}
	r, err := Read(t.Context(), src, Options{Homes: homes, From: gevel.FromFile, AsOf: today})
	slices.Sort(homes.told)
	return homes.told, r, err
}

func checkTold(t *testing.T, got []string, err error, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, told (-want +got):\n%s", err, diff)
	}
}

func TestHomesAreToldTheirHistory(t *testing.T) {
	got, r, err := told(t, "BAG_ID;known_date;reference_date;num_woz;kamers;monument;cat_ground;gas\n"+
		"518010000000001;2023-02-28;2022-01-01;412.000;4;nee;clay;x\n"+
		"0518010000000001;28-02-2024;20230101;430.500,00;;;;\n"+
		"0518010000000002;2023-02-28;;;5;ja;peat;\n", Source{})
	checkTold(t, got, err,
		"1 cat_ground=clay 2023-02-28 about 2022-01-01", "1 monument=no 2023-02-28 about 2022-01-01",
		"1 num_woz=412000 2023-02-28 about 2022-01-01", "1 num_woz=430500 2024-02-28 about 2023-01-01",
		"1 rooms=4 2023-02-28 about 2022-01-01",
		"2 cat_ground=peat 2023-02-28", "2 monument=yes 2023-02-28", "2 rooms=5 2023-02-28")
	if r.Rows != 3 || r.Used != 3 || r.LastKnown != gevel.NewDate(2024, 2, 28) || len(r.Always) != 0 {
		t.Errorf("got %+v", r)
	}
	if diff := cmp.Diff([]string{"BAG_ID as dwelling_id", "kamers as rooms"}, r.Recognised); diff != "" {
		t.Errorf("recognised (-want +got):\n%s", diff)
	}
	if !slices.Equal(r.Ignored, []string{"gas"}) {
		t.Errorf("not used are %v", r.Ignored)
	}
}

func TestTheBuildFileDatesWhatTheFileDoesNot(t *testing.T) {
	const text = "postcode,huisnummer,num_noise\n2511CV,1,55\n2511 cv,3,61\n"
	got, r, err := told(t, text, Source{Known: gevel.Some(gevel.NewDate(2023, 5, 1))})
	checkTold(t, got, err, "1 num_noise=55 2023-05-01", "3 num_noise=61 2023-05-01")
	if len(r.Always) != 0 {
		t.Errorf("always so are %v", r.Always)
	}
	got, r, err = told(t, text, Source{Known: gevel.Some(gevel.NoDate)})
	checkTold(t, got, err, "1 num_noise=55 ", "3 num_noise=61 ")
	if !slices.Equal(r.Always, []string{"num_noise"}) || r.LastKnown != gevel.NoDate {
		t.Errorf("always so are %v, known last on %s", r.Always, r.LastKnown)
	}
	if _, _, err = told(t, text, Source{}); gevel.CodeOf(err) != gevel.Invalid ||
		!strings.Contains(err.Error(), "no column known_date") {
		t.Errorf("without a day: %v", err)
	}
}

func TestARowThatCannotBeUsedCountsOnce(t *testing.T) {
	const header = "dwelling_id,postal_code,house_number,known_date,reference_date,rooms,num_noise\n"
	for _, tt := range []struct{ row, reason string }{
		{"0518010000000001,,,2023-01-31,,4,1,2", "malformed_row"},
		{"0518010000000001,,,,,4,1", "no_known_date"},
		{"0518010000000001,,,31/31/2023,,4,1", "bad_known_date"},
		{"0518010000000001,,,0001-01-01,,4,1", "bad_known_date"},
		{"0518010000000001,,,2024-06-02,,4,1", "future_date"},
		{"0518010000000001,,,2023-01-31,2023-02-01,4,1", "bad_reference_date"},
		{"0518010000000001,,,2023-01-31,yesterday,4,1", "bad_reference_date"},
		{"0518010000000009,,,2023-01-31,,4,1", "unknown_dwelling"},
		{",,,2023-01-31,,4,1", "unknown_dwelling"},
		{"12345,,,2023-01-31,,4,1", "bad_dwelling_id"},
		{"x,2511CV,9,2023-01-31,,4,1", "unknown_address"},
		{",2511CV,4,2023-01-31,,4,1", "not_residential"},
		{",0011CV,1,2023-01-31,,4,1", "bad_postal_code"},
		{",2511CV,none,2023-01-31,,4,1", "bad_house_number"},
		{"0518010000000001,,,2023-01-31,,four,loud", "bad_rooms"},
		{"0518010000000001,,,2023-01-31,,101,", "bad_rooms"}, // no home can be valued with it
		{",2511CV,2,2023-01-31,,5,2", "duplicate_row"},
	} {
		got, r, err := told(t, header+"0518010000000002,,,2023-01-31,,4,55.5\n"+tt.row+"\n", Source{})
		if err != nil || r.Rejects.Count(tt.reason) != 1 || r.Rejects.Total() != 1 || r.Rows != 2 || r.Used != 1 ||
			r.Faults.Total() != 0 || len(got) != 2 {
			t.Errorf("%s: %v, %+v, told %v; want one %s", tt.row, err, r, got, tt.reason)
			continue
		}
		if sample := r.Rejects.List()[0].Samples[0]; !strings.HasPrefix(sample, "own.csv line 3: ") {
			t.Errorf("%s: sample %q does not name the line", tt.row, sample)
		}
	}
}

func TestARowThatSaysNothingIsNoReject(t *testing.T) {
	got, r, err := told(t, "dwelling_id,known_date,rooms\n"+
		"0518010000000001,2023-01-31,\n0518010000000001,2023-01-31,4\n0518010000000002,2023-01-31,0\n", Source{})
	checkTold(t, got, err, "1 rooms=4 2023-01-31") // 0 rooms stand for unknown
	if r.Rows != 3 || r.Used != 1 || r.Empty != 2 || r.Rejects.Total() != 0 {
		t.Errorf("got %+v", r)
	}
}

func TestARowIsKeptWithoutWhatCannotBeRead(t *testing.T) {
	got, r, err := told(t, "dwelling_id,known_date,rooms,volume,build_year,num_noise\n"+
		"0518010000000001,2023-01-31,4,5,2040,loud\n", Source{})
	checkTold(t, got, err, "1 rooms=4 2023-01-31")
	if r.Used != 1 || r.Rejects.Total() != 0 || r.Faults.Count("bad_volume") != 1 || r.Faults.Count("bad_build_year") != 1 ||
		r.Faults.Count("bad_num_noise") != 1 {
		t.Errorf("got %+v with faults %v", r, r.Faults.List())
	}
}

func TestFilesOfAnotherKindAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"rooms,known_date\n1,2\n":          "no column dwelling_id",
		"postcode,rooms,known_date\n":      "no column house_number",
		"dwelling_id,known_date,gas\n":     "no column is a characteristic; the file has dwelling_id, known_date, gas",
		"":                                 "looks like an empty file",
		"PK\x03\x04\x14\x00":               "the zip is cut short",
		"bag_id,vbo_id,known_date,num_x\n": "are both dwelling_id",
		"identificatie,b3_volume_lod22\n":  "sources.buildings.files of the build file",
		"PC6;Huisnummer;Buurt2025\n":       "sources.cbs.neighbourhoods[].addresses",

		"sale_id, transactiedatum,koopsom ,dwelling_id,rooms\n":                     "looks like a sales file",
		"Registratiedatum;Energieklasse;Gebouwklasse;postcode;huisnummer;num_x\n":   "looks like the energy labels of EP-Online",
		"dwelling_id,known_date,num_x\n0518010000000001,2023-01-31,1.234\n":         "may be 1.234 or 1234",
		"gemeentecode,gemeentenaam,provincienaam,postal_code,house_number,num_x\n":  "looks like a list of municipalities",
		"bag_adresseerbaarobject_id,datumondertekeningakte,transactieprijs,rooms\n": "looks like a sales file",
		"BagID,TransactionDate,TransactionPrice,rooms\n":                            "looks like a sales file",
		"vbo;rijksmonumentnummer;known_date\n":                                      "sources.monuments",
	} {
		if _, _, err := told(t, text, Source{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestADeclaredCharacteristicIsReadAsDeclared(t *testing.T) {
	column, _ := gevel.ExtraColumn("num_maintenance")
	column.Kind, column.Least, column.Most = gevel.Count, 1, 6
	src := Source{
		Extras: gevel.Attributes{column}, Known: gevel.Some(gevel.NoDate),
		Mapping: flatfile.Mapping{
			Columns: map[string]string{"num_maintenance": "Onderhoud"},
			Values:  map[string]map[string]string{"num_maintenance": {"goed": "6", "onbekend": ""}},
		},
	}
	got, r, err := told(t, "vbo_id;onderhoud;rooms\n518010000000001;goed;\n518010000000002;7;3\n518010000000003;onbekend;\n", src)
	checkTold(t, got, err, "1 num_maintenance=6 ", "2 rooms=3 ")
	if r.Faults.Count("bad_num_maintenance") != 1 || r.Empty != 1 || r.Used != 2 {
		t.Errorf("rejects %v, faults %v", r.Rejects.List(), r.Faults.List())
	}
	src.Mapping.Columns = map[string]string{"maintenance": "Onderhoud"}
	if _, _, err := told(t, "vbo_id;onderhoud\n", src); err == nil || !strings.Contains(err.Error(), `names "maintenance"`) {
		t.Errorf("a mapping to what is no column: %v", err)
	}
}

func TestTooManyRejectsAreAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.csv")
	if err := os.WriteFile(path, []byte("dwelling_id,known_date,rooms\n1,2023-01-31,4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Read(t.Context(), Source{Path: path}, Options{
		Homes: &street{table: gevel.Standard()}, AsOf: today, MaxRejectShare: gevel.Some(0.5),
	})
	if gevel.CodeOf(err) != gevel.Internal || !strings.Contains(err.Error(), "1 of the 1 rows of own.csv are rejected, more than the 50 % allowed") {
		t.Errorf("err = %v", err)
	}
}

// renumbered is a street whose homes had other numbers on earlier days.
type renumbered struct{ *street }

func (s renumbered) DwellingOn(id gevel.BAGID, _ gevel.Date) (gevel.Dwelling, gevel.Address, bool) {
	return s.Dwelling(id)
}

func (s renumbered) FindOn(q gevel.AddressQuery, _ gevel.Date) (gevel.Dwelling, gevel.Address, error) {
	q.HouseNumber++
	return s.Find(q)
}

func TestFilesHaveTheAddressesOfToday(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.csv")
	text := "postal_code;house_number;rooms;known_date\n2511CV;1;4;2010-01-01\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	homes := renumbered{&street{table: gevel.Standard()}}
	_, err := Read(t.Context(), Source{Path: path}, Options{Homes: homes, From: gevel.FromFile, AsOf: today})
	checkTold(t, homes.told, err, "1 rooms=4 2010-01-01")
}
