package mirror_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/mirror"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/s3test"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// lookEvery is how often a test's mirror looks at its bucket.
const lookEvery = 50 * time.Millisecond

// patience is far beyond what anything here takes.
const patience = 5 * time.Minute

// build writes an edition of the small town in which each home has so many square metres more, and
// returns its directory and id.
func build(t *testing.T, larger int) (dir, id string) {
	t.Helper()
	town := smalltown.Shared(t)
	altered := *town.Market
	altered.Dwellings = slices.Clone(altered.Dwellings)
	for i := range altered.Dwellings {
		altered.Dwellings[i].UseSurface.V += larger
	}
	at := t.TempDir()
	id = altered.OpenIn(t, at, market.NewSales(altered.Attributes, altered.Sold), town.Vintages()).Edition().ID()
	return filepath.Join(at, id), id
}

func publish(t *testing.T, dir, location string) mirror.Published {
	t.Helper()
	p, err := mirror.Publish(t.Context(), dir, location, time.Now(), func(int64, int64) {})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWhatIsPublishedLastIsTheNewest after a clock that was ahead was set right.
func TestWhatIsPublishedLastIsTheNewest(t *testing.T) {
	folder := t.TempDir()
	ahead, _ := build(t, 0)
	right, _ := build(t, 1)
	now := time.Now()
	for _, of := range []struct {
		dir string
		at  time.Time
	}{{ahead, now.Add(30 * time.Hour)}, {right, now}, {ahead, now}, {right, now}} {
		if _, err := mirror.Publish(t.Context(), of.dir, folder, of.at, func(int64, int64) {}); err != nil {
			t.Fatal(err)
		}
		if newest, err := edition.Newest(folder); err != nil || filepath.Base(newest) != filepath.Base(of.dir) {
			t.Errorf("published at %s, the newest is %s (%v), want %s", of.at, newest, err, of.dir)
		}
	}
}

// reflection is a mirror under test with its log.
type reflection struct {
	*mirror.Mirror
	asked atomic.Int64 // how often it asked for the time, as it does whenever it looks at an edition that can't be used
	mu    sync.Mutex
	log   bytes.Buffer
}

func (r *reflection) now() time.Time {
	r.asked.Add(1)
	return time.Now()
}

func (r *reflection) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.Write(p)
}

func (r *reflection) logged() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.String()
}

