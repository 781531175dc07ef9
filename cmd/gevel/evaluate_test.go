package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/offline/studysales"
)

func TestAnOutputIsWholeOrNotThere(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good"), filepath.Join(dir, "bad")
	if err := os.WriteFile(bad, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := openOutputs([]string{good, "", bad})
	if err != nil {
		t.Fatal(err)
	}
	fill := func(w io.Writer) error { _, err := io.WriteString(w, "half"); return err }
	if err := out.write(good, fill); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := out.write(bad, func(w io.Writer) error { return errors.Join(fill(w), broken) }); !errors.Is(err, broken) {
		t.Errorf("write: %v, want %v", err, broken)
	}
	if err := out.discard(); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{good: "half", bad: "before"} {
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s holds %q (%v), want %q", path, got, err, want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("%v is left (%v), want good and bad alone", left, err)
	}
}

func TestPredictionsOfOthersMayBeZippedAndOfASpreadsheet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rival.csv.gz")
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := io.WriteString(z, "\uFEFFsale_id,value\r\na,110000\r\n"); err != nil {
		t.Fatal(err)
	}
	z.Close()
	if err := os.WriteFile(path, zipped.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	sold := &studysales.Sales{Market: comparison.Market{Sales: market.NewSales(gevel.Standard(), []gevel.Sale{{ID: "a", Price: 100_000}})}}
	rival, err := (&evaluateCmd{Compare: path}).rival(&console{ctx: t.Context()}, sold)
	if err != nil || rival.Value(0) == nil || rival.Value(0).Said.Value != 110_000 {
		t.Errorf("the rival does not know its sale: %v, %v", rival, err)
	}
}

func TestWhatDoesNotGoWithOriginsIsRefused(t *testing.T) {
	for _, cmd := range []*evaluateCmd{
		{Source: "sales.csv", Origins: 3, Walk: "month"},
		{Source: "sales.csv", Walk: "none"}, // without a first day
	} {
		var refused *gevel.Error
		if err := cmd.Run(&console{ctx: t.Context()}); !errors.As(err, &refused) || refused.Code != gevel.Invalid {
			t.Errorf("%+v: %v", cmd, err)
		}
	}
}
