package demo

import (
	"archive/zip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
)

// A delivery of the national register is a zip of zips of XML. It is written town by town, so that memory holds
// one: the objects of each type go to an inner zip in a file of its own until all are written.

//go:embed bag.tmpl
var bagText string

// bagXML has a template for each type of object, and for what stands around the objects.
var bagXML = template.Must(template.New("").
	Funcs(template.FuncMap{"NL": func() string { return "\n" }}).Parse(joinLines(bagText)))

func joinLines(text string) string {
	var joined strings.Builder
	for line := range strings.Lines(text) {
		joined.WriteString(strings.TrimSpace(line))
	}
	return joined.String()
}

const (
	objectsPerFile = 10_000 // at most
	nation         = "9999" // in the names of members of the national delivery
)

// delivery is a delivery being written. bag.tmpl prints its exported fields.
type delivery struct {
	Day                gevel.Date
	Municipality, Name string  // of the first town
	Cities             []entry // of all towns

	to    *zip.Writer
	dir   string // for the inner zips; removed at the end
	inner []*innerZip
}

// innerZip is the zip of the objects of a type, being written.
type innerZip struct {
	*delivery
	Short   string // type of the objects
	name    string // of the zip, without its ending
	file    *os.File
	zip     *zip.Writer
	member  io.Writer // nil before the first
	objects int
}

// newDelivery begins a delivery with its inner zips in a folder below another. Discard it also after an error.
func newDelivery(w io.Writer, day gevel.Date, below string) (d *delivery, err error) {
	d = &delivery{Day: day, to: zip.NewWriter(w)}
	if d.dir, err = os.MkdirTemp(below, ".delivery-"); err != nil {
		return d, err
	}
	for _, k := range kinds {
		f, err := os.Create(filepath.Join(d.dir, k.name))
		if err != nil {
			return d, err
		}
		d.inner = append(d.inner, &innerZip{
			delivery: d, Short: k.short, name: nation + k.name + d.stamp(), file: f, zip: zip.NewWriter(f),
		})
	}
	return d, nil
}

// stamp is the delivery's date in the names of its members.
func (d *delivery) stamp() string { return d.Day.Time().Format("02012006") }

// discard removes the inner zips.
func (d *delivery) discard() {
	for _, z := range d.inner {
		z.file.Close()
	}
	_ = os.RemoveAll(d.dir)
}

// add adds a town.
func (d *delivery) add(t *town) error {
	r := &register{town: t, asOf: d.Day}
	if d.Cities == nil {
		d.Municipality, d.Name = t.site.municipality(), t.site.name(municipalityName)
	}
	d.Cities = append(d.Cities, r.cities()...)
	var group errgroup.Group
	for i, k := range kinds {
		entries := k.entries(r) // in sequence: some issue ids
		group.Go(func() error { return d.inner[i].add(entries) })
	}
	return group.Wait()
}

// add adds objects, and begins a new member when one is full.
func (z *innerZip) add(entries []entry) error {
	for _, e := range entries {
		if z.objects%objectsPerFile == 0 {
			if err := z.begin(); err != nil {
				return err
			}
		}
		z.objects++
		if err := bagXML.ExecuteTemplate(z.member, e.Type, e); err != nil {
			return err
		}
	}
	return nil
}

// begin ends the member, if there is one, and begins the next.
func (z *innerZip) begin() (err error) {
	if err := z.end(); err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%06d.xml", z.name, z.objects/objectsPerFile+1)
	if z.member, err = createMember(z.zip, z.Day, name, zip.Deflate); err != nil {
		return err
	}
	return bagXML.ExecuteTemplate(z.member, "begin", z)
}

func (z *innerZip) end() error {
	if z.member == nil {
		return nil
	}
	return bagXML.ExecuteTemplate(z.member, "end", nil)
}

// createMember begins a member of a zip, dated the delivery's day so that equal towns give equal bytes.
func createMember(in *zip.Writer, day gevel.Date, name string, method uint16) (io.Writer, error) {
	return in.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: day.Time().Add(time.Hour)})
}

// close writes the delivery of the inner zips.
func (d *delivery) close() error {
	if err := d.document(d.to, "Leveringsdocument-BAG-Extract.xml", "note"); err != nil {
		return err
	}
	for i, z := range d.inner {
		copied := z.copyTo
		if kinds[i].name == mistakes { // one zip deeper
			copied = func(to *zip.Writer) error { return d.zipped(to, nation+"Inactief"+d.stamp(), z.copyTo) }
		}
		if err := errors.Join(z.end(), z.zip.Close(), copied(d.to)); err != nil {
			return fmt.Errorf("%s: %w", z.name, err)
		}
	}
	name := "GEM-WPL-RELATIE-" + d.stamp() //nolint:misspell // a Dutch word
	relations := func(in *zip.Writer) error { return d.document(in, name+"-000001.xml", "relations") }
	return errors.Join(d.zipped(d.to, name, relations), d.to.Close())
}

// zipped adds a zip to another.
func (d *delivery) zipped(to *zip.Writer, name string, fill func(*zip.Writer) error) error {
	w, err := createMember(to, d.Day, name+".zip", zip.Store) // compressed already
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	return errors.Join(fill(z), z.Close())
}

// document adds an XML file that one template makes.
func (d *delivery) document(to *zip.Writer, name, template string) error {
	w, err := createMember(to, d.Day, name, zip.Deflate)
	if err != nil {
		return err
	}
	return bagXML.ExecuteTemplate(w, template, d)
}

// copyTo adds the finished inner zip to another.
func (z *innerZip) copyTo(to *zip.Writer) error {
	w, err := createMember(to, z.Day, z.name+".zip", zip.Store)
	if err != nil {
		return err
	}
	if _, err := z.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(w, z.file)
	return err
}