func open(t *testing.T, location, cache string) *reflection {
	t.Helper()
	r := &reflection{}
	var err error
	r.Mirror, err = mirror.Open(mirror.Options{
		Location: location, Cache: cache, Log: slog.New(slog.NewTextHandler(r, nil)), Now: r.now, Every: lookEvery,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// start opens a mirror and starts it.
func start(t *testing.T, location, cache string) *reflection {
	t.Helper()
	r := open(t, location, cache)
	if err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

// follow lets a mirror follow until the test ends.
func (r *reflection) follow(t *testing.T, inUse string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var following sync.WaitGroup
	following.Go(func() { r.Follow(ctx, func() string { return inUse }, func() {}) })
	t.Cleanup(func() { stop(); following.Wait() })
}

// here returns the ids of the folder's editions, the newest first.
func (r *reflection) here(t *testing.T) (ids []string) {
	t.Helper()
	dirs, err := edition.List(r.Dir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		ids = append(ids, filepath.Base(dir))
	}
	return ids
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	look, deadline := time.NewTicker(lookEvery/5), time.After(patience)
	defer look.Stop()
	for !so() {
		select {
		case <-look.C:
		case <-deadline:
			t.Fatalf("not within %s: %s", patience, what)
		}
	}
}

func TestAnEditionIsSentOnceAndPublishedAgainBecomesTheNewest(t *testing.T) {
	location := s3test.Start(t).Bucket("editions") + "/prod"
	first, firstID := build(t, 0)
	second, secondID := build(t, 10)
	p := publish(t, first, location)
	if p.ID != firstID || p.Sent != p.Files || p.SentBytes != p.Bytes || p.Files == 0 || p.To != "s3://editions/prod/" {
		t.Errorf("first: %+v", p)
	}
	publish(t, second, location)
	r := start(t, location, t.TempDir())
	if got := r.here(t); !slices.Equal(got, []string{secondID, firstID}) {
		t.Errorf("the folder holds %v, want %s before %s", got, secondID, firstID)
	}
	for _, id := range r.here(t) {
		if _, err := edition.Verify(t.Context(), filepath.Join(r.Dir(), id)); err != nil {
			t.Error(err)
		}
	}
	if p := publish(t, first, location); p.Sent != 0 || p.SentBytes != 0 {
		t.Errorf("published again: %+v", p)
	}
	r.follow(t, secondID)
	eventually(t, "the first is the newest again", func() bool { return r.here(t)[0] == firstID })
	if strings.Contains(r.logged(), s3test.SecretKey) {
		t.Error("the log shows a secret")
	}
}

// TestWhatDidNotChangeIsCopiedInS3 and sent where the copy would be damaged.
func TestWhatDidNotChangeIsCopiedInS3(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("editions")
	first, firstID := build(t, 0)
	second, secondID := build(t, 10)
	shared := filesOfBoth(t, first, second)
	if len(shared) < 2 {
		t.Fatalf("two editions share only %v", shared)
	}
	all := publish(t, first, location)
	spoil := server.Path("editions", firstID+"/"+shared[0])
	content, err := os.ReadFile(spoil)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2]++
	if err := os.WriteFile(spoil, content, 0o600); err != nil {
		t.Fatal(err)
	}
	p := publish(t, second, location)
	if want := all.Files - len(shared) + 1; p.Sent != want || p.SentBytes >= p.Bytes {
		t.Errorf("%d of %d files and %d of %d bytes were sent, want %d: both have %v, and the first is damaged", p.Sent, p.Files,
			p.SentBytes, p.Bytes, want, shared)
	}
	r := start(t, location, t.TempDir())
	r.follow(t, secondID)
	if _, err := edition.Verify(t.Context(), filepath.Join(r.Dir(), secondID)); err != nil {
		t.Error(err)
	}
	if p := publish(t, second, location); p.Sent != 0 {
		t.Errorf("published again: %+v", p)
	}
}

// filesOfBoth are the files that two editions share.
func filesOfBoth(t *testing.T, first, second string) (names []string) {
	t.Helper()
	one, err := edition.ReadManifest(first)
	other, otherErr := edition.ReadManifest(second)
	if err := errors.Join(err, otherErr); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(one.Files)) {
		if one.Files[name] == other.Files[name] {
			names = append(names, name)
		}
	}
	return names
}

func TestPublishingIntoAFolderIsTheSame(t *testing.T) {
	first, firstID := build(t, 0)
	second, _ := build(t, 10)
	to := filepath.Join(t.TempDir(), "new", "folder")
	for _, dir := range []string{first, second, first} {
		publish(t, dir, to)
	}
	newest, err := edition.Newest(to)
	if err != nil || filepath.Base(newest) != firstID {
		t.Errorf("%s is the newest (%v), want %s", newest, err, firstID)
	}
	if p := publish(t, second, to); p.Sent != 0 {
		t.Errorf("sent again: %+v", p)
	}
	if dir, err := edition.Named(to); err != nil || filepath.Base(dir) != filepath.Base(second) {
		t.Errorf("the edition of a folder is %s (%v)", dir, err)
	}
	if err := os.WriteFile(filepath.Join(second, "sales.parquet"), []byte("cut"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := mirror.Publish(t.Context(), second, to, time.Now(), func(int64, int64) {}); err == nil {
		t.Error("a damaged edition was published")
	}
}

func TestTheFolderKeepsTheNewestTwoAndTheOneInUse(t *testing.T) {
	location := s3test.Start(t).Bucket("editions")
	var dirs, ids []string
	for i := range 4 {
		dir, id := build(t, i)
		dirs, ids = append(dirs, dir), append(ids, id)
	}
	publish(t, dirs[0], location)
	r := start(t, location, t.TempDir())
	r.follow(t, ids[0])
	for i := 1; i < 4; i++ {
		publish(t, dirs[i], location)
		eventually(t, "the new one is there", func() bool { return r.here(t)[0] == ids[i] })
	}
	eventually(t, "two and the one in use", func() bool { return slices.Equal(r.here(t), []string{ids[3], ids[2], ids[0]}) })
	again := start(t, location, r.Cache)
	if got := again.here(t); !slices.Equal(got, []string{ids[3], ids[2]}) {
		t.Errorf("with none in use it keeps %v, want %s and %s", got, ids[3], ids[2])
	}
}

func TestAnEditionTakenOutOfTheBucketGoes(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("editions")
	first, firstID := build(t, 0)
	second, secondID := build(t, 10)
	publish(t, first, location)
	publish(t, second, location)
	r := start(t, location, t.TempDir())
	r.follow(t, secondID)
	if err := os.RemoveAll(server.Path("editions", secondID)); err != nil {
		t.Fatal(err)
	}
	eventually(t, "only the first is left", func() bool { return slices.Equal(r.here(t), []string{firstID}) })
}

func TestWhatIsDamagedInTheBucketIsRefusedOnceAndTheOlderGoesOn(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("editions")
	first, firstID := build(t, 0)
	second, secondID := build(t, 10)
	publish(t, first, location)
	publish(t, second, location)
	table := server.Path("editions", secondID+"/dwellings.parquet")
	whole, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	spoilt := bytes.Clone(whole)
	spoilt[len(spoilt)/2]++
	for _, content := range [][]byte{spoilt, whole[:len(whole)-1], nil} {
		if err := os.WriteFile(table, content, 0o600); err != nil {
			t.Fatal(err)
		}
		r := start(t, location, t.TempDir())
		if got := r.here(t); !slices.Equal(got, []string{firstID}) || r.Faults() == 0 {
			t.Errorf("the folder holds %v, %d faults", got, r.Faults())
		}
		r.follow(t, firstID)
		looks := r.asked.Load()
		eventually(t, "the mirror has looked five times more", func() bool { return r.asked.Load() >= looks+5 })
		if n := strings.Count(r.logged(), "can't be used"); n != 1 || !strings.Contains(r.logged(), "dwellings.parquet") {
			t.Errorf("logged %d times: %s", n, r.logged())
		}
	}
	r := start(t, location, t.TempDir())
	r.follow(t, firstID)
	if p := publish(t, second, location); p.Sent == 0 {
		t.Errorf("a file of another size is not sent again: %+v", p)
	}
	eventually(t, "the edition that was put right is there", func() bool { return r.here(t)[0] == secondID })
}

func TestABucketThatIsAwayAtAStart(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("editions")
	dir, id := build(t, 0)
	if err := open(t, location, t.TempDir()).Start(t.Context()); gevel.CodeOf(err) != gevel.NotFound || !strings.Contains(err.Error(), "gevel publish") {
		t.Errorf("an empty bucket: %v", err)
	}
	publish(t, dir, location)
	cache := t.TempDir()
	start(t, location, cache)
	server.Stop()
	if err := open(t, location, t.TempDir()).Start(t.Context()); gevel.CodeOf(err) != gevel.Unavailable || !strings.Contains(err.Error(), "can't be reached") {
		t.Errorf("without a cache: %v", err)
	}
	r := start(t, location, cache)
	if got := r.here(t); !slices.Equal(got, []string{id}) || !strings.Contains(r.logged(), "earlier run") || r.Faults() != 1 {
		t.Errorf("with a cache: %v, %d faults, log %s", got, r.Faults(), r.logged())
	}
	server.Start()
	r.follow(t, id)
	eventually(t, "that its return is logged", func() bool { return strings.Contains(r.logged(), "can be read again") })
	if n := strings.Count(r.logged(), "level=ERROR"); n != 1 {
		t.Errorf("logged %d times: %s", n, r.logged())
	}
	if err := errors.Join(os.RemoveAll(server.Path("editions", id))); err != nil {
		t.Fatal(err)
	}
	if got := start(t, location, cache).here(t); !slices.Equal(got, []string{id}) {
		t.Errorf("an emptied bucket took away %v", got)
	}
}

func TestWhatAKilledFetchLeftIsNoEditionAndGoesWithTheNextStart(t *testing.T) {
	location := s3test.Start(t).Bucket("editions")
	dir, id := build(t, 0)
	publish(t, dir, location)
	r := start(t, location, t.TempDir())
	half := filepath.Join(r.Dir(), ".building-123")
	named := filepath.Join(r.Dir(), "0123456789abcdef") // moved, and killed before its manifest had a name
	for _, at := range []string{half, named} {
		if err := os.CopyFS(at, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(at, "manifest.json"), filepath.Join(at, "manifest.json.tmp")); err != nil {
			t.Fatal(err)
		}
	}
	if got := r.here(t); !slices.Equal(got, []string{id}) {
		t.Errorf("taken for editions: %v", got)
	}
	again := start(t, location, r.Cache)
	for _, at := range []string{half, named} {
		if _, err := os.Stat(at); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there", at)
		}
	}
	if strings.Contains(again.logged(), "fetching") {
		t.Error("what was there was fetched again")
	}
}

func TestTwoProcessesShareACache(t *testing.T) {
	location := s3test.Start(t).Bucket("editions")
	dir, id := build(t, 0)
	publish(t, dir, location)
	cache := t.TempDir()
	var starting sync.WaitGroup
	reflections := []*reflection{open(t, location, cache), open(t, location, cache), open(t, location, cache)}
	for _, r := range reflections {
		starting.Go(func() {
			if err := r.Start(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
	fetched := 0
	for _, r := range reflections {
		fetched += strings.Count(r.logged(), "edition fetched")
	}
	if got := reflections[0].here(t); !slices.Equal(got, []string{id}) || fetched != 1 {
		t.Errorf("the folder holds %v, fetched %d times", got, fetched)
	}
}

func TestOlderEditionsAreFetchedWhenAskedFor(t *testing.T) {
	location := s3test.Start(t).Bucket("editions")
	var ids []string
	for i := range 3 {
		dir, id := build(t, i)
		publish(t, dir, location)
		ids = append(ids, id)
	}
	r := start(t, location, t.TempDir())
	for _, want := range []bool{true, false} {
		if more, err := r.Deepen(t.Context()); more != want || err != nil {
			t.Errorf("one more: %v (%v), want %v", more, err, want)
		}
	}
	if got := r.here(t); len(got) != 3 || got[2] != ids[0] {
		t.Errorf("the folder holds %v", got)
	}
}
