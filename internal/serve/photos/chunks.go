package photos

// Reading JPEG, PNG and WebP files, which consist of marked segments and named chunks.

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
