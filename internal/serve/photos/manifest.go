package photos

// A delivery with a manifest: a table with a row per photo, in each form of package table.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// manifestColumns are the columns of a manifest, in any order, also by the names that others give them. A home is given
// by its number id or its address; file is a path relative to the manifest; an empty kind or source gets the import's
// default.
var manifestColumns = []string{
	"number_id", "postal_code", "house_number", "house_letter", "house_number_ext",
	"kind", "file", "taken_at", "source",
}

// manifestEndings are how the names of manifests end.
var manifestEndings = []string{".csv", ".xlsx", ".parquet"}

// manifest returns the photos of a manifest and its unknown columns.
func (imp Import) manifest(ctx context.Context, path string) (d delivery, unused []string, err error) {
	head, err := openManifest(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	used := slices.Collect(maps.Values(head.places))
	for i, name := range head.table.Names() {
		if !slices.Contains(used, i) {
			unused = append(unused, gevel.Printable(strings.ToLower(strings.TrimSpace(name))))
		}
	}
	return func(yield func(candidate, error) bool) { imp.readManifest(ctx, path, yield) }, unused, head.table.Close()
}

func (imp Import) readManifest(ctx context.Context, path string, yield func(candidate, error) bool) {
	m, err := openManifest(ctx, path)
	if err != nil {
		yield(candidate{}, err)
		return
	}
	defer m.table.Close()
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
	table  *table.Table
	places map[string]int // of the columns, in a row
	fields []string       // of the current row
}

// openManifest reads the header. Errors name the file and the fault.
func openManifest(ctx context.Context, path string) (*manifest, error) {
	t, err := table.Open(ctx, path, nil, table.Options{})
	if err != nil {
		return nil, fmt.Errorf("read header of %s: %w", path, err)
	}
	m := &manifest{path: path, table: t, places: map[string]int{}}
	if err := m.readHeader(); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return m, nil
}

func (m *manifest) readHeader() error {
	start, _ := m.table.Missed()
	if err := filekind.NoTable(start); err != nil {
		return fmt.Errorf("read header of %s: %w", m.path, err)
	}
	for i, name := range m.table.Names() {
		name = strings.ToLower(strings.TrimSpace(name))
		if m.has(name) {
			return fmt.Errorf("%s has two columns %s", m.path, name)
		}
		if slices.Contains(manifestColumns, name) {
			m.places[name] = i
		}
	}
	fields := map[string]int{} // under other names
	found, err := spelling.Recognise(m.table.Names(), func(column string, field int) bool {
		fields[column] = field
		return !m.has(column) && slices.Contains(manifestColumns, column)
	})
	if err != nil {
		return fmt.Errorf("read header of %s: %w", m.path, err)
	}
	for _, r := range found {
		m.places[r.Column] = fields[r.Column]
	}
	if !m.has("file") || !m.has("number_id") && (!m.has("postal_code") || !m.has("house_number")) {
		return fmt.Errorf("%s needs the column file, and number_id or postal_code and house_number; it may have %s",
			m.path, strings.Join(manifestColumns, ", "))
	}
	return nil
}

func (m *manifest) has(column string) bool { _, ok := m.places[column]; return ok }

// next returns the photo of the next row, an error with a reason for a bad row, or io.EOF.
func (m *manifest) next(imp Import) (candidate, error) {
	row, err := m.table.Next()
	if err != nil {
		return candidate{}, err
	}
	m.fields = row.Fields
	c := candidate{line: row.Line, name: m.value("file"), kind: imp.Kind, source: imp.Source}
	if row.Fault != "" {
		return c, refuse(reasonBadRow, "%s", row.Fault)
	}
	err = m.fill(&c, imp.Now)
	return c, err
}

// value returns a field of the current row, "" for a missing column.
func (m *manifest) value(column string) string {
	if !m.has(column) {
		return ""
	}
	return spelling.Cell(m.fields[m.places[column]])
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
