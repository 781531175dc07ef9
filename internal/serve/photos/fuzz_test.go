package photos

import (
	"bytes"
	"image/gif"
	"os"
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
		path := filepath.Join(t.TempDir(), "m.csv")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := openManifest(t.Context(), path)
		if err != nil {
			return
		}
		defer m.Close()
		for range len(content) + 1 { // each row takes at least a byte
			c, err := m.next(t.Context(), imp)
			if err != nil {
				if _, _, ok := RejectReason(err); !ok {
					return // the end
				}
				continue
			}
			if c.file == "" || c.name == "" || c.line == 0 || len(c.claims) == 0 {
				t.Errorf("accepted %+v", c)
			}
			if c.takenAt.Known && (c.takenAt.V.After(now) || c.takenAt.V.Before(oldest)) {
				t.Errorf("accepted a photo of the future or too old: %+v", c)
			}
		}
		t.Error("the manifest never ended")
	})
}

func FuzzFileNames(f *testing.F) {
	f.Add("0518200000001234" + "_front.jpg")
	f.Add("0518200000001234" + "/1.jpg")
	f.Add("1000AA 1-bis_2/plattegrond.jpg")
	f.Add("..")
	f.Fuzz(func(t *testing.T, name string) {
		imp := Import{Kind: gevel.ImagePhoto}
		c, err := imp.named("root", filepath.Join("root", name))
		if err == nil && len(c.claims) == 0 || err != nil && reasonOf(err) == "" {
			t.Errorf("%q: %+v, error %v", name, c.claims, err)
		}
		for _, l := range c.claims {
			if len(l.home.ID) != 16 && len(l.readings) == 0 {
				t.Errorf("%q claims nothing: %+v", name, l)
			}
		}
	})
}

func FuzzAnimation(f *testing.F) {
	f.Add(animatedGIF(f, 3))
	f.Add(animatedGIF(f, 1))
	f.Add(animatedPNG(f, 3))
	f.Add(animatedWebP(3))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\xf7\x00\x00,"))
	f.Add(bytes.Replace(animatedGIF(f, 3), []byte("\x0bNETSCAPE2.0"), []byte("\x00\x0bNETSCAPE2.0"), 1))
	f.Fuzz(func(t *testing.T, file []byte) {
		reason := reasonOf(refuseAnimation(file))
		if reason != "" && reason != reasonAnimation {
			t.Errorf("refused for %s", reason)
		}
		config, err := gif.DecodeConfig(bytes.NewReader(file))
		if err != nil || config.Width*config.Height > 1<<16 {
			return
		}
		if all, err := gif.DecodeAll(bytes.NewReader(file)); err == nil && gifFrames(file) != len(all.Image) {
			t.Errorf("%d frames, want %d", gifFrames(file), len(all.Image))
		}
	})
}

func FuzzKeys(f *testing.F) {
	f.Add("images/0518/34/0518010000001234/.0123456789abcdef0123456789abcdef.jpg.1.draft")
	f.Add("homes/0518/34/0518010000001234.json.17f0.tmp")
	f.Add("homes/")
	f.Fuzz(func(t *testing.T, key string) {
		home, object, ours := objectOf(key)
		if !ours {
			return
		}
		if again, same, ours := objectOf(object); !ours || again != home || same != object {
			t.Errorf("%q is of %q of %s, which is of %q of %s", key, object, home, same, again)
		}
	})
}

func FuzzXMP(f *testing.F) {
	f.Add([]byte(`xmp:CreateDate="2023-05-31T14:00:00+02:00"`))
	f.Add([]byte(`<exif:DateTimeOriginal>2023-05-31T14:00</exif:DateTimeOriginal>`))
	f.Fuzz(func(t *testing.T, packet []byte) {
		if len(packet) > 60_000 {
			return
		}
		file := withXMP(shade(t, 1), packet)
		if taken := readXMP(file); taken.Known && taken.V.IsZero() {
			t.Errorf("%q gives a time that is none", packet)
		}
	})
}
