package edition

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

func TestContentsThatCanNotBeOpenedAreNotPublished(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*invented)
		want   string
	}{
		{"a home nowhere", func(c *invented) { c.Dwellings[0].At.X = math.Inf(1) }, "dwellings.parquet: column x"},
		{"a home twice", func(c *invented) { c.Dwellings[0].ID = c.Dwellings[1].ID }, "is there twice"},
		{"a home without id", func(c *invented) { c.Dwellings[0].ID = "" }, `id of a dwelling: "" is no BAG id`},
		{
			"a home without number id", func(c *invented) { c.Dwellings[0].NumberID = "1" },
			`number id of a dwelling: "1" is no BAG id`,
		},
		{
			"an address without number id", func(c *invented) { c.Addresses[0].NumberID = "12345678901234567" },
			"number id of an address",
		},
		{"an address without object", func(c *invented) { c.Addresses[0].ObjectID = "" }, "object id of an address"},
		{"a sale for nothing", func(c *invented) { c.Sales.Price[0] = 0 }, "sales.parquet: column price in row 0"},
		{
			"two extras of one name", func(c *invented) { c.Sales.Attributes[9].Column = c.Sales.Attributes[8].Column },
			"two columns are named num_maintenance",
		},
	} {
		dir := t.TempDir()
		c := inventContents(20, 1)
		tt.change(&c)
		_, _, err := Write(t.Context(), dir, c)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: written with %v, want %q", tt.name, err, tt.want)
		}
		checkEntries(t, dir)
	}
}

func TestWriteEndsWithItsContext(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Write(ctx, dir, inventContents(20, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("written with %v, want %v", err, context.Canceled)
	}
	checkEntries(t, dir)
}

// checkEntries checks what is in a folder, hidden names included.
func checkEntries(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range entries {
		if entry.Name() != imageFolder { // it holds nothing that can't be made anew
			got = append(got, entry.Name())
		}
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", dir, got, want)
	}
}

func TestTheSameContentsStandOnce(t *testing.T) {
	dir := t.TempDir()
	first := writeContents(t, dir, inventContents(20, 1))
	before := snapshot(t, filepath.Join(dir, first.ID))
	second, outcome, err := Write(t.Context(), dir, inventContents(20, 1))
	if err != nil || outcome != Stands || second.ID != first.ID {
		t.Errorf("second Write = %s, %s, %v, want %s, %s", second.ID, outcome, err, first.ID, Stands)
	}
	checkSnapshot(t, filepath.Join(dir, first.ID), before)
	checkEntries(t, dir, first.ID)
}

func TestWhatIsWrittenLastIsTheNewest(t *testing.T) {
	dir := t.TempDir()
	for i, seed := range []uint64{1, 2, 1} {
		m := writeContents(t, dir, inventContents(20, seed))
		if got, err := Newest(dir); err != nil || got != filepath.Join(dir, m.ID) {
			t.Errorf("after write %d, Newest = %s, %v, want %s", i, got, err, m.ID)
		}
		age(t, dir)
	}
}

// age makes all editions an hour older.
func age(t *testing.T, dir string) {
	t.Helper()
	manifests, err := filepath.Glob(filepath.Join(dir, "*", ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range manifests {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		at := info.ModTime().Add(-time.Hour)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNewestPassesOverWhatIsNoEdition(t *testing.T) {
	dir := t.TempDir()
	if _, err := Newest(dir); gevel.CodeOf(err) != gevel.NotFound {
		t.Errorf("in an empty folder: %v", err)
	}
	if _, err := Newest(filepath.Join(dir, "none")); gevel.CodeOf(err) != gevel.NotFound {
		t.Errorf("in no folder: %v", err)
	}
	older := writeContents(t, dir, inventContents(20, 1))
	age(t, dir)
	want := writeContents(t, dir, inventContents(20, 2))
	age(t, dir)
	for _, leftover := range []string{
		stagingPrefix + "1/" + ManifestName, "0123456789abcdef/" + unnamedManifest, "notes/" + ManifestName,
	} {
		path := filepath.Join(dir, leftover)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		overwrite(t, path, []byte("{}"))
	}
	if got, err := Newest(dir); err != nil || got != filepath.Join(dir, want.ID) {
		t.Errorf("Newest = %s, %v, want %s and not %s", got, err, want.ID, older.ID)
	}
	if e, err := OpenNewest(t.Context(), dir); err != nil || e.ID() != want.ID {
		t.Errorf("OpenNewest gives %v", err)
	}
}

func TestADamagedEditionIsReplacedAndOthersStay(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, dir string){
		"altered":      func(t *testing.T, dir string) { flip(t, dir, salesName) },
		"half written": func(t *testing.T, dir string) { remove(t, dir, ManifestName) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			other := writeContents(t, dir, inventContents(20, 2))
			before := snapshot(t, filepath.Join(dir, other.ID))
			m := writeContents(t, dir, inventContents(20, 1))
			target := filepath.Join(dir, m.ID)
			damage(t, target)
			_, outcome, err := Write(t.Context(), dir, inventContents(20, 1))
			if err != nil || outcome != Published {
				t.Fatalf("written with %s, %v", outcome, err)
			}
			if _, err := Open(t.Context(), target); err != nil {
				t.Error(err)
			}
			checkSnapshot(t, filepath.Join(dir, other.ID), before)
			checkEntries(t, dir, m.ID, other.ID)
		})
	}
}

func TestLockIsHeldByOne(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	release, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(dir); gevel.CodeOf(err) != gevel.Unavailable || !strings.Contains(err.Error(), dir) {
		t.Errorf("second Lock gives %v", err)
	}
	release()
	release, err = Lock(dir)
	if err != nil {
		t.Fatalf("Lock after release: %v", err)
	}
	release()
}

func TestLockClearsWhatKilledBuildsLeft(t *testing.T) {
	dir := t.TempDir()
	m := writeContents(t, dir, inventContents(20, 1))
	kept := "fedcba9876543210" // being copied from elsewhere: its manifest comes last
	for _, file := range []string{
		stagingPrefix + "1/models/2023.model", stagingPrefix + "2-replaced/" + ManifestName,
		"0123456789abcdef/" + unnamedManifest, kept + "/" + salesName,
	} {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		overwrite(t, path, nil)
	}
	release, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	checkEntries(t, dir, ".lock", kept, m.ID)
}

// snapshot returns the content of each file below dir.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[path] = read(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func checkSnapshot(t *testing.T, dir string, before map[string]string) {
	t.Helper()
	after := snapshot(t, dir)
	if len(after) != len(before) {
		t.Errorf("%s has %d files, and had %d", dir, len(after), len(before))
	}
	for path, content := range before {
		if after[path] != content {
			t.Errorf("%s has changed", path)
		}
	}
}
