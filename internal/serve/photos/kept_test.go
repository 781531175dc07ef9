package photos_test

import (
	"bytes"
	"context"
	"image/jpeg"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

// keeps gives the host a folder for pictures at a width, which the next host of the test finds again.
func (h *imageHost) keeps(t *testing.T, root string, most int64) (kept *photos.Kept, log *bytes.Buffer) {
	t.Helper()
	log = new(bytes.Buffer)
	kept, err := photos.OpenKept(h.store, root, most, slog.New(slog.NewTextHandler(log, nil)), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	h.handler = photos.NewHandler(h.store, h.signer, func() time.Time { return *h.now.Load() })
	h.handler.Kept = kept
	return kept, log
}

// keptIn returns the paths of the files below a folder, and their bytes in all.
func keptIn(t *testing.T, root string) (paths []string, size int64) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		paths, size = append(paths, path), size+info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths, size
}

func (h *imageHost) mustGet(t *testing.T, url string) []byte {
	t.Helper()
	response, body := h.ask(t, http.MethodGet, url)
	if _, err := jpeg.Decode(bytes.NewReader(body)); response.StatusCode != http.StatusOK || err != nil {
		t.Fatalf("%s, %v (%v)", response.Status, err, h.failure())
	}
	return body
}

func TestAPictureAtAWidthIsMadeOnceAlsoAcrossARestart(t *testing.T) {
	h, root := newImageHost(t), t.TempDir()
	id, _ := h.addWide(t)
	url := h.signer.URL(h.server.URL, photos.NameAt(640, id), noon)
	h.keeps(t, root, 1<<20)
	made := h.mustGet(t, url)
	before, err := os.Stat(fileOf(t, root, ".jpg"))
	if err != nil {
		t.Fatal(err)
	}
	h.keeps(t, root, 1<<20)
	if again := h.mustGet(t, url); !bytes.Equal(again, made) {
		t.Error("what is kept is another picture")
	}
	if response, part := h.ask(t, http.MethodGet, url, "Range", "bytes=10-19"); !bytes.Equal(part, made[10:20]) {
		t.Errorf("a part of what is kept: %s, %d bytes", response.Status, len(part))
	}
	if after, err := os.Stat(fileOf(t, root, ".jpg")); err != nil || !os.SameFile(before, after) {
		t.Errorf("it was made anew after a restart (%v)", err)
	}
}

func TestAKeptPictureThatIsDamagedIsMadeAnew(t *testing.T) {
	h, root := newImageHost(t), t.TempDir()
	id, _ := h.addWide(t)
	h.keeps(t, root, 1<<20)
	url := h.signer.URL(h.server.URL, photos.NameAt(640, id), noon)
	made := h.mustGet(t, url)
	h.mustGet(t, h.signer.URL(h.server.URL, photos.NameAt(320, id), noon))
	files, _ := keptIn(t, root) // -w320 and -w640
	whole, err := os.ReadFile(files[1])
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)/2] ^= 1
	for name, damage := range map[string][]byte{
		"empty": {}, "cut": whole[:len(whole)-1], "flipped": flipped, "the picture alone": made, "another width's": other,
	} {
		if err := os.WriteFile(files[1], damage, 0o600); err != nil {
			t.Fatal(err)
		}
		_, log := h.keeps(t, root, 1<<20)
		if got := h.mustGet(t, url); !bytes.Equal(got, made) {
			t.Errorf("%s: it is served", name)
		}
		if log.Len() == 0 || namesAHome(errorOf(log.String())) {
			t.Errorf("%s: logged %q", name, log)
		}
		if now, err := os.ReadFile(files[1]); err != nil || !bytes.Equal(now, whole) {
			t.Errorf("%s: it is not kept anew (%v)", name, err)
		}
	}
}

type errorOf string

func (e errorOf) Error() string { return string(e) }

