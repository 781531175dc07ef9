package photos

// The space of colours that a picture says it is in.

import (
	"bytes"
	"compress/zlib"
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
	return Refuse(reasonColourProfile, "the picture's colour profile can't be used: %v; export it as a JPEG in sRGB", err)
}

// spaceOf returns the space by the file's ICC profile or by EXIF; nil where neither says any.
func spaceOf(file []byte) (*colour.Space, error) {
	switch {
	case isJPEG(file):
		if profile, err := profileOfJPEG(file); profile != nil || err != nil {
			return fromICC(profile, err)
		}
	case isPNG(file):
		if packed := chunk(pngChunks(file), pngICC); packed != nil {
			return fromICC(unpackProfile(packed))
		}
	case isWebP(file):
		if profile := chunk(webpChunks(file), "ICCP"); profile != nil {
			return colour.FromICC(profile)
		}
	}
	if readEXIF(file).adobeRGB {
		return colour.AdobeRGB()
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

// pngICC is the chunk of a PNG with a profile.
const pngICC = "iCCP"

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
