package build_test

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
)

// What a sales file loses, and what an edition is compared by.

func TestSalesThatLostTheirCharacteristicsAreNotPublished(t *testing.T) {
	c, good := builtTown(t)
	all := salesOf(c.Sources)[0].File
	columns := []string{"energy_label", "num_maintenance", "rooms", "volume", "parcel_surface"}
	labels := []string{"energy label", "num_maintenance", "number of rooms", "volume", "parcel surface"}
	for name, change := range map[string]changeRow{
		"emptied": func(row []string, at int, isHeader bool) []string {
			if !isHeader {
				row[at] = ""
			}
			return row
		},
		"removed": func(row []string, at int, _ bool) []string { return slices.Delete(row, at, at+1) },
	} {
		salesOf(c.Sources)[0].File = changed(t, all, columns, change)
		_, err := build.Run(t.Context(), c, options())
		if gevel.CodeOf(err) != gevel.Forbidden {
			t.Fatalf("%s: %v", name, err)
		}
		for _, label := range labels {
			if want := "sales of known " + label + " went from "; !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v\ndoes not say %q", name, err, want)
			}
		}
		if !strings.Contains(err.Error(), "to 0.0 %, beyond fill_rate_fall 0.05") {
			t.Errorf("%s: %v", name, err)
		}
	}
	checkFolder(t, c.Editions, good.Manifest.ID)
}

func TestAnEditionThatGoesBackInTimeIsNotPublished(t *testing.T) {
	c, good := builtTown(t)
	c.Limits.SalesFall = 1
	salesOf(c.Sources)[0].File = knownBefore(t, salesOf(c.Sources)[0].File, townDay-500)
	_, err := build.Run(t.Context(), c, options())
	if gevel.CodeOf(err) != gevel.Forbidden {
		t.Fatalf("without the last sales it gives %v", err)
	}
	for _, want := range []string{
		"the day of sales went from 2025-", "the newest model went from 2025-01-01 to 2024-01-01, beyond days_back 31",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\ndoes not say %q", err, want)
		}
	}
	checkFolder(t, c.Editions, good.Manifest.ID)
}

// changeRow changes a row in one of its columns.
type changeRow func(row []string, at int, isHeader bool) []string

// changed writes a sales file in which some columns of each row are changed, and returns its path.
func changed(t *testing.T, file string, columns []string, change changeRow) string {
	t.Helper()
	text, err := gzip.NewReader(strings.NewReader(readFile(t, file)))
	if err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(text)
	reader.FieldsPerRecord = -1 // some rows are broken off
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, column := range columns {
		at := slices.Index(rows[0], column)
		for i, row := range rows {
			if at < len(row) {
				rows[i] = change(row, at, i == 0)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "changed.csv")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := csv.NewWriter(out).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return path
}
