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

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// delivery is a file of the register, opened, with a plan of what to read in it.
type delivery struct {
	size         int64
	parts        []part // in the order of ObjectType
	archives     []*archive
	file         *os.File
	date         string // StandTechnischeDatum of the Leveringsdocument, "" when it has none
	municipality string // the one it is limited to, "" for none
}

// part is a member to read: XML, or a zip of XML.
type part struct {
	object  ObjectType // 0 for a file whose name does not say
	name    string     // path to the member
	date    string     // of the member's name, ISO
	size    int64      // packed, bytes
	archive *archive   // that holds the member
	member  *zip.File
	file    io.ReaderAt // a bare XML file, which has no archive
	isZip   bool
}

// buildingsPhase is the type of object that is read last, when it is known which
// buildings are referred to.
const buildingsPhase = Pand

// maxNesting is how many zips deep XML may lie. An extract has two levels, three
// when somebody packed it again.
const maxNesting = 3

var (
	dataName       = regexp.MustCompile(`^\d{4}(WPL|OPR|NUM|LIG|STA|VBO|PND)(\d{2})(\d{2})(\d{4})(-\d{6}\.xml|\.zip)$`)
	relationMember = regexp.MustCompile(`^(GEM-WPL)-[A-Z]+-(\d{2})(\d{2})(\d{4})(-\d{6}\.xml|\.zip)$`)
	// skippedName matches the parts that say nothing about the current register:
	// taken back, never part of it, or under investigation.
	skippedName = regexp.MustCompile(`^\d{4}(Inactief|NietBag|InOnderzoek|IA|NB|IO)[A-Z]*\d{8}(-\d{6}\.xml|\.zip)$`)
)

// leveringsdocument is the member that describes the delivery as a whole.
const leveringsdocument = "Leveringsdocument-BAG-Extract.xml"

func openDelivery(ctx context.Context, name string) (*delivery, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	d := &delivery{file: file}
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

// plan finds out what the file is and which parts it holds.
func (d *delivery) plan(ctx context.Context, name string) error {
	info, err := d.file.Stat()
	if err != nil {
		return err
	}
	d.size = info.Size()
	start := make([]byte, 64) // enough for a byte order mark and some white space
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

// otherFile is the error of a file that is no delivery.
func (d *delivery) otherFile(ctx context.Context, what string) error {
	return filekind.Explain(ctx, &gevel.Error{Code: gevel.Invalid, Message: what, Hint: give}, d.file.Name(), buildFileKey)
}

func looksLikeXML(start []byte) bool {
	start = bytes.TrimPrefix(start, []byte(textfile.ByteOrderMark))
	return bytes.HasPrefix(bytes.TrimSpace(start), []byte("<"))
}

// walk collects the parts of an archive and of the zips in it.
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
			p.archive, p.member = a, f
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

// partNamed reads what the name of a member says.
func partNamed(base string) (part, bool) {
	match := dataName.FindStringSubmatch(base)
	if match == nil {
		match = relationMember.FindStringSubmatch(base)
	}
	if match == nil {
		return part{}, false
	}
	return part{
		object: objectTypeOf(match[1]),
		date:   match[4] + "-" + match[3] + "-" + match[2],
		isZip:  strings.HasSuffix(base, ".zip"),
	}, true
}

// readDocument takes the date and the municipality of the delivery from its
// description.
func (d *delivery) readDocument(a *archive, f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return fmt.Errorf("open %s: %w", a.path(f), err)
	}
	defer r.Close()
	s := newScanner()
	if err := s.scan(r, func(*record) error { return nil }); err != nil {
		return fmt.Errorf("read %s: %w", a.path(f), textfile.Named(err))
	}
	d.date, d.municipality = s.head.asOf, s.head.municipality
	return nil
}

// asOf returns the day that the delivery describes: as its Leveringsdocument
// says, else as its first extract file says of itself, else by that file's name.
// The relation of cities and municipalities is a product of its own date.
func (d *delivery) asOf() (gevel.Date, error) {
	text := d.date
	for _, p := range d.parts {
		if text != "" {
			break
		}
		if p.object == GemeenteWoonplaats {
			continue
		}
		head, err := p.header()
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
	if err != nil {
		return gevel.NoDate, fmt.Errorf("StandTechnischeDatum: %w", err)
	}
	return day, nil
}

// partsBefore and partsOf split the plan in the phases of a reading. Files whose
// name does not say what they hold are read first, buildings and all.
func (d *delivery) partsBefore(t ObjectType) []part {
	return slices.DeleteFunc(slices.Clone(d.parts), func(p part) bool { return p.object >= t })
}

func (d *delivery) partsOf(t ObjectType) []part {
	return slices.DeleteFunc(slices.Clone(d.parts), func(p part) bool { return p.object != t })
}
