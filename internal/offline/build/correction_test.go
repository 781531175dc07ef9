package build_test

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
)

// TestAPriceIsCorrectedByALaterFileAndOneThatVanishedIsNamed delivers a correction of a price in a file of its own, and takes
// it away.
func TestAPriceIsCorrectedByALaterFileAndOneThatVanishedIsNamed(t *testing.T) {
	path := writeTown(t)
	before, err := build.ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	first := openValuer(t, builtIn(t, before))
	folder := filepath.Join(filepath.Dir(path), "daily")
	delivered := salesOf(before.Sources)[0].File
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	packed := readFile(t, delivered)
	writeFile(t, filepath.Join(folder, "all.csv.gz"), packed)
	unpacked, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(unpacked)
	reader.FieldsPerRecord = -1 // the town has a damaged row
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	value := func(row []string, column string) string { return row[slices.Index(rows[0], column)] }
	known := gevel.NewDate(2025, time.February, 1)
	var wrong []string
	for _, row := range rows[1:] {
		if len(row) < len(rows[0]) {
			continue
		}
		if day := value(row, "sale_date"); day > "2024-01" && day < "2024-12" && value(row, "price") > "3" {
			wrong = row
		}
	}
	correction := filepath.Join(folder, "correction.csv")
	const header = "sale_id,postal_code,house_number,house_letter,house_number_ext,sale_date,known_date,price\n"
	writeFile(t, correction, header+fmt.Sprintf("%s,%s,%s,%s,%s,%s,%s,%s1\n",
		value(wrong, "sale_id"), value(wrong, "postal_code"), value(wrong, "house_number"), value(wrong, "house_letter"),
		value(wrong, "house_number_ext"), value(wrong, "sale_date"), known, value(wrong, "price")[:5]))
	writeFile(t, path, strings.ReplaceAll(readFile(t, path), delivered, folder))
	c, err := build.ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	c.Editions = t.TempDir()
	s := mustRun(t, c)
	var reasons []string
	for _, r := range s.Rejects {
		reasons = append(reasons, fmt.Sprint(r.Reasons))
	}
	if text := strings.Join(reasons, "\n"); !strings.Contains(text, "corrected_price") {
		t.Errorf("a correction is not told: %s", text)
	}
	corrected := openValuer(t, s)
	if n, asked := answersApart(t, first, corrected, known); n > 0 {
		t.Errorf("%d of %d answers before the correction was known differ", n, asked)
	}
	moved := 0
	for a := range first.Edition().Addresses {
		in := gevel.Inquiry{AddressQuery: a.Query(), Date: known + 1}
		was, wasErr := first.Value(in)
		is, isErr := corrected.Value(in)
		if wasErr == nil && isErr == nil && was.Weighted != is.Weighted {
			moved++
		}
	}
	if moved == 0 {
		t.Error("no value differs once the correction is known")
	}
	if err := os.Remove(correction); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, "empty.csv"), "sale_id,postal_code,house_number,sale_date,price\n")
	s = mustRun(t, c)
	gone := "1 file of sales that edition " + corrected.Edition().ID() + " was made from is gone (correction.csv)"
	if text := strings.Join(s.Warnings, "\n"); !strings.Contains(text, gone) {
		t.Errorf("a file that vanished is not named: %s", text)
	}
	if n, asked := answersApart(t, first, openValuer(t, s), townDay); n > 0 {
		t.Errorf("without the correction %d of %d answers differ", n, asked)
	}
}
