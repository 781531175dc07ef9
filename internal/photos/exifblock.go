package photos

// Where the EXIF block lies in a JPEG, PNG or WebP file.

import (
	"bytes"
	"encoding/binary"
)

// exifBlock returns the TIFF structure that file carries, or nil.
func exifBlock(file []byte) []byte {
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xd8")):
		return exifOfJPEG(file[2:])
	case bytes.HasPrefix(file, []byte("\x89PNG\r\n\x1a\n")):
		return exifOfPNG(file[8:])
	case len(file) >= 12 && string(file[:4]) == "RIFF" && string(file[8:12]) == "WEBP":
		return exifOfWebP(file[12:])
	}
	return nil
}

// exifPrefix opens the APP1 segment that holds EXIF; other APP1 segments hold XMP.
var exifPrefix = []byte("Exif\x00\x00")

// exifOfJPEG walks the segments before the picture: FF, marker, length, content.
func exifOfJPEG(data []byte) []byte {
	const app1, startOfScan, fill = 0xe1, 0xda, 0xff
	for len(data) >= 4 && data[0] == 0xff {
		marker := data[1]
		if marker == fill {
			data = data[1:]
			continue
		}
		size := int(binary.BigEndian.Uint16(data[2:])) // counts itself
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

// exifOfPNG walks the chunks: length, name, content, checksum.
func exifOfPNG(data []byte) []byte {
	const frame = 4 + 4 + 4
	for len(data) >= frame {
		size := uint64(binary.BigEndian.Uint32(data))
		if size > uint64(len(data)-frame) {
			return nil
		}
		if string(data[4:8]) == "eXIf" {
			return data[8 : 8+size]
		}
		data = data[frame+size:]
	}
	return nil
}

// exifOfWebP walks the chunks: name, length, content, a pad byte after odd ones.
func exifOfWebP(data []byte) []byte {
	const frame = 4 + 4
	for len(data) >= frame {
		size := uint64(binary.LittleEndian.Uint32(data[4:]))
		if size > uint64(len(data)-frame) {
			return nil
		}
		if string(data[:4]) == "EXIF" {
			block, _ := bytes.CutPrefix(data[frame:frame+size], exifPrefix)
			return block
		}
		data = data[min(frame+size+size%2, uint64(len(data))):]
	}
	return nil
}
