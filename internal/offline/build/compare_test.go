package build_test

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/testing/rezip"
)

func TestAnEditionThatLostItsSurfacesIsPublishedOnlyByForce(t *testing.T) {
	c, good := builtTown(t)
	if got := good.Comparison; got.Before != "" || len(got.Measures) > 0 {
		t.Errorf("the first edition is compared: %+v", got)
	}
	delivery := *bagOf(c.Sources)
	*bagOf(c.Sources) = breakSurfaces(t, delivery)
	_, err := build.Run(t.Context(), c, options())
	if gevel.CodeOf(err) != gevel.Forbidden {
		t.Fatalf("a register without surfaces gives %v", err)
	}
	for _, want := range []string{
		"nothing is published", good.Manifest.ID, "homes of known use surface went from 99.7 % to 0.0 %",
		"homes that can be valued went from 98.2 % to 0.0 %", "beyond fill_rate_fall 0.05",
		"beyond hit_rate_fall 0.05", "--force",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\ndoes not say %q", err, want)
		}
	}
	checkFolder(t, c.Editions, good.Manifest.ID)

	elsewhere := c
	elsewhere.Editions = t.TempDir()
	plain := mustRun(t, elsewhere)
	forced := force(t, c)
	note := forced.Manifest.Forced
	if forced.Manifest.ID != plain.Manifest.ID || plain.Manifest.Forced != nil {
		t.Errorf("forced it is edition %s, and else %s with the note %v", forced.Manifest.ID, plain.Manifest.ID,
			plain.Manifest.Forced)
	}
	if note == nil || note.Before != good.Manifest.ID || !slices.Equal(note.Passed, forced.Comparison.Passed()) ||
		len(note.Passed) < 2 {
		t.Errorf("the manifest notes %+v", note)
	}

	// What is mended is no change for the worse.
	*bagOf(c.Sources) = delivery
	if mended := mustRun(t, c); mended.Manifest.ID != good.Manifest.ID || mended.Manifest.Forced != nil {
		t.Errorf("the mended register gives %+v", mended.Manifest)
	}
}

func force(t *testing.T, c build.Config) *build.Summary {
	t.Helper()
	o := options()
	o.Force = true
	s, err := build.Run(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestATenthMoreSalesAreAnOrdinaryChange(t *testing.T) {
	c := townConfig(t)
	all := salesOf(c.Sources)[0].File
	salesOf(c.Sources)[0].File = thinned(t, all)
	before := mustRun(t, c)
	salesOf(c.Sources)[0].File = all
	now := mustRun(t, c)
	if got := now.Comparison; got.Before != before.Manifest.ID || len(got.Passed()) > 0 || len(got.Measures) < 8 {
		t.Errorf("the comparison is %+v", got)
	}
}

// thinned writes a sales file without every tenth row and returns its path.
func thinned(t *testing.T, file string) string {
	t.Helper()
	text, err := gzip.NewReader(strings.NewReader(readFile(t, file)))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(text)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(content), "\n")
	kept := lines[:0]
	for i, line := range lines {
		if i%10 != 9 {
			kept = append(kept, line)
		}
	}
	path := filepath.Join(t.TempDir(), "fewer.csv")
	if err := os.WriteFile(path, []byte(strings.Join(kept, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAnEditionBeforeThatCanNotBeReadIsPassedOver(t *testing.T) {
	c := townConfig(t)
	older := filepath.Join(c.Editions, "0123456789abcdef")
	if err := os.MkdirAll(older, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(older, "manifest.json"), []byte(`{"format": 1}`), 0o644); err != nil {
		t.Fatal(err)
	}
	s := mustRun(t, c)
	if got := s.Comparison; got.Before != "" || !strings.Contains(got.Unread, older) ||
		!strings.Contains(got.Unread, "has format 1") {
		t.Errorf("the comparison is %+v", got)
	}
	if _, err := edition.Open(t.Context(), s.Dir); err != nil {
		t.Error(err)
	}
}

// surface is a surface in the register's delivery.
var surface = regexp.MustCompile(`oppervlakte>[0-9]+<`)

// breakSurfaces writes a delivery in which no surface can be read, and returns its path.
func breakSurfaces(t *testing.T, delivery string) string {
	t.Helper()
	broken := rezip.Rewrite(t, []byte(readFile(t, delivery)), func(name string, content []byte) []byte {
		return surface.ReplaceAll(content, []byte("oppervlakte>x<"))
	})
	path := filepath.Join(t.TempDir(), filepath.Base(delivery))
	if err := os.WriteFile(path, broken, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
