package colour

import (
	"encoding/binary"
	"image"
	"math"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/testing/icctest"
)

// patches are colours of sRGB, and the same ones in other spaces by Little CMS 2.14, relative colorimetric.
var patches = []struct{ sRGB, adobe, p3, proPhoto [3]uint8 }{
	{[3]uint8{220, 60, 40}, [3]uint8{190, 62, 45}, [3]uint8{203, 73, 52}, [3]uint8{153, 75, 40}},
	{[3]uint8{60, 180, 75}, [3]uint8{112, 179, 84}, [3]uint8{96, 178, 88}, [3]uint8{100, 154, 77}},
	{[3]uint8{40, 90, 200}, [3]uint8{62, 90, 196}, [3]uint8{53, 89, 193}, [3]uint8{81, 74, 176}},
	{[3]uint8{200, 170, 130}, [3]uint8{191, 168, 131}, [3]uint8{195, 171, 135}, [3]uint8{168, 156, 118}},
	{[3]uint8{20, 30, 25}, [3]uint8{29, 35, 31}, [3]uint8{22, 30, 25}, [3]uint8{19, 22, 20}},
	{[3]uint8{250, 250, 250}, [3]uint8{250, 250, 250}, [3]uint8{250, 250, 250}, [3]uint8{249, 249, 249}},
	{[3]uint8{128, 128, 128}, [3]uint8{127, 127, 127}, [3]uint8{128, 128, 128}, [3]uint8{109, 109, 109}},
}

func mustSpace(t testing.TB) func(*Space, error) *Space {
	return func(s *Space, err error) *Space {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// within fails unless a pixel is converted to a colour, give or take so many levels.
func within(t *testing.T, s *Space, from [4]uint8, want [3]uint8, most uint8) {
	t.Helper()
	pixel := from
	if err := s.convert(pixel[:]); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if max(pixel[i], want[i])-min(pixel[i], want[i]) > most {
			t.Errorf("%v became %v, want %v", from, pixel[:3], want)
			return
		}
	}
}

func opaque(c [3]uint8) [4]uint8 { return [4]uint8{c[0], c[1], c[2], 255} }

func TestColoursAreThoseOfAReferenceWithinTwoLevels(t *testing.T) {
	adobe := mustSpace(t)(FromICC(icctest.AdobeRGB()))
	adobeByName := mustSpace(t)(AdobeRGB())
	p3 := mustSpace(t)(FromICC(icctest.DisplayP3()))
	proPhoto := mustSpace(t)(FromICC(icctest.ProPhoto()))
	for _, p := range patches {
		within(t, adobe, opaque(p.adobe), p.sRGB, 2)
		within(t, adobeByName, opaque(p.adobe), p.sRGB, 2)
		within(t, p3, opaque(p.p3), p.sRGB, 2)
		within(t, proPhoto, opaque(p.proPhoto), p.sRGB, 2)
	}
	for name, s := range map[string]*Space{"Adobe RGB": adobe, "Display P3": p3, "ProPhoto": proPhoto} {
		if s.IsSRGB() {
			t.Errorf("%s is taken for sRGB", name)
		}
	}
}

func TestWhatSRGBDoesNotHaveIsClipped(t *testing.T) {
	p3 := mustSpace(t)(FromICC(icctest.DisplayP3()))
	within(t, p3, [4]uint8{255, 0, 0, 255}, [3]uint8{255, 0, 0}, 0)
	within(t, p3, [4]uint8{0, 255, 0, 255}, [3]uint8{0, 255, 0}, 0)
}

// primaries of sRGB relative to D50, by its ICC profile.
var sRGB = [3][3]float64{{0.43607, 0.22249, 0.01392}, {0.38515, 0.71687, 0.09708}, {0.14307, 0.06061, 0.71410}}

// curveOfSRGB returns the linear light of a level.
func curveOfSRGB(level float64) float64 {
	if level <= 0.04045 {
		return level / 12.92
	}
	return math.Pow((level+0.055)/1.055, 2.4)
}

func TestEachFormOfTheCurveOfSRGBIsSRGB(t *testing.T) {
	table := make([]uint16, 1024)
	for i := range table {
		table[i] = uint16(curveOfSRGB(float64(i)/1023)*65535 + 0.5)
	}
	numbers := []float64{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0}
	for name, curve := range map[string][]byte{
		"formula of five numbers":  icctest.Parametric(3, numbers[:5]...),
		"formula of seven numbers": icctest.Parametric(4, numbers...),
		"points":                   icctest.Points(table...),
	} {
		if s := mustSpace(t)(FromICC(icctest.RGB(sRGB[0], sRGB[1], sRGB[2], curve))); !s.IsSRGB() {
			t.Errorf("%s: taken for another space", name)
		}
	}
	if s := mustSpace(t)(FromICC(icctest.RGB(sRGB[0], sRGB[1], sRGB[2], icctest.Gamma(1.8)))); s.IsSRGB() {
		t.Error("an exponent of 1.8 is taken for sRGB")
	}
}

func TestGreyIsConverted(t *testing.T) {
	s := mustSpace(t)(FromICC(icctest.Profile("GRAY", icctest.Tag{Name: "kTRC", Content: icctest.Gamma(1.8)})))
	for from, want := range map[uint8]uint8{0: 0, 109: 128, 249: 250, 21: 27, 255: 255} { // by Little CMS
		within(t, s, [4]uint8{from, from, from, 255}, [3]uint8{want, want, want}, 1)
	}
}

func TestATableOfInksIsConverted(t *testing.T) {
	grey := icctest.Profile("CMYK", icctest.Tag{Name: "A2B0", Content: icctest.Table(4, [3]byte{62, 64, 53})})
	s := mustSpace(t)(FromICC(grey))
	out, err := s.ConvertCMYK(image.NewCMYK(image.Rect(0, 0, 3, 2)))
	if err != nil || out.Rect != image.Rect(0, 0, 3, 2) || out.Pix[3] != 255 {
		t.Fatalf("got %+v, %v, want 3 x 2 opaque pixels", out, err)
	}
	if p := out.Pix[:3]; p[0] < 170 || p[0] > 200 || max(p[0], p[1], p[2])-min(p[0], p[1], p[2]) > 4 {
		t.Errorf("half the light of D50 became %v, want a light grey", p)
	}
}

func TestAProfileThatCannotBeUsedSaysWhy(t *testing.T) {
	adobe := icctest.AdobeRGB()
	changed := func(at int, with string) []byte {
		p := append([]byte(nil), adobe...)
		copy(p[at:], with)
		return p
	}
	long := icctest.Points(1)
	binary.BigEndian.PutUint32(long[8:], 1<<31)
	wide := icctest.Table(4, [3]byte{})
	wide[8] = 200
	for name, c := range map[string]struct {
		profile []byte
		want    string
	}{
		"nothing":          {nil, "cut off"},
		"cut":              {adobe[:len(adobe)-9], "cut off"},
		"many parts":       {changed(128, "\xff\xff\xff\xff"), "parts"},
		"part elsewhere":   {changed(136, "\xff\xff\xff\xf0"), "cut off"},
		"no profile":       {changed(36, "none"), "signature"},
		"of Lab pictures":  {changed(16, "Lab "), "Lab"},
		"link of devices":  {changed(12, "link"), "no colours of a picture"},
		"endless curve":    {icctest.Profile("GRAY", icctest.Tag{Name: "kTRC", Content: long}), "points"},
		"many inks":        {icctest.Profile("CMYK", icctest.Tag{Name: "A2B0", Content: wide}), "channels"},
		"no curves":        {icctest.Profile("RGB "), "can't be used"},
		"inks, no table":   {icctest.Profile("CMYK"), "can't be used"},
		"larger than any":  {make([]byte, MaxProfileBytes+1), "MiB"},
		"colour for curve": {icctest.Profile("GRAY", icctest.Tag{Name: "kTRC", Content: icctest.XYZ(1, 1, 1)}), "can't be used"},
	} {
		if s, err := FromICC(c.profile); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v, want an error with %q", name, s, err, c.want)
		} else if strings.ContainsAny(err.Error(), "\n") {
			t.Errorf("%s: %q is no sentence", name, err)
		}
	}
}

