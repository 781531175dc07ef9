package api_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/api"
	"github.com/gevel/gevel/internal/edition"
)

// badID is the name of an edition that can't answer.
const badID = "0123456789abcdef"

func TestTheNewestWholeEditionAnswersBesideABadNewerOne(t *testing.T) {
	s := openSite(t)
	dir := folderOfTown(t, s.town)
	publishBad(t, dir, time.Hour)
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	folder, err := api.OpenFolder(t.Context(), dir, logger, func() time.Time { return clock })
	if err != nil {
		t.Fatal(err)
	}
	current := folder.Current()
	if got := current.Get().Edition.ID(); got != s.live.Edition.ID() {
		t.Errorf("edition %s answers, want %s", got, s.live.Edition.ID())
	}
	if !strings.Contains(log.String(), "has format 13") {
		t.Errorf("the log does not say why the newer one can't answer: %s", log.String())
	}
	bad := openSite(t, func(c *api.Config) { c.Current = current })
	ready := bad.ask(t, request{target: "/readyz", key: noKey})
	if ready.StatusCode != http.StatusOK || !strings.Contains(ready.text, `"refused":[{"edition":"`+badID+`","since":"2026-06-14T22:30:00Z"}]`) {
		t.Errorf("readyz answers %d: %s", ready.StatusCode, ready.text)
	}
	if metrics := bad.ask(t, request{target: "/metrics", key: noKey}).text; !strings.Contains(metrics, "gevel_editions_refused 1\n") {
		t.Errorf("the metrics do not count it:\n%s", metrics)
	}
	log.Reset()
	if folder.LookAgain(t.Context()); log.Len() > 0 {
		t.Errorf("the bad edition was tried again: %s", log.String())
	}
	if err := os.RemoveAll(filepath.Join(dir, badID)); err != nil {
		t.Fatal(err)
	}
	if folder.LookAgain(t.Context()); len(current.Refused()) > 0 {
		t.Errorf("an edition that is gone is still told: %v", current.Refused())
	}
}

func TestNewEditionIsSwappedInAndABadOneIsNot(t *testing.T) {
	s := openSite(t)
	dir := t.TempDir()
	publishBad(t, dir, 0)
	var log bytes.Buffer
	empty := &api.Live{Edition: new(edition.Edition)}
	folder := api.FolderWith(empty, dir, slog.New(slog.NewTextHandler(&log, nil)))
	if folder.LookAgain(t.Context()); folder.Current().Get() != empty || !strings.Contains(log.String(), "manifest.json") {
		t.Errorf("a bad edition was swapped in, or not told: %s", log.String())
	}
	linkEdition(t, dir, s.town) // older than the bad one, and newer than what answers
	if folder.LookAgain(t.Context()); folder.Current().Get().Edition.ID() != s.live.Edition.ID() {
		t.Errorf("edition %s answers, want %s", folder.Current().Get().Edition.ID(), s.live.Edition.ID())
	}
}

func TestAnEditionPutRightIsTriedAgain(t *testing.T) {
	s := openSite(t)
	dir := t.TempDir()
	at := filepath.Join(dir, s.live.Edition.ID())
	if err := os.CopyFS(at, os.DirFS(filepath.Join(s.dir, "editions", s.live.Edition.ID()))); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(at, "sales.parquet"), filepath.Join(dir, "aside")); err != nil {
		t.Fatal(err)
	}
	folder := api.FolderWith(&api.Live{Edition: new(edition.Edition)}, dir, slog.New(slog.DiscardHandler))
	folder.LookAgain(t.Context())
	if len(folder.Current().Refused()) != 1 {
		t.Fatalf("an edition without sales answers")
	}
	later := time.Now().Add(time.Minute)
	if err := errors.Join(os.Rename(filepath.Join(dir, "aside"), filepath.Join(at, "sales.parquet")),
		os.Chtimes(filepath.Join(at, "manifest.json"), later, later)); err != nil {
		t.Fatal(err)
	}
	folder.LookAgain(t.Context())
	if got := folder.Current().Get().Edition.ID(); got != s.live.Edition.ID() || len(folder.Current().Refused()) != 0 {
		t.Errorf("edition %q answers, %v refused", got, folder.Current().Refused())
	}
}

func TestWhereNoEditionIsWholeEachSaysWhy(t *testing.T) {
	dir := t.TempDir()
	discard := slog.New(slog.DiscardHandler)
	if _, err := api.OpenFolder(t.Context(), dir, discard, time.Now); gevel.CodeOf(err) != gevel.NotFound {
		t.Errorf("an empty folder: %v", err)
	}
	publishBad(t, dir, 0)
	if err := os.Rename(filepath.Join(dir, badID), filepath.Join(dir, "fedcba9876543210")); err != nil {
		t.Fatal(err)
	}
	publishBad(t, dir, time.Hour)
	_, err := api.OpenFolder(t.Context(), dir, discard, time.Now)
	if err == nil || !strings.Contains(err.Error(), badID) || !strings.Contains(err.Error(), "fedcba9876543210") {
		t.Errorf("got %v", err)
	}
}

func TestOpeningEndsWithItsContext(t *testing.T) {
	s := openSite(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var log bytes.Buffer
	_, err := api.OpenFolder(ctx, folderOfTown(t, s.town), slog.New(slog.NewTextHandler(&log, nil)), time.Now)
	if !errors.Is(err, context.Canceled) || log.Len() > 0 {
		t.Errorf("got %v, log %s", err, log.String())
	}
}

// folderOfTown returns a folder of editions with the town's.
func folderOfTown(t *testing.T, tw *town) string {
	t.Helper()
	dir := t.TempDir()
	linkEdition(t, dir, tw)
	return dir
}

func linkEdition(t *testing.T, dir string, tw *town) {
	t.Helper()
	id := tw.live.Edition.ID()
	if err := os.Symlink(filepath.Join(tw.dir, "editions", id), filepath.Join(dir, id)); err != nil {
		t.Fatal(err)
	}
}

// publishBad publishes an edition of another format, so much later than now.
func publishBad(t *testing.T, dir string, later time.Duration) {
	t.Helper()
	bad := filepath.Join(dir, badID)
	manifest := filepath.Join(bad, "manifest.json")
	at := time.Now().Add(later)
	err := errors.Join(os.Mkdir(bad, 0o755), os.WriteFile(manifest, []byte(`{"format": 13}`), 0o600),
		os.Chtimes(manifest, at, at))
	if err != nil {
		t.Fatal(err)
	}
}
