package build_test

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/testing/rezip"
)

// warned reports whether a warning of the summary begins so.
func warned(s *build.Summary, begin string) bool {
	return slices.ContainsFunc(s.Warnings, func(w string) bool { return strings.HasPrefix(w, begin) })
}

// labelsOf writes labels of homes, all of one day of registration, for a build.
func labelsOf(t *testing.T, c *build.Config, day string, ids ...string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "labels.csv")
	text := "PublicatieDatum;20250310\n\nRegistratiedatum;Opnamedatum;GeldigTot;Gebouwklasse;Gebouwtype;BAGVerblijfsobjectID;Energieklasse\n"
	for _, id := range ids {
		text += day + ";" + day + ";20350301;W;Rijwoning tussen;" + id + ";B\n"
	}
	writeFile(t, path, text)
	*labelFileOf(c.Sources) = path
}

// withoutColumn writes the sales of a build anew, without a column.
func withoutColumn(t *testing.T, c *build.Config, column string) {
	t.Helper()
	file, err := os.Open(salesOf(c.Sources)[0].File)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	in := csv.NewReader(text)
	in.FieldsPerRecord = -1
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(rows[0], column)
	var out strings.Builder
	w := csv.NewWriter(&out)
	for _, row := range rows {
		if len(row) == len(rows[0]) {
			_ = w.Write(slices.Delete(row, at, at+1))
		}
	}
	w.Flush()
	salesOf(c.Sources)[0].File = filepath.Join(t.TempDir(), "sales.csv")
	writeFile(t, salesOf(c.Sources)[0].File, out.String())
}

func TestWhatMovesNoValueIsWarnedOf(t *testing.T) {
	c := townConfig(t)
	withoutColumn(t, &c, "energy_label")
	c.Limits.FillRateFall = 1
	first := mustRun(t, c)
	if len(first.Warnings) > 0 {
		t.Errorf("a town of which all is used warns %q", first.Warnings)
	}
	var homes []string
	for _, id := range idsOf(openValuer(t, first)) {
		homes = append(homes, string(id))
	}
	const unlearned, unjoined = "energy label: ", "energy labels: nothing of labels.csv is used: "
	labelsOf(t, &c, "20250301", homes...) // after the sales of the newest model
	if s := mustRun(t, c); !warned(s, unlearned) || warned(s, unjoined) {
		t.Errorf("labels that no sale had warn %q", s.Warnings)
	}
	if s := mustRun(t, c); !s.Carried.Homes || !warned(s, unlearned) {
		t.Errorf("built again, with the homes carried on (%t), it warns %q", s.Carried.Homes, s.Warnings)
	}
	labelsOf(t, &c, "20100101", homes...)
	if s := mustRun(t, c); warned(s, unlearned) {
		t.Errorf("labels that all sales had warn %q", s.Warnings)
	}
	labelsOf(t, &c, "20100101", "9999010000000001", "9999010000000002")
	if s := mustRun(t, c); !warned(s, unjoined) {
		t.Errorf("labels of other homes warn %q", s.Warnings)
	}
	labelsOf(t, &c, "20100101")
	if s := mustRun(t, c); !warned(s, unjoined+"it has no rows") {
		t.Errorf("no labels warn %q", s.Warnings)
	}
}

func TestAFileOfSalesOfWhichNothingIsUsedIsWarnedOf(t *testing.T) {
	c := townConfig(t)
	c.MaxRejectShare = 1
	path := filepath.Join(t.TempDir(), "elsewhere.csv")
	text := "sale_id,dwelling_id,sale_date,price\n1,9999010000000001,2020-01-01,250000\n"
	writeFile(t, path, text)
	*build.SettingsOf[sales.Settings](c.Sources) = append(salesOf(c.Sources), sales.Entry{File: path})
	if s := mustRun(t, c); !warned(s, "elsewhere.csv: none of its 1 rows is a sale that is used (unknown_dwelling 1)") {
		t.Errorf("the warnings are %q", s.Warnings)
	}
}

// withoutSurfaces writes the register of a build anew, with no unit's surface.
func withoutSurfaces(t *testing.T, c *build.Config) {
	t.Helper()
	surface := regexp.MustCompile(`<Objecten:oppervlakte>[^<]*</Objecten:oppervlakte>`)
	content, err := os.ReadFile(*bagOf(c.Sources))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), filepath.Base(*bagOf(c.Sources)))
	writeFile(t, path, string(rezip.Rewrite(t, content, func(_ string, text []byte) []byte { return surface.ReplaceAll(text, nil) })))
	*bagOf(c.Sources) = path
}

func TestARegisterWithoutSurfacesIsWarnedOf(t *testing.T) {
	c := townConfig(t)
	withoutSurfaces(t, &c)
	if s := mustRun(t, c); !warned(s, "use surface: ") || warned(s, "build year: ") {
		t.Errorf("the warnings are %q", s.Warnings)
	}
}
