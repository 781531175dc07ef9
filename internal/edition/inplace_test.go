package edition

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"weak"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/image"
	"github.com/gevel/gevel/internal/market"
)

// published publishes an edition of two hundred homes, and returns its directory and what it holds.
func published(t *testing.T) (dir string, want holding) {
	t.Helper()
	folder := t.TempDir()
	dir = filepath.Join(folder, writeContents(t, folder, inventContents(200, 1)).ID)
	if err := os.RemoveAll(filepath.Join(folder, imageFolder)); err != nil {
		t.Fatal(err)
	}
	e, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir, holdings(e)
}

// holding is what an edition says of everything in it.
type holding struct {
	Addresses []gevel.Address
	Homes     []gevel.Dwelling
	Found     []bool
	Sales     *market.Sales
	Rest      string
}

func holdings(e *Edition) (h holding) {
	h.Addresses, h.Sales = slices.Collect(e.Addresses), e.Sales()
	for d := range e.Dwellings {
		h.Homes = append(h.Homes, d)
		a, ok := e.MainAddress(d.ID)
		_, known := e.Find(a.Query())
		h.Found = append(h.Found, ok, known == nil, e.Sales().DwellingCode(string(d.ID)) >= 0)
	}
	h.Rest = fmt.Sprint(slices.Collect(e.Statuses), e.Series(), e.PriceCheck(), e.Neighbourhoods(), e.HomePositions(),
		len(e.HomeAttributes()), e.Buildings().Len(), e.Sales().Roles, e.Sales().Grid.Len(), e.Sources())
	return h
}

// checkSame opens an edition in place and checks what it holds.
func checkSame(t *testing.T, dir string, want holding) *Edition {
	t.Helper()
	e, err := OpenInPlace(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	got := holdings(e)
	if row := got.Sales.DiffersFrom(want.Sales); row >= 0 {
		t.Errorf("the sale in row %d differs", row)
	}
	got.Sales = want.Sales
	if diff := gocmp.Diff(want.plain(), got.plain()); diff != "" {
		t.Errorf("whole and in place differ (-whole +in place):\n%s", diff)
	}
	return e
}

// plain leaves out the sales, which are compared by row.
func (h holding) plain() holding {
	h.Sales = nil
	return h
}

// imagesOf returns the images beside an edition, with their content.
func imagesOf(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(filepath.Dir(dir), imageFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, path := range paths {
		if all[path], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestAnEditionOpenedInPlaceIsTheSame(t *testing.T) {
	dir, want := published(t)
	for range 2 { // without images, and by them
		checkSame(t, dir, want)
	}
	if n := len(imagesOf(t, dir)); n < 5 {
		t.Errorf("there are %d images", n)
	}
}

func TestABuildLeavesImages(t *testing.T) {
	folder := t.TempDir()
	dir := filepath.Join(folder, writeContents(t, folder, inventContents(20, 1)).ID)
	before := imagesOf(t, dir)
	if _, err := OpenInPlace(t.Context(), dir); err != nil || len(before) == 0 || len(imagesOf(t, dir)) != len(before) {
		t.Errorf("%d images became %d: %v", len(before), len(imagesOf(t, dir)), err)
	}
}

// TestADamagedImageIsMadeAnew flips a byte of each block's beginning, cuts images short, and exchanges them.
func TestADamagedImageIsMadeAnew(t *testing.T) {
	dir, want := published(t)
	checkSame(t, dir, want)
	whole := imagesOf(t, dir)
	other := bytes.Repeat([]byte("other"), 100)
	for path, content := range whole {
		flipped := bytes.Clone(content)
		flipped[0] ^= 1
		last := bytes.Clone(content)
		last[len(last)-1] ^= 1
		for _, bad := range [][]byte{flipped, last, content[:len(content)/2], {}, other} {
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			checkSame(t, dir, want)
			if now, err := os.ReadFile(path); err != nil || len(now) != len(content) {
				t.Errorf("%s was not made anew: %d bytes, %v", path, len(now), err)
			}
		}
		other = content // of other files
	}
}

// TestOnlyTheProgramThatWroteAnImageReadsIt holds that another one makes its own.
func TestOnlyTheProgramThatWroteAnImageReadsIt(t *testing.T) {
	dir, want := published(t)
	checkSame(t, dir, want)
	before, own := imagesOf(t, dir), program
	program = func() string { return "another" }
	defer func() { program = own }()
	checkSame(t, dir, want)
	if after := imagesOf(t, dir); len(after) != 2*len(before) {
		t.Errorf("%d images became %d", len(before), len(after))
	}
}

func TestWithoutRoomForImagesAnEditionIsReadWhole(t *testing.T) {
	dir, want := published(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), imageFolder), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		checkSame(t, dir, want)
	}
}

func TestAFileThatIsReadForAnImageIsChecked(t *testing.T) {
	dir, want := published(t)
	checkSame(t, dir, want)
	flip(t, dir, addressesName)
	checkSame(t, dir, want) // its image is whole; gevel verify and the service say that the file is not
	if _, err := Verify(t.Context(), dir); err == nil {
		t.Error("an altered file is not noticed")
	}
	if err := os.RemoveAll(filepath.Join(filepath.Dir(dir), imageFolder)); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenInPlace(t.Context(), dir); err == nil {
		t.Error("an altered file is read")
	}
}

func TestManyOpenAnEditionInPlaceAtOnce(t *testing.T) {
	dir, want := published(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			e, err := OpenInPlace(t.Context(), dir)
			if err != nil || !slices.Equal(holdings(e).Addresses, want.Addresses) {
				t.Errorf("%v", err)
			}
		})
	}
	all.Wait()
	checkSame(t, dir, want)
}

