package bag

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// delivery is an open delivery with the list of its parts.
type delivery struct {
	size         int64
	parts        []part // in the order of ObjectType
	archives     []*archive
	opened       map[*zip.File]*archive
	file         *os.File
	date         string // StandTechnischeDatum of the Leveringsdocument, "" when it has none
	municipality string // the only one that it covers, "" for none
}

// part is a member to read: XML, or a zip of XML.
type part struct {
	object   ObjectType // 0 when the file's name does not show it
	name     string     // path to the member
	date     string     // in the member's name, ISO
	size     int64      // packed, bytes
	delivery *delivery
	archive  *archive // the zip that holds the member
	member   *zip.File
	file     io.ReaderAt // a file of plain XML, outside any zip
	isZip    bool
}

// buildingsPhase is the type that is read last, when the referenced buildings are known.
const buildingsPhase = Pand

// maxNesting is how deep zips may nest. An extract has two levels; packing it again adds a third.
const maxNesting = 3

var (
	dataName       = regexp.MustCompile(`^\d{4}(WPL|OPR|LIG|STA|(?:IA|NB)?(?:VBO|NUM|PND))(\d{2})(\d{2})(\d{4})(-\d{6}\.xml|\.zip)$`)
	relationMember = regexp.MustCompile(`^(GEM-WPL)-[A-Z]+-(\d{2})(\d{2})(\d{4})(-\d{6}\.xml|\.zip)$`)
	// skippedName matches parts that say nothing of homes on any day: occurrences of other objects that were taken back or
	// never part of the register, and investigations.
	skippedName = regexp.MustCompile(`^\d{4}(InOnderzoek|(IA|NB)(WPL|OPR|LIG|STA)|IO[A-Z]*)\d{8}(-\d{6}\.xml|\.zip)$`)
)

// leveringsdocument is the member that describes the delivery as a whole.
const leveringsdocument = "Leveringsdocument-BAG-Extract.xml"

func openDelivery(ctx context.Context, name string) (*delivery, error) {
	file, err := regular.OpenWatched(ctx, name)
	if err != nil {
		return nil, err
	}
	d := &delivery{file: file, opened: map[*zip.File]*archive{}}
	if err := d.plan(ctx, filepath.Base(name)); err != nil {
		d.close()
		return nil, err
	}
	slices.SortStableFunc(d.parts, func(a, b part) int { return int(a.object) - int(b.object) })
	return d, nil
}

func (d *delivery) close() {
	for _, a := range d.archives {
		a.close()
	}
	d.file.Close()
}

// plan recognises the file and lists its parts.
func (d *delivery) plan(ctx context.Context, name string) error {
	info, err := d.file.Stat()
	if err != nil {
		return err
	}
	d.size = info.Size()
	start := make([]byte, 64) // room for a byte order mark and white space
	n, err := d.file.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch {
	case bytes.HasPrefix(start, []byte("PK")):
		a, err := openArchive(name, d.file, d.size, func() {})
		if err != nil {
			return err
		}
		if err := d.walk(ctx, a, 1); err != nil {
			return err
		}
	case looksLikeXML(start[:n]):
		begin, err := io.ReadAll(io.LimitReader(d.file, textfile.ReadAhead))
		if err != nil {
			return err
		}
		if kind := filekind.OfText(string(begin)); kind.IsForeign() || kind.Key != buildFileKey && kind.Key != "" {
			return kind.Refuse(buildFileKey, give)
		}
		d.parts = []part{{name: name, size: d.size, file: d.file}}
	default:
		return d.otherFile(ctx, "the file is neither a zip nor XML, nor a GeoPackage")
	}
	switch {
	case len(d.parts) > 0:
	case filekind.OfZip(zipfile.Names(d.archives[0].files)) == filekind.LayersZip:
		return errors.New("holds a GeoPackage: unpack it, and give that")
	default:
		return d.otherFile(ctx, "the zip holds no file of a BAG extract, such as 9999VBO08092023.zip")
	}
	return nil
}

// inner returns the zip that a part is. It is open until its last member is read.
func (d *delivery) inner(ctx context.Context, p part) (*archive, error) {
	if a := d.opened[p.member]; a != nil {
		return a, nil
	}
	a, err := p.archive.openInner(ctx, p.member)
	if err == nil {
		d.archives, d.opened[p.member] = append(d.archives, a), a
	}
	return a, err
}

