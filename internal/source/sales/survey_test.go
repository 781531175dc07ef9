package sales

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

// TestTheDelimiterSaysNothingOfTheDecimalSign reads the same two sales as Dutch and
// English spreadsheets and programs write them.
func TestTheDelimiterSaysNothingOfTheDecimalSign(t *testing.T) {
	want := []*gevel.Sale{
		{Price: 350_000, At: gevel.Point{X: 80_000.5, Y: 455_000}, Characteristics: gevel.Characteristics{Extra: []float32{0.5}}},
		{
			Price: 1_350_000, At: gevel.Point{X: 80_100, Y: 455_000.25},
			Characteristics: gevel.Characteristics{Extra: []float32{12.345}},
		},
	}
	for i := range want {
		want[i].BuildYear, want[i].UseSurface = gevel.Some(1931), gevel.Some(99)
	}
	const header = "sale_date;price;build_year;use_surface;x;y;num_garden\n"
	for name, text := range map[string]string{
		"program": header + `2020-01-01;350000;1931;98.6;80000.5;455000;0.5
2020-01-02;1350000.00;1931;99;80100;455000.25;12.345
`,
		"Dutch": header + `2020-01-01;€ 350.000;1.931;98,6;80.000,5;455.000;0,5
2020-01-02;1.350.000,00;1931;99;80.100;455.000,25;12,345
`,
		"English": strings.ReplaceAll(header, ";", "\t") + `2020-01-01	350,000	1,931	98.6	80,000.5	455,000	0.5
2020-01-02	1,350,000	1931	99	80,100	455,000.25	12.345
`,
		"Dutch prices, other numbers of a program": header + `2020-01-01;350.000;1931;98.6;80000.5;455000;0.5
2020-01-02;1.350.000;1931;99;80100;455000.25;12.345
`,
	} {
		got := readText(t, text, Options{})
		if diff := cmp.Diff(want, got.Sales, cmpopts.IgnoreFields(gevel.Sale{}, "ID", "Date", "KnownDate")); diff != "" {
			t.Errorf("%s: rejects %v, sales differ (-want +got):\n%s", name, got.Rejects.List(), diff)
		}
	}
}

func TestWhatAColumnCanMeanSettlesHowItsNumbersAreRead(t *testing.T) {
	got := readText(t, `sale_date;price;build_year;rooms;lat;lon
2020-01-01;350.000;1.931;4.000;52.070;4.321
`, Options{})
	if len(got.Sales) != 1 {
		t.Fatalf("rejects %v", got.Rejects.List())
	}
	s := got.Sales[0]
	if s.Price != 350_000 || s.BuildYear != gevel.Some(1931) || s.Rooms != gevel.Some(4) || s.At.X < 70_000 ||
		s.At.X > 90_000 {
		t.Errorf("sale %+v, want one of 350 000 of 1931 with 4 rooms in The Hague", s)
	}
}

func TestNumbersThatMayBeTwoThingsAreRefused(t *testing.T) {
	const header = "sale_date;price;parcel_surface;num_far\n2020-01-01;300000;120;1\n"
	for name, test := range map[string]struct{ rows, want string }{
		"alone": {
			"2020-01-01;300000;1.234;1\n",
			`line 3: parcel_surface: "1.234" may be 1.234 or 1234, ` +
				`and no other number of the column shows which; write the column without`,
		},
		"an extra": {
			"2020-01-01;300000;1;€ -2,500\n", `line 3: num_far: "€ -2,500" may be -2.500 or -2500, and no other`,
		},
		"others do not agree": {
			"2020-01-01;300000;1.234;1\n2020-01-01;300000;12.5;1\n2020-01-01;300000;12,5;1\n",
			`line 3: parcel_surface: "1.234" may be 1.234 or 1234, ` +
				`and the column has both decimal signs, . in line 4 ("12.5") and , in line 5 ("12,5")`,
		},
		// Some 350 000 euros, or a garage of 350 in a file that writes three decimals?
		"a price that others contradict": {
			"2020-01-01;350.000;1;1\n2020-01-01;410000.500;1;1\n",
			`line 3: price: "350.000" may be 350.000 or 350000, and the column has both decimal signs`,
		},
	} {
		path := write(t, "sales.csv", header+test.rows)
		_, err := Read(t.Context(), Source{Path: path}, Options{AsOf: delivery})
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: err = %v, want one that names the file and says %q", name, err, test.want)
		}
		for _, decimal := range []string{".", ","} {
			source := Source{Path: path, Mapping: Mapping{Mapping: flatfile.Mapping{Decimal: decimal}}}
			if _, err := Read(t.Context(), source, Options{AsOf: delivery}); err != nil {
				t.Errorf("%s, given the decimal sign %s: %v", name, decimal, err)
			}
		}
	}
}

func TestOnlyNumbersThatCanBeMeantTellTheSign(t *testing.T) {
	// A spreadsheet has made 52.070523 into 52.070.523, which is no latitude.
	got := readText(t, `sale_date;price;lat;lon
2020-01-01;350000;52.070;4.321
2020-01-01;350000;52.070.523;4.321
`, Options{})
	if len(got.Sales) != 1 || got.Rejects.Count("bad_lat") != 1 {
		t.Errorf("%d sales, rejects %v; want one of each", len(got.Sales), got.Rejects.List())
	}
}

// TestNumbersKnownLaterChangeNoEarlierReading adds rows to a file: it may be refused for
// them, but it is not read otherwise.
func TestNumbersKnownLaterChangeNoEarlierReading(t *testing.T) {
	drawNumber := rapid.SampledFrom([]string{
		"", "350000", "350.000", "350,000", "1.350.000", "1,350,000", "350000.5", "350000,5", "350.000,00", "2.5", "2,5",
		"0.125", "x",
	})
	drawRows := func(t *rapid.T, day gevel.Date, name string) (rows string) {
		for i := range rapid.IntRange(0, 8).Draw(t, name) {
			rows += fmt.Sprintf("%s%d;%s;%s;%s;%s\n", name, i, day+gevel.Date(i), drawNumber.Draw(t, "price"),
				drawNumber.Draw(t, "parcel"), drawNumber.Draw(t, "extra"))
		}
		return rows
	}
	read := func(text string) (*Result, error) {
		path := write(t, "sales.csv", "sale_id;sale_date;price;parcel_surface;num_x\n"+text)
		return Read(t.Context(), Source{Path: path}, Options{AsOf: delivery})
	}
	both := 0
	rapid.Check(t, func(rt *rapid.T) {
		day := drawnFrom + 100
		early, late := drawRows(rt, drawnFrom, "early"), drawRows(rt, day, "late")
		alone, err := read(early)
		if err != nil {
			return
		}
		together, err := read(late + early)
		if err != nil {
			return
		}
		both++
		before := knownBefore(together.Sales, day)
		if diff := cmp.Diff(alone.Sales, before, cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); diff != "" {
			rt.Errorf("sales known before %s differ:\n%s", day, diff)
		}
	})
	if both == 0 {
		t.Error("no two files could be read")
	}
}