func FuzzFromICC(f *testing.F) {
	for _, profile := range [][]byte{
		icctest.AdobeRGB(), icctest.DisplayP3(),
		icctest.RGB(sRGB[0], sRGB[1], sRGB[2], icctest.Points(0, 9000, 3000, 65535)),
		icctest.Profile("GRAY", icctest.Tag{Name: "kTRC", Content: icctest.Gamma(2.2)}),
		icctest.Profile("CMYK", icctest.Tag{Name: "A2B0", Content: icctest.Table(4, [3]byte{90, 90, 90})}),
		icctest.Profile("RGB ", icctest.Tag{Name: "A2B0", Content: icctest.Table(3, [3]byte{90, 90, 90})}),
	} {
		f.Add(profile, uint8(1), uint8(200))
	}
	f.Fuzz(func(t *testing.T, profile []byte, level, other uint8) {
		s, err := FromICC(profile)
		if (err == nil) != (s != nil) {
			t.Fatalf("got %v and %v", s, err)
		}
		if err != nil {
			return
		}
		pixels := []uint8{level, other, level, other, other, level, other, level}
		_ = s.convert(pixels) // it must not panic
	})
}

func BenchmarkConvertMegapixel(b *testing.B) {
	s := mustSpace(b)(FromICC(icctest.DisplayP3()))
	img := image.NewRGBA(image.Rect(0, 0, 1000, 1000))
	for b.Loop() {
		if err := s.Convert(img); err != nil {
			b.Fatal(err)
		}
	}
}
