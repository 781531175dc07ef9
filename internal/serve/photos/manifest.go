package photos

// A delivery with a manifest: a table with a row per photo, in each form of package table.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// The columns of a manifest beside those that name a home by its dwelling or address, in any order. file is a path
// relative to the manifest; an empty kind or source gets the import's default.
const (
	columnNumber = flatfile.HouseNumberExt + 1 + iota
	columnKind
	columnFile
	columnTakenAt
	columnSource
)

var manifestSchema = flatfile.Schema{
	Names: append(flatfile.HomeColumns(), "number_id", "kind", "file", "taken_at", "source"),
	IDs:   []int{columnNumber},
	Needs: [][]int{
		{columnFile, columnNumber}, {columnFile, flatfile.DwellingID}, {columnFile, flatfile.PostalCode, flatfile.HouseNumber},
	},
	Also: map[int][]string{
		columnFile:    {"bestand", "bestandsnaam", "filename", "foto", "afbeelding", "pad"},
		columnKind:    {"soort", "type", "fotosoort", "categorie"},
		columnTakenAt: {"datum", "opnamedatum", "datum_opname", "genomen_op"},
		columnSource:  {"bron", "maker", "fotograaf"},
	},
}

// manifestEndings are how the names of manifests end.
var manifestEndings = []string{".csv", ".xlsx", ".parquet"}

