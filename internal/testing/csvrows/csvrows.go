// Package csvrows reads tables by the names of their columns, for tests on files that others keep.
package csvrows

import (
	"encoding/csv"
	"errors"
	"io"
	"testing"

	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/textfile"
)

// Each calls do with each row of a CSV file, zipped or not, by column.
func Each(t testing.TB, path string, do func(row map[string]string)) {
	t.Helper()
	f, err := regular.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := textfile.NewReader(f, new(int64))
	if err != nil {
		t.Fatal(err)
	}
	c := csv.NewReader(text)
	header, err := c.Read()
	for err == nil {
		var fields []string
		if fields, err = c.Read(); err == nil {
			row := map[string]string{}
			for i, name := range header {
				row[name] = fields[i]
			}
			do(row)
		}
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
}
