package live_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"go.uber.org/goleak"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/image"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// badID is the name of an edition that can't answer.
const badID = "0123456789abcdef"

func TestTheNewestWholeEditionAnswersBesideABadNewerOne(t *testing.T) {
	dir := t.TempDir()
	good := smalltown.Publish(t, dir, func(*gevel.Dwelling) {})
	publishBad(t, dir, time.Hour)
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	folder, err := live.OpenFolder(t.Context(), live.Options{Dir: dir, Log: logger, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	current := folder.Current()
	if got := current.Get().Edition.ID(); got != good {
		t.Errorf("edition %s answers, want %s", got, good)
	}
	if refused := current.Refused(); len(refused) != 1 || refused[0].Edition != badID || refused[0].Since.IsZero() {
		t.Errorf("refused are %v", refused)
	}
	if !strings.Contains(log.String(), "has format 13") {
		t.Errorf("the log does not say why the newer one can't answer: %s", log.String())
	}
	log.Reset()
	if folder.Look(t.Context()); log.Len() > 0 {
		t.Errorf("the bad edition was tried again: %s", log.String())
	}
	if err := os.RemoveAll(filepath.Join(dir, badID)); err != nil {
		t.Fatal(err)
	}
	if folder.Look(t.Context()); len(current.Refused()) > 0 {
		t.Errorf("an edition that is gone is still listed as refused: %v", current.Refused())
	}
}

func TestNewEditionIsSwappedInAndABadOneIsNot(t *testing.T) {
	var log bytes.Buffer
	dir := t.TempDir()
	folder := smallFolder(t, dir, &log)
	old := folder.Current().Get()
	publishBad(t, dir, time.Hour)
	if folder.Look(t.Context()); folder.Current().Get() != old || !strings.Contains(log.String(), "manifest.json") {
		t.Errorf("a bad edition was swapped in, or not logged: %s", log.String())
	}
	next := smalltown.Publish(t, dir, func(d *gevel.Dwelling) { d.Rooms = gevel.Some(4) })
	smalltown.Date(t, filepath.Join(dir, next), time.Minute) // older than the bad one, and newer than what answers
	if folder.Look(t.Context()); folder.Current().Get().Edition.ID() != next {
		t.Errorf("edition %s answers, want %s", folder.Current().Get().Edition.ID(), next)
	}
}

// TestAnEditionSwappedOutIsGoneAfterItsLastRequest holds an edition as a request does, and then lets it go.
func TestAnEditionSwappedOutIsGoneAfterItsLastRequest(t *testing.T) {
	dir := t.TempDir()
	folder := smallFolder(t, dir, io.Discard)
	current := folder.Current()
	old := weak.Make(current.Get().Edition)
	func() {
		request := current.Get()
		next := smalltown.Publish(t, dir, func(d *gevel.Dwelling) { d.Rooms = gevel.Some(4) })
		smalltown.Date(t, filepath.Join(dir, next), time.Minute)
		folder.Look(t.Context())
		for range 3 {
			if current.Release() {
				t.Fatal("the edition of a request counts as gone")
			}
		}
		runtime.KeepAlive(request)
	}()
	looks := 0
	for ; looks < 4 && !current.Release(); looks++ { // in 8 seconds, as Follow does
	}
	if old.Value() != nil {
		t.Errorf("the edition is still held after %d looks", looks)
	}
}

// TestARefusedEditionIsTriedAgainAfterAnHour has an edition that could not be read for a while, and keeps its date.
func TestARefusedEditionIsTriedAgainAfterAnHour(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	smalltown.Date(t, filepath.Join(dir, smalltown.Publish(t, dir, func(*gevel.Dwelling) {})), time.Second)
	options := folderAt(dir, io.Discard)
	options.Now = func() time.Time { return now }
	folder, err := live.OpenFolder(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	next := smalltown.Publish(t, dir, func(d *gevel.Dwelling) { d.Rooms = gevel.Some(4) })
	at, aside := filepath.Join(dir, next, "sales.parquet"), filepath.Join(dir, "aside")
	smalltown.Date(t, filepath.Join(dir, next), time.Minute)
	if err := os.Rename(at, aside); err != nil {
		t.Fatal(err)
	}
	folder.Look(t.Context())
	if err := os.Rename(aside, at); err != nil {
		t.Fatal(err)
	}
	for _, after := range []time.Duration{0, 59 * time.Minute, 2 * time.Minute} {
		now = now.Add(after)
		folder.Look(t.Context())
		if got, want := folder.Current().Get().Edition.ID() == next, after == 2*time.Minute; got != want {
			t.Errorf("%s later the edition answers: %v", after, got)
		}
	}
}

func TestAnEditionPutRightIsTriedAgain(t *testing.T) {
	dir := t.TempDir()
	folder := smallFolder(t, dir, io.Discard)
	next := smalltown.Publish(t, dir, func(d *gevel.Dwelling) { d.Rooms = gevel.Some(4) })
	at, aside := filepath.Join(dir, next), filepath.Join(dir, "aside")
	smalltown.Date(t, at, time.Minute)
	if err := os.Rename(filepath.Join(at, "sales.parquet"), aside); err != nil {
		t.Fatal(err)
	}
	folder.Look(t.Context())
	if len(folder.Current().Refused()) != 1 {
		t.Fatalf("an edition without sales answers")
	}
	if err := os.Rename(aside, filepath.Join(at, "sales.parquet")); err != nil {
		t.Fatal(err)
	}
	smalltown.Date(t, at, time.Hour)
	folder.Look(t.Context())
	if got := folder.Current().Get().Edition.ID(); got != next || len(folder.Current().Refused()) != 0 {
		t.Errorf("edition %q answers, %v refused", got, folder.Current().Refused())
	}
}

func TestAnEditionPutRightWhileItIsOpenedIsTriedAgain(t *testing.T) {
	dir := t.TempDir()
	first := smalltown.Publish(t, dir, func(*gevel.Dwelling) {})
	smalltown.Date(t, filepath.Join(dir, first), time.Second)
	putRight := func(*live.Live) {}
	options := folderAt(dir, io.Discard)
	options.Prepare = func(l *live.Live) { putRight(l) }
	folder, err := live.OpenFolder(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	next := filepath.Join(dir, smalltown.Publish(t, dir, func(d *gevel.Dwelling) { d.UseSurface = gevel.Opt[int]{} }))
	smalltown.Date(t, next, time.Minute)
	putRight = func(*live.Live) { // after its manifest was read
		putRight = func(*live.Live) {}
		force(t, next)
		smalltown.Date(t, next, time.Hour)
	}
	folder.Look(t.Context())
	if len(folder.Current().Refused()) != 1 {
		t.Fatal("an edition without surfaces answers")
	}
	folder.Look(t.Context())
	if got := folder.Current().Get().Edition.ID(); got != filepath.Base(next) {
		t.Errorf("edition %s answers, want %s, which was put right", got, next)
	}
}

func TestAnEditionThatValuesFarFewerHomesIsNotSwappedInUnlessItWasForced(t *testing.T) {
	var log bytes.Buffer
	dir := t.TempDir()
	folder := smallFolder(t, dir, &log)
	old := folder.Current().Get()
	blind := func(d *gevel.Dwelling) { d.UseSurface = gevel.Opt[int]{} }
	next := smalltown.Publish(t, dir, blind)
	smalltown.Date(t, filepath.Join(dir, next), time.Minute)
	folder.Look(t.Context())
	if folder.Current().Get() != old || !strings.Contains(log.String(), "--force") || len(folder.Current().Refused()) != 1 {
		t.Errorf("an edition without surfaces was swapped in, or not logged: %s", log.String())
	}
	force(t, filepath.Join(dir, next))
	smalltown.Date(t, filepath.Join(dir, next), time.Hour)
	if folder.Look(t.Context()); folder.Current().Get().Edition.ID() != next {
		t.Errorf("the forced edition does not answer: %s", log.String())
	}
}

func TestAtAStartTooAnEditionIsHeldToTheHitRateOfTheOneBefore(t *testing.T) {
	dir := t.TempDir()
	good := smalltown.Publish(t, dir, func(*gevel.Dwelling) {})
	note(t, filepath.Join(dir, good), `"answered": {"homes": 100, "valued": 95}`)
	bad := smalltown.Publish(t, dir, func(d *gevel.Dwelling) { d.UseSurface = gevel.Opt[int]{} })
	note(t, filepath.Join(dir, bad), `"answered": {"homes": 100, "valued": 20}`)
	smalltown.Date(t, filepath.Join(dir, bad), time.Minute)
	open := func() *live.Current {
		folder, err := live.OpenFolder(t.Context(), folderAt(dir, io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		return folder.Current()
	}
	if got := open(); got.Get().Edition.ID() != good || len(got.Refused()) != 1 {
		t.Errorf("edition %s answers, %v refused; want %s", got.Get().Edition.ID(), got.Refused(), good)
	}
	force(t, filepath.Join(dir, bad))
	smalltown.Date(t, filepath.Join(dir, bad), time.Minute)
	if got := open(); got.Get().Edition.ID() != bad {
		t.Errorf("the forced edition does not answer, but %s", got.Get().Edition.ID())
	}
}

func TestAnEditionUnderAnotherNameIsRefusedOnce(t *testing.T) {
	var log bytes.Buffer
	dir := t.TempDir()
	folder := smallFolder(t, dir, &log)
	id := folder.Current().Get().Edition.ID()
	other := filepath.Join(dir, "00000000000000bb")
	if err := os.CopyFS(other, os.DirFS(filepath.Join(dir, id))); err != nil {
		t.Fatal(err)
	}
	smalltown.Date(t, other, time.Minute)
	for range 3 {
		folder.Look(t.Context())
	}
	if got := strings.Count(log.String(), "name its directory so"); got != 1 || strings.Contains(log.String(), "swapped") {
		t.Errorf("logged %d times, want once: %s", got, log.String())
	}
}

func TestTheWayBackToTheEditionBeforeIsOpen(t *testing.T) {
	dir := t.TempDir()
	before := smalltown.Publish(t, dir, func(d *gevel.Dwelling) { d.UseSurface = gevel.Opt[int]{} })
	folder := smallFolder(t, dir, io.Discard)
	smalltown.Date(t, filepath.Join(dir, before), time.Hour)
	if folder.Look(t.Context()); folder.Current().Get().Edition.ID() != before {
		t.Errorf("edition %s answers, want the one before it, %s", folder.Current().Get().Edition.ID(), before)
	}
}

func TestWhereNoEditionIsWholeEachSaysWhy(t *testing.T) {
	dir := t.TempDir()
	if _, err := live.OpenFolder(t.Context(), folderAt(dir, io.Discard)); gevel.CodeOf(err) != gevel.NotFound {
		t.Errorf("an empty folder: %v", err)
	}
	publishBad(t, dir, 0)
	if err := os.Rename(filepath.Join(dir, badID), filepath.Join(dir, "fedcba9876543210")); err != nil {
		t.Fatal(err)
	}
	publishBad(t, dir, time.Hour)
	_, err := live.OpenFolder(t.Context(), folderAt(dir, io.Discard))
	if err == nil || !strings.Contains(err.Error(), badID) || !strings.Contains(err.Error(), "fedcba9876543210") {
		t.Errorf("got %v", err)
	}
}

func TestOpeningEndsWithItsContext(t *testing.T) {
	dir := t.TempDir()
	smalltown.Publish(t, dir, func(*gevel.Dwelling) {})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var log bytes.Buffer
	_, err := live.OpenFolder(ctx, folderAt(dir, &log))
	if !errors.Is(err, context.Canceled) || log.Len() > 0 {
		t.Errorf("got %v, log %s", err, log.String())
	}
}

// folderAt is a folder of editions as these tests open it.
func folderAt(dir string, log io.Writer) live.Options {
	return live.Options{Dir: dir, Log: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now}
}

// smallFolder publishes the small town in dir and opens it.
func smallFolder(t *testing.T, dir string, log io.Writer) *live.Folder {
	t.Helper()
	id := smalltown.Publish(t, dir, func(*gevel.Dwelling) {})
	smalltown.Date(t, filepath.Join(dir, id), time.Second)
	folder, err := live.OpenFolder(t.Context(), folderAt(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	if got := folder.Current().Get().Edition.ID(); got != id {
		t.Fatalf("edition %s answers, want %s", got, id)
	}
	return folder
}

// force notes in the manifest that the edition was published by force.
func force(t *testing.T, dir string) {
	t.Helper()
	note(t, dir, `"forced": {"passed": ["meant"]}`)
}

// note writes into a manifest what is no part of the content.
func note(t *testing.T, dir, text string) {
	t.Helper()
	path := filepath.Join(dir, "manifest.json")
	manifest, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(manifest), "{", "{"+text+",", 1)), 0o600); err != nil {
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

// TestTheWholeOfTheFirstEditionIsCheckedWhileItAnswers alters a file of which there is an image.
func TestTheWholeOfTheFirstEditionIsCheckedWhileItAnswers(t *testing.T) {
	dir := t.TempDir()
	old := smalltown.Publish(t, dir, func(d *gevel.Dwelling) { d.Rooms = gevel.Some(4) })
	smallFolder(t, dir, io.Discard) // it makes images
	next := smallFolder(t, dir, io.Discard).Current().Get().Edition.ID()
	file := filepath.Join(dir, next, "dwellings.parquet")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	folder, err := live.OpenFolder(t.Context(), folderAt(dir, &log))
	if err != nil {
		t.Fatal(err)
	}
	if got := folder.Current().Get().Edition.ID(); got != next {
		t.Fatalf("at first %s answers, want %s", got, next)
	}
	ctx, stop := context.WithCancel(t.Context())
	followed := make(chan struct{})
	go func() { defer close(followed); folder.Follow(ctx) }()
	for deadline := time.Now().Add(time.Minute); folder.Current().Get().Edition.ID() != old && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	<-followed
	if got := folder.Current().Get().Edition.ID(); got != old || !strings.Contains(log.String(), "dwellings.parquet was altered") {
		t.Errorf("in the end %s answers, want %s; log %s", got, old, log.String())
	}
	if refused := folder.Current().Refused(); len(refused) != 1 || refused[0].Edition != next {
		t.Errorf("refused are %v", refused)
	}
}

// TestAnEditionWhoseImageIsCutShortIsOpenedAnew cuts an image short while it is read.
func TestAnEditionWhoseImageIsCutShortIsOpenedAnew(t *testing.T) {
	dir := t.TempDir()
	var log bytes.Buffer
	folder := smallFolder(t, dir, &log)
	old := folder.Current().Get()
	smalltown.CutImages(t, dir)
	fault := image.Guard(func() error {
		for d := range old.Edition.Dwellings {
			a, _ := old.Edition.MainAddress(d.ID)
			v, err := old.Valuer.Value(gevel.Inquiry{AddressQuery: a.Query(), Date: smalltown.End})
			t.Errorf("answered %v, %v", v, err)
		}
		return nil
	})
	if fault == nil || old.Edition.Sound() == nil {
		t.Errorf("it can still be read: %v", fault)
	}
	folder.Look(t.Context())
	now := folder.Current().Get()
	if err := now.Edition.Sound(); now == old || err != nil || now.Edition.ID() != old.Edition.ID() {
		t.Errorf("edition %s answers, %v", now.Edition.ID(), err)
	}
	if !strings.Contains(log.String(), "opened anew") || len(folder.Current().Refused()) > 0 {
		t.Errorf("the log says %s", log.String())
	}
}

// TestALostEditionIsTriedAgainSoon has a file of the only edition away when it is to be opened anew.
func TestALostEditionIsTriedAgainSoon(t *testing.T) {
	for _, away := range []time.Duration{0, 5 * time.Minute} {
		var log bytes.Buffer
		dir, now := t.TempDir(), time.Now()
		smalltown.Publish(t, dir, func(*gevel.Dwelling) {})
		options := folderAt(dir, &log)
		options.Now = func() time.Time { return now }
		folder, err := live.OpenFolder(t.Context(), options)
		if err != nil {
			t.Fatal(err)
		}
		old := folder.Current().Get()
		if err := old.Lost(); err != nil {
			t.Fatal(err)
		}
		at, aside := filepath.Join(dir, old.Edition.ID(), "sales.parquet"), filepath.Join(dir, "aside")
		if err := os.Rename(at, aside); err != nil {
			t.Fatal(err)
		}
		smalltown.CutImages(t, dir)
		look := func() {
			folder.Look(t.Context())
			now = now.Add(2 * time.Second)
		}
		for until := now.Add(away); !now.After(until); {
			look()
		}
		if gevel.CodeOf(old.Lost()) != gevel.Unavailable || folder.Current().Get() != old {
			t.Fatalf("altered, and without its file: %v", old.Lost())
		}
		begun, tries := strings.Count(log.String(), "the edition is opened anew"), strings.Count(log.String(), "can't be opened anew")
		if most := 1 + int(away/(30*time.Second)); begun != 1 || tries < 1 || tries > most || strings.Contains(log.String(), "goes on") {
			t.Errorf("away for %s: %d tries, want %d at most; the log says %s", away, tries, most, log.String())
		}
		if err := os.Rename(aside, at); err != nil {
			t.Fatal(err)
		}
		for until := now.Add(min(away, time.Minute)); !now.After(until); {
			look()
		}
		if next := folder.Current().Get(); next == old || next.Lost() != nil || len(folder.Current().Refused()) > 0 {
			t.Errorf("away for %s, and back for a minute, it does not answer: %s", away, log.String())
		}
	}
}

// TestTheOnlyEditionIsListedUntilItIsPutRight alters a file of it, and puts that right in two ways.
func TestTheOnlyEditionIsListedUntilItIsPutRight(t *testing.T) {
	for name, later := range map[string]time.Duration{"published anew": 0, "tried again": time.Hour} {
		dir, now := t.TempDir(), time.Now()
		id := smallFolder(t, dir, io.Discard).Current().Get().Edition.ID() // it makes images
		file := filepath.Join(dir, id, "dwellings.parquet")
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(content[:len(content):len(content)], 0)[1:], 0o600); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		options := folderAt(dir, &log)
		options.Now = func() time.Time { return now }
		folder, err := live.OpenFolder(t.Context(), options)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		followed := make(chan struct{})
		go func() { defer close(followed); folder.Follow(ctx) }()
		for deadline := time.Now().Add(time.Minute); len(folder.Current().Refused()) == 0 && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
		stop()
		<-followed
		if got := log.String(); !strings.Contains(got, "not whole any more") || strings.Contains(got, "goes on") {
			t.Errorf("the log says %s", got)
		}
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if folder.Look(t.Context()); len(folder.Current().Refused()) != 1 {
			t.Errorf("refused are %v", folder.Current().Refused())
		}
		if now = now.Add(later); later == 0 {
			smalltown.Date(t, filepath.Join(dir, id), time.Minute)
		}
		old := folder.Current().Get()
		if folder.Look(t.Context()); len(folder.Current().Refused()) > 0 || folder.Current().Get() != old {
			t.Errorf("%s: refused are %v, log %s", name, folder.Current().Refused(), log.String())
		}
	}
}

// TestBesideALostEditionANewerOneIsHeldToItsManifest has one that values far fewer homes come while the one that answers
// can't be asked.
func TestBesideALostEditionANewerOneIsHeldToItsManifest(t *testing.T) {
	dir := t.TempDir()
	good := smalltown.Publish(t, dir, func(*gevel.Dwelling) {})
	note(t, filepath.Join(dir, good), `"answered": {"homes": 100, "valued": 95}`)
	smalltown.Date(t, filepath.Join(dir, good), time.Second)
	folder, err := live.OpenFolder(t.Context(), folderAt(dir, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	old := folder.Current().Get()
	bad := smalltown.Publish(t, dir, func(d *gevel.Dwelling) { d.UseSurface = gevel.Opt[int]{} })
	note(t, filepath.Join(dir, bad), `"answered": {"homes": 100, "valued": 20}`)
	smalltown.Date(t, filepath.Join(dir, bad), time.Minute)
	smalltown.CutImages(t, dir)
	folder.Look(t.Context())
	if now := folder.Current().Get(); now == old || now.Edition.ID() != good || len(folder.Current().Refused()) != 1 {
		t.Errorf("%s answers, want %s opened anew; refused are %v", now.Edition.ID(), good, folder.Current().Refused())
	}
}
