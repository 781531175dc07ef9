package photos

// Reading PNG and WebP files, which consist of named chunks.

import (
	"bytes"
	"encoding/binary"
	"iter"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// pngChunks yields name and content of each whole chunk of a PNG file: length, name,
// content, checksum.
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
