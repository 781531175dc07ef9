package reportfolder_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/offline/reportfolder"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/explain"
)

// options are those of reports of the town in a language.
func options(t *testing.T, l words.Language) reportfolder.Options {
	v := smalltown.Shared(t).Valuer
	return reportfolder.Options{
		About: reportfolder.About{Edition: v.Edition().ID(), Date: smalltown.End, Language: string(l), MadeBy: "test"},
		Desk:  propertyreport.NewDesk(v, explain.New(v), accuracy.NewBook(v.Edition())), Report: propertyreport.Report{Language: l, Made: smalltown.End, MadeBy: "test"},
		Photos: func(gevel.BAGID) ([]propertyreport.Photo, error) { return nil, nil },
		Index:  "index", Fail: func(err error) { t.Errorf("the work fails: %v", err) },
	}
}

// fill writes the reports of a file of homes. It returns the paths in the output, "" for a row without a report, and what
// the folder says of itself.
func fill(t *testing.T, dir, homes string, o reportfolder.Options) (paths []string, said string) {
	t.Helper()
	ctx, fail := context.WithCancelCause(t.Context())
	told := o.Fail
	o.Fail = func(err error) { told(err); fail(err) }
	folder, err := reportfolder.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	file, err := bulk.NewFile(t.Context(), "homes.csv", strings.NewReader(homes))
	if err != nil {
		t.Fatal(err)
	}
	options := bulk.Options{
		Valuer: smalltown.Shared(t).Valuer, Today: smalltown.End, Date: smalltown.End, Progress: func(int64) {},
		Additions: []bulk.Addition{folder},
	}
	var b bytes.Buffer
	out, err := bulk.NewCSV(&b, file, options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bulk.Value(ctx, file, out, options); err != nil {
		return nil, err.Error()
	}
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	k := slices.Index(rows[0], "report")
	for _, row := range rows[1:] {
		paths = append(paths, row[k])
	}
	return paths, folder.String()
}

// someHomes is a file with some homes of the town, and one that does not exist.
func someHomes(t *testing.T) string {
	text := "bag_id,use_surface,valuation_date\n0000010000000000,,\n"
	for _, d := range smalltown.Shared(t).Dwellings[:12] {
		text += string(d.ID) + ",,\n"
	}
	return text
}

func read(t *testing.T, dir, path string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

var links = regexp.MustCompile(`href="([^"]*)"`)

func TestEachHomeHasAReportThatTheIndexReaches(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "reports")
	paths, _ := fill(t, dir, someHomes(t), options(t, words.Dutch))
	if paths[0] != "" {
		t.Errorf("a home that does not exist has the report %s", paths[0])
	}
	reached := map[string]bool{}
	top := read(t, dir, "index.html")
	for _, area := range links.FindAllStringSubmatch(top, -1) {
		page := read(t, dir, area[1])
		for _, link := range links.FindAllStringSubmatch(page, -1) {
			reached[strings.TrimPrefix(filepath.ToSlash(filepath.Join(filepath.Dir(area[1]), link[1])), "/")] = true
		}
	}
	if !reached["index.html"] {
		t.Error("no area leads back to the index")
	}
	safe := regexp.MustCompile(`^(\d{4}|other)/[0-9a-f-]+\.html$`)
	for i, path := range paths[1:] {
		if !reached[path] || !safe.MatchString(path) {
			t.Errorf("the report %q is not reached, or its name is not safe", path)
		}
		page := read(t, dir, path)
		if !strings.Contains(page, string(smalltown.Shared(t).Dwellings[i].ID)) || !strings.Contains(page, `lang="nl"`) ||
			regexp.MustCompile(`(src|href)="`).MatchString(page) || !strings.HasSuffix(strings.TrimSpace(page), "</html>") {
			t.Errorf("the report %s is not the home's, or not whole:\n%.300s", path, page)
		}
	}
	if !strings.Contains(top, "Waarderapporten") || strings.Contains(top, "http:") {
		t.Errorf("the index is\n%s", top)
	}
}

// kept is a report as far as a folder looks at it.
const kept = `<meta name="gevel-request" content="">kept`

func TestWhatIsThereIsNotWrittenAgain(t *testing.T) {
	dir := t.TempDir()
	o := options(t, words.English)
	paths, _ := fill(t, dir, someHomes(t), o)
	index := read(t, dir, "index.html")
	whole := read(t, dir, paths[1])
	for i, path := range paths[1:] {
		at := filepath.Join(dir, path)
		if i == 0 {
			if err := os.Remove(at); err != nil { // it was being written when the work was ended
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(at, []byte(kept), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	again, said := fill(t, dir, someHomes(t), o)
	if !slices.Equal(paths, again) || !strings.Contains(said, "12 reports in ") || !strings.Contains(said, ", 11 of them from before") {
		t.Errorf("the second time: %v, %s", again, said)
	}
	if read(t, dir, paths[1]) != whole || read(t, dir, paths[2]) != kept || read(t, dir, "index.html") != index {
		t.Error("the report that was gone is not as before, or another one or the index changed")
	}
}

// TestAHomeHasTheReportOfItsLastRequest asks about a home four times on a day, and once on another.
func TestAHomeHasTheReportOfItsLastRequest(t *testing.T) {
	dir := t.TempDir()
	id := string(smalltown.Shared(t).Dwellings[0].ID)
	before := smalltown.End.AddMonths(-6).String()
	ask := func(surfaces ...string) (page, index string) {
		homes := "bag_id,use_surface,valuation_date\n" + id + ",," + before + "\n"
		for _, surface := range surfaces {
			homes += id + "," + surface + ",\n"
		}
		paths, _ := fill(t, dir, homes, options(t, words.English))
		slices.Sort(paths)
		if paths = slices.Compact(paths); len(paths) != 2 {
			t.Fatalf("the reports are %v", paths)
		}
		return read(t, dir, paths[1]), read(t, dir, strings.Split(paths[1], "/")[0]+"/index.html")
	}
	for _, surfaces := range [][]string{{"", "100", "101"}, {"100", "101", ""}, {"101"}, {""}, {"101", "100", "101"}} {
		page, index := ask(surfaces...)
		if last := surfaces[len(surfaces)-1]; strings.Contains(page, "<td>101\u00a0m²</td>") != (last == "101") || strings.Contains(page, "<td>100\u00a0m²</td>") {
			t.Errorf("asked with the surfaces %q, the report is not of the last", surfaces)
		}
		if n := strings.Count(index, "<tr><td>"); n != 2 {
			t.Errorf("the index has %d rows, want one for each day", n)
		}
	}
}

func TestAFolderHoldsReportsOfOneValuation(t *testing.T) {
	dir := t.TempDir()
	o := options(t, words.English)
	fill(t, dir, someHomes(t), o)
	for name, about := range map[string]reportfolder.About{
		"edition":  {Edition: "another", Date: o.Date, Language: o.Language, MadeBy: o.MadeBy},
		"date":     {Edition: o.Edition, Date: o.Date - 1, Language: o.Language, MadeBy: o.MadeBy},
		"language": {Edition: o.Edition, Date: o.Date, Language: "nl", MadeBy: o.MadeBy},
		"program":  {Edition: o.Edition, Date: o.Date, Language: o.Language, MadeBy: "a later one"},
	} {
		other := o
		other.About = about
		if _, err := reportfolder.Open(dir, other); gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("reports of another %s give %v", name, err)
		}
	}
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "index.html"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := reportfolder.Open(foreign, o); gevel.CodeOf(err) != gevel.Invalid || read(t, foreign, "index.html") != "mine" {
		t.Errorf("a folder with other files gives %v", err)
	}
}

func TestAReportThatCannotBeWrittenEndsTheWork(t *testing.T) {
	dir := t.TempDir()
	o := options(t, words.English)
	fill(t, dir, "bag_id\n", o)
	area := smalltown.Shared(t).Addresses[0].PostalCode.PC4()
	if err := os.WriteFile(filepath.Join(dir, area), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var faults []error
	o.Fail = func(err error) { faults = append(faults, err) }
	_, said := fill(t, dir, "bag_id\n"+string(smalltown.Shared(t).Dwellings[0].ID)+"\n", o)
	if len(faults) != 1 || !strings.Contains(faults[0].Error(), "write the report of ") || said == "" {
		t.Errorf("faults %v, and the work says %q", faults, said)
	}
}
