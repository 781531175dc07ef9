package photos

// Naming the formats that are not read, and what to do about each.

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// What to do about a file that is not read.
const (
	exportAsJPEG = "export it as a JPEG"
	developRaw   = "develop it, and export it as a JPEG"
	exportPages  = "export the photos in it as JPEGs"
	unpack       = "unpack it, and give the folder"
	takeStill    = "take a still picture of it, as a JPEG"
)

// format is a kind of file, known by bytes at a position.
type format struct {
	at    int
	bytes string
	name  string
	do    string
}

// otherFormats are the formats that are named. The first that holds counts.
var otherFormats = []format{
	{8, "CR\x02", "a raw photo of a Canon camera (CR2)", developRaw}, // a TIFF by its first bytes
	{0, "II*\x00", "a TIFF picture, or a camera's raw photo (DNG, NEF, ARW)", exportAsJPEG},
	{0, "MM\x00*", "a TIFF picture, or a camera's raw photo (DNG, NEF, ARW)", exportAsJPEG},
	{0, "II+\x00", "a BigTIFF picture", exportAsJPEG},
	{0, "MM\x00+", "a BigTIFF picture", exportAsJPEG},
	{0, "FUJIFILMCCD-RAW", "a raw photo of a Fujifilm camera (RAF)", developRaw},
	{0, "IIRO", "a raw photo of an Olympus camera (ORF)", developRaw},
	{0, "IIU\x00", "a raw photo of a Panasonic camera (RW2)", developRaw},
	{0, "\xff\x0a", "a JPEG XL picture", exportAsJPEG},
	{4, "JXL \r\n\x87\n", "a JPEG XL picture", exportAsJPEG},
	{4, "jP  \r\n\x87\n", "a JPEG 2000 picture", exportAsJPEG},
	{0, "\xff\x4f\xff\x51", "a JPEG 2000 picture", exportAsJPEG},
	{0, "BM", "a BMP picture", exportAsJPEG},
	{0, "8BPS", "a Photoshop file (PSD)", exportAsJPEG},
	{0, "\x00\x00\x01\x00", "an icon (ICO)", exportAsJPEG},
	{0, "%PDF-", "a PDF document", exportPages},
	{0, "PK\x03\x04", "a zip, or an Office document", unpack},
	{0, "Rar!\x1a\x07", "a RAR archive", unpack},
	{0, "7z\xbc\xaf\x27\x1c", "a 7-Zip archive", unpack},
	{0, "\x1f\x8b", "a gzipped file", unpack},
	{0, "\x1aE\xdf\xa3", "a video (Matroska, WebM)", takeStill},
	{8, "AVI ", "a video (AVI)", takeStill},
}

// brands are formats that share one kind of box, which lists names of four letters.
var brands = []struct {
	names    []string
	name, do string
}{
	{[]string{"avif", "avis"}, "an AVIF picture", exportAsJPEG},
	{
		[]string{"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"},
		"a HEIC picture, as iPhones take",
		exportAsJPEG + " (on the iPhone: Settings, Camera, Formats, Most Compatible)",
	},
	{[]string{"crx "}, "a raw photo of a Canon camera (CR3)", developRaw},
	{nil, "a video (MP4, MOV)", takeStill},
}

// refuseFormat returns the error of a file that is no picture of a format that is read.
func refuseFormat(file []byte) error {
	if name, do := formatOf(file); name != "" {
		return Refuse(reasonOtherFormat, "the file is %s, which gevel does not read: %s", name, do)
	}
	if len(file) == 0 {
		return Refuse(reasonNotAnImage, "the file is empty")
	}
	if text := bytes.TrimSpace(file[:min(len(file), 512)]); bytes.HasPrefix(text, []byte("<")) {
		return Refuse(reasonNotAnImage, "the file is text with tags (HTML, SVG), and no JPEG, PNG, WebP or GIF")
	}
	return Refuse(reasonNotAnImage, "the file is no JPEG, PNG, WebP or GIF")
}

// formatOf returns what a file is and what to do about it, "" where that is not known.
func formatOf(file []byte) (name, do string) {
	if names := brandsOf(file); len(names) > 0 {
		for _, b := range brands {
			if b.names == nil || slices.ContainsFunc(names, func(n string) bool { return slices.Contains(b.names, n) }) {
				return b.name, b.do
			}
		}
	}
	for _, f := range otherFormats {
		if len(file) >= f.at && bytes.HasPrefix(file[f.at:], []byte(f.bytes)) {
			return f.name, f.do
		}
	}
	return "", ""
}

// brandsOf returns the names in the first box of a file that has such a box: length, ftyp, main name, version, others.
func brandsOf(file []byte) (names []string) {
	const nameSize, version = 4, 3
	if len(file) < 3*nameSize || string(file[nameSize:2*nameSize]) != "ftyp" {
		return nil
	}
	box := file[:min(uint64(binary.BigEndian.Uint32(file)), uint64(len(file)), 1<<10)]
	for i := 2; (i+1)*nameSize <= len(box); i++ {
		if i != version {
			names = append(names, string(box[i*nameSize:(i+1)*nameSize]))
		}
	}
	return names
}
