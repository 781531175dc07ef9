// Package reportfolder writes a property report for each of many homes into one folder: a page a home, whole or not at
// all, and an index. What is there already is not written again, so that work that was ended goes on where it was.
package reportfolder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/value/bulk"
)

// Options say what the reports are.
type Options struct {
	About
	Desk *propertyreport.Desk
	// Report is what all reports share; each gets its own case and photos.
	Report propertyreport.Report
	// Photos returns the photos of a home by the id of its main address.
	Photos func(number gevel.BAGID) ([]propertyreport.Photo, error)
	// Index is the name of the index of homes, without its ending.
	Index string
	// Fail is called with what ends the work: the disk is full.
	Fail func(error)
}

// About is what all reports in a folder have in common.
type About struct {
	Edition  string     `json:"edition"`
	Date     gevel.Date `json:"date"`
	Language string     `json:"language"`
	MadeBy   string     `json:"madeBy"`

	Order propertyreport.Order `json:"order,omitzero"`
}

// aboutName is the file that says it, of a few hundred bytes.
const (
	aboutName = "reports.json"
	mostAbout = 1 << 16
)

// Folder is a folder of reports that is being filled, as a bulk.Addition.
type Folder struct {
	Options
	dir   string
	areas sync.Map // by name: the folders that were made
	pages sync.Map // by path: the *page
	rows  map[string][]row
	homes int
	kept  int // reports that were there already
}

// Open begins to fill a folder, which it makes. Error: gevel.Invalid when it has reports of other values, or something else.
func Open(dir string, o Options) (*Folder, error) {
	if err := private.MkdirAll(dir); err != nil {
		return nil, err
	}
	f := &Folder{Options: o, dir: dir, rows: map[string][]row{}}
	return f, f.claim()
}

// claim writes what the reports are about, or compares it with what is written.
func (f *Folder) claim() error {
	path := filepath.Join(f.dir, aboutName)
	want, err := json.MarshalIndent(f.About, "", "  ")
	if err != nil {
		return err
	}
	want = append(want, '\n')
	got, err := regular.Read(path, mostAbout)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		entries, err := os.ReadDir(f.dir)
		if err != nil {
			return err
		}
		if len(entries) > 0 {
			return gevel.Refusal("give a folder that is new or empty", "%s has other files than reports, such as %s", f.dir,
				entries[0].Name())
		}
		return atomicfile.Write(path, want, private.FileMode(f.dir))
	case err != nil:
		return err
	case !bytes.Equal(got, want):
		return gevel.Refusal("give another folder",
			"the reports in %s are of other values: %s says\n%s and these would be\n%s", f.dir, aboutName, got, want)
	}
	return nil
}

// Columns is the column with the path of a home's report in the folder.
func (f *Folder) Columns() []bulk.Column {
	return []bulk.Column{{Name: "report", Node: parquet.String(), Of: func(a bulk.Added) parquet.Value {
		return bulk.TextOrNull(a.(written).Path)
	}}}
}

// written is the report of a home; a home without a value has none.
type written struct {
	row
	kept bool
}

// Work writes the report of a home, unless it is there.
func (f *Folder) Work(a bulk.Answered) bulk.Added {
	if a.Reason != "" {
		return written{}
	}
	w := written{row: f.rowOf(&a)}
	entry, _ := f.pages.LoadOrStore(w.Path, &page{})
	p := entry.(*page)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.line > a.Line { // a later row asks for the same home
		return w
	}
	again := p.line > 0
	p.line = a.Line
	path, request := filepath.Join(f.dir, filepath.FromSlash(w.Path)), requestOf(a.Inquiry.Overrides)
	if is, ok := requestIn(path); ok && is == request {
		w.kept = !again
		return w
	}
	if err := f.write(path, a.Inquiry, request); err != nil {
		f.Fail(fmt.Errorf("write the report of %s: %w", a.Valuation.Address, err))
		return written{}
	}
	return w
}

// page is a report that is written or will be.
type page struct {
	mu   sync.Mutex
	line int // of the last row that asked for it
}

// requestMark is where a report says which request it answers, in its first headBytes.
var requestMark = regexp.MustCompile(`<meta name="gevel-request" content="([0-9a-f]*)">`)

const headBytes = 2048

// requestIn returns the request that the report at a path answers; false if there is none.
func requestIn(path string) (string, bool) {
	file, err := regular.Open(path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	head := make([]byte, headBytes)
	n, _ := io.ReadFull(file, head)
	found := requestMark.FindSubmatch(head[:n])
	if found == nil {
		return "", false
	}
	return string(found[1]), true
}

func (f *Folder) write(path string, q gevel.Inquiry, request string) error {
	report := f.Report
	report.Request = request
	var err error
	if report.Case, err = f.Desk.Of(q); err != nil {
		return err
	}
	if report.Photos, err = f.Photos(report.Explanation.Valuation.Dwelling.NumberID); err != nil {
		return err
	}
	if err := f.makeArea(filepath.Dir(path)); err != nil {
		return err
	}
	var page bytes.Buffer
	if err := propertyreport.Write(&page, report); err != nil {
		return err
	}
	return atomicfile.Write(path, visible.Bytes(page.Bytes()), private.FileMode(f.dir))
}

func (f *Folder) makeArea(dir string) error {
	if _, made := f.areas.Load(dir); made {
		return nil
	}
	if err := private.MkdirAll(dir); err != nil {
		return err
	}
	f.areas.Store(dir, true)
	return nil
}

// Note keeps a home for the index.
func (f *Folder) Note(a bulk.Added) {
	w := a.(written)
	if w.Path == "" {
		return
	}
	f.homes++
	if w.kept {
		f.kept++
	}
	f.rows[w.area] = append(f.rows[w.area], w.row)
}

// String says how many reports there are.
func (f *Folder) String() string {
	return fmt.Sprintf("%d reports in %s, %d of them from before", f.homes, f.dir, f.kept)
}
