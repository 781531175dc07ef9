package photos

// Reading JPEG, PNG, WebP and GIF files, which consist of marked segments and named chunks. It counts the frames of
// animations, which are refused: no single frame represents them.

import (
	"bytes"
	"encoding/binary"
	"iter"
)

const jpegSignature = "\xff\xd8"

// jpegSegments yields marker and content of each whole segment before the picture: FF, marker, length, content.
func jpegSegments(file []byte) iter.Seq2[byte, []byte] {
	const startOfScan, fill = 0xda, 0xff
	return func(yield func(byte, []byte) bool) {
		data, _ := bytes.CutPrefix(file, []byte(jpegSignature))
		for len(data) >= 4 && data[0] == 0xff {
			marker := data[1]
			if marker == fill {
				data = data[1:]
				continue
			}
			size := int(binary.BigEndian.Uint16(data[2:])) // includes itself
			if marker == startOfScan || size < 2 || len(data) < 2+size || !yield(marker, data[4:2+size]) {
				return
			}
			data = data[2+size:]
		}
	}
}

// scansOf returns how many scans a JPEG has up to its end, as a decoder finds them: it skips what stands between
// markers.
func scansOf(file []byte) (scans int64) {
	const startOfScan, end, fill, firstRestart, lastRestart = 0xda, 0xd9, 0xff, 0xd0, 0xd7
	for data := file; ; {
		at := bytes.IndexByte(data, fill)
		if at < 0 || len(data) < at+4 {
			return scans
		}
		data = data[at+1:]
		switch marker := data[0]; {
		case marker == end:
			return scans
		case marker == fill:
			continue
		case marker == 0, marker >= firstRestart && marker <= lastRestart, marker == jpegSignature[1]:
			data = data[1:]
			continue
		case marker == startOfScan:
			scans++
		}
		data = skip(data, 1+int(binary.BigEndian.Uint16(data[1:])))
	}
}

// isBaseline reports whether a file is a JPEG whose scans each have their part of the picture in full.
func isBaseline(file []byte) bool {
	const baseline, extended = 0xc0, 0xc1 // starts of frame
	for marker := range jpegSegments(file) {
		if marker == baseline || marker == extended {
			return true
		}
	}
	return false
}

func isJPEG(file []byte) bool { return bytes.HasPrefix(file, []byte(jpegSignature)) }

const pngSignature = "\x89PNG\r\n\x1a\n"

// pngChunks yields name and content of each whole chunk of a PNG file: length, name, content, checksum.
func pngChunks(file []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		const frame = 4 + 4 + 4
		data, _ := bytes.CutPrefix(file, []byte(pngSignature))
		for len(data) >= frame {
			size := uint64(binary.BigEndian.Uint32(data))
			if size > uint64(len(data)-frame) || !yield(string(data[4:8]), data[8:8+size]) {
				return
			}
			data = data[frame+size:]
		}
	}
}

func isPNG(file []byte) bool { return bytes.HasPrefix(file, []byte(pngSignature)) }

const webpHeaderSize = 4 + 4 + 4

// webpChunks yields name and content of each whole chunk of a WebP file: name, length,
// content, a pad byte after odd ones.
func webpChunks(file []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		const frame = 4 + 4
		data := file[webpHeaderSize:]
		for len(data) >= frame {
			size := uint64(binary.LittleEndian.Uint32(data[4:]))
			if size > uint64(len(data)-frame) || !yield(string(data[:4]), data[frame:frame+size]) {
				return
			}
			data = data[min(frame+size+size%2, uint64(len(data))):]
		}
	}
}

func isWebP(file []byte) bool {
	return len(file) >= webpHeaderSize && string(file[:4]) == "RIFF" && string(file[8:12]) == "WEBP"
}

// chunk returns the content of the first chunk with a name, or nil.
func chunk(chunks iter.Seq2[string, []byte], wanted string) []byte {
	for name, content := range chunks {
		if name == wanted {
			return content
		}
	}
	return nil
}

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
	return Refuse(reasonAnimation, "the file is an animation of %d frames, and a still picture is wanted", frames)
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

	gifText        = 0x01 // after gifExtension, as gifApplication
	gifApplication = 0xff

	gifHeaderSize = 6 + 7     // signature, screen
	gifTextSize   = 1 + 12    // length, grid
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
			data = skipBlocks(skip(data, 2+gifFirst(data)))
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

// gifFirst returns the size of the block that decoders read first in some extensions, even where its length says that it is
// the empty one at the end; 0 in others.
func gifFirst(extension []byte) int {
	switch {
	case len(extension) < 3:
		return 0
	case extension[1] == gifText:
		return gifTextSize
	case extension[1] == gifApplication:
		return 1 + int(extension[2])
	}
	return 0
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
