package photos

// Turning a file of unknown origin into our own JPEG.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // the accepted formats
	"image/jpeg"
	_ "image/png"
	"io"
	"math"
	"runtime"
	"strings"

	_ "golang.org/x/image/webp"

	"github.com/gevel/gevel/internal/serve/photos/colour"
)

// Limits.
const (
	MaxFileBytes = 50 << 20    // a large camera's JPEG is about 40 MB
	MaxPixels    = 100_000_000 // decoded 400 MB, twice that with 16 bits a channel
	mostScans    = 100         // of a progressive JPEG, each over all pixels; cameras and programs write some ten
	mostScanned  = 2e9         // pixels of all scans: a minute of work
	maxSide      = 2048        // of a served picture: a screen's width, not a print
	jpegQuality  = 85          // above it files grow faster than quality
)

// reencode returns the picture in file upright, at most maxSide wide and high, as a JPEG without metadata.
// The same file gives the same bytes. It waits until there is memory for the decoded pixels.
func (s *Store) reencode(ctx context.Context, file []byte) (photo []byte, err error) {
	err = s.decode(ctx, file, func(decoded image.Image, space *colour.Space) (err error) {
		photo, err = encoded(decoded, readEXIF(file).orientation, space)
		return err
	})
	return photo, err
}

// encoded returns a picture as a photo.
func encoded(picture image.Image, orientation int, space *colour.Space) ([]byte, error) {
	shown, err := presentable(picture, orientation, space)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, shown, &jpeg.Options{Quality: jpegQuality})
	return out.Bytes(), err
}

// decode hands on the picture in a file as it is stored, with its colour space, nil for sRGB.
func (s *Store) decode(ctx context.Context, file []byte, use func(decoded image.Image, space *colour.Space) error) error {
	if len(file) > MaxFileBytes {
		return Refuse(reasonFileTooLarge, "the file is larger than %d MiB", MaxFileBytes>>20)
	}
	if err := refuseAnimation(file); err != nil {
		return err
	}
	pixels, err := pixelsOf(file)
	if err != nil {
		return err
	}
	if n := scansOf(file); isJPEG(file) && (n > mostScans || n*pixels > mostScanned) {
		return Refuse(reasonTooManyScans, "the image has %d scans of %d million pixels", n, pixels/1_000_000)
	}
	space, err := convertible(file)
	if err != nil {
		return err
	}
	share := max(pixels, MaxPixels/int64(runtime.GOMAXPROCS(0))) // as many at once as there are processors, at most
	if err := s.decoding.Acquire(ctx, share); err != nil {
		return err
	}
	defer s.decoding.Release(share)
	decoded, format, err := image.Decode(bytes.NewReader(file))
	if err != nil && isBaseline(file) { // whole, perhaps, but for its end mark, as some phones write it
		if whole, of, fault := image.Decode(io.MultiReader(bytes.NewReader(file), strings.NewReader("\xff\xd9"))); fault == nil {
			decoded, format, err = whole, of, nil
		}
	}
	if err != nil {
		return Refuse(reasonDamaged, "the image can't be decoded: %v", err)
	}
	if format == "webp" {
		stretchWebP(decoded)
	}
	return use(decoded, space)
}

// presentable returns the picture for display: small enough, upright, on white and in sRGB, from a space that is nil
// for sRGB. A picture that needs no change keeps the channels of its JPEG or WebP.
func presentable(decoded image.Image, orientation int, space *colour.Space) (image.Image, error) {
	_, isInk := decoded.(*image.CMYK)
	size := decoded.Bounds().Size()
	small := fitting(size)
	if _, ok := decoded.(*image.YCbCr); !ok || space != nil || turns[orientation] != nil || small != size {
		decoded = scaled(decoded, small, orientation)
	}
	if space == nil {
		return decoded, nil
	}
	switch {
	case isInk != (space.Channels == 4):
		return nil, unusableProfile(fmt.Errorf("it is of %d channels, which the picture does not have", space.Channels))
	case isInk:
		converted, err := space.ConvertCMYK(decoded.(*image.CMYK))
		if err != nil {
			return nil, unusableProfile(err)
		}
		return converted, nil
	}
	coloured := rgbaOf(decoded)
	if space.Channels == 1 && !isGrey(coloured) {
		return nil, unusableProfile(errors.New("it is of grey, and the picture has colours"))
	}
	if err := space.Convert(coloured); err != nil {
		return nil, unusableProfile(err)
	}
	return coloured, nil
}

// pixelsOf reads only the header, so a small file that claims to be enormous costs nothing.
func pixelsOf(file []byte) (int64, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(file))
	if errors.Is(err, image.ErrFormat) {
		return 0, refuseFormat(file)
	}
	if err != nil {
		return 0, Refuse(reasonDamaged, "the image header can't be read: %v", err)
	}
	width, height := int64(config.Width), int64(config.Height)
	if width <= 0 || height <= 0 {
		return 0, Refuse(reasonDamaged, "the image is %d x %d pixels", width, height)
	}
	if width > MaxPixels/height {
		return 0, Refuse(reasonTooManyPixels, "the image is %d x %d pixels, more than %d million",
			width, height, MaxPixels/1_000_000)
	}
	return width * height, nil
}

// stretchWebP gives the picture of a WebP file the levels of a JPEG, in place. A lossy WebP uses television's levels, black
// at 16 and white at 235; the decoder returns them as if they were a JPEG's, from 0 to 255, which makes a picture pale. A
// lossless one has colours of RGB.
func stretchWebP(decoded image.Image) {
	switch img := decoded.(type) {
	case *image.YCbCr:
		stretchLevels(img)
	case *image.NYCbCrA:
		stretchLevels(&img.YCbCr)
	}
}

func stretchLevels(img *image.YCbCr) {
	const black, lumaRange, grey, chromaRange = 16, 219, 128, 224
	var luma, chroma [256]uint8
	for level := range luma {
		luma[level] = nearest(float64(level-black) * 255 / lumaRange)
		chroma[level] = nearest(grey + float64(level-grey)*255/chromaRange)
	}
	for i, level := range img.Y {
		img.Y[i] = luma[level]
	}
	for _, plane := range [][]uint8{img.Cb, img.Cr} {
		for i, level := range plane {
			plane[i] = chroma[level]
		}
	}
}

func nearest(level float64) uint8 { return uint8(math.Round(min(max(level, 0), 255))) }