// otherFile returns the error for a file that is no delivery.
func (d *delivery) otherFile(ctx context.Context, what string) error {
	return mistaken.Explain(ctx, &gevel.Error{Code: gevel.Invalid, Message: what, Hint: give}, d.file.Name(), buildFileKey)
}

func looksLikeXML(start []byte) bool {
	start = bytes.TrimPrefix(start, []byte(textfile.ByteOrderMark))
	return bytes.HasPrefix(bytes.TrimSpace(start), []byte("<"))
}

// walk lists the parts of an archive and of the zips in it.
func (d *delivery) walk(ctx context.Context, a *archive, nesting int) error {
	d.archives = append(d.archives, a)
	for _, f := range a.files {
		base := path.Base(f.Name)
		p, isPart := partNamed(base)
		switch {
		case isNoise(f.Name) || skippedName.MatchString(base):
		case base == leveringsdocument:
			if err := d.readDocument(a, f); err != nil {
				return err
			}
		case isPart:
			p.name, p.size = a.path(f), int64(f.CompressedSize64)
			p.delivery, p.archive, p.member = d, a, f
			d.parts = append(d.parts, p)
		case strings.EqualFold(path.Ext(base), ".zip"):
			if nesting == maxNesting {
				return fmt.Errorf("open %s: more than %d zips deep", a.path(f), maxNesting)
			}
			inner, err := a.openInner(ctx, f)
			if err != nil {
				return err
			}
			if err := d.walk(ctx, inner, nesting+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// partNamed reads type and date from a member's name.
func partNamed(base string) (part, bool) {
	match := dataName.FindStringSubmatch(base)
	if match == nil {
		match = relationMember.FindStringSubmatch(base)
	}
	if match == nil {
		return part{}, false
	}
	return part{
		object: objectTypeOf(strings.TrimPrefix(strings.TrimPrefix(match[1], "IA"), "NB")),
		date:   match[4] + "-" + match[3] + "-" + match[2],
		isZip:  strings.HasSuffix(base, ".zip"),
	}, true
}

// readDocument reads the delivery's date and municipality from its Leveringsdocument.
func (d *delivery) readDocument(a *archive, f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return fmt.Errorf("open %s: %w", a.path(f), err)
	}
	defer r.Close()
	s := newScanner()
	if err := s.scan(r, func(*occurrence) error { return nil }); err != nil {
		return fmt.Errorf("read %s: %w", a.path(f), textfile.Named(err))
	}
	d.date, d.municipality = s.head.asOf, s.head.municipality
	return nil
}

// asOf returns the day of the delivery: from its Leveringsdocument, else from its first extract file, else
// from that file's name. The relation of cities and municipalities has its own date, which does not count.
func (d *delivery) asOf(ctx context.Context) (gevel.Date, error) {
	text := d.date
	for _, p := range d.parts {
		if text != "" {
			break
		}
		if p.object == GemeenteWoonplaats {
			continue
		}
		head, err := p.header(ctx)
		if err != nil {
			return gevel.NoDate, err
		}
		if text = head.asOf; text == "" {
			text = p.date
		}
		if d.municipality == "" {
			d.municipality = head.municipality
		}
	}
	if text == "" {
		return gevel.NoDate, errors.New("no StandTechnischeDatum: the day it describes is unknown")
	}
	if len(text) > dateLength {
		text = text[:dateLength]
	}
	day, err := gevel.ParseDate(text)
	if _, old := time.Parse("20060102", text); err != nil && old == nil { // days of BAG 1.0
		return gevel.NoDate, filekind.OldBAG.Refuse(buildFileKey, give)
	}
	if err != nil {
		return gevel.NoDate, fmt.Errorf("StandTechnischeDatum: %w", err)
	}
	return day, nil
}

// partsBefore and partsOf split the parts by phase. Files of unknown content are read first, even if they
// hold buildings.
func (d *delivery) partsBefore(t ObjectType) []part {
	return slices.DeleteFunc(slices.Clone(d.parts), func(p part) bool { return p.object >= t })
}

func (d *delivery) partsOf(t ObjectType) []part {
	return slices.DeleteFunc(slices.Clone(d.parts), func(p part) bool { return p.object != t })
}
