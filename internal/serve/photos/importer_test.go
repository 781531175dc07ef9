package photos_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/serve/photos"
)

// town is a register of two homes, one with a secondary address.
type town struct{ addresses []gevel.Address }

const (
	numberA    = gevel.BAGID("0518200000001234")
	secondaryA = gevel.BAGID("0518200000007777")
)

func newTown() town {
	a := gevel.Address{
		NumberID: numberA, ObjectID: homeA, PostalCode: "2511CV", HouseNumber: 12,
		HouseLetter: "A", Main: true, InUse: true, Kind: gevel.Home,
	}
	secondary := a
	secondary.NumberID, secondary.HouseNumber, secondary.Main = secondaryA, 99, false
	b := a
	b.NumberID, b.ObjectID, b.HouseLetter = "0518200000005634", homeB, "B"
	return town{[]gevel.Address{a, secondary, b}}
}

func (t town) first(is func(gevel.Address) bool) (gevel.Address, bool) {
	i := slices.IndexFunc(t.addresses, is)
	if i < 0 {
		return gevel.Address{}, false
	}
	return t.addresses[i], true
}

func (t town) AddressByNumber(id gevel.BAGID) (gevel.Address, bool) {
	return t.first(func(a gevel.Address) bool { return a.NumberID == id })
}

func (t town) MainAddress(object gevel.BAGID) (gevel.Address, bool) {
	return t.first(func(a gevel.Address) bool { return a.ObjectID == object && a.Main })
}

func (t town) Find(q gevel.AddressQuery) (gevel.Address, error) {
	return q.Match(slices.DeleteFunc(slices.Clone(t.addresses), func(a gevel.Address) bool {
		return a.PostalCode != q.PostalCode || a.HouseNumber != q.HouseNumber
	}))
}

func newImport(t testing.TB) photos.Import {
	return photos.Import{
		Store: newTestStore(t), Addresses: newTown(),
		Now: noon.AddDate(1, 0, 0),
	}
}

