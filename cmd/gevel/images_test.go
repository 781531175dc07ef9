package main

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// photoTown writes an edition of one home with a main and a secondary address,
// and returns a function that runs gevel images over it.
func photoTown(t *testing.T) (dir string, images func(args ...string) (code int, stdout, stderr string)) {
	t.Helper()
	dir = t.TempDir()
	main := gevel.Address{
		NumberID: "0518200000001234", ObjectID: "0518010000001234", PostalCode: "2511CV", HouseNumber: 12,
		HouseLetter: "A", Street: "Lange Voorhout", City: "Den Haag", Kind: gevel.Home, Main: true, InUse: true,
	}
	secondary := main
	secondary.NumberID, secondary.HouseNumber, secondary.HouseLetter, secondary.Main = "0518200000007777", 99, "", false
	smalltown.Write(t, dir, smalltown.Contents{
		Addresses: []gevel.Address{main, secondary}, Contents: edition.Contents{Sales: market.NewSales(gevel.Standard(), nil)},
	})
	return dir, func(args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		c := &console{
			ctx: context.Background(), stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
			now: func() time.Time { return time.Date(2024, time.May, 17, 12, 0, 0, 0, time.UTC) },
		}
		args = append([]string{"images", "--photos", filepath.Join(dir, "photos")}, args...)
		if args[3] != "signing-key" && args[3] != "verify" {
			args = append(args, "--editions", dir)
		}
		code := run(c, args)
		return code, stdout.String(), stderr.String()
	}
}

func writePhoto(t *testing.T, path string, shade uint8) {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 16, 16))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestImagesAddListAndRemove(t *testing.T) {
	dir, images := photoTown(t)
	delivery := filepath.Join(dir, "delivery")
	if err := os.Mkdir(delivery, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "homes.txt"), []byte("# asked by mail\n0518200000007777\n2511CV 13\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	writePhoto(t, filepath.Join(delivery, "0518200000001234.jpg"), 10)
	writePhoto(t, filepath.Join(delivery, "0518200000007777_front.jpg"), 80)
	writePhoto(t, filepath.Join(delivery, "0518200000009999.jpg"), 160)
	for _, step := range []struct {
		args       string
		code       int
		out, wrong []string
	}{
		{"list --home 2511CV_12_A", exitFailure, nil, []string{"there is no photo folder"}},
		{"add delivery --source Foto_Jansen", 0, []string{
			"3 photos: 2 added, 0 already there, 1 rejected", "address_not_found: 1", "0518200000009999.jpg: ",
		}, []string{"photos 100%"}},
		{"add delivery --rejects REJECTS", 0, []string{
			"3 photos: 0 added, 2 already there, 1 rejected", "all that were rejected are in ",
		}, nil},
		{"list --home 2511_CV_12-A", 0, []string{"  photo  ", "  front  ", "Foto Jansen"}, nil},
		{"list --home 2511cv_99", 0, []string{"0518010000001234-"}, nil},
		{"list --home 0518010000001234", 0, []string{"0518010000001234-"}, nil},
		{"list --home 0518200000007777", 0, []string{"0518010000001234-"}, nil},
		{"list --home 2511CV_13", exitNoValue, nil, []string{"there is no address 2511CV 13"}},
		{"list --home nowhere", exitUsage, nil, []string{"neither an address"}},
		{"list --orphans", 0, nil, []string{"there are no photos"}},
		{"add delivery --source Jansen --kind front", 0, []string{"3 photos: 0 added, 2 corrected, 0 already there, 1 rejected"}, nil},
		{"list --home 2511CV_12-A", 0, []string{" (guess)  Jansen"}, nil},
		{"verify", 0, []string{"1 homes with 2 photos: 0 faults"}, nil},
		{"remove --home 2511CV_12a", 0, []string{"removed 0518010000001234-"}, nil},
		{"remove --home 2511CV_12a", exitNoValue, nil, []string{"there are no photos of"}},
		{"add delivery", exitFailure, []string{"removed: 2"}, []string{"none of 3 photos"}},
		{"block 2511CV_12A --by clerk --why asked_to", 0, []string{"blocked 2511CV 12A"}, nil},
		{"record --home 2511CV_99", 0, []string{"remove   0518010000001234-", "block    0518010000001234  clerk  asked to"}, nil},
		{"add delivery --removed-too", exitFailure, []string{"blocked: 2"}, nil},
		{"unblock HOMES", exitNoValue, []string{"unblocked 0518200000007777"}, []string{"2511CV 13"}},
		{"add delivery --removed-too", 0, []string{"3 photos: 2 added"}, nil},
		{"add none", exitFailure, nil, []string{"it is not there"}},
		{"add delivery/0518200000009999.jpg", exitFailure, []string{"1 rejected"}, []string{"none of 1 photos"}},
	} {
		args := strings.Fields(step.args)
		for i := range args {
			args[i] = strings.NewReplacer("_", " ", "REJECTS", filepath.Join(dir, "rejects.csv"), "HOMES", filepath.Join(dir, "homes.txt")).Replace(args[i])
		}
		if args[0] == "add" {
			args[1] = filepath.Join(dir, filepath.FromSlash(args[1]))
		}
		code, stdout, stderr := images(args...)
		if code != step.code {
			t.Errorf("%s: exit code %d, want %d\n%s%s", step.args, code, step.code, stdout, stderr)
		}
		for _, want := range step.out {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: stdout %q lacks %q", step.args, stdout, want)
			}
		}
		for _, want := range step.wrong {
			if !strings.Contains(stderr, want) {
				t.Errorf("%s: stderr %q lacks %q", step.args, stderr, want)
			}
		}
	}
	rejects, err := os.ReadFile(filepath.Join(dir, "rejects.csv"))
	if err != nil || !strings.HasPrefix(string(rejects), "file,line,reason,message\n0518200000009999.jpg,,address_not_found,") {
		t.Errorf("the file of rejects is %q, %v", rejects, err)
	}
}
