package energy

import (
	"bytes"

	"github.com/gevel/gevel/internal/file/textfile"
)

// mostLines is how many lines a row with a quoted field can take.
const mostLines = 8

// next returns the row with which data begins, without its line end, how many lines it takes, and
// its bytes with the line end. A row that is not all there takes none, unless data is the last of the file.
//
// A row is a line. A quoted field may go on in the next lines, when the row then has as many
// fields as the header; else the quote was left open, and the line stands alone.
func (l *layout) next(data []byte, last bool) (row []byte, lines, size int) {
	end, ended := lineEnd(data, 0)
	if !ended && !last {
		return nil, 0, 0
	}
	row, size = trimEnd(data[:end]), end
	if bytes.IndexByte(row, '"') < 0 || !textfile.QuoteOpen(row, delimiter) || bytes.Count(row, []byte{delimiter})+1 == l.width {
		return row, 1, size
	}
	for lines := 2; lines <= mostLines && end < len(data); lines++ {
		if end, ended = lineEnd(data, end); !ended && !last {
			break
		}
		if joined := trimEnd(data[:end]); !textfile.QuoteOpen(joined, delimiter) {
			if fields, _ := textfile.Fields(joined, delimiter, nil); len(fields) == l.width {
				return joined, lines, end
			}
			return row, 1, size
		}
	}
	if more := end == len(data) || !ended; more && !last {
		return nil, 0, 0
	}
	return row, 1, size
}

// lineEnd returns where the line that begins at from ends, its newline included.
func lineEnd(data []byte, from int) (end int, ended bool) {
	if i := bytes.IndexByte(data[from:], '\n'); i >= 0 {
		return from + i + 1, true
	}
	return len(data), false
}

func trimEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}
