package batch

import (
	"bufio"
	"encoding/json"
	"io"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/upload"
)

// arrayRows are rows as one array of JSON objects, as HTTP libraries send a list. A body that is no array is lines.
type arrayRows struct {
	jsonRows
	decoder *json.Decoder // nil for lines
	text    bounded
}

func (a *arrayRows) open(text io.Reader) error {
	ahead := bufio.NewReader(text)
	for {
		c, err := ahead.ReadByte()
		if err != nil || c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			if err == nil {
				err = ahead.UnreadByte()
			}
			if err != nil || c != '[' {
				return a.jsonRows.open(ahead) // an error comes again
			}
			break
		}
	}
	a.text = bounded{Reader: ahead, left: upload.LongestLine}
	a.decoder = json.NewDecoder(&a.text)
	_, err := a.decoder.Token()
	return err
}

func (a *arrayRows) next() (bodyRow, error) {
	if a.decoder == nil {
		return a.jsonRows.next()
	}
	a.text.left = upload.LongestLine
	if !a.decoder.More() {
		if _, err := a.decoder.Token(); err != nil {
			return bodyRow{}, a.broken(err)
		}
		return bodyRow{}, io.EOF
	}
	a.line++
	var row json.RawMessage
	if err := a.decoder.Decode(&row); err != nil {
		return bodyRow{}, a.broken(err)
	}
	if !utf8.Valid(row) {
		return bodyRow{}, notUTF8(a.line)
	}
	return bodyRow{line: a.line, size: len(row), json: row}, nil
}

// broken says what is wrong with the array; errors of reading the body stay.
func (a *arrayRows) broken(err error) error {
	if a.text.err != nil && a.text.err != io.EOF { //nolint:errorlint // uploads wrap no end
		return a.text.err
	}
	return gevel.Refusal("send a JSON array of objects", "home %d of the array: %v", max(a.line, 1), notWhole(err))
}

// bounded reads so many bytes at most, until it is set anew.
type bounded struct {
	io.Reader
	left int
	err  error
}

func (b *bounded) Read(p []byte) (n int, err error) {
	if b.left <= 0 {
		b.err = gevel.Refusal("", "a home of the array is longer than %d bytes", upload.LongestLine)
		return 0, b.err
	}
	n, b.err = b.Reader.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, b.err
}
