package workbook

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zip"
)

// reader reads the xml of a part within bounds.
type reader struct {
	name    string
	part    io.Closer
	bound   *bound
	decoder *xml.Decoder
	depth   int
}

// openPart opens a part that may have so many bytes.
func openPart(m *zip.File, most uint64) (*reader, error) {
	if m.UncompressedSize64 > most {
		return nil, fmt.Errorf("%q in it has %d bytes, and at most %d are read", m.Name, m.UncompressedSize64, most)
	}
	part, err := m.Open()
	if err != nil {
		return nil, fmt.Errorf("%q in it: %w", m.Name, err)
	}
	bound := &bound{Reader: io.LimitReader(part, int64(most)), left: mostItem}
	return &reader{name: m.Name, part: part, bound: bound, decoder: xml.NewDecoder(bound)}, nil
}

// Close closes the part.
func (r *reader) Close() error { return r.part.Close() }

// next returns the next token, valid until the next call. Error: io.EOF at the end.
func (r *reader) next() (xml.Token, error) {
	token, err := r.decoder.RawToken()
	if err != nil {
		return nil, err
	}
	switch token.(type) {
	case xml.StartElement:
		if r.depth++; r.depth > mostDepth {
			return nil, fmt.Errorf("elements lie more than %d deep in each other", mostDepth)
		}
	case xml.EndElement:
		r.depth--
	}
	return token, nil
}

// ended returns nil at the end of a whole part, else why its reading ended.
func (r *reader) ended(err error) error {
	if errors.Is(err, io.EOF) {
		if r.depth == 0 {
			return nil
		}
		err = errors.New("it is cut short")
	}
	return fmt.Errorf("%q in it: %w", r.name, err)
}

// text reads on to the end of the element that has just begun, and returns what the elements of a name in it hold, ""
// for all of it. Furigana are left out.
func (r *reader) text(within string) (string, error) {
	var b strings.Builder
	end := r.depth - 1
	taken, spoken := 0, 0 // depth of the element that is taken, or left out; 0 outside
	if within == "" {
		taken = r.depth
	}
	for {
		token, err := r.next()
		if errors.Is(err, io.EOF) {
			return "", errors.New("it is cut short")
		}
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch {
			case t.Name.Local == "rPh" && spoken == 0:
				spoken = r.depth
			case t.Name.Local == within && taken == 0 && spoken == 0:
				taken = r.depth
			}
		case xml.EndElement:
			switch r.depth {
			case end:
				return b.String(), nil
			case spoken - 1:
				spoken = 0
			case taken - 1:
				taken = 0
			}
		case xml.CharData:
			if taken > 0 {
				b.Write(t)
			}
		}
	}
}

// bound passes on at most so many bytes until it is set anew.
type bound struct {
	io.Reader
	left int
}

var errItem = fmt.Errorf("a row or a text has more than %d bytes", mostItem)

// Read reads on within the bound.
func (b *bound) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errItem
	}
	n, err := b.Reader.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
