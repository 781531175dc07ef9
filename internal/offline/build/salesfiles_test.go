package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source/sales"
)

// salesIn writes files with a sale each into a folder, and returns it.
func salesIn(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i, name := range names {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, fmt.Sprintf("dwelling_id,sale_date,price\n%016d,2024-01-15,300000\n", i))
	}
	return dir
}

func salesConfig(t *testing.T, says string) build.Config {
	t.Helper()
	c, err := build.ReadConfig(writeBuildFile(t, "sources: {bag: b, sales: ["+says+"]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAFolderOrAPatternIsItsFilesByName(t *testing.T) {
	dir := salesIn(t, "b.csv", "a.csv", ".hidden.csv", "below/c.csv", "d[1].csv", "a/x.csv", "b/x.csv")
	for says, want := range map[string][]string{
		dir:                            {"a.csv", "b.csv", "d[1].csv"},
		filepath.Join(dir, "[ab]*"):    {"a.csv", "b.csv"},
		filepath.Join(dir, "*/*"):      {"a/x.csv", "b/x.csv", "c.csv"},
		filepath.Join(dir, "d[1].*"):   nil,
		filepath.Join(dir, "d[1].csv"): {"d[1].csv"},
		filepath.Join(dir, "none.csv"): {"none.csv"}, // that it is not there is found with all other sources
	} {
		c := salesConfig(t, fmt.Sprintf("{file: %q}", says))
		files, _, err := salesOf(c.Sources).Find(townDay)
		if (err != nil) != (want == nil) {
			t.Errorf("%s: %v", says, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), "sources.sales[0]: file: "+says+" has no file") {
				t.Errorf("%s: %v", says, err)
			}
			continue
		}
		if diff := cmp.Diff(want, files.Names()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", says, diff)
		}
	}
}

func TestWhatProgramsLeaveInAFolderIsPassedOverByName(t *testing.T) {
	left := []string{".DS_Store", "Thumbs.db", "_SUCCESS", "desktop.ini", "more.csv.crdownload", "more.csv.part", "~$sales.xlsx"}
	dir := salesIn(t, append(left, "part-00000.csv", "sales.csv")...)
	files, passed, err := salesOf(salesConfig(t, fmt.Sprintf("{file: %q}", dir)).Sources).Find(townDay)
	if diff := cmp.Diff([]string{"part-00000.csv", "sales.csv"}, files.Names()); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if diff := cmp.Diff(left, passed); diff != "" {
		t.Errorf("passed over (-want +got):\n%s", diff)
	}
}

// TestADeliverySaysWhenItsSalesWereKnown reads a file of Kadaster, once with a column of its own.
func TestADeliverySaysWhenItsSalesWereKnown(t *testing.T) {
	plain := "BagID,TransactionDate,TransactionPrice\n0518010000000001,20240115,300000\n0518010000000002,20240301,310000\n"
	dated := "BagID,TransactionDate,TransactionPrice,Inschrijvingsdatum\n0518010000000001,20240115,300000,20240120\n0518010000000002,20240116,310000,\n"
	for _, tt := range []struct{ name, text, says, want string }{
		{"plain.csv", plain, "preset: kadaster", "2024-01-15 2024-03-01"},
		{"plain.csv", plain, "preset: kadaster, known_date: 2024-04-02", "2024-04-02 2024-04-02"},
		{"sales-20240402.csv", plain, "preset: kadaster, known_date: YYYYMMDD", "2024-04-02 2024-04-02"},
		{"2024-03.csv", plain, "preset: kadaster, known_date: YYYY-MM", "2024-03-31 2024-03-31"},
		{"2025-03.csv", plain, "preset: kadaster, known_date: YYYY-MM", "2025-03-14 2025-03-14"}, // today
		{"2024_02_02.csv", plain, "preset: kadaster, known_date: YYYY_MM_DD", "2024-02-02 future_date:1"},
		{"dated.csv", dated, "preset: kadaster", "2024-01-20 2024-01-16"},
		{"dated.csv", dated, "preset: kadaster, known_date: 2024-04-02", "2024-01-20 2024-04-02"},
		{"dated.csv", dated, "preset: kadaster, known_date: 2024-04-02, mapping: {columns: {known_date: TransactionDate}}", "2024-01-15 2024-01-16"},
	} {
		path := filepath.Join(t.TempDir(), tt.name)
		writeFile(t, path, tt.text)
		c := salesConfig(t, fmt.Sprintf("{file: %q, %s}", path, tt.says))
		found, _, err := salesOf(c.Sources).Find(townDay)
		if err != nil {
			t.Fatal(err)
		}
		c.Sources["sales"] = &found
		sources, extras, err := build.SalesSources(&c)
		if err != nil {
			t.Fatal(err)
		}
		read, err := sales.Read(t.Context(), sources[0], sales.Options{AsOf: townDay, Extras: extras})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range read.Sales {
			got = append(got, s.KnownDate.String())
		}
		for reason, n := range rejects(read) {
			got = append(got, fmt.Sprintf("%s:%d", reason, n))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s of %s: known on %v, want %s", tt.name, tt.says, got, tt.want)
		}
	}
}

func TestADayOfDeliveryThatCanNotBeIsRefused(t *testing.T) {
	dir := salesIn(t, "sales.csv", "2024-13-01.csv")
	for _, tt := range []struct{ says, want string }{
		{"known_date: soon", "sources.sales[0].known_date: \"soon\" is no date"},
		{"known_date: YYYYDD", `sources.sales[0].known_date: "YYYYDD" holds YYYY and MM once each`},
	} {
		_, err := build.ReadConfig(writeBuildFile(t, "sources: {bag: b, sales: [{file: s.csv, "+tt.says+"}]}\n"))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.says, err)
		}
	}
	for file, want := range map[string]string{
		"sales.csv":      "the name of sales.csv has no day of the form YYYY-MM-DD",
		"2024-13-01.csv": "the name of 2024-13-01.csv: \"2024-13-01\" is no date",
	} {
		c := salesConfig(t, fmt.Sprintf("{file: %q, known_date: YYYY-MM-DD}", filepath.Join(dir, file)))
		if _, _, err := salesOf(c.Sources).Find(townDay); gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
	c := townConfig(t)
	salesOf(c.Sources)[0].Known = (townDay + 1).String()
	if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), "known_date 2025-03-15 lies after today") {
		t.Errorf("of a delivery of tomorrow: %v", err)
	}
}
