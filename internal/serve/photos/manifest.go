package photos

// A delivery with a manifest: a CSV file with a row per photo.

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

// manifestColumns are the columns of a manifest, in any order. A home is given by its number id or its
// address; file is a path relative to the manifest; an empty kind or source gets the import's default.
var manifestColumns = []string{
	"number_id", "postal_code", "house_number", "house_letter", "house_number_ext",
	"kind", "file", "taken_at", "source",
}

// manifest returns the photos of a manifest and its unknown columns.
func (imp Import) manifest(path string) (d delivery, unused []string, err error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read photos: %w", err)
	}
	defer file.Close()
	head, err := newManifest(path, file)
	if err != nil {
		return nil, nil, err
	}
	return func(yield func(candidate, error) bool) { imp.readManifest(path, yield) }, head.unused(), nil
}

func (imp Import) readManifest(path string, yield func(candidate, error) bool) {
	file, err := regular.Open(path)
	if err != nil {
		yield(candidate{}, err)
		return
	}
	defer file.Close()
	m, err := newManifest(path, file)
	if err != nil {
		yield(candidate{}, err)
		return
	}
	for {
		c, err := m.next(imp)
		if errors.Is(err, io.EOF) || !yield(c, err) {
			return
		}
		if _, _, ok := rejectReason(err); err != nil && !ok {
			return
		}
	}
}

// manifest reads the rows of one file.
type manifest struct {
	path   string
	rows   *csv.Reader
	header []string
	record []string
}

// newManifest reads the header. Errors name the file and the fault.
func newManifest(path string, r io.Reader) (*manifest, error) {
	text, err := textfile.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("read header of %s: %w", path, err)
	}
	ahead, _ := text.Peek(textfile.ReadAhead)
	if err := filekind.NoTable(string(ahead)); err != nil {
		return nil, fmt.Errorf("read header of %s: %w", path, err)
	}
	line, _, _ := strings.Cut(string(ahead), "\n")
	rows := csv.NewReader(text)
	rows.Comma = textfile.Delimiter(line)
	rows.FieldsPerRecord = -1 // a short row is a reject and does not end the reading
	header, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("read header of %s: %w", path, err)
	}
	for i, name := range header {
		header[i] = strings.ToLower(strings.TrimSpace(name))
	}
	m := &manifest{path: path, rows: rows, header: header}
	return m, m.checkHeader()
}

func (m *manifest) checkHeader() error {
	seen := map[string]bool{}
	for _, name := range m.header {
		if seen[name] && slices.Contains(manifestColumns, name) {
			return fmt.Errorf("%s has two columns %s", m.path, name)
		}
		seen[name] = true
	}
	if !seen["file"] || !seen["number_id"] && (!seen["postal_code"] || !seen["house_number"]) {
		return fmt.Errorf("%s needs the column file, and number_id or postal_code and house_number; it may have %s",
			m.path, strings.Join(manifestColumns, ", "))
	}
	return nil
}

func (m *manifest) unused() (names []string) {
	for _, name := range m.header {
		if !slices.Contains(manifestColumns, name) {
			names = append(names, gevel.Printable(name))
		}
	}
	return names
}

// next returns the photo of the next row, an error with a reason for a bad row, or io.EOF.
func (m *manifest) next(imp Import) (candidate, error) {
	record, err := m.rows.Read()
	var malformed *csv.ParseError
	switch {
	case errors.As(err, &malformed):
		return candidate{line: malformed.StartLine}, refuse(reasonBadRow, "%v", malformed.Err)
	case err != nil:
		return candidate{}, err
	}
	m.record = record
	line, _ := m.rows.FieldPos(0)
	c := candidate{line: line, name: m.value("file"), kind: imp.Kind, source: imp.Source}
	if len(record) != len(m.header) {
		return c, refuse(reasonBadRow, "%d fields under %d columns", len(record), len(m.header))
	}
	err = m.fill(&c, imp.Now)
	return c, err
}

// value returns a field of the current row, "" for a missing column.
func (m *manifest) value(column string) string {
	i := slices.Index(m.header, column)
	if i < 0 || i >= len(m.record) {
		return ""
	}
	return spelling.Cell(m.record[i])
}

func (m *manifest) fill(c *candidate, now time.Time) error {
	if err := m.fillHome(c); err != nil {
		return err
	}
	if c.name == "" {
		return refuse(reasonMissingFile, "no file is named")
	}
	if showsFront(c.name) {
		c.kind = gevel.ImageFront
	}
	if c.file = filepath.FromSlash(c.name); !filepath.IsAbs(c.file) {
		c.file = filepath.Join(filepath.Dir(m.path), c.file)
	}
	if kind := m.value("kind"); kind != "" {
		c.kind = kindNamed(kind)
	}
	if source := m.value("source"); source != "" {
		c.source = source
	}
	return m.fillTakenAt(c, now)
}

func (m *manifest) fillHome(c *candidate) error {
	if written := m.value("number_id"); written != "" {
		id, err := spelling.ID(written)
		if err != nil {
			return refuse(reasonBadNumberID, "%v", err)
		}
		c.number = id
		return nil
	}
	q, faults := spelling.Address{
		PostalCode: m.value("postal_code"), HouseNumber: m.value("house_number"),
		HouseLetter: m.value("house_letter"), HouseNumberExt: m.value("house_number_ext"),
	}.Query()
	if len(faults) > 0 {
		return refuse(reasonBadAddress, "%s", faults[0].Message)
	}
	c.address = q
	return nil
}

func (m *manifest) fillTakenAt(c *candidate, now time.Time) error {
	text := m.value("taken_at")
	if text == "" {
		return nil
	}
	taken, err := parseTakenAt(text)
	if err != nil {
		return refuse(reasonBadTakenAt, "%v", err)
	}
	if taken.After(now) {
		if gevel.DayOf(taken) > gevel.DayOf(now) {
			return refuse(reasonBadTakenAt, "%s lies in the future", text)
		}
		taken = now // imported before noon of its day
	}
	c.takenAt = gevel.Some(taken)
	return nil
}

// parseTakenAt parses a time with a zone, a Dutch time without one, or a day. A day stands for its noon, so
// that it is the same day in every zone in use.
func parseTakenAt(s string) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, nil
	}
	for _, layout := range []string{"2006-01-02T15:04:05", time.DateTime, "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, s, gevel.Amsterdam); err == nil {
			return t, nil
		}
	}
	day, err := spelling.Day(s, spelling.UnknownOrder)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w, or a time such as 2006-01-31T15:04:05+01:00", err)
	}
	const noon = 12
	return time.Date(day.Year(), day.Time().Month(), day.Time().Day(), noon, 0, 0, 0, gevel.Amsterdam), nil
}
