package edition

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
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
	for d := range e.DwellingsOn(today) {
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
	young, old := filepath.Join(images, "young"), filepath.Join(images, "old.image.DRAFT")
	before := time.Now().Add(-2 * unusedFor)
	for path := range imagesOf(t, dir) {
		if err := os.Chtimes(path, before, before); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.WriteFile(young, nil, 0o600), os.WriteFile(old, nil, 0o600), os.Chtimes(old, before, before)); err != nil {
		t.Fatal(err)
	}
	needed := len(imagesOf(t, dir)) - 1
	writeContents(t, filepath.Dir(dir), inventContents(20, 2)) // writes images
	after := imagesOf(t, dir)
	if _, ok := after[old]; ok || after[young] == nil || len(after) <= needed {
		t.Errorf("of %d images there are %d, an old one %v", needed, len(after), ok)
	}
}
