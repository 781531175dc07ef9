package reportfolder

// The index: a page of postal-code areas, and a page of homes for each.

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/bulk"
)

//go:embed index.html
var text string

var pages = template.Must(template.New("index").Parse(text))

// index is a page of links.
type index struct {
	Language     words.Language
	Words        words.ReportIndex
	About        string
	Title, Above string // Above is the index above this one, "" at the top
	Head         []string
	Rows         []link
}

// link is a row of an index: a link, and the cells behind it.
type link struct {
	Path, Text string
	Cells      []string
}

// Close writes the index.
func (f *Folder) Close() error {
	top := f.newIndex()
	top.Title, top.Head = top.Words.Title, []string{top.Words.Area, top.Words.Homes}
	for _, area := range slices.Sorted(maps.Keys(f.rows)) {
		page, homes := path.Join(area, f.Index+".html"), f.homesOf(area)
		top.Rows = append(top.Rows, link{page, area, []string{top.Language.Whole(int64(len(homes.Rows)))}})
		if err := f.writeIndex(page, homes); err != nil {
			return err
		}
	}
	return f.writeIndex(f.Index+".html", top)
}

func (f *Folder) newIndex() index {
	l := f.Report.Language
	about := l.PropertyReport().ValuationDate + " " + l.Date(f.Date) + " · " + l.PropertyReport().Edition + " " +
		f.Edition + " · " + f.MadeBy
	return index{Language: l, Words: l.PropertyReport().Index, About: about}
}

// homesOf returns the index of an area, by street and number. A home that was asked twice is in it once.
func (f *Folder) homesOf(area string) index {
	page := f.newIndex()
	report := page.Language.PropertyReport()
	page.Title, page.Above = page.Words.Title+" "+area, "../"+f.Index+".html"
	page.Head = []string{page.Words.Address, report.Value, page.Words.Interval, page.Words.Class}
	rows := f.rows[area]
	slices.Reverse(rows) // the last request of a home comes first
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.address.Street, b.address.Street), cmp.Compare(a.address.HouseNumber, b.address.HouseNumber),
			cmp.Compare(a.address.Extension(), b.address.Extension()), cmp.Compare(a.Path, b.Path))
	})
	rows = slices.CompactFunc(rows, func(a, b row) bool { return a.Path == b.Path })
	euros := page.Language.Euros
	for _, r := range rows {
		page.Rows = append(page.Rows, link{path.Base(r.Path), r.address.String(), []string{
			euros(r.value), euros(r.interval.Low) + " – " + euros(r.interval.High), page.Language.Whole(int64(r.class)),
		}})
	}
	return page
}

func (f *Folder) writeIndex(name string, i index) error {
	var page bytes.Buffer
	if err := pages.Execute(&page, i); err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(f.dir, filepath.FromSlash(name)), visible.Bytes(page.Bytes()),
		private.FileMode(f.dir))
}

// The names of reports: letters, digits and hyphens, one for each home and valuation date. A second request for
// a home with other characteristics replaces its report.

// row is a home in the index.
type row struct {
	Path     string // in the folder, with slashes
	area     string
	address  gevel.Address
	value    gevel.Euro
	interval gevel.Interval
	class    gevel.ConfidenceClass
}

// noArea is the folder of homes without a postal code.
const noArea = "other"

func (f *Folder) rowOf(a *bulk.Answered) row {
	v := a.Valuation
	name := string(v.Dwelling.ID)
	if v.Address.NumberID != v.Dwelling.NumberID {
		name += "-" + string(v.Address.NumberID) // a home with two addresses
	}
	if v.Date != f.Date {
		name += "-" + v.Date.String()
	}
	area := noArea
	if v.Address.PostalCode != "" {
		area = v.Address.PostalCode.PC4()
	}
	return row{path.Join(area, name+".html"), area, v.Address, v.Weighted, v.Interval, v.Class}
}

// requestBytes of what a caller says of a home tell its requests apart.
const requestBytes = 8

// requestOf is a mark of what a caller says of a home, "" for nothing.
func requestOf(c gevel.Characteristics) string {
	given := fmt.Sprintf("%+v", c)
	if given == fmt.Sprintf("%+v", gevel.Characteristics{}) {
		return ""
	}
	sum := sha256.Sum256([]byte(given))
	return hex.EncodeToString(sum[:requestBytes])
}
