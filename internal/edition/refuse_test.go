package edition

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What is not whole, or not ours, is refused with a sentence that names the file.

func TestDamagedEditionsAreRefused(t *testing.T) {
	format := fmt.Sprintf(`"format": %d`, FormatVersion)
	for _, tt := range []struct {
		name   string
		damage func(t *testing.T, dir string)
		want   []string
	}{
		{
			"cut short", func(t *testing.T, dir string) { cut(t, dir, salesName) },
			[]string{"sales.parquet has ", "cut short or altered"},
		},
		{
			"altered", func(t *testing.T, dir string) { flip(t, dir, addressesName) },
			[]string{"addresses.parquet was altered: its checksum"},
		},
		{
			"model altered", func(t *testing.T, dir string) { flip(t, dir, "models/2023.model") },
			[]string{"models/2023.model was altered"},
		},
		{
			"missing", func(t *testing.T, dir string) { remove(t, dir, dwellingsName) },
			[]string{"dwellings.parquet is missing"},
		},
		{
			"model missing", func(t *testing.T, dir string) { remove(t, dir, "models/2024.model") },
			[]string{"models/2024.model is missing"},
		},
		{"a directory", func(t *testing.T, dir string) {
			remove(t, dir, salesName)
			if err := os.Mkdir(filepath.Join(dir, salesName), 0o755); err != nil {
				t.Fatal(err)
			}
		}, []string{"sales.parquet is no regular file"}},
		{
			"a link to the file itself", func(t *testing.T, dir string) {
				path := filepath.Join(dir, salesName)
				link(t, path+".moved", path)
			},
			[]string{"sales.parquet is no regular file"},
		},
		{
			"a link to an endless file", func(t *testing.T, dir string) { link(t, os.DevNull, filepath.Join(dir, salesName)) },
			[]string{"sales.parquet is no regular file"},
		},
		{
			"a manifest that is a link", func(t *testing.T, dir string) { link(t, "/dev/zero", filepath.Join(dir, ManifestName)) },
			[]string{"manifest.json is no regular file"},
		},
		{
			"a huge manifest", func(t *testing.T, dir string) {
				if err := os.Truncate(filepath.Join(dir, ManifestName), maxManifestBytes+1); err != nil {
					t.Fatal(err)
				}
			},
			[]string{"no manifest is that large"},
		},
		{
			"one file more", func(t *testing.T, dir string) { overwrite(t, filepath.Join(dir, "models/2025.model"), nil) },
			[]string{`"models/2025.model" is no part of the edition`},
		},
		{
			"one folder more", func(t *testing.T, dir string) {
				if err := os.Mkdir(filepath.Join(dir, "more"), 0o755); err != nil {
					t.Fatal(err)
				}
			},
			[]string{`"more" is no part of the edition`},
		},
		{
			"half written", func(t *testing.T, dir string) { remove(t, dir, ManifestName) },
			[]string{"has no manifest.json", "cut short"},
		},
		{
			"manifest cut short", func(t *testing.T, dir string) { cut(t, dir, ManifestName) },
			[]string{"manifest.json is damaged"},
		},
		{"manifest altered", edit(`"seed": 1`, `"seed": 2`), []string{"manifest.json was altered"}},
		{"id altered", edit(`"id": "`, `"id": "0`), []string{"manifest.json was altered"}},
		{"parent altered", edit(`"id":`, `"parent": "../..", "id":`), []string{"manifest.json was altered", `"../.."`}},
		{
			"newer", edit(format, `"format": 99, "files": "elsewhere", "new": {}`),
			[]string{
				"manifest.json has format 99", fmt.Sprintf("reads formats %d and %d", FormatVersion-1, FormatVersion),
				"use the program that made it, test", "or go back", "`gevel publish`",
			},
		},
		{"no format", edit(format, `"form": 3`), []string{"manifest.json has format 0", "build the edition again"}},
		{
			"two formats ago", edit(format, fmt.Sprintf(`"format": %d`, FormatVersion-2)), []string{"build the edition again"},
		},
		{"outside", forge(func(m *Manifest, dir string) {
			m.Files["../secret"] = File{Bytes: 1, SHA256: "00"}
		}), []string{`manifest.json names the file "../secret" outside the edition`}},
		{"outside by its root", forge(func(m *Manifest, dir string) {
			m.Files[filepath.Join(dir, salesName)] = File{}
		}), []string{"manifest.json names the file", "outside the edition"}},
		{
			"a table not named", forge(func(m *Manifest, dir string) { delete(m.Files, salesName) }),
			[]string{"manifest.json does not name sales.parquet"},
		},
		{
			"buildings", forge(func(m *Manifest, dir string) { m.Rows["buildings"]++ }),
			[]string{"buildings.parquet has 40 rows instead of 41"},
		},
		{
			"buildings missing", func(t *testing.T, dir string) { remove(t, dir, buildingsName) },
			[]string{"buildings.parquet is missing"},
		},
		{
			"rows", forge(func(m *Manifest, dir string) { m.Rows["sales"]++ }),
			[]string{"sales.parquet has 20 rows instead of 21"},
		},
		{
			"a source named twice", forge(func(m *Manifest, dir string) { m.Sources = []sourceRow{{Name: "BAG"}} }),
			[]string{`a source has no name, or the name of another: "BAG"`},
		},
		{
			"a source behind none", forge(func(m *Manifest, dir string) { m.Sources = []sourceRow{{Name: "survey", Over: "rumour"}} }),
			[]string{`the source survey stands behind another: there is no source "rumour"`},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			dir := filepath.Join(folder, writeContents(t, folder, inventContents(20, 1)).ID)
			tt.damage(t, dir)
			e, err := Open(t.Context(), dir)
			if err == nil {
				t.Fatalf("opened edition %s", e.ID())
			}
			for _, want := range append(tt.want, dir) {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("refused with %q, which does not say %q", err, want)
				}
			}
		})
	}
}