func TestAnImageWrittenToWhileItIsOpenIsNotSound(t *testing.T) {
	dir, want := published(t)
	checkSame(t, dir, want)
	e := checkSame(t, dir, want)
	if err := e.Sound(); err != nil {
		t.Fatal(err)
	}
	for path := range imagesOf(t, dir) {
		later := time.Now().Add(time.Hour)
		if err := errors.Join(os.Truncate(path, 1), os.Chtimes(path, later, later)); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Sound(); err == nil {
		t.Error("it is sound")
	}
	e = checkSame(t, dir, want)
	if err := e.Sound(); err != nil {
		t.Error(err)
	}
}

func TestImagesThatNoEditionNeedsAreTidied(t *testing.T) {
	dir, want := published(t)
	checkSame(t, dir, want)
	images := filepath.Join(filepath.Dir(dir), imageFolder)
	unneeded := strings.Repeat("0a", 16) + imageSuffix
	before := time.Now().Add(-2 * unusedFor)
	for path := range imagesOf(t, dir) {
		if err := os.Chtimes(path, before, before); err != nil {
			t.Fatal(err)
		}
	}
	needed := len(imagesOf(t, dir))
	for name, stays := range map[string]bool{
		unneeded: false, unneeded + "." + rand.Text(): false, "1" + unneeded[1:]: true,
		"notes.txt": true, unneeded + ".bak": true, "x" + unneeded: true,
	} {
		path := filepath.Join(images, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if name != "1"+unneeded[1:] { // it is young
			if err := os.Chtimes(path, before, before); err != nil {
				t.Fatal(err)
			}
		}
		defer func() {
			if _, err := os.Stat(path); (err == nil) != stays {
				t.Errorf("%s: %v", name, err)
			}
		}()
	}
	writeContents(t, filepath.Dir(dir), inventContents(20, 2)) // writes images
	if after := imagesOf(t, dir); len(after) <= needed {
		t.Errorf("of %d images there are %d", needed, len(after))
	}
}

// TestImagesLieBesideTheEditionHoweverItIsNamed opens it by paths that end in a separator or a dot, and by a link.
func TestImagesLieBesideTheEditionHoweverItIsNamed(t *testing.T) {
	dir, want := published(t)
	elsewhere := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, elsewhere); err != nil {
		t.Skip(err) // Windows keeps links for administrators
	}
	t.Chdir(dir)
	for _, name := range []string{dir + "/", dir + "/.", ".", "./", elsewhere, elsewhere + "/"} {
		if err := os.RemoveAll(filepath.Join(filepath.Dir(dir), imageFolder)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			checkSame(t, name, want)
		}
		for _, other := range []string{dir, filepath.Dir(elsewhere)} {
			if _, err := os.Lstat(filepath.Join(other, imageFolder)); err == nil {
				t.Errorf("%s: images lie in %s", name, other)
			}
		}
		if len(imagesOf(t, dir)) == 0 {
			t.Errorf("%s: there are no images", name)
		}
	}
}

func TestADraftThatCantTakeItsPlaceIsRemoved(t *testing.T) {
	at := filepath.Join(t.TempDir(), "taken")
	if err := os.MkdirAll(filepath.Join(at, "by a folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	err := writeImage(at, nil, new(int))
	if left, _ := filepath.Glob(at + ".*"); err == nil || len(left) > 0 {
		t.Errorf("%v, and left is %v", err, left)
	}
}

// TestNoImageIsKeptOfAFileThatChangesMeanwhile alters a model while it is read.
func TestNoImageIsKeptOfAFileThatChangesMeanwhile(t *testing.T) {
	dir, want := published(t)
	e := checkSame(t, dir, want)
	before, name := len(imagesOf(t, dir)), e.Models()[0]
	keep := func(meanwhile func() error) error {
		_, err := e.KeepModel(t.Context(), name, new(int), meanwhile)
		return err
	}
	err := keep(func() error {
		overwrite(t, filepath.Join(dir, modelDir, name), []byte("another model"))
		return nil
	})
	if err == nil || len(imagesOf(t, dir)) != before {
		t.Errorf("of %d images there are %d, %v", before, len(imagesOf(t, dir)), err)
	}
	overwrite(t, filepath.Join(dir, modelDir, name), []byte("a model")) // as it was
	e = checkSame(t, dir, want)
	if err := keep(func() error { return nil }); err != nil || len(imagesOf(t, dir)) != before+1 {
		t.Errorf("of %d images there are %d, %v", before, len(imagesOf(t, dir)), err)
	}
}

// TestSalesHoldTheirImage lets an edition go, and keeps its sales.
func TestSalesHoldTheirImage(t *testing.T) {
	dir, want := published(t)
	checkSame(t, dir, want)
	var images []weak.Pointer[image.Image]
	sales := func() *market.Sales {
		e := checkSame(t, dir, want)
		for _, i := range e.held.images {
			images = append(images, weak.Make(i))
		}
		return e.Sales()
	}()
	held := func() (n int) {
		runtime.GC()
		for _, i := range images {
			if i.Value() != nil {
				n++
			}
		}
		return n
	}
	if n := held(); n != 1 {
		t.Errorf("of %d images there are %d", len(images), n)
	}
	runtime.KeepAlive(sales)
	if n := held(); n != 0 {
		t.Errorf("%d images stay without the sales", n)
	}
}
