package demo

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/template"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
)

// A delivery of the national register is a zip of zips of XML. It is written town by town: memory holds one, and
// the inner zip of each type of object until all are complete.

//go:embed bag.tmpl
var bagText string

// bagXML has a template for each type of object, and for what stands around the objects.
var bagXML = template.Must(template.New("").
	Funcs(template.FuncMap{"NL": func() string { return "\n" }}).Parse(joinLines(bagText)))

func joinLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, "")
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
	inner []*innerZip
}

// innerZip is the zip of the objects of a type, being written.
type innerZip struct {
	*delivery
	Short   string // type of the objects
	name    string // of the zip, without its ending
	packed  bytes.Buffer
	zip     *zip.Writer
	member  io.Writer // nil before the first
	objects int
}

func newDelivery(w io.Writer, day gevel.Date) *delivery {
	d := &delivery{Day: day, to: zip.NewWriter(w)}
	for _, k := range kinds {
		z := &innerZip{delivery: d, Short: k.short, name: nation + k.name + d.stamp()}
		z.zip = zip.NewWriter(&z.packed)
		d.inner = append(d.inner, z)
	}
	return d
}

// stamp is the delivery's date in the names of its members.
func (d *delivery) stamp() string { return d.Day.Time().Format("02012006") }

// add adds a town.
func (d *delivery) add(t *town) error {
	r := &register{town: t, asOf: d.Day}
	if d.Cities == nil {
		d.Municipality, d.Name = t.site.municipality(), t.site.name(municipalityName)
	}
	r.cities(func(e entry) { d.Cities = append(d.Cities, e) })
	var group errgroup.Group
	for i, k := range kinds {
		var entries []entry
		k.entries(r, func(e entry) { entries = append(entries, e) }) // in sequence: some issue ids
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
	if z.member != nil {
		if err := bagXML.ExecuteTemplate(z.member, "end", nil); err != nil {
			return err
		}
	}
	name := fmt.Sprintf("%s-%06d.xml", z.name, z.objects/objectsPerFile+1)
	if z.member, err = createMember(z.zip, z.Day, name, zip.Deflate); err != nil {
		return err
	}
	return bagXML.ExecuteTemplate(z.member, "begin", z)
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
		if err := errors.Join(bagXML.ExecuteTemplate(z.member, "end", nil), z.zip.Close()); err != nil {
			return err
		}
		put := func(to *zip.Writer) error { return d.put(to, z.name, z.packed.Bytes()) }
		var err error
		if kinds[i].name == mistakes { // one zip deeper
			err = d.within(d.to, nation+"Inactief"+d.stamp(), put)
		} else {
			err = put(d.to)
		}
		if err != nil {
			return err
		}
	}
	name := "GEM-WPL-RELATIE-" + d.stamp() //nolint:misspell // a Dutch word
	relations := func(in *zip.Writer) error { return d.document(in, name+"-000001.xml", "relations") }
	return errors.Join(d.within(d.to, name, relations), d.to.Close())
}

// put adds a finished zip to another.
func (d *delivery) put(to *zip.Writer, name string, packed []byte) error {
	w, err := createMember(to, d.Day, name+".zip", zip.Store) // compressed already
	if err == nil {
		_, err = w.Write(packed)
	}
	return err
}

// within adds a zip with a content to another.
func (d *delivery) within(to *zip.Writer, name string, content func(*zip.Writer) error) error {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	if err := errors.Join(content(z), z.Close()); err != nil {
		return err
	}
	return d.put(to, name, packed.Bytes())
}

// document adds an XML file that one template makes.
func (d *delivery) document(to *zip.Writer, name, template string) error {
	w, err := createMember(to, d.Day, name, zip.Deflate)
	if err != nil {
		return err
	}
	return bagXML.ExecuteTemplate(w, template, d)
}
