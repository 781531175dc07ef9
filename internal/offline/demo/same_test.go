package demo

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/gevel/gevel"
)

// TestTheTownsOfCasesAndDocumentsStayAsTheyAre holds what `gevel demo --date 2026-11-20` writes, without and
// with `--homes 400`: cases and documents name its homes. Of photos it is the manifest. A hash is of a file's content,
// unpacked and without the space in XML.
func TestTheTownsOfCasesAndDocumentsStayAsTheyAre(t *testing.T) {
	for _, c := range []struct {
		homes  int
		photos gevel.Opt[float64]
		want   map[string]string
	}{
		{0, gevel.Some(0.0), map[string]string{
			"BAGNLDL-08112026.zip": "cdb2b46d8eae544e",
			"sales.csv.gz":         "01ed030eae090c74",
			"addresses.csv":        "a3fc5c10100e324a",
			"municipalities.csv":   "7ed3b08b198b6310",
			"manifest.csv":         "55f70f81986b72c0",
			"gevel.yaml":           "cc2a7a601c0e0520",
		}},
		{400, gevel.Opt[float64]{}, map[string]string{
			"BAGNLDL-08112026.zip": "7c5fd15b42c074d9",
			"sales.csv.gz":         "0969936218b5aa29",
			"addresses.csv":        "71f5e18f17f23976",
			"municipalities.csv":   "7ed3b08b198b6310",
			"manifest.csv":         "c4ba407fb5a5fe90",
			"gevel.yaml":           "cc2a7a601c0e0520",
		}},
	} {
		town := writeTown(t, Options{Seed: 1, Date: today, Dwellings: c.homes, Photos: c.photos})
		for _, path := range []string{town.BAG, town.Sales, town.Addresses, town.Municipalities, town.Photos, town.Config} {
			name, hash := filepath.Base(path), sha256.New()
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := unpack(hash, name, content); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got := fmt.Sprintf("%x", hash.Sum(nil)[:8]); got != c.want[name] {
				t.Errorf("%d homes: %q: %q, want %q", c.homes, name, got, c.want[name])
			}
		}
	}
}

// unpack writes the content of a file: of a zip or gzip what is in it.
func unpack(w io.Writer, name string, content []byte) error {
	switch filepath.Ext(name) {
	case ".gz":
		unzipped, err := gzip.NewReader(bytes.NewReader(content))
		if err == nil {
			_, err = io.Copy(w, unzipped)
		}
		return err
	case ".zip":
		members, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return err
		}
		for _, m := range members.File {
			f, err := m.Open()
			if err != nil {
				return err
			}
			inner, err := io.ReadAll(f)
			if err != nil {
				return err
			}
			fmt.Fprintln(w, m.Name)
			if err := unpack(w, m.Name, inner); err != nil {
				return err
			}
		}
		return nil
	}
	if filepath.Ext(name) == ".xml" {
		content = bytes.Join(bytes.Fields(content), nil) // space between elements means nothing
	}
	_, err := w.Write(content)
	return err
}
