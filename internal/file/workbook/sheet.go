package workbook

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel/internal/file/spelling"
)

// mostColumns bounds a row: narrower ones are padded to the widest.
const mostColumns = 4096

// sheet is a sheet as text, written while it is read.
type sheet struct {
	book  *Book
	xml   *reader
	text  []byte // written, and not yet read
	line  int    // the last that was written
	width int    // cells of the widest row so far
	cells []string
	err   error
}

func newSheet(b *Book, m *zip.File) (*sheet, error) {
	r, err := openPart(m, mostSheet)
	if err != nil {
		return nil, damaged(err)
	}
	return &sheet{book: b, xml: r}, nil
}

// Read reads of the text.
func (s *sheet) Read(p []byte) (int, error) {
	for len(s.text) == 0 && s.err == nil {
		if s.err = s.writeRow(); s.err != nil {
			s.xml.Close()
		}
	}
	if len(s.text) == 0 {
		return 0, s.err
	}
	n := copy(p, s.text)
	s.text = s.text[n:]
	return n, nil
}

// writeRow writes the next row that is not blank. Errors: io.EOF behind the last one; gevel.Invalid.
func (s *sheet) writeRow() error {
	for {
		s.xml.bound.left = mostItem
		token, err := s.xml.next()
		if err != nil {
			if err = s.xml.ended(err); err != nil {
				return damaged(err)
			}
			return io.EOF
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "row" {
			continue
		}
		number := s.line + 1
		if written, err := strconv.Atoi(attribute(e, "r")); err == nil {
			number = written
		}
		if err := s.readRow(); err != nil {
			return damaged(fmt.Errorf("row %d: %w", number, err))
		}
		if len(s.cells) > 0 {
			return s.write(number)
		}
	}
}

// mostRows is how many rows a sheet has at most.
const mostRows = 1 << 20

func (s *sheet) write(number int) error {
	if number <= s.line || number > mostRows {
		return damaged(fmt.Errorf("row %d stands behind row %d", number, s.line))
	}
	s.text = s.text[:0]
	for s.line++; s.line < number; s.line++ {
		s.text = append(s.text, '\n')
	}
	s.width = max(s.width, len(s.cells), 2) // two show what separates them
	for i := range s.width {
		if i > 0 {
			s.text = append(s.text, '\t')
		}
		if i < len(s.cells) {
			s.text = append(s.text, cellText(s.cells[i])...)
		}
	}
	s.text = append(s.text, '\n')
	return nil
}

// cellText returns a cell as a field of one line.
func cellText(s string) string {
	if strings.ContainsAny(s, "\t\r\n") {
		s = strings.Join(strings.Fields(s), " ")
	}
	if strings.ContainsAny(s, `"`) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

// readRow reads the cells of a row, without blank ones at its end.
func (s *sheet) readRow() error {
	s.cells = s.cells[:0]
	end, next := s.xml.depth-1, 0
	for s.xml.depth > end {
		token, err := s.xml.next()
		if errors.Is(err, io.EOF) {
			return errors.New("it is cut short")
		}
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "c" {
			continue
		}
		at := next
		if name := attribute(e, "r"); name != "" {
			if at, ok = columnOf(name); !ok {
				return fmt.Errorf("%.20q names no cell", name)
			}
		}
		switch {
		case at < next:
			return errors.New("its cells are in no order")
		case at >= mostColumns:
			return fmt.Errorf("it has more than %d cells", mostColumns)
		}
		next = at + 1
		text, err := s.cell(e)
		if err != nil {
			return err
		}
		if text == "" {
			continue
		}
		for len(s.cells) < at {
			s.cells = append(s.cells, "")
		}
		s.cells = append(s.cells, text)
	}
	return nil
}

// columnOf returns the column in a cell's name: 27 of AB12.
func columnOf(name string) (column int, ok bool) {
	letters := strings.TrimRight(name, "0123456789")
	if letters == "" || len(letters) > 3 || len(letters) == len(name) {
		return 0, false
	}
	for _, c := range strings.ToUpper(letters) {
		if c < 'A' || c > 'Z' {
			return 0, false
		}
		column = column*26 + int(c-'A') + 1
	}
	return column - 1, true
}

// cell reads the value of a cell that has just begun.
func (s *sheet) cell(e xml.StartElement) (string, error) {
	kind, style := attribute(e, "t"), attribute(e, "s")
	if kind == "inlineStr" {
		return s.xml.text("t")
	}
	text, err := s.xml.text("v")
	if err != nil || text == "" {
		return "", err
	}
	switch kind {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(text))
		shared, ok := s.book.texts.at(i)
		if err != nil || !ok {
			return "", fmt.Errorf("it names a text %.20q that the workbook lacks", text)
		}
		return shared, nil
	case "b":
		return map[bool]string{true: "true", false: "false"}[isYes(text)], nil
	case "", "n":
		text = strings.TrimSpace(text)
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return "", fmt.Errorf("%.20q is no number", text)
		}
		return s.book.number(v, text, style), nil
	}
	return text, nil
}

// exact is up to where a spreadsheet's numbers can be whole ones of each value.
const exact = 1 << 53

// number writes a number, or the day that it is; a whole one with each of its digits.
func (b *Book) number(v float64, written, style string) string {
	i, err := strconv.Atoi(style)
	if err == nil && i >= 0 && i < len(b.days) && b.days[i] {
		if day, ok := b.day(v); ok {
			return day
		}
	}
	switch {
	case strings.Trim(strings.TrimPrefix(written, "-"), "0123456789") == "":
		return written
	case v == math.Trunc(v) && math.Abs(v) < exact:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	const digits = 15 // that a spreadsheet shows; the others are noise of its arithmetic
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	return spelling.Certain(strconv.FormatFloat(v, 'f', -1, 64))
}

// day writes the day of a spreadsheet's number, and the time if it has one.
func (b *Book) day(v float64) (string, bool) {
	first := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)
	if b.from1904 {
		first = time.Date(1904, time.January, 1, 0, 0, 0, 0, time.UTC)
	}
	const last = 2_958_465 // 31 December 9999
	if v < 1 || v > last {
		return "", false
	}
	seconds := math.Round((v - math.Floor(v)) * 24 * 60 * 60)
	t := first.AddDate(0, 0, int(v)).Add(time.Duration(seconds) * time.Second)
	if seconds == 0 {
		return t.Format(time.DateOnly), true
	}
	return t.Format("2006-01-02T15:04:05"), true
}
