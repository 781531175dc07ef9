package photos

// Finding the EXIF block in a JPEG, PNG or WebP file.

import (
	"bytes"
	"iter"
)

// exifBlock returns the TIFF structure in file, or nil.
func exifBlock(file []byte) []byte {
	switch {
	case isJPEG(file):
		return exifOfJPEG(file)
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

// exifOfJPEG returns the content of the first segment with EXIF.
func exifOfJPEG(file []byte) []byte {
	const app1 = 0xe1
	for marker, content := range jpegSegments(file) {
		if block, ok := bytes.CutPrefix(content, exifPrefix); ok && marker == app1 {
			return block
		}
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
