package photos

// Counting the frames of animations, which are refused: no single frame represents them.

import (
	"bytes"
	"encoding/binary"
)

// refuseAnimation refuses a file that holds more than a still picture.
func refuseAnimation(file []byte) error {
	frames := 0
	switch {
	case bytes.HasPrefix(file, []byte("GIF8")):
		if frames = gifFrames(file); frames == 1 {
			return nil // every GIF has frames
		}
	case isPNG(file):
		if frames = pngFrames(file); frames == 1 {
			return nil // an endless loop of one frame
		}
	case isWebP(file):
		frames = webpFrames(file)
	}
	if frames == 0 {
		return nil
	}
	return refuse(reasonAnimation, "the file is an animation of %d frames, and a still picture is wanted", frames)
}

// pngFrames returns the number of frames that a PNG file gives, 0 without one.
func pngFrames(file []byte) int {
	for name, content := range pngChunks(file) {
		switch {
		case name == "acTL" && len(content) >= 4:
			return int(binary.BigEndian.Uint32(content))
		case name == "IDAT": // the number must come before it
			return 0
		}
	}
	return 0
}

// webpFrames returns the number of frames of an animated WebP file; 0 for a still picture. Even an animation
// of one frame can't be decoded as a picture.
func webpFrames(file []byte) (frames int) {
	for name := range webpChunks(file) {
		if name == "ANMF" {
			frames++
		}
	}
	return frames
}

// Blocks of a GIF file.
const (
	gifExtension = 0x21
	gifImage     = 0x2c

	gifHeaderSize = 6 + 7     // signature, screen
	gifImageSize  = 1 + 8 + 1 // mark, position, flags
)

// gifFrames counts the images of a GIF file up to the first damaged block.
func gifFrames(file []byte) (frames int) {
	if len(file) < gifHeaderSize {
		return 0
	}
	data := skip(file, gifHeaderSize+gifPalette(file[10]))
	for len(data) > 0 {
		switch data[0] {
		case gifExtension:
			data = skipBlocks(skip(data, 2))
		case gifImage:
			if len(data) < gifImageSize {
				return frames
			}
			frames++
			codeSize := 1
			data = skipBlocks(skip(data, gifImageSize+gifPalette(data[gifImageSize-1])+codeSize))
		default: // the end, or damage
			return frames
		}
	}
	return frames
}

// gifPalette returns the size of the palette by its flags, bytes.
func gifPalette(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// skipBlocks skips blocks of up to 255 bytes, each preceded by its length, and the empty one at their end.
func skipBlocks(data []byte) []byte {
	for len(data) > 0 && data[0] > 0 {
		data = skip(data, 1+int(data[0]))
	}
	return skip(data, 1)
}

func skip(data []byte, n int) []byte { return data[min(n, len(data)):] }
