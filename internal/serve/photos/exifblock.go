package photos

// Finding the EXIF block in a JPEG, PNG or WebP file.

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// exifBlock returns the TIFF structure in file, or nil.
func exifBlock(file []byte) []byte {
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xd8")):
		return exifOfJPEG(file[2:])
	case isPNG(file):
		return chunk(pngChunks(file), "eXIf")
	case isWebP(file):
		block, _ := bytes.CutPrefix(chunk(webpChunks(file), "EXIF"), exifPrefix)
		return block
	}
	return nil
}

// exifPrefix begins the APP1 segment with EXIF; other APP1 segments hold XMP.
var exifPrefix = []byte("Exif\x00\x00")

// exifOfJPEG reads the segments before the picture: FF, marker, length, content.
func exifOfJPEG(data []byte) []byte {
	const app1, startOfScan, fill = 0xe1, 0xda, 0xff
	for len(data) >= 4 && data[0] == 0xff {
		marker := data[1]
		if marker == fill {
			data = data[1:]
			continue
		}
		size := int(binary.BigEndian.Uint16(data[2:])) // includes itself
		if marker == startOfScan || size < 2 || len(data) < 2+size {
			return nil
		}
		if block, ok := bytes.CutPrefix(data[4:2+size], exifPrefix); ok && marker == app1 {
			return block
		}
		data = data[2+size:]
	}
	return nil
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
