package edition

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
)

func TestADraftIsAskedBeforeItIsPublished(t *testing.T) {
	dir := t.TempDir()
	contents := inventContents(20, 1)
	draft := newDraft(t, dir, contents)
	if found, err := List(dir); err != nil || len(found) > 0 {
		t.Errorf("before it is published, the folder has %v, %v", found, err)
	}
	asked := draft.Edition()
	if got, want := asked.Sales().Len(), contents.Sales.Len(); got != want {
		t.Errorf("the draft has %d sales, want %d", got, want)
	}
	if _, ok := asked.Dwelling(contents.Dwellings[0].ID); !ok {
		t.Error("the draft lacks a home")
	}
	made, _, err := draft.Publish(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := Open(t.Context(), filepath.Join(dir, made.ID))
	if err != nil {
		t.Fatal(err)
	}
	indented, bound := cmpopts.IgnoreFields(Manifest{}, "Parameters"), cmpopts.IgnoreUnexported(gevel.Attribute{})
	if diff := cmp.Diff(asked.Manifest(), opened.Manifest(), indented, bound); diff != "" {
		t.Errorf("the draft is another edition (-draft +published):\n%s", diff)
	}
	draft.Discard()
	checkEntries(t, dir, made.ID)
}

// TestABuildIsTheNewest also after one that was built while the clock was ahead, and when its edition stands already.
func TestABuildIsTheNewest(t *testing.T) {
	dir := t.TempDir()
	for i, seed := range []uint64{1, 2, 1} {
		made, _, err := newDraft(t, dir, inventContents(20, seed)).Publish(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if newest, err := Newest(dir); err != nil || filepath.Base(newest) != made.ID {
			t.Errorf("build %d is %s, the newest is %s (%v)", i, made.ID, newest, err)
		}
		ahead := time.Now().Add(30 * time.Hour)
		if err := os.Chtimes(filepath.Join(dir, made.ID, ManifestName), ahead, ahead); err != nil {
			t.Fatal(err)
		}
	}
}

func TestADiscardedDraftLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	newDraft(t, dir, inventContents(20, 1)).Discard()
	checkEntries(t, dir)
}

func TestAForcedEditionIsTheSameEditionWithANote(t *testing.T) {
	contents := inventContents(20, 1)
	forced := &Forced{Before: "0123456789abcdef", Passed: []string{"homes fell"}}
	plain := writeContents(t, t.TempDir(), contents)
	dir := t.TempDir()
	first, outcome, err := newDraft(t, dir, contents).Publish(t.Context(), forced)
	if err != nil || outcome != Published || first.ID != plain.ID {
		t.Errorf("forced it is %s (%s, %v), and else %s", first.ID, outcome, err, plain.ID)
	}
	checkForced(t, dir, first.ID, forced)

	// One that stands is noted too, and becomes the newest.
	dir = t.TempDir()
	stands := writeContents(t, dir, contents)
	age(t, dir)
	writeContents(t, dir, inventContents(20, 2))
	age(t, dir)
	draft := newDraft(t, dir, contents)
	defer draft.Discard()
	if _, outcome, err := draft.Publish(t.Context(), forced); err != nil || outcome != Stands {
		t.Errorf("published once more: %s, %v", outcome, err)
	}
	checkForced(t, dir, stands.ID, forced)
	if newest, err := Newest(dir); err != nil || filepath.Base(newest) != stands.ID {
		t.Errorf("the newest is %s, %v", newest, err)
	}
}

func TestTheEndOfTheContextPublishesNothing(t *testing.T) {
	dir, contents := t.TempDir(), inventContents(20, 1)
	stands := writeContents(t, dir, contents)
	before := listing(t, filepath.Join(dir, stands.ID))
	for seed := range uint64(2) { // an edition that stands, and a new one
		draft := newDraft(t, dir, inventContents(20, 1+seed))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if m, outcome, err := draft.Publish(ctx, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("it publishes %s (%s), %v", m.ID, outcome, err)
		}
		draft.Discard()
	}
	checkEntries(t, dir, stands.ID)
	if diff := cmp.Diff(before, listing(t, filepath.Join(dir, stands.ID))); diff != "" {
		t.Errorf("the edition that stands was touched (-before +after):\n%s", diff)
	}
}

// listing returns when the files of a folder were written.
func listing(t *testing.T, dir string) map[string]time.Time {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]time.Time{}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		written[entry.Name()] = info.ModTime()
	}
	return written
}

func newDraft(t *testing.T, dir string, c invented) *Draft {
	t.Helper()
	made, err := draft(t.Context(), dir, c)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func checkForced(t *testing.T, dir, id string, want *Forced) {
	t.Helper()
	m, err := Verify(t.Context(), filepath.Join(dir, id))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, m.Forced); diff != "" {
		t.Errorf("the note of %s differs (-want +got):\n%s", id, diff)
	}
}
