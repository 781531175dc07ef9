package energy

import (
	"bytes"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/pipeline"
)

// chunkSize is how many bytes are parsed at a time: some 4 000 rows. It bounds the length of a row,
// which has some 300.
const chunkSize = 1 << 20

// chunk is a part of the file, and what its rows hold.
type chunk struct {
	pipeline.Block
	labels   []Label
	rows     int
	notHomes int
	rejects  gevel.Rejects
	faults   gevel.Rejects
}

// wholeRows returns how many bytes of data, which does not end the file, are whole rows.
func (l *layout) wholeRows(data []byte) int {
	if bytes.IndexByte(data, '"') < 0 {
		return bytes.LastIndexByte(data, '\n') + 1
	}
	end := 0
	for end < len(data) {
		_, lines, size := l.next(data[end:], false)
		if lines == 0 {
			break
		}
		end += size
	}
	if end == 0 { // a quote that was left open where no more lines fit
		end, _ = lineEnd(data, 0)
		if end == len(data) && data[end-1] != '\n' {
			return 0
		}
	}
	return end
}
