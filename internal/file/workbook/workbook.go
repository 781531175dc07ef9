// Package workbook reads the first sheet of a workbook (xlsx) as the text of a table.
//
// Go has two readers of workbooks that are kept: excelize, which names no cell's style while it streams, so that days
// are numbers, and xlsxreader, which panics in a goroutine of its own on hostile files. Both take a damaged sheet for
// one that ends. This one reads values alone, row by row, within bounds.
package workbook

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
)

// Bounds on what a workbook takes, bytes of xml.
const (
	mostStrings = 128 << 20 // held in memory
	mostSheet   = 2 << 30
	mostOther   = 16 << 20 // of each of the small parts
	mostItem    = 4 << 20  // of a row or a shared text
	mostDepth   = 64       // elements within elements
)

// mainMember names the other parts of a workbook.
const mainMember = "xl/workbook.xml"

// Is reports whether a zip with these members is a workbook.
func Is(members []*zip.File) bool { return memberNamed(members, mainMember) != nil }

// Open opens a workbook, with what its sheets share. Error: gevel.Invalid.
func Open(members []*zip.File) (b *Book, err error) {
	b = &Book{members: members}
	if b.sheets, err = b.visible(); err == nil {
		err = errors.Join(b.readStyles(), b.readStrings())
	}
	if err != nil {
		return nil, damaged(err)
	}
	return b, nil
}

// Sheets returns the names of the visible sheets, one at least.
func (b *Book) Sheets() (names []string) {
	for _, s := range b.sheets {
		names = append(names, s.name)
	}
	return names
}

// Sheet returns the text of a visible sheet: a line a row, its cells separated by tabs, numbers with a decimal point, and
// days as 2016-01-31. Blank rows are blank lines, so that lines are numbered as rows. Error: gevel.Invalid.
func (b *Book) Sheet(i int) (io.Reader, error) { return newSheet(b, b.sheets[i].member) }

// Book is an open workbook.
type Book struct {
	members  []*zip.File
	sheets   []namedSheet // the visible ones
	from1904 bool         // days are counted from then
	days     []bool       // of each style, whether its numbers are days
	texts    texts
}

// namedSheet is a sheet and where it is.
type namedSheet struct {
	name, id string
	member   *zip.File
}

// visible returns the visible sheets, one at least.
func (b *Book) visible() (found []namedSheet, err error) {
	var all []namedSheet
	err = b.each(mainMember, func(e xml.StartElement, _ *reader) error {
		switch e.Name.Local {
		case "workbookPr":
			b.from1904 = isYes(attribute(e, "date1904"))
		case "sheet":
			if state := attribute(e, "state"); state == "" || state == "visible" {
				all = append(all, namedSheet{name: attribute(e, "name"), id: attribute(e, "id")})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	targets := map[string]string{}
	err = b.each("xl/_rels/workbook.xml.rels", func(e xml.StartElement, _ *reader) error {
		if e.Name.Local == "Relationship" && strings.HasSuffix(attribute(e, "Type"), "/worksheet") {
			targets[attribute(e, "Id")] = attribute(e, "Target")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		target, ok := targets[s.id]
		if !ok {
			continue
		}
		if !strings.HasPrefix(target, "/") {
			target = path.Join("xl", target)
		}
		if s.member = memberNamed(b.members, strings.TrimPrefix(target, "/")); s.member != nil {
			found = append(found, s)
		}
	}
	if len(found) == 0 {
		return nil, errors.New("it has no visible sheet")
	}
	return found, nil
}

// each calls use with each element of a small part, which may be missing.
func (b *Book) each(name string, use func(xml.StartElement, *reader) error) error {
	m := memberNamed(b.members, name)
	if m == nil {
		return nil
	}
	r, err := openPart(m, mostOther)
	if err != nil {
		return err
	}
	defer r.Close()
	r.bound.left = mostOther
	for {
		token, err := r.next()
		if err != nil {
			return r.ended(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			if err := use(e, r); err != nil {
				return err
			}
		}
	}
}

func memberNamed(members []*zip.File, name string) *zip.File {
	for _, m := range members {
		if strings.EqualFold(m.Name, name) {
			return m
		}
	}
	return nil
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func isYes(s string) bool { return s == "1" || s == "true" }

func damaged(err error) error {
	return gevel.Refusal("save its sheet as CSV, and give that", "the workbook can't be read: %v", err)
}

// texts are the shared texts of a workbook, in one piece of memory.
type texts struct {
	all  []byte
	ends []uint32
}

func (t *texts) add(s string) {
	t.all = append(t.all, s...)
	t.ends = append(t.ends, uint32(len(t.all)))
}

// at returns a text; ok is false when there is none.
func (t *texts) at(i int) (s string, ok bool) {
	if i < 0 || i >= len(t.ends) {
		return "", false
	}
	begin := uint32(0)
	if i > 0 {
		begin = t.ends[i-1]
	}
	return string(t.all[begin:t.ends[i]]), true
}

// readStrings reads the shared texts, which a workbook may lack.
func (b *Book) readStrings() error {
	m := memberNamed(b.members, "xl/sharedStrings.xml")
	if m == nil {
		return nil
	}
	r, err := openPart(m, min(mostStrings, math.MaxUint32))
	if err != nil {
		return err
	}
	defer r.Close()
	for {
		r.bound.left = mostItem
		token, err := r.next()
		if err != nil {
			return r.ended(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "si" {
			text, err := r.text("t")
			if err != nil {
				return r.ended(err)
			}
			b.texts.add(text)
		}
	}
}

// readStyles finds the styles whose numbers are days.
func (b *Book) readStyles() error {
	dated, within := map[string]bool{}, false
	return b.each("xl/styles.xml", func(e xml.StartElement, _ *reader) error {
		switch e.Name.Local {
		case "numFmt":
			dated[attribute(e, "numFmtId")] = isDay(attribute(e, "formatCode"))
		case "cellXfs":
			within = true
		case "cellStyleXfs", "cellStyles", "dxfs":
			within = false
		case "xf":
			if within {
				format := attribute(e, "numFmtId")
				is, named := dated[format]
				b.days = append(b.days, is || !named && isStandardDay(format))
			}
		}
		return nil
	})
}

// isStandardDay reports whether a format that every workbook has is one of days.
func isStandardDay(format string) bool {
	n, err := strconv.Atoi(format)
	return err == nil && (n >= 14 && n <= 17 || n == 22 || n >= 27 && n <= 36 || n >= 50 && n <= 58)
}

// plainOfFormat matches what a format shows as it stands: quoted, behind a backslash, or in brackets.
var plainOfFormat = regexp.MustCompile(`"[^"]*"|\\.|\[[^\]]*\]|_.|\*.`)

// isDay reports whether a format of numbers shows a day: dd-mm-yyyy, d mmm jj.
func isDay(format string) bool {
	format, _, _ = strings.Cut(plainOfFormat.ReplaceAllString(format, ""), ";")
	return strings.ContainsAny(strings.ToLower(format), "dyj") && !strings.EqualFold(format, "standard")
}