// deliver writes files, by path below a new folder, and returns the folder.
func deliver(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, string(content))
		if err := os.Chtimes(path, noon, noon); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func mustRun(t testing.TB, imp photos.Import, path string) photos.Report {
	t.Helper()
	report, err := imp.Run(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// imported imports files into a store. It returns the import and their folder, to import them once more.
func imported(t testing.TB, store *photos.Store, files map[string][]byte) (imp photos.Import, folder string) {
	t.Helper()
	imp, folder = newImport(t), deliver(t, files)
	imp.Store = store
	mustRun(t, imp, folder)
	return imp, folder
}

// wantRejects requires exactly these counts by reason.
func wantRejects(t testing.TB, report photos.Report, want map[string]int) {
	t.Helper()
	got := map[string]int{}
	for _, reject := range report.Rejects.List() {
		got[reject.Reason] = reject.Count
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("rejects %v, want %v\n%+v", got, want, report.Rejects.List())
	}
}

func TestFolderImportFilesPhotosUnderTheMainAddress(t *testing.T) {
	imp := newImport(t)
	dir := deliver(t, map[string][]byte{
		string(homeA) + ".jpg":               photos.Shade(t, 10),
		string(homeA) + "_2.JPEG":            photos.Shade(t, 30),
		string(homeA) + "_front.jpg":         photos.Shade(t, 50),
		string(secondaryA) + ".jpg":          photos.Shade(t, 70),
		"more/" + string(numberA) + "-1.jpg": photos.Shade(t, 90),
		string(homeB) + "/garden.jpg":        photos.Shade(t, 110),
		string(homeB) + "/Front 1.png":       photos.EncodePNG(t, photos.Four(8, 8)),
		".hidden/" + string(homeB) + ".jpg":  photos.Shade(t, 130),
		"Thumbs.db":                          []byte("x"), "desktop.ini": []byte("x"),
		string(homeB) + " Haringgracht/1.jpg": photos.Shade(t, 150),
	})
	report := mustRun(t, imp, dir)
	if report.Files != 8 || report.Added != 8 || report.Rejects.Total() != 0 {
		t.Fatalf("report %+v, want 8 added", report)
	}
	fronts := 0
	for _, image := range mustOf(t, imp.Store, homeA) {
		if image.Kind == gevel.ImageFront {
			fronts++
		}
	}
	if a, b := mustOf(t, imp.Store, homeA), mustOf(t, imp.Store, homeB); len(a) != 5 || fronts != 1 || len(b) != 3 {
		t.Errorf("got %d photos with %d fronts, and %d, want 5 with 1, and 3", len(a), fronts, len(b))
	}
	again := mustRun(t, imp, dir)
	if again.Added != 0 || again.Present != 8 {
		t.Errorf("the second run: %+v, want 8 present", again)
	}
}

func TestAPhotoThatLacksItsEndMarkAloneIsKept(t *testing.T) {
	imp := newImport(t)
	whole := photos.Shade(t, 10)
	dir := deliver(t, map[string][]byte{
		string(homeA) + ".jpg": whole[:len(whole)-2], string(homeB) + ".jpg": whole[:len(whole)-5],
	})
	report := mustRun(t, imp, dir)
	wantRejects(t, report, map[string]int{"damaged_image": 1})
	if report.Added != 1 || len(mustOf(t, imp.Store, homeA)) != 1 {
		t.Errorf("%+v, want that the whole picture is added", report)
	}
}

func TestFolderImportCountsWhatItCannotUse(t *testing.T) {
	imp := newImport(t)
	dir := deliver(t, map[string][]byte{
		string(homeA) + ".jpg":                          photos.Shade(t, 10),
		"holiday.jpg":                                   photos.Shade(t, 20),
		"20230901123456.jpg":                            photos.Shade(t, 30),
		"0518100000000001.jpg":                          photos.Shade(t, 40), // a building
		"0518200000009999.jpg":                          photos.Shade(t, 50), // of no home
		string(homeA) + "_a.jpg":                        []byte("text"),
		string(homeA) + "_b.jpg":                        photos.Shade(t, 60)[:200],
		string(homeA) + "_c.png":                        photos.HugePNG(50_000, 50_000),
		string(homeB) + "/" + string(homeA) + "_1.jpg":  photos.Shade(t, 70),
		string(homeB) + "/20230901123456 and more.jpeg": photos.Shade(t, 80),
	})
	report := mustRun(t, imp, dir)
	if report.Added != 2 {
		t.Errorf("added %d, want 2", report.Added)
	}
	wantRejects(t, report, map[string]int{
		"no_home": 3, "address_not_found": 1, "not_an_image": 1, "damaged_image": 1,
		"too_many_pixels": 1, "conflicting_homes": 1,
	})
}

func TestEachPhotoThatIsNotUsedIsReportedByNameAndInOrder(t *testing.T) {
	imp := newImport(t)
	heic := []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic")
	files := map[string][]byte{"good.jpg": photos.Shade(t, 10)}
	manifest := "file,number_id,kind\n"
	var want []string
	for i := range 12 {
		name := fmt.Sprintf("%02d.heic", i)
		files[name] = heic
		manifest += name + ",0518200000001234,\ngood.jpg,0518200000001234,voorgevel\n"
		want = append(want, fmt.Sprintf("%s %d unsupported_format", name, 2*i+2))
	}
	files["m.csv"] = []byte(manifest + "none.jpg,,,x\n")
	want = append(want, "none.jpg 26 bad_row")
	var got []string
	imp.Rejected = func(r photos.Rejection) error {
		if r.Message == "" {
			t.Errorf("%+v says nothing", r)
		}
		got = append(got, fmt.Sprintf("%s %d %s", r.File, r.Line, r.Reason))
		return nil
	}
	report := mustRun(t, imp, filepath.Join(deliver(t, files), "m.csv"))
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if report.Rejects.Total() != len(want) || mustOf(t, imp.Store, homeA)[0].Kind != gevel.ImageFront {
		t.Errorf("report %+v, want %d rejects and a front view", report, len(want))
	}
	imp.Rejected = func(photos.Rejection) error { return errors.New("disk full") }
	if _, err := imp.Run(t.Context(), deliver(t, map[string][]byte{"x.jpg": nil})); err == nil {
		t.Error("an import whose rejects can't be written goes on")
	}
}

func TestAPictureWithWrongColoursIsMadeAnew(t *testing.T) {
	dir := t.TempDir()
	imp, folder := imported(t, newStoreIn(t, dir), map[string][]byte{
		string(homeA) + "_front.jpg": photos.InAdobeRGB(t), string(homeB) + ".jpg": photos.Shade(t, 10),
	})
	right := mustOf(t, imp.Store, homeA)[0]
	// As the first encoder left it: another picture, and no version in the catalogue.
	wrong := strings.Repeat("0", 32)
	picture := fileOf(t, filepath.Join(dir, "images", "0518", "34", string(homeA)), ".jpg")
	if err := os.Rename(picture, filepath.Join(filepath.Dir(picture), wrong+".jpg")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "homes", "0518", "34", string(homeA)+".json")
	catalogue, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	old := strings.NewReplacer(right.ID[17:], wrong, `"encoder":3,`, "").Replace(withoutSum(catalogue))
	writeFile(t, path, old)
	report := mustRun(t, imp, folder)
	if report.Renewed != 1 || report.Present != 1 {
		t.Errorf("report %+v, want one made anew and one present", report)
	}
	if got := mustOf(t, imp.Store, homeA); len(got) != 1 || got[0] != right {
		t.Errorf("got %+v, want %+v", got, right)
	}
	if fileOf(t, filepath.Dir(picture), ".jpg") != picture {
		t.Error("the picture with wrong colours is still there")
	}
	if again := mustRun(t, imp, folder); again.Renewed != 0 || again.Present != 2 {
		t.Errorf("the run after it: %+v, want both present", again)
	}
}

func TestImportDatesPhotosByManifestCameraOrFile(t *testing.T) {
	imp := newImport(t)
	exifOf := func(clock string) []byte { return photos.CameraEXIF(binary.BigEndian, 1, clock, "") }
	dir := deliver(t, map[string][]byte{
		"camera.jpg":   photos.WithEXIF(photos.Shade(t, 10), exifOf("2023:06:01 10:00:00")),
		"reset.jpg":    photos.WithEXIF(photos.Shade(t, 30), exifOf("1980:01:01 00:00:00")),
		"ahead.jpg":    photos.WithEXIF(photos.Shade(t, 50), exifOf("2049:01:01 00:00:00")),
		"plain.jpg":    photos.Shade(t, 70),
		"overrule.jpg": photos.WithEXIF(photos.Shade(t, 90), exifOf("2023:06:01 10:00:00")),
		"dutch.jpg":    photos.Shade(t, 110),
		"seconds.jpg":  photos.Shade(t, 130),
		"m.csv": []byte("file,number_id,taken_at,source\n" +
			"camera.jpg,0518200000001234,,camera\nreset.jpg,0518200000001234,,reset\n" +
			"ahead.jpg,0518200000001234,,ahead\nplain.jpg,0518200000001234,,plain\n" +
			"overrule.jpg,0518200000001234,2022-03-04,overrule\n" +
			"dutch.jpg,0518200000001234,5-6-2022 14:03,dutch\nseconds.jpg,0518200000001234,2022-06-05T14:03:09,seconds\n"),
	})
	mustRun(t, imp, filepath.Join(dir, "m.csv"))
	want := map[string]string{
		"camera": "2023-06-01T08:00:00Z", "reset": "2024-05-17T12:00:00Z", "ahead": "2024-05-17T12:00:00Z",
		"plain": "2024-05-17T12:00:00Z", "overrule": "2022-03-04T11:00:00Z", "dutch": "2022-06-05T12:03:00Z",
		"seconds": "2022-06-05T12:03:09Z",
	}
	images := mustOf(t, imp.Store, homeA)
	if len(images) != len(want) {
		t.Fatalf("got %d photos, want %d", len(images), len(want))
	}
	for _, image := range images {
		if got := image.TakenAt.Format(time.RFC3339); got != want[image.Source] {
			t.Errorf("%s was taken %s, want %s", image.Source, got, want[image.Source])
		}
	}
}

func TestOfTheSamePictureTwiceTheFirstOfTheDeliveryStays(t *testing.T) {
	inEachBucket(t, func(t *testing.T, store *photos.Store, _ bucket.Bucket) {
		imp := newImport(t)
		imp.Store = store
		const pictures = 40 // encoded in parallel, so that some would overtake others
		manifest := "file,number_id,taken_at,source\n"
		files := map[string][]byte{}
		for i := range uint8(pictures) {
			name := fmt.Sprintf("%d.jpg", i)
			files[name] = photos.Shade(t, 5*i)
			manifest += name + ",0518200000001234,2023-01-02,first\n" + name + ",0518200000001234,2022-01-02,second\n"
		}
		files["m.csv"] = []byte(manifest)
		report := mustRun(t, imp, filepath.Join(deliver(t, files), "m.csv"))
		if report.Added != pictures || report.Present != pictures {
			t.Errorf("report %+v, want %d added and as many present", report, pictures)
		}
		for _, image := range mustOf(t, imp.Store, homeA) {
			if image.Source != "first" || image.TakenAt.Year() != 2023 {
				t.Errorf("%s was taken %v by %s, want what its first row says", image.ID, image.TakenAt, image.Source)
			}
		}
	})
}

func TestImportOfOneFile(t *testing.T) {
	imp := newImport(t)
	dir := deliver(t, map[string][]byte{string(homeA) + "_front.jpg": photos.Shade(t, 10)})
	report := mustRun(t, imp, filepath.Join(dir, string(homeA)+"_front.jpg"))
	if report.Added != 1 || mustOf(t, imp.Store, homeA)[0].Kind != gevel.ImageFront {
		t.Errorf("report %+v, want one front view", report)
	}
}

func TestImportOfNothingIsAnError(t *testing.T) {
	imp := newImport(t)
	dir := deliver(t, map[string][]byte{"empty.csv": []byte("file,number_id\n"), "bad.csv": []byte("foto,nummer\n")})
	for _, path := range []string{
		t.TempDir(), filepath.Join(dir, "none"), filepath.Join(dir, "empty.csv"),
		filepath.Join(dir, "bad.csv"),
	} {
		if _, err := imp.Run(context.Background(), path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("Run(%s): %v, want an error that names it", path, err)
		}
	}
}

func TestImportStopsWhenItsContextEnds(t *testing.T) {
	imp := newImport(t)
	files := map[string][]byte{}
	for i := range uint8(20) {
		files[fmt.Sprintf("%s_%d.jpg", homeA, i)] = photos.Shade(t, i*12)
	}
	ctx, cancel := context.WithCancel(context.Background())
	imp.Progress = func(done, _ int) { cancel() }
	report, err := imp.Run(ctx, deliver(t, files))
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("err = %v, want %v", err, context.Canceled)
	}
	if got := len(mustOf(t, imp.Store, homeA)); got < report.Added || got == len(files) {
		t.Errorf("%d photos are there, %d reported, of %d", got, report.Added, len(files))
	}
}

func TestImportReportsProgressOncePerPhoto(t *testing.T) {
	imp := newImport(t)
	var got []int
	imp.Progress = func(done, total int) { got = append(got, done, total) }
	mustRun(t, imp, deliver(t, map[string][]byte{
		string(homeA) + ".jpg": photos.Shade(t, 10),
		"x.jpg":                photos.Shade(t, 20),
	}))
	if want := []int{1, 2, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("progress %v, want %v", got, want)
	}
}

func TestImportGivesUpWhenTheBucketFails(t *testing.T) {
	imp, dir := newImport(t), t.TempDir()
	imp.Store = newStoreIn(t, dir)
	writeFile(t, filepath.Join(dir, "homes"), "no folder")
	_, err := imp.Run(context.Background(), deliver(t, map[string][]byte{string(homeA) + ".jpg": photos.Shade(t, 10)}))
	if err == nil {
		t.Error("a failing bucket was counted as a bad photo")
	}
}

func TestAColumnOfAManifestIsFirstOfItsOwnName(t *testing.T) {
	imp := newImport(t)
	dir := deliver(t, map[string][]byte{
		"a.jpg":   photos.Shade(t, 10),
		"own.csv": []byte("nummer;file;Postcode;House_Number;Huisletter\n7;a.jpg;2511CV;12;A\n"),
		"two.csv": []byte("nummer;file;Postcode;Huisnummer\n7;a.jpg;2511CV;12\n"),
	})
	report := mustRun(t, imp, filepath.Join(dir, "own.csv"))
	if report.Added != 1 || !slices.Equal(report.UnusedColumns, []string{"nummer"}) {
		t.Errorf("%+v", report)
	}
	_, err := imp.Run(t.Context(), filepath.Join(dir, "two.csv"))
	if err == nil || !strings.Contains(err.Error(), `columns "nummer" and "Huisnummer" are both house_number`) {
		t.Errorf("two columns of one: %v", err)
	}
}

func TestManifestRows(t *testing.T) {
	imp := newImport(t)
	header := "taken_at,Source,file,KIND,number_id,postal_code,house_number,house_letter,house_number_ext,heading\n"
	dir := deliver(t, map[string][]byte{
		"a.jpg": photos.Shade(t, 10), "sub/b.jpg": photos.Shade(t, 30), "c.jpg": photos.Shade(t, 50),
		"d.jpg": photos.Shade(t, 70),
		"e.jpg": photos.Shade(t, 90), "f.jpg": photos.Shade(t, 110),
		"m.csv": []byte("\ufeff" + header +
			"2024-05-01T10:00:00+02:00,Foto Jansen,a.jpg,front,518200000001234,,,,,12\n" + // a lost zero
			",,sub/b.jpg,,,2511 cv,12,A,,\n" +
			",,c.jpg,,,2511CV,12,,b,\n" + // the letter given as extension
			",,d.jpg,,,2511CV,12,,,\n" + // A or B
			",,d.jpg,,,2511CV,13,,,\n" +
			",,d.jpg,,,2511,12,A,,\n" +
			",,d.jpg,,,2511CV,0,A,,\n" +
			",,d.jpg,,12,,,,,\n" +
			",,d.jpg,side,0518200000001234,,,,,\n" +
			"yesterday,,d.jpg,,0518200000001234,,,,,\n" +
			"2199-01-01,,d.jpg,,0518200000001234,,,,,\n" +
			",,none.jpg,,0518200000001234,,,,,\n" +
			",,sub,,0518200000001234,,,,,\n" +
			",,,,0518200000001234,,,,,\n" +
			",,d.jpg,,0518200000001234,,,,,,x\n" +
			",,d.jpg,,05\"18200000001234,,,,,\n" +
			",\"two\nlines\",e.jpg,,0518200000001234,,,,,\n" +
			",,f.jpg,,0518200000001234,,,,,\n"),
	})
	report := mustRun(t, imp, filepath.Join(dir, "m.csv"))
	if report.Files != 18 || report.Added != 4 {
		t.Errorf("%d files, %d added, want 18 and 4", report.Files, report.Added)
	}
	wantRejects(t, report, map[string]int{
		"ambiguous_address": 1, "address_not_found": 1, "bad_address": 2, "bad_number_id": 2, "bad_kind": 1,
		"bad_taken_at": 2, "missing_file": 2, "unreadable_file": 1, "bad_row": 1, "bad_source": 1,
	})
	if want := []string{"heading"}; !slices.Equal(report.UnusedColumns, want) {
		t.Errorf("unused columns %v, want %v", report.UnusedColumns, want)
	}
	for _, reject := range report.Rejects.List() {
		if reject.Reason == "ambiguous_address" && !strings.HasPrefix(reject.Samples[0], "d.jpg (line 5): ") {
			t.Errorf("sample %q, want it to name the file and its line", reject.Samples[0])
		}
	}
	if b := mustOf(t, imp.Store, homeB); len(b) != 1 {
		t.Errorf("home B has %v, want its one photo", b)
	}
	for _, image := range mustOf(t, imp.Store, homeA) {
		if image.Kind == gevel.ImageFront && (image.Source != "Foto Jansen" ||
			image.TakenAt.Format(time.RFC3339) != "2024-05-01T08:00:00Z") {
			t.Errorf("the front view came in as %+v", image)
		}
	}
}

func TestManifestWithSemicolons(t *testing.T) {
	imp := newImport(t)
	dir := deliver(t, map[string][]byte{
		"a.jpg": photos.Shade(t, 10),
		"m.CSV": []byte("number_id;file;source\r\n0518200000001234;a.jpg;Jansen, Den Haag\r\n"),
	})
	report := mustRun(t, imp, filepath.Join(dir, "m.CSV"))
	if got := mustOf(t, imp.Store, homeA); report.Added != 1 || got[0].Source != "Jansen, Den Haag" {
		t.Errorf("report %+v, photos %+v", report, got)
	}
}

func TestManifestRefusesAHeaderThatCannotWork(t *testing.T) {
	for _, header := range []string{
		"", "number_id", "file", "file,postal_code", "file,file,number_id",
		"number_id,\"file",
	} {
		path := filepath.Join(deliver(t, map[string][]byte{"m.csv": []byte(header + "\nx.jpg,0518200000001234\n")}),
			"m.csv")
		if _, err := newImport(t).Run(t.Context(), path); err == nil || !strings.Contains(err.Error(), "m.csv") {
			t.Errorf("%q: %v, want an error that names the file", header, err)
		}
	}
}

func TestTakenAtOfTodayIsNotInTheFuture(t *testing.T) {
	imp := newImport(t)
	imp.Now = time.Date(2024, time.May, 17, 7, 0, 0, 0, time.UTC)
	dir := deliver(t, map[string][]byte{
		"a.jpg": photos.Shade(t, 10), "m.csv": []byte("number_id,file,taken_at\n0518200000001234,a.jpg,2024-05-17\n"),
	})
	mustRun(t, imp, filepath.Join(dir, "m.csv"))
	if got := mustOf(t, imp.Store, homeA); len(got) != 1 || !got[0].TakenAt.Equal(imp.Now) {
		t.Errorf("got %+v, want one photo taken %v", got, imp.Now)
	}
}

func TestAllThatIsSaidOfAHomeIsCompared(t *testing.T) {
	imp := newImport(t)
	files := map[string][]byte{}
	manifest := "file,number_id,dwelling_id,postal_code,house_number,house_letter\n"
	n := uint8(0)
	for _, row := range []struct{ file, rest string }{
		{"a.jpg", "0518200000001234,0518010000001234,2511CV,12,A"},
		{"b.jpg", "0518200000007777,,2511CV,12,A"}, // its secondary address
		{"c.jpg", "0518200000001234,,2511CV,12,"},  // the letter is left out
		{"0518200000001234/2511CV-12-A_2.jpg", ",0518010000001234,,,"},
		{"1234567890123.jpg", "0518200000001234,,,,"}, // of another system
		{"d.jpg", "0518200000001234,,2511CV,12,B"},
		{"e.jpg", "0518200000001234,0518010000005634,,,"},
		{"0518200000005634.jpg", "0518200000001234,,,,"},
		{"2511CV 12-B/f.jpg", "0518200000001234,,,,"},
		{"2511CV-12-B.jpg", ",,2511CV,12,A"},
		{"g.jpg", "0518200000009999,,2511CV,12,A"},                  // an id of no home
		{"0518010000009999/h.jpg", "0518200000001234,,2511CV,12,A"}, // in a folder of a home that is gone
		{"0518200000008888/i.jpg", ",0518010000001234,2511CV,12,A"}, // of a number that it had, perhaps
	} {
		n += 11
		files[row.file] = photos.Shade(t, n)
		manifest += row.file + "," + row.rest + "\n"
	}
	files["m.csv"] = []byte(manifest)
	report := mustRun(t, imp, filepath.Join(deliver(t, files), "m.csv"))
	wantRejects(t, report, map[string]int{"conflicting_homes": 3, "id_of_another_home": 2, "address_not_found": 2})
	if got := len(mustOf(t, imp.Store, homeA)); got != 6 {
		t.Errorf("%d photos are filed, want 6", got)
	}
}

func TestNamesMayBeAddresses(t *testing.T) {
	imp := newImport(t)
	bare := newTown()
	one, two, bis := bare.addresses[0], bare.addresses[0], bare.addresses[0]
	one.ObjectID, one.HouseNumber, one.HouseLetter = "0518010000000001", 1, ""
	two.ObjectID, two.HouseNumber, two.HouseLetter, two.HouseNumberExt = "0518010000000002", 1, "", "2"
	bis.ObjectID, bis.HouseNumber, bis.HouseLetter, bis.HouseNumberExt = "0518010000000003", 1, "", "bis"
	imp.Addresses = town{append(bare.addresses, one, two, bis)}
	report := mustRun(t, imp, deliver(t, map[string][]byte{
		"2511CV 1/hal.jpg": photos.Shade(t, 10), "2511CV 1/sub/keuken.jpg": photos.Shade(t, 20), "2511cv_1_voorgevel.jpg": photos.Shade(t, 30),
		"2511CV-1-bis.jpg": photos.Shade(t, 40), "2511CV 1 bis/2.jpg": photos.Shade(t, 50), "2511CV-1-bis-7.jpg": photos.Shade(t, 60),
		"2511CV-1-3.jpg": photos.Shade(t, 70), "2511CV-12A (4).jpg": photos.Shade(t, 80), "2511 CV 12-A tuin.jpg": photos.Shade(t, 90),
		"2511CV-1-2.jpg": photos.Shade(t, 100), // the second of 1, or the first of 1-2
		"2511CV-77.jpg":  photos.Shade(t, 110), "2511CV 1/2511CV 12-A.jpg": photos.Shade(t, 120),
		"2511CV 1/plattegrond.jpg": photos.Shade(t, 130), "2511CV 1/Logo makelaar.png": photos.Shade(t, 140),
	}))
	wantRejects(t, report, map[string]int{"ambiguous_address": 1, "address_not_found": 1, "conflicting_homes": 1, "no_photo": 2})
	for home, want := range map[gevel.BAGID]int{one.ObjectID: 4, two.ObjectID: 0, bis.ObjectID: 3, homeA: 2} {
		if got := len(mustOf(t, imp.Store, home)); got != want {
			t.Errorf("%s has %d photos, want %d", home, got, want)
		}
	}
}

func TestManifestsAsOperatorsKeepThem(t *testing.T) {
	imp := newImport(t)
	dir := deliver(t, map[string][]byte{
		"Foto's/Één.JPG": photos.Shade(t, 10), "Foto's/twee.jpg": photos.Shade(t, 20), "drie.jpg": photos.Shade(t, 30), "vier.jpg": photos.Shade(t, 40),
		"m.csv": []byte("Bestandsnaam;Nummeraanduiding;Soort;Opnamedatum;Fotograaf\r\n" +
			"foto's\\E\u0301e\u0301n.jpg;0518200000001234;Hoofdfoto;31-05-2023;Jansen\r\n" +
			"FOTO'S/TWEE.JPG;0518200000001234;niet voorgevel;31-05-2023;Jansen\r\n" +
			"drie.jpg;0518200000001234;achtergevel;31-05-1989;Jansen\r\n" +
			"drie.jpg;0518200000001234;plattegrond;31-05-2023;Jansen\r\n" +
			"https://cdn.example/vier.jpg;0518200000001234;foto;31-05-2023;Jansen\r\n"),
	})
	report := mustRun(t, imp, filepath.Join(dir, "m.csv"))
	wantRejects(t, report, map[string]int{"bad_kind": 1, "bad_taken_at": 1, "no_photo": 1, "url": 1})
	got := mustOf(t, imp.Store, homeA)
	if len(got) != 1 || got[0].Kind != gevel.ImagePhoto || got[0].Source != "Jansen" || gevel.DayOf(got[0].TakenAt).String() != "2023-05-31" {
		t.Errorf("got %+v", got)
	}
}

func TestAPictureThatIsAlsoAFrontViewIsCorrectedOnce(t *testing.T) {
	imp := newImport(t)
	dir := deliver(t, map[string][]byte{
		"a.jpg": photos.Shade(t, 10),
		"m.csv": []byte("file,number_id,kind\na.jpg,0518200000001234,photo\na.jpg,0518200000001234,front\na.jpg,0518200000005634,photo\n"),
	})
	for i := range 2 {
		report := mustRun(t, imp, filepath.Join(dir, "m.csv"))
		if report.Corrected != 0 || report.Added != 2-2*i || report.Present != 1+2*i {
			t.Errorf("run %d: %+v", i, report)
		}
	}
	for home, want := range map[gevel.BAGID]gevel.ImageKind{homeA: gevel.ImageFront, homeB: gevel.ImagePhoto} {
		if got := mustOf(t, imp.Store, home); len(got) != 1 || got[0].Kind != want {
			t.Errorf("%s has %+v, want a %s", home, got, want)
		}
	}
}

func TestImportingAgainCorrectsWhatItGives(t *testing.T) {
	imp := newImport(t)
	delivered := map[string][]byte{
		"a.jpg": photos.Shade(t, 10),
		"b.jpg": photos.WithXMP(photos.Shade(t, 90), []byte(`<x xmp:CreateDate="2021-03-04T10:00:00+01:00"/>`)),
	}
	for _, step := range []struct {
		rows string
		corrected,
		present int
		want []string
	}{
		{"a.jpg,0518200000001234,,,\nb.jpg,0518200000001234,,,\n", 0, 0, []string{"photo 2021-03-04 own false", "photo 2024-05-17 own true"}},
		{"a.jpg,0518200000001234,front,2020-01-02,Jansen\nb.jpg,0518200000001234,,,\n", 1, 1, []string{"photo 2021-03-04 own false", "front 2020-01-02 Jansen false"}},
		{"a.jpg,0518200000001234,,,\nb.jpg,0518200000001234,,,\n", 0, 2, []string{"photo 2021-03-04 own false", "front 2020-01-02 Jansen false"}},
		{"a.jpg,0518200000001234,photo,,De Vries\na.jpg,0518200000001234,,2019-01-01,Last\n", 1, 1, []string{"photo 2021-03-04 own false", "photo 2020-01-02 De Vries false"}},
	} {
		delivered["m.csv"] = []byte("file,number_id,kind,taken_at,source\n" + step.rows)
		report := mustRun(t, imp, filepath.Join(deliver(t, delivered), "m.csv"))
		var got []string
		for _, i := range mustOf(t, imp.Store, homeA) {
			got = append(got, fmt.Sprint(i.Kind, " ", gevel.DayOf(i.TakenAt), " ", i.Source, " ", i.Guess))
		}
		if report.Corrected != step.corrected || report.Present != step.present || !slices.Equal(got, step.want) {
			t.Errorf("after %q: %+v, %q, want %q", step.rows, report, got, step.want)
		}
	}
}

func TestADamagedCatalogueIsNamedAndPassedBy(t *testing.T) {
	dir := t.TempDir()
	imp, delivery := imported(t, newStoreIn(t, dir), map[string][]byte{
		string(homeA) + ".jpg": photos.Shade(t, 10), string(homeB) + ".jpg": photos.Shade(t, 90),
	})
	writeFile(t, filepath.Join(dir, "homes", "0518", "34", string(homeA)+".json"), "{")
	report := mustRun(t, imp, delivery)
	if wantRejects(t, report, map[string]int{"damaged_catalogue": 1}); report.Present != 1 {
		t.Errorf("report %+v, want the other home's there", report)
	}
	listed, faults := 0, 0
	for _, err := range imp.Store.All(t.Context()) {
		if err == nil {
			listed++
		} else if faults++; !strings.Contains(err.Error(), string(homeA)) {
			t.Errorf("%v does not name the catalogue", err)
		}
	}
	if listed != 1 || faults != 1 {
		t.Errorf("%d photos and %d faults are listed, want one of each", listed, faults)
	}
}

func TestAHomeKeepsItsPhotosWhenItIsRenumbered(t *testing.T) {
	imp := newImport(t)
	mustRun(t, imp, deliver(t, map[string][]byte{string(numberA) + ".jpg": photos.Shade(t, 10)}))
	moved := newTown()
	const newNumber = "0518200000009901"
	moved.addresses[0].NumberID, moved.addresses[0].PostalCode = newNumber, "2594AN"
	imp.Addresses = moved
	report := mustRun(t, imp, deliver(t, map[string][]byte{newNumber + ".jpg": photos.Shade(t, 10)}))
	if report.Present != 1 || len(mustOf(t, imp.Store, homeA)) != 1 {
		t.Errorf("report %+v, want the photo there already", report)
	}
}
