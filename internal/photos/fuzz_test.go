package photos

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

func FuzzManifest(f *testing.F) {
	f.Add([]byte("file,number_id\na.jpg,0518200000001234\n"))
	f.Add([]byte("\ufefffile;postal_code;house_number\n\"a\nb\";2511CV;12\nx;y\n\"\n"))
	f.Add([]byte("file,number_id,taken_at,kind\na,1,2024-02-30,front\n,,,\n\"a\"b,,,\n"))
	now := time.Date(2024, time.May, 17, 12, 0, 0, 0, time.UTC)
	imp := Import{Kind: gevel.ImagePhoto, Source: "own", Now: now}
	f.Fuzz(func(t *testing.T, content []byte) {
		m, err := newManifest("m.csv", bytes.NewReader(content))
		if err != nil {
			return
		}
		for range len(content) + 1 { // each row takes at least a byte
			c, err := m.next(imp)
			if err != nil {
				if _, _, ok := rejectReason(err); !ok {
					return // the end
				}
				continue
			}
			if c.file == "" || c.where == "" || c.number == "" && c.address.PostalCode == "" {
				t.Errorf("accepted %+v", c)
			}
			if c.takenAt.Known && c.takenAt.V.After(now) {
				t.Errorf("accepted a photo of the future: %+v", c)
			}
		}
		t.Error("the manifest never ended")
	})
}

func FuzzFileNames(f *testing.F) {
	f.Add("0518200000001234" + "_front.jpg")
	f.Add("0518200000001234" + "/1.jpg")
	f.Add("..")
	f.Fuzz(func(t *testing.T, name string) {
		imp := Import{Kind: gevel.ImagePhoto}
		if c, err := imp.named("root", filepath.Join("root", name)); (err == nil) != (len(c.number) == 16) {
			t.Errorf("%q: number %q, error %v", name, c.number, err)
		}
	})
}