func TestWhatIsTakenDownIsNotServedAtAWidthAndGoes(t *testing.T) {
	for name, takeDown := range map[string]func(*imageHost, string) error{
		"removed": func(h *imageHost, id string) error { return h.store.Remove(context.Background(), id, byTest) },
		"blocked": func(h *imageHost, _ string) error { return h.store.Block(context.Background(), homeB, byTest) },
	} {
		h, here, there := newImageHost(t), t.TempDir(), t.TempDir()
		id, _ := h.addWide(t)
		url := h.signer.URL(h.server.URL, photos.NameAt(640, id), noon)
		first, _ := h.keeps(t, here, 1<<20)
		h.mustGet(t, url)
		second, _ := h.keeps(t, there, 1<<20) // another server
		h.mustGet(t, url)
		if err := takeDown(h, id); err != nil {
			t.Fatal(err)
		}
		for _, kept := range []*photos.Kept{first, second} {
			h.handler.Kept = kept
			response, body := h.ask(t, http.MethodGet, url)
			h.wantRefused(t, name, gevel.NotFound, response, body)
			kept.Clear(t.Context())
		}
		for _, root := range []string{here, there} {
			if left, _ := keptIn(t, root); len(left) > 0 {
				t.Errorf("%s: %q stay", name, left)
			}
		}
	}
}

func TestWhatIsKeptStaysWithinItsBytes(t *testing.T) {
	h, root := newImageHost(t), t.TempDir()
	const most = 20_000
	h.keeps(t, root, most)
	var first string
	for n := range uint8(8) {
		a := addition(t, homeB, n)
		a.File = photos.EncodeJPEG(t, photos.Four(700+int(n), 500))
		mustAdd(t, h.store, a)
		id := mustOf(t, h.store, homeB)[0].ID
		for _, width := range []int{320, 640} {
			h.mustGet(t, h.signer.URL(h.server.URL, photos.NameAt(width, id), noon))
			if _, size := keptIn(t, root); size > most || size == 0 {
				t.Fatalf("%d bytes are kept, %d at most", size, most)
			}
		}
		if n == 0 {
			files, _ := keptIn(t, root)
			first = files[0]
			old := time.Now().Add(-48 * time.Hour)
			if err := os.Chtimes(first, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := os.Stat(first); err == nil {
		t.Error("what was asked for longest ago is kept")
	}
}

func TestADiskThatIsFullServesAndKeepsNothing(t *testing.T) {
	h, root := newImageHost(t), t.TempDir()
	id, _ := h.addWide(t)
	kept, log := h.keeps(t, root, 1<<20)
	folder, _ := filepath.Glob(filepath.Join(root, "photos-*"))
	in := filepath.Join(folder[0], id[:4])
	if err := os.WriteFile(in, nil, 0o600); err != nil { // where a folder is needed
		t.Fatal(err)
	}
	for _, width := range []int{320, 640} {
		h.mustGet(t, h.signer.URL(h.server.URL, photos.NameAt(width, id), noon))
	}
	if strings.Count(log.String(), "\n") != 1 || namesAHome(errorOf(log.String())) {
		t.Errorf("logged %q, want one line", log)
	}
	if err := os.Remove(in); err != nil {
		t.Fatal(err)
	}
	kept.Clear(t.Context())
	h.handler.Kept = kept
	a := addition(t, homeA, 3)
	a.File = photos.EncodeJPEG(t, photos.Four(900, 500))
	mustAdd(t, h.store, a)
	h.mustGet(t, h.signer.URL(h.server.URL, photos.NameAt(640, mustOf(t, h.store, homeA)[0].ID), noon))
	if files, _ := keptIn(t, root); len(files) != 1 {
		t.Errorf("%q are kept once there is room", files)
	}
}

func TestFollowingEndsWithItsContext(t *testing.T) {
	h, root := newImageHost(t), t.TempDir()
	kept, _ := h.keeps(t, root, 1<<20)
	folder, _ := filepath.Glob(filepath.Join(root, "photos-*"))
	draft := filepath.Join(folder[0], ".x.jpg.1.draft")
	old := time.Now().Add(-2 * time.Hour)
	for _, path := range []string{draft, draft + "2"} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(draft, old, old); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); kept.Follow(ctx) }()
	for deadline := time.Now().Add(time.Minute); ; {
		if _, err := os.Stat(draft); err != nil || time.Now().After(deadline) {
			break
		}
	}
	cancel()
	<-done
	if files, _ := keptIn(t, root); len(files) != 1 || files[0] != draft+"2" {
		t.Errorf("%q stay, want the draft that may have a writer", files)
	}
}
