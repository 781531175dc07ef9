package photos_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

func TestOfReturnsNewestFirst(t *testing.T) {
	store := newTestStore(t)
	for _, gray := range []uint8{20, 60, 40} {
		mustAdd(t, store, addition(t, homeA, gray))
	}
	got := mustOf(t, store, homeA)
	if len(got) != 3 {
		t.Fatalf("got %d photos, want 3", len(got))
	}
	for i, hours := range []int{60, 40, 20} {
		want := gevel.Image{
			ID: got[i].ID, ObjectID: homeA, Kind: gevel.ImagePhoto,
			TakenAt: noon.Add(time.Duration(hours) * time.Hour), Source: "test",
		}
		if got[i] != want {
			t.Errorf("photo %d = %+v, want %+v", i, got[i], want)
		}
	}
	if none := mustOf(t, store, homeB); none != nil {
		t.Errorf("a home without photos has %v", none)
	}
}

func TestAddingTheSameFileTwiceAddsNothing(t *testing.T) {
	store := newTestStore(t)
	a := addition(t, homeA, 1)
	mustAdd(t, store, a)
	a.TakenAt = a.TakenAt.Add(time.Hour)
	if added, err := store.Add(context.Background(), a); added || err != nil {
		t.Errorf("Add again = %v, %v, want false, nil", added, err)
	}
	if got := mustOf(t, store, homeA); len(got) != 1 || !got[0].TakenAt.Equal(a.TakenAt.Add(-time.Hour)) {
		t.Errorf("got %+v, want the one photo as it was", got)
	}
}

func TestAddKnowsAPictureByItsContentToo(t *testing.T) {
	store := newTestStore(t)
	a := addition(t, homeA, 1)
	mustAdd(t, store, a)
	a.File = photos.WithEXIF(a.File, []byte("other metadata, same picture"))
	if added, err := store.Add(context.Background(), a); added || err != nil {
		t.Errorf("Add of the same picture = %v, %v, want false, nil", added, err)
	}
}

func TestTheSamePictureOfTwoHomesHasTwoIDs(t *testing.T) {
	store := newTestStore(t)
	mustAdd(t, store, addition(t, homeA, 1))
	mustAdd(t, store, addition(t, homeB, 1))
	a, b := mustOf(t, store, homeA), mustOf(t, store, homeB)
	if len(a) != 1 || len(b) != 1 || a[0].ID == b[0].ID {
		t.Fatalf("got %v and %v, want one photo each, with ids of their own", a, b)
	}
	if err := store.Remove(context.Background(), a[0].ID, byTest); err != nil {
		t.Fatal(err)
	}
	if got := mustOf(t, store, homeB); len(got) != 1 {
		t.Error("taking a photo down took the neighbour's")
	}
}

func TestAPictureOnceCalledAFrontViewIsOne(t *testing.T) {
	for _, kinds := range [][2]gevel.ImageKind{
		{gevel.ImagePhoto, gevel.ImageFront},
		{gevel.ImageFront, gevel.ImagePhoto},
	} {
		store := newTestStore(t)
		for _, kind := range kinds {
			a := addition(t, homeA, 1)
			a.Kind = kind
			if _, err := store.Add(context.Background(), a); err != nil {
				t.Fatal(err)
			}
		}
		if got := mustOf(t, store, homeA); len(got) != 1 || got[0].Kind != gevel.ImageFront {
			t.Errorf("%v gave %+v, want one front view", kinds, got)
		}
	}
}

func TestAddRefusesWhatSaysTooLittle(t *testing.T) {
	store := newTestStore(t)
	for want, spoil := range map[string]func(*photos.Addition){
		"bad_number_id": func(a *photos.Addition) { a.Home = "0518200000001234" }, // an address, no object
		"bad_kind":      func(a *photos.Addition) { a.Kind = "back" },
		"bad_taken_at":  func(a *photos.Addition) { a.TakenAt = time.Time{} },
		"bad_source":    func(a *photos.Addition) { a.Source = "two\nlines" },
		"not_an_image":  func(a *photos.Addition) { a.File = []byte("no picture") },
	} {
		a := addition(t, homeA, 1)
		spoil(&a)
		if added, err := store.Add(context.Background(), a); added || photos.ReasonOf(err) != want {
			t.Errorf("Add = %v, %v, want it refused for %s", added, err, want)
		}
	}
}

