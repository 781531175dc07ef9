package smalltown

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
)

// Publish publishes the shared town with other homes in a folder of editions, and returns the edition's id.
func Publish(t testing.TB, dir string, alter func(*gevel.Dwelling)) string {
	t.Helper()
	town := Shared(t)
	altered := *town.Market
	altered.Dwellings = slices.Clone(altered.Dwellings)
	for i := range altered.Dwellings {
		alter(&altered.Dwellings[i])
	}
	return altered.OpenIn(t, dir, market.NewSales(altered.Attributes, altered.Sold), town.Vintages()).Edition().ID()
}

// Contents are the contents of an edition, with homes in no order, and models by the names of their files.
type Contents struct {
	edition.Contents
	Addresses []gevel.Address
	Dwellings []gevel.Dwelling
	Models    map[string][]byte
}

// Draft drafts an edition in a folder of editions.
func Draft(t testing.TB, dir string, c Contents) *edition.Draft {
	t.Helper()
	ctx, table := context.Background(), c.Attributes
	if table == nil {
		table = gevel.Standard()
	}
	var faults []error
	fault := func(err error) { faults = append(faults, err) }
	if c.Contents.Homes == nil {
		c.Contents.Homes = edition.MakeHomeRows(table, len(c.Dwellings))
		for _, d := range slices.SortedFunc(slices.Values(c.Dwellings), func(a, b gevel.Dwelling) int { return cmp.Compare(a.ID, b.ID) }) {
			fault(c.Homes.Add(&d))
		}
	}
	if c.Contents.Addresses == nil {
		rows, err := edition.NewAddressRows(ctx, c.Addresses)
		fault(err)
		c.Contents.Addresses = rows
	}
	d, err := edition.BeginDraft(ctx, dir, &c.Contents)
	if fault(err); err == nil {
		t.Cleanup(d.Discard)
		for name, content := range c.Models {
			fault(d.WriteModel(ctx, name, func(w io.Writer) error { _, err := w.Write(content); return err }))
		}
		fault(d.Complete(ctx, &c.Contents))
	}
	if err := errors.Join(faults...); err != nil {
		t.Fatal(err)
	}
	return d
}

// Write publishes an edition in a folder of editions, and returns its directory.
func Write(t testing.TB, dir string, c Contents) string {
	t.Helper()
	m, _, err := Draft(t, dir, c).Publish(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, m.ID)
}

// Date makes an edition one that was published so much later than now.
func Date(t testing.TB, dir string, later time.Duration) {
	t.Helper()
	at := time.Now().Add(later)
	if err := os.Chtimes(filepath.Join(dir, "manifest.json"), at, at); err != nil {
		t.Fatal(err)
	}
}

// CutImages cuts all images beside the editions of a folder short, as a disk may that fails.
func CutImages(t testing.TB, dir string) {
	t.Helper()
	images, err := filepath.Glob(filepath.Join(dir, ".images", "*"))
	if err != nil || len(images) == 0 {
		t.Fatalf("%d images: %v", len(images), err)
	}
	for _, at := range images {
		if err := os.Truncate(at, 0); err != nil {
			t.Fatal(err)
		}
	}
}
