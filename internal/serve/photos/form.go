package photos

// How a caller wants a picture: its width and its format, which the name in its URL says.

import (
	"slices"
	"strconv"
	"strings"
)

// Widths are those that a picture can be asked for at, pixels. They are few, so that callers share what is made.
var Widths = []int{320, 640, 1280}

// The formats that a picture can be asked for in.
const (
	formatJPEG = "jpeg"
	formatWebP = "webp"
)

// Formats are those of pictures, as a caller names them.
var Formats = []string{formatJPEG, formatWebP}

// Form is how a picture is wanted. The zero Form is the picture as it is.
type Form struct {
	Width  int    // one of Widths; 0 is its own
	Format string // one of Formats; "" is JPEG, or what the caller of the URL prefers where a Width is given
}

// Name returns the name of a picture in a form: <id>-w640-webp. It is signed as an image id is, so a URL is good for that
// form alone.
func (f Form) Name(imageID string) string {
	name := imageID
	if f.Width > 0 {
		name += widthMark + strconv.Itoa(f.Width)
	}
	if f.Format != "" {
		name += formatMark + f.Format
	}
	return name
}

// What stands before a width and before a format.
const (
	widthMark  = "-w"
	formatMark = "-"
)

// formOf returns the image id and the form of a name. A form that is none is left in the id.
func formOf(name string) (imageID string, f Form) {
	if at := strings.LastIndex(name, formatMark); at >= 0 && slices.Contains(Formats, name[at+len(formatMark):]) {
		name, f.Format = name[:at], name[at+len(formatMark):]
	}
	for _, width := range Widths {
		if id, ok := strings.CutSuffix(name, widthMark+strconv.Itoa(width)); ok {
			return id, Form{width, f.Format}
		}
	}
	return name, f
}
