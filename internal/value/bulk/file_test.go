package bulk

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/offline/demo"
)

// readRows returns all rows of a file of homes with this content.
func readRows(t *testing.T, content string) []Row {
	t.Helper()
	f, err := newHomes(content)
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	for {
		r, err := f.next(context.Background())
		if errors.Is(err, io.EOF) {
			return rows
		}
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
}

func TestAFileThatBreaksOffIsNamed(t *testing.T) {
	text := io.MultiReader(strings.NewReader("bag_id\n0099010000000001\n"), iotest.ErrReader(errors.New("the disk is gone")))
	f, err := NewFile(t.Context(), "homes.csv", text)
	for err == nil {
		_, err = f.next(t.Context())
	}
	if got := err.Error(); got != "read homes.csv: after line 2: the disk is gone" {
		t.Errorf("got %q", got)
	}
}

func TestAMalformedRowCostsNoOther(t *testing.T) {
	unclosed := `2,"never closed,x` + "\n" + strings.Repeat("3,whole,x\n", table.LongestRow+1)
	for _, tt := range []struct {
		name, rows string
		want       []string // fields joined by |, with ! before a row at fault
	}{
		{"whole", "1,b,c\n2,b,c\n", []string{"1|b|c", "2|b|c"}},
		{"blank lines are none", "1,b,c\n\n \n2,b,c", []string{"1|b|c", "2|b|c"}},
		{"too few fields", "1,b\n2,b,c\n", []string{"1|b|", "2|b|c"}},
		{"too many fields", "1,b,c,d,e\n2,b,c\n", []string{"!1|b|c,d,e", "2|b|c"}},
		{"over two lines", "1,\"b\nB\",c\n2,b,c\n", []string{"1|b\nB|c", "2|b|c"}},
		{"quotes within", "1,say \"b\",c\n", []string{`1|say "b"|c`}},
		{"never closed at the end", "1,\"b,c\n2,b,c\n", []string{`1|"b|c`, "2|b|c"}},
		{
			"never closed", unclosed,
			append([]string{`2|"never closed|x`}, slices.Repeat([]string{"3|whole|x"}, table.LongestRow+1)...),
		},
		{"text after a closing quote", "1,\"b\"b,c\n2,b,c\n", []string{`1|"b"b|c`, "2|b|c"}},
	} {
		var got []string
		for _, r := range readRows(t, "bag_id,b,c\n"+tt.rows) {
			text := strings.Join(r.Fields, "|")
			if r.Fault != "" {
				text = "!" + text
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: rows differ (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAFaultNamesItsLine(t *testing.T) {
	rows := readRows(t, "bag_id,b\n\"1\n1\",b\n2,b,c\n")
	if got, want := rows[1].Fault, "3 fields under 2 columns"; got != want || rows[1].Line != 4 {
		t.Errorf("the fault is %q, want %q", got, want)
	}
}

func TestWholeRowsAreReadAsCSVReadersDo(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		field := rapid.StringMatching("[a-z\",; \n]{0,8}")
		records := rapid.SliceOfN(rapid.SliceOfN(field, 2, 2), 0, 10).Draw(rt, "records")
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		_ = w.Write([]string{"bag_id", "note"})
		for i, r := range records {
			r[0] = fmt.Sprintf("%d%s", i, r[0]) // no line is blank
			_ = w.Write(r)
		}
		w.Flush()
		var got [][]string
		for _, r := range readRows(t, b.String()) {
			got = append(got, r.Fields)
		}
		if !slices.EqualFunc(records, got, slices.Equal) {
			rt.Fatalf("rows differ (-want +got):\n%s", cmp.Diff(records, got))
		}
	})
}

func FuzzHomesFile(f *testing.F) {
	f.Add("bag_id,note\n1,a\n")
	f.Add("bag_id;note\n\"1;a\n2;\"b\"\"\n")
	f.Add("\uFEFFpostal_code,house_number\r\n1234AB,1\r\n")
	f.Add("\x1f\x8bbag_id\n")
	f.Fuzz(func(t *testing.T, content string) {
		homes, err := newHomes(content)
		if err != nil {
			return
		}
		line := 1
		for r, err := homes.next(context.Background()); err == nil; r, err = homes.next(context.Background()) {
			if len(r.Fields) != len(homes.header) {
				t.Fatalf("line %d has %d fields under %d columns", r.Line, len(r.Fields), len(homes.header))
			}
			if r.Line <= line && line > 1 {
				t.Fatalf("line %d comes after line %d", r.Line, line)
			}
			line = r.Line
		}
	})
}

func TestADutchFileOfHomesIsValuedAsGevelsOwn(t *testing.T) {
	town, _ := sharedTown(t)
	home, _ := town.Case(demo.CaseOrdinary)
	row := func(more string) string {
		return fmt.Sprintf("%s;%d;%s;%s;%s\n",
			home.PostalCode, home.HouseNumber, home.HouseLetter, home.HouseNumberExt, more)
	}
	own := "postal_code;house_number;house_letter;house_number_ext;" +
		"build_type;use_surface;parcel_surface;monument;valuation_date;note\n"
	dutch := "Postcode;Huisnummer;Huisletter;Toevoeging;" +
		"Woningtype;Gebruiksoppervlakte;Perceeloppervlakte;Monument;Peildatum;note\n"
	_, want := valueAll(t, own+row("Tussenwoning;99;1251;false;2025-02-01;x"), NewCSV)
	s, got := valueAll(t, dutch+row("Rijwoning;98,6;1.250,5;Nee;01-02-2025;x"), NewCSV)
	added := func(text string) []string { return readCSV(t, text, ';')[1][10:] }
	if diff := cmp.Diff(added(want), added(got)); diff != "" || added(got)[0] == "" {
		t.Errorf("values (-own +Dutch):\n%s\n%s", diff, got)
	}
	var b strings.Builder
	s.Write(&b, time.Second)
	for _, want := range []string{
		"columns read: Postcode as postal_code, Huisnummer as house_number, Huisletter as",
		"Woningtype as build_type",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the summary does not say %q:\n%s", want, b.String())
		}
	}
	_, faulty := valueAll(t, dutch+row("Kasteel;98,6;1.250;Nee;;x"), NewCSV)
	for _, want := range []string{
		`Woningtype: ""Kasteel"" is no house type`, `Perceeloppervlakte: ""1.250"" may be 1.250 or 1250`,
	} {
		if !strings.Contains(faulty, want) {
			t.Errorf("no message has %s:\n%s", want, faulty)
		}
	}
}

// TestLinesOfASpreadsheetAroundATableAreNoRows has Excel's line of the separator, and rows without a cell.
func TestLinesOfASpreadsheetAroundATableAreNoRows(t *testing.T) {
	town, _ := sharedTown(t)
	home, _ := town.Case(demo.CaseOrdinary)
	row := fmt.Sprintf("%s;%d;%s;%s\n", home.PostalCode, home.HouseNumber, home.HouseLetter, home.HouseNumberExt)
	for _, separator := range []string{"sep=;\r\n", "\"sep=;\"\n", "\ufeffsep=;\n"} {
		s, got := valueAll(t, separator+"postal_code;house_number;house_letter;house_number_ext\n"+row+";;;\n"+row+";;;\n;;;\n", NewCSV)
		if s.Rows != 2 || len(s.Refused.List()) != 0 {
			t.Errorf("%q: %d rows, refused %v:\n%s", separator, s.Rows, s.Refused.List(), got)
		}
	}
}

func TestColumnsOfOneMeaningAreBothNamed(t *testing.T) {
	for header, want := range map[string]string{
		"bag_id;oppervlakte;Woonoppervlakte":                  `columns "oppervlakte" and "Woonoppervlakte" are both use_surface`,
		"Homes of 2025\n\nbag_id;oppervlakte;Woonoppervlakte": `columns "oppervlakte" and "Woonoppervlakte" are both use_surface`,
		"vbo_id;verblijfsobject_id":                           `columns "vbo_id" and "verblijfsobject_id" are both dwelling_id`,
		"bag_id;use_surface;oppervlakte;Woonoppervlakte":      "", // gevel's own name settles it
		"bag_id;dwelling_id;vbo_id":                           "",
		"bag_id;koopsom;verkoopprijs":                         "", // prices are not asked for
		"postcode;huisnummer":                                 "",
	} {
		_, err := newHomes(header + "\n")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", header, err, want)
		}
		if want != "" && gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%s: code %s", header, gevel.CodeOf(err))
		}
	}
}

func TestASummarySaysWhatIsNotRead(t *testing.T) {
	var b strings.Builder
	s := Summary{File: "homes.xlsx", Passed: []string{`sheet "2024"`, `sheet "2025" with such a table too`}}
	s.Write(&b, time.Second)
	if want := "\nnot read: sheet \"2024\", sheet \"2025\" with such a table too\n"; !strings.Contains(b.String(), want) {
		t.Errorf("the summary is %q, without %q", b.String(), want)
	}
}