func TestConcurrentAddsLoseNothing(t *testing.T) {
	dir := t.TempDir()
	const pictures, stores = 12, 3 // several stores in the role of processes
	var done sync.WaitGroup
	for range stores {
		store, err := photos.Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		for gray := range uint8(pictures) {
			done.Go(func() {
				if _, err := store.Add(context.Background(), addition(t, homeA, gray*20)); err != nil {
					t.Error(err)
				}
			})
		}
	}
	done.Wait()
	store, err := photos.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(mustOf(t, store, homeA)); got != pictures {
		t.Errorf("got %d photos, want %d", got, pictures)
	}
}

func TestRemoveTakesEffectForOtherProcesses(t *testing.T) {
	dir := t.TempDir()
	writer, err := photos.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := photos.Open("file://" + filepath.ToSlash(dir))
	if err != nil {
		t.Fatal(err)
	}
	mustAdd(t, writer, addition(t, homeA, 1))
	id := mustOf(t, reader, homeA)[0].ID
	if err := writer.Remove(context.Background(), id, byTest); err != nil {
		t.Fatal(err)
	}
	if got := mustOf(t, reader, homeA); got != nil {
		t.Errorf("got %v after the takedown", got)
	}
	var left []string
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != ".catalogue.lock" && d.Name() != string(homeA)+".json" && !strings.Contains(path, "record") {
			left = append(left, path)
		}
		return err
	})
	if left != nil {
		t.Errorf("the takedown left %v", left)
	}
}

func TestRemoveOfAnUnknownIDIsNotFound(t *testing.T) {
	store := newTestStore(t)
	mustAdd(t, store, addition(t, homeA, 1))
	id := mustOf(t, store, homeA)[0].ID
	content := strings.Repeat("a", 32)
	for _, unknown := range []string{
		"", "-", id + "x", strings.ToUpper(id), string(homeB) + "-" + id[17:], string(homeA) + "-" + content,
		"../../" + id, id + "/../" + id, "0518200000001234-../../../../etc/passwd",
	} {
		if got := gevel.CodeOf(store.Remove(context.Background(), unknown, byTest)); unknown != id && got != gevel.NotFound {
			t.Errorf("Remove(%q) gave %q, want %q", unknown, got, gevel.NotFound)
		}
	}
	if got := mustOf(t, store, homeA); len(got) != 1 {
		t.Errorf("got %v, want the photo still there", got)
	}
}

func TestRemoveAgainCompletesATakedownThatWasCutOff(t *testing.T) {
	dir := t.TempDir()
	store := newStoreIn(t, dir)
	mustAdd(t, store, addition(t, homeA, 1))
	id := mustOf(t, store, homeA)[0].ID
	if err := os.Remove(fileOf(t, dir, ".jpg")); err != nil {
		t.Fatal(err)
	}
	if err := store.Remove(context.Background(), id, byTest); err != nil {
		t.Fatal(err)
	}
	if got := mustOf(t, store, homeA); got != nil {
		t.Errorf("got %v, want none", got)
	}
}

func TestAllYieldsEveryPhotoByHome(t *testing.T) {
	store := newTestStore(t)
	homes := []gevel.BAGID{"0014010000000100", "0518010000000200", "0518010000000201", "1999010000000300"}
	var want []gevel.Image
	for _, home := range homes {
		mustAdd(t, store, addition(t, home, 20))
		mustAdd(t, store, addition(t, home, 40))
		want = append(want, mustOf(t, store, home)...)
	}
	var got []gevel.Image
	for image, err := range store.All(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, image)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	for image, err := range store.All(context.Background()) {
		if image != want[0] || err != nil {
			t.Errorf("got %v, %v, want the first photo", image, err)
		}
		break // the iteration must end here
	}
}