func TestOpeningAndVerifyingEndWithTheirContext(t *testing.T) {
	folder := t.TempDir()
	dir := filepath.Join(folder, writeContents(t, folder, inventContents(20, 1)).ID)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v", err)
	}
	if _, err := Verify(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("Verify: %v", err)
	}
	m, err := ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&Edition{manifest: m, dir: dir}).read(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("reading the tables: %v", err)
	}
}

// TestVerifyingAHugeFileEndsWithItsContext checks a file that takes an hour to read.
func TestVerifyingAHugeFileEndsWithItsContext(t *testing.T) {
	folder := t.TempDir()
	dir := filepath.Join(folder, writeContents(t, folder, inventContents(20, 1)).ID)
	const huge = 1 << 42
	if err := os.Truncate(filepath.Join(dir, salesName), huge); err != nil {
		t.Skip("no file can be that large here:", err)
	}
	forge(func(m *Manifest, _ string) { m.Files[salesName] = File{Bytes: huge} })(t, dir)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Open(ctx, dir); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// TestSizesAreComparedBeforeAnythingIsHashed takes a file away whose size is wrong: reading
// it would be the other error.
func TestSizesAreComparedBeforeAnythingIsHashed(t *testing.T) {
	folder := t.TempDir()
	dir := filepath.Join(folder, writeContents(t, folder, inventContents(20, 1)).ID)
	flip(t, dir, addressesName)
	cut(t, dir, salesName)
	if _, err := Verify(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "sales.parquet has") {
		t.Errorf("refused with %v", err)
	}
}

func TestALinkToAnEditionIsFollowed(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	m := writeContents(t, elsewhere, inventContents(20, 1))
	if err := os.Symlink(filepath.Join(elsewhere, m.ID), filepath.Join(folder, m.ID)); err != nil {
		t.Fatal(err)
	}
	if e, err := OpenNewest(t.Context(), folder); err != nil || e.ID() != m.ID {
		t.Errorf("got %v", err)
	}
	overwrite(t, filepath.Join(elsewhere, m.ID, "more"), nil)
	if _, err := OpenNewest(t.Context(), folder); err == nil {
		t.Error("what lies beside the files was not looked at")
	}
}

// link puts a link to target in a file's place, which is moved aside.
func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Rename(path, filepath.Join(t.TempDir(), "moved")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func cut(t *testing.T, dir, name string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.Truncate(path, int64(len(read(t, path))/2)); err != nil {
		t.Fatal(err)
	}
}

func flip(t *testing.T, dir, name string) {
	t.Helper()
	path := filepath.Join(dir, name)
	content := []byte(read(t, path))
	content[len(content)/2] ^= 1
	overwrite(t, path, content)
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

func overwrite(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// edit replaces text in the manifest.
func edit(from, to string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		path := filepath.Join(dir, ManifestName)
		text := read(t, path)
		if strings.Count(text, from) != 1 {
			t.Fatalf("the manifest has %s %d times", from, strings.Count(text, from))
		}
		overwrite(t, path, []byte(strings.Replace(text, from, to, 1)))
	}
}

// forge changes the manifest and gives it the id of its new content.
func forge(change func(m *Manifest, dir string)) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		if err := forgeManifest(dir, func(m *Manifest) { change(m, dir) }); err != nil {
			t.Fatal(err)
		}
	}
}

func forgeManifest(dir string, change func(*Manifest)) error {
	m, err := ReadManifest(dir)
	if err != nil {
		return err
	}
	change(&m)
	if m.ID, err = m.contentID(); err != nil {
		return err
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, ManifestName), text, 0o644)
}

// replaceTable puts another file in a table's place and makes the manifest agree.
func replaceTable(dir, name string, content []byte) error {
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return err
	}
	sum, err := fileSum(context.Background(), path)
	if err != nil {
		return err
	}
	return forgeManifest(dir, func(m *Manifest) { m.Files[name] = sum })
}
