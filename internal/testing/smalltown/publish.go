package smalltown

import (
	"context"
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

// Write publishes an edition in a folder of editions, and returns its directory.
func Write(t testing.TB, dir string, c edition.Contents) string {
	t.Helper()
	d, err := edition.NewDraft(context.Background(), dir, c)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Discard()
	m, _, err := d.Publish(context.Background(), nil)
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
