package photos

// The space of colours that a picture says it is in.

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/gevel/gevel/internal/serve/photos/colour"
)

// convertible returns the space from which a picture must be converted; nil for sRGB, and for a picture that says
// nothing, which is taken for sRGB as everywhere.
func convertible(file []byte) (*colour.Space, error) {
	space, err := spaceOf(file)
	if err != nil {
		return nil, unusableProfile(err)
	}
	if space == nil || space.IsSRGB() {
		return nil, nil
	}
	return space, nil
}

func unusableProfile(err error) error {
	return refuse(reasonColourProfile, "the picture's colour profile can't be used: %v; export it as a JPEG in sRGB", err)
}

// spaceOf returns the space by the file's ICC profile, by a PNG's other chunks or by EXIF; nil where none says any.
func spaceOf(file []byte) (*colour.Space, error) {
	switch {
	case isJPEG(file):
		if profile, err := profileOfJPEG(file); profile != nil || err != nil {
			return fromICC(profile, err)
		}
	case isPNG(file):
		if space, ok, err := spaceOfPNG(file); ok || err != nil {
			return space, err
		}
	case isWebP(file):
		if profile := chunk(webpChunks(file), "ICCP"); profile != nil {
			return colour.FromICC(profile)
		}
	}
	if readEXIF(file).adobeRGB {
		return colour.FromPrimaries(colour.AdobeRGB, colour.Power(colour.AdobeGamma))
	}
	return nil, nil
}

func fromICC(profile []byte, err error) (*colour.Space, error) {
	if err != nil {
		return nil, err
	}
	return colour.FromICC(profile)
}

// profileMark begins each APP2 segment with a part of a profile; number and count of parts follow, from 1.
var profileMark = []byte("ICC_PROFILE\x00")

// profileOfJPEG joins the parts of a profile, nil without one.
func profileOfJPEG(file []byte) ([]byte, error) {
	const app2 = 0xe2
	var parts [][]byte
	found := 0
	for marker, content := range jpegSegments(file) {
		part, ok := bytes.CutPrefix(content, profileMark)
		if marker != app2 || !ok || len(part) < 2 {
			continue
		}
		number, count := int(part[0]), int(part[1])
		if parts == nil {
			parts = make([][]byte, count)
		}
		if count != len(parts) || number < 1 || number > count {
			return nil, errors.New("its parts don't fit together")
		}
		switch have := parts[number-1]; {
		case have == nil:
			parts[number-1] = part[2:]
			found++
		case !bytes.Equal(have, part[2:]): // some programs write a profile twice
			return nil, errors.New("its parts don't fit together")
		}
	}
	if parts == nil {
		return nil, nil
	}
	if found < len(parts) {
		return nil, fmt.Errorf("%d of its %d parts are missing", len(parts)-found, len(parts))
	}
	return bytes.Join(parts, nil), nil
}

// The chunks of a PNG that speak of its colours.
const (
	pngCICP         = "cICP" // numbers of ITU-T H.273
	pngICC          = "iCCP"
	pngSRGB         = "sRGB"
	pngGamma        = "gAMA"
	pngChromaticity = "cHRM"
)

// spaceOfPNG returns the space by the first of the chunks in the order of the standard; ok is false without any.
func spaceOfPNG(file []byte) (space *colour.Space, ok bool, err error) {
	chunks := map[string][]byte{}
	for name, content := range pngChunks(file) {
		if name == "IDAT" { // they must come before it
			break
		}
		chunks[name] = content
	}
	const unspecified = 2
	if numbers := chunks[pngCICP]; len(numbers) >= 2 && (numbers[0] != unspecified || numbers[1] != unspecified) {
		space, err = spaceNumbered(numbers[0], numbers[1])
		return space, true, err
	}
	if packed, ok := chunks[pngICC]; ok {
		space, err = fromICC(unpackProfile(packed))
		return space, true, err
	}
	_, isSRGB := chunks[pngSRGB]
	gamma, primaries := chunks[pngGamma], chunks[pngChromaticity]
	if isSRGB || len(gamma) < 4 && len(primaries) < 32 {
		return nil, isSRGB, nil
	}
	space, err = spaceMeasured(gamma, primaries)
	return space, true, err
}

// unpackProfile returns the profile of a chunk: a name, a zero, the way of compression, zlib.
func unpackProfile(packed []byte) ([]byte, error) {
	_, rest, ok := bytes.Cut(packed, []byte{0})
	if !ok || len(rest) < 1 {
		return nil, errors.New("it is damaged")
	}
	unpacked, err := zlib.NewReader(bytes.NewReader(rest[1:]))
	if err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	profile, err := io.ReadAll(io.LimitReader(unpacked, colour.MaxProfileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	return profile, nil
}

// spaceNumbered returns the space by its numbers of primaries and curve.
func spaceNumbered(primaries, curve uint8) (*colour.Space, error) {
	const bt709Curve, srgbCurve = 1, 13
	of, known := map[uint8]colour.Primaries{1: colour.SRGB, 9: colour.BT2020, 12: colour.DisplayP3}[primaries]
	if !known || curve != bt709Curve && curve != srgbCurve {
		return nil, fmt.Errorf("primaries %d with curve %d, of H.273, are not known", primaries, curve)
	}
	return colour.FromPrimaries(of, colour.SRGBCurve)
}

// spaceMeasured returns the space by exponent and primaries, numbers of 1/100000. Primaries come as white, red, green,
// blue. With the primaries of sRGB, the exponent that stands for its curve means that curve.
func spaceMeasured(gamma, primaries []byte) (*colour.Space, error) {
	const unit, srgbGamma, near = 1e5, 45455, 500
	number := func(data []byte) float64 { return float64(binary.BigEndian.Uint32(data)) / unit }
	of := colour.SRGB
	if len(primaries) >= 32 {
		point := func(i int) colour.Point {
			return colour.Point{X: number(primaries[8*i:]), Y: number(primaries[8*i+4:])}
		}
		of = colour.Primaries{White: point(0), Red: point(1), Green: point(2), Blue: point(3)}
	}
	curve := colour.SRGBCurve
	if len(gamma) >= 4 {
		given := binary.BigEndian.Uint32(gamma)
		if given == 0 {
			return nil, errors.New("its gamma is 0")
		}
		if alike := given > srgbGamma-near && given < srgbGamma+near; !alike || !of.Near(colour.SRGB) {
			curve = colour.Power(unit / float64(given))
		}
	}
	return colour.FromPrimaries(of, curve)
}
