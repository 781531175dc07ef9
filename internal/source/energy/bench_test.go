package energy

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const benchRows = 200_000

// BenchmarkRead compares the reading of labels with a plain one by encoding/csv that looks at no
// field, of the same bytes in the same run.
func BenchmarkRead(b *testing.B) {
	text := generate(benchRows)
	path := filepath.Join(b.TempDir(), "labels.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	b.Run("plain", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if n := plainRead(b, text); n != benchRows+1 {
				b.Fatalf("%d rows", n)
			}
		}
	})
	for _, workers := range []int{1, 2} {
		b.Run("labels/"+[]string{"", "1", "2"}[workers], func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				s, err := Read(b.Context(), path, Options{AsOf: today, Workers: workers}, func(Label) {})
				if err != nil || s.Labels+s.NotHomes != benchRows {
					b.Fatalf("%+v, %v", s, err)
				}
			}
		})
	}
}

// plainRead returns how many rows encoding/csv finds.
func plainRead(b *testing.B, text string) (rows int) {
	_, text, _ = strings.Cut(text, "\n")
	_, text, _ = strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.ReuseRecord, r.LazyQuotes = ';', true, true
	for {
		if _, err := r.Read(); errors.Is(err, io.EOF) {
			return rows
		} else if err != nil {
			b.Fatal(err)
		}
		rows++
	}
}