func TestOfRefusesACatalogueThatIsNotTheHomes(t *testing.T) {
	for name, data := range map[string]string{
		"damaged":       `{"format":1,"home":"05182`,
		"newer":         `{"format":2,"home":"0518010000001234","images":[]}`,
		"another home":  `{"format":1,"home":"0518010000005634","images":[]}`,
		"a time's text": `{"format":1,"images":[{"taken_at":"0518010000001234"}]}`,
		"no number":     `{"format":0.518200000001234}`,
		"strange image": `{"format":1,"home":"0518010000001234","images":[{"content":"../../x"}]}`,
	} {
		dir := t.TempDir()
		store := newStoreIn(t, dir)
		mustAdd(t, store, addition(t, homeA, 1))
		catalogue := fileOf(t, dir, ".json")
		writeFile(t, catalogue, data)
		key, err := filepath.Rel(dir, catalogue)
		if err != nil {
			t.Fatal(err)
		}
		images, err := store.Of(context.Background(), homeA)
		if err == nil || !strings.Contains(err.Error(), "photo catalogue") || namesAHome(err) {
			t.Errorf("%s: got %v, %v, want an error of the catalogue that names no home", name, images, err)
		}
		for _, err := range store.All(context.Background()) {
			if err == nil || !strings.Contains(err.Error(), key) {
				t.Errorf("%s: the list says %v, want the name of %s", name, err, key)
			}
		}
		if _, err := store.Add(context.Background(), addition(t, homeA, 2)); err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("%s: adding says %v, want the name of %s", name, err, key)
		}
	}
}

// namesAHome reports whether the text of err holds the number id of a test's home.
func namesAHome(err error) bool {
	return strings.Contains(err.Error(), "05182") || strings.Contains(err.Error(), "518200000001234")
}

func TestAFileThatCannotBeReadNamesNoHomeToTheService(t *testing.T) {
	dir := t.TempDir()
	store := newStoreIn(t, dir)
	mustAdd(t, store, addition(t, homeA, 1))
	catalogue := fileOf(t, dir, ".json")
	if err := errors.Join(os.Remove(catalogue), os.Mkdir(catalogue, 0o755)); err != nil { // a folder can't be read as a file
		t.Fatal(err)
	}
	if _, err := store.Of(context.Background(), homeA); err == nil || namesAHome(err) {
		t.Errorf("got %v, want an error that names no home", err)
	}
}

func TestOpenSaysWhatIsMissing(t *testing.T) {
	_, err := photos.Open(filepath.Join(t.TempDir(), "none"))
	var e *gevel.Error
	if !errors.As(err, &e) || e.Code != gevel.Unavailable || e.Hint == "" {
		t.Errorf("err = %v, want unavailable with a hint", err)
	}
	for _, location := range []string{"", "nosuchbucket://x", "file://%zz"} {
		if _, err := photos.Open(location); err == nil {
			t.Errorf("Open(%q) succeeded", location)
		}
	}
}

func TestOnlyFoldersAndS3HoldPhotosAndNoMessageShowsAPassword(t *testing.T) {
	for _, location := range []string{"s3://user:hidden@bucket", "mem://hidden", "FILE2://hidden", "gs://hidden/x", "file://user:hidden@host/%zz"} {
		_, err := photos.Create(location)
		if gevel.CodeOf(err) != gevel.Invalid || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: got %v, want it refused without a word of the URL", location, err)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	store := newTestStore(b)
	for gray := range uint8(8) {
		mustAdd(b, store, addition(b, homeA, gray*30))
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := store.Of(context.Background(), homeA); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOfHomeWithoutPhotos(b *testing.B) {
	store := newTestStore(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := store.Of(context.Background(), homeB); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAddKnownFile(b *testing.B) {
	store := newTestStore(b)
	a := addition(b, homeA, 1)
	mustAdd(b, store, a)
	for b.Loop() {
		if _, err := store.Add(context.Background(), a); err != nil {
			b.Fatal(err)
		}
	}
}