// manifest returns the photos of a manifest and its unknown columns.
func (imp Import) manifest(ctx context.Context, path string) (d delivery, unused []string, err error) {
	head, err := openManifest(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range head.Columns().Ignored {
		unused = append(unused, strings.ToLower(name))
	}
	return func(yield func(candidate, error) bool) { imp.readManifest(ctx, path, yield) }, unused, head.Close()
}

func (imp Import) readManifest(ctx context.Context, path string, yield func(candidate, error) bool) {
	m, err := openManifest(ctx, path)
	if err != nil {
		yield(candidate{}, err)
		return
	}
	defer m.Close()
	for {
		c, err := m.next(ctx, imp)
		if errors.Is(err, io.EOF) || !yield(c, err) {
			return
		}
		if _, _, ok := RejectReason(err); err != nil && !ok {
			return
		}
	}
}

// manifest reads the rows of one file.
type manifest struct {
	*flatfile.Reader
	beside Beside
}

// openManifest reads the header. Errors name the file and the fault.
func openManifest(ctx context.Context, path string) (*manifest, error) {
	var none gevel.Attributes
	r, err := flatfile.Open(ctx, flatfile.Source{Path: path}, &manifestSchema, &none)
	if err != nil {
		return nil, fmt.Errorf("read header of %s: %w", path, err)
	}
	needed := append([]int{columnFile}, r.NeededForHomes()...)
	if r.Has(columnNumber) {
		needed = needed[:1]
	}
	if err := r.Require(needed...); err != nil {
		return nil, errors.Join(fmt.Errorf("read header of %s: %w; it may have %s",
			path, err, strings.Join(manifestSchema.Names, ", ")), r.Close())
	}
	return &manifest{r, NewBeside(path)}, nil
}

// next returns the photo of the next row, an error with a reason for a bad row, or io.EOF.
func (m *manifest) next(ctx context.Context, imp Import) (candidate, error) {
	read, err := m.Next(ctx)
	if err != nil {
		return candidate{}, err
	}
	row := &flatfile.Row{Reader: m.Reader, Row: read}
	c := candidate{line: read.Line, name: row.Value(columnFile), kind: imp.Kind, source: imp.Source}
	if read.Fault != "" {
		return c, Refuse(reasonBadRow, "%s", read.Fault)
	}
	err = m.fill(&c, row, imp.Now)
	return c, err
}

func (m *manifest) fill(c *candidate, row *flatfile.Row, now time.Time) error {
	if err := c.fillHome(row.Value); err != nil {
		return err
	}
	switch {
	case c.name == "":
		return Refuse(reasonMissingFile, "no file is named")
	case strings.Contains(c.name, "://"):
		return Refuse(reasonURL, "%s is a URL: download the photo and name its file", spelling.Quote(c.name))
	}
	c.file = m.beside.Find(c.name)
	if err := c.nameKind(c.name); err != nil {
		return err
	}
	if kind := row.Value(columnKind); kind != "" {
		if err := c.readKind(kind); err != nil {
			return err
		}
	}
	if source := row.Value(columnSource); source != "" {
		c.source = source
	}
	return c.fillTakenAt(row.Value(columnTakenAt), now)
}

// Beside finds the files that a manifest names, from its folder on.
type Beside struct {
	dir    string
	folded map[string]map[string]string // by folder: its names as they are, by what fold makes of them; "" for several
}

// NewBeside returns the files beside a manifest.
func NewBeside(manifest string) Beside {
	return Beside{filepath.Dir(manifest), map[string]map[string]string{}}
}

// Find returns the path of a file as it is on disk: a manifest may have another case, backslashes or decomposed accents.
func (b *Beside) Find(name string) string {
	path := filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(b.dir, path)
	}
	if _, err := os.Stat(path); err == nil || filepath.IsAbs(name) {
		return path
	}
	at := b.dir
	for part := range strings.SplitSeq(strings.ReplaceAll(name, `\`, "/"), "/") {
		if part != ".." && part != "." && part != "" {
			if part = b.names(at)[fold(part)]; part == "" {
				return path
			}
		}
		at = filepath.Join(at, part)
	}
	return at
}

// names returns the names in a folder.
func (b *Beside) names(dir string) map[string]string {
	if names, known := b.folded[dir]; known {
		return names
	}
	names := map[string]string{}
	entries, _ := os.ReadDir(dir) // one that can't be read has no file to find
	for _, entry := range entries {
		_, twice := names[fold(entry.Name())]
		if names[fold(entry.Name())] = entry.Name(); twice {
			names[fold(entry.Name())] = ""
		}
	}
	b.folded[dir] = names
	return names
}

func fold(name string) string { return strings.ToLower(norm.NFC.String(name)) }

// fillHome sets all that the row says of the home, in columns and in the file's name.
func (c *candidate) fillHome(value func(column int) string) error {
	var home spelling.Home
	for _, written := range []string{value(columnNumber), value(flatfile.DwellingID)} {
		if written == "" {
			continue
		}
		id, err := spelling.ID(written)
		if err != nil {
			return Refuse(reasonBadNumberID, "%v", err)
		}
		home.Name(id)
	}
	q, faults := spelling.Address{
		PostalCode: value(flatfile.PostalCode), HouseNumber: value(flatfile.HouseNumber),
		HouseLetter: value(flatfile.HouseLetter), HouseNumberExt: value(flatfile.HouseNumberExt),
	}.Query()
	inName := claimsIn(strings.ReplaceAll(c.name, `\`, "/"))
	switch {
	case len(faults) == 0:
		home.Address = q
	case home.ID == "" && (len(inName) == 0 || value(flatfile.PostalCode)+value(flatfile.HouseNumber) != ""):
		return Refuse(reasonBadAddress, "%s", faults[0].Message)
	}
	if home.ID != "" || len(faults) == 0 {
		c.claims = append(c.claims, claim{place: "the row", home: home, firm: home.ID != ""})
	}
	for _, l := range inName {
		l.firm = l.firm && (len(c.claims) == 0 || isObject(l.home.ID)) // a number id may be one that the home had before
		c.claims = append(c.claims, l)
	}
	return nil
}

func (c *candidate) fillTakenAt(text string, now time.Time) error {
	if text == "" {
		return nil
	}
	taken, err := ParseTakenAt(text)
	if err != nil {
		return Refuse(reasonBadTakenAt, "%v", err)
	}
	if taken.After(now) {
		if gevel.DayOf(taken) > gevel.DayOf(now) {
			return Refuse(reasonBadTakenAt, "%s lies in the future", text)
		}
		taken = now // imported before noon of its day
	}
	if taken.Before(oldest) {
		return Refuse(reasonBadTakenAt, "%s lies before the first digital cameras", text)
	}
	c.takenAt = gevel.Some(taken)
	return nil
}

// ParseTakenAt parses a time with a zone, a day with a Dutch time behind it, or a day. A day stands for its noon, so that it
// is the same day in every zone in use.
func ParseTakenAt(s string) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, nil
	}
	text, clock := s, time.Date(0, 1, 1, 12, 0, 0, 0, time.UTC)
	if at := strings.LastIndexAny(s, " T"); at > 0 {
		for _, layout := range []string{time.TimeOnly, "15:04"} {
			if t, err := time.Parse(layout, s[at+1:]); err == nil {
				text, clock = s[:at], t
			}
		}
	}
	day, err := spelling.Day(text, spelling.UnknownOrder)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w, or a time such as 2006-01-31T15:04:05+01:00", err)
	}
	return time.Date(day.Year(), day.Time().Month(), day.Time().Day(), clock.Hour(), clock.Minute(), clock.Second(), 0, gevel.Amsterdam), nil
}
