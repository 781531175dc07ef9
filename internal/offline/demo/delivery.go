package demo

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
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
	Funcs(template.FuncMap{"NL": func() string { return "\n" }, "positions": positions}).
	Parse(regexp.MustCompile(`\s*\n\s*`).ReplaceAllString(bagText, "")))

// positions returns the coordinates of a ring, each followed by its height.
func positions(ring []gevel.Point, height string) string {
	var text []byte
	for _, p := range ring {
		text = append(strconv.AppendFloat(text, p.X, 'f', 3, 64), ' ')
		text = append(strconv.AppendFloat(text, p.Y, 'f', 3, 64), height...)
		text = append(text, ' ')
	}
	return string(bytes.TrimSpace(text))
}

const (
	objectsPerFile = 10_000 // at most
	nation         = "9999" // in the names of members of the national delivery
)

// delivery is a delivery being written. bag.tmpl prints its exported fields.
type delivery struct {
	Day                gevel.Date
	Municipality, Name string    // of the first town
	Cities             []version // of all towns

	to    *zip.Writer
	inner []*innerZip
}

// innerZip is the zip of the objects of a kind, being written.
type innerZip struct {
	*delivery
	kind
	packed  bytes.Buffer
	zip     *zip.Writer
	member  io.Writer // nil before the first
	objects int
}

// deliveryDay returns the last day of a delivery on or before d: the 8th of a month.
func deliveryDay(d gevel.Date) gevel.Date {
	const after = 7 // days, the first of the month
	if eighth := d.Month().First() + after; eighth <= d {
		return eighth
	}
	return (d.Month() - 1).First() + after
}

func newDelivery(w io.Writer, day gevel.Date) *delivery {
	d := &delivery{Day: day, to: zip.NewWriter(w)}
	for _, k := range kinds {
		z := &innerZip{delivery: d, kind: k}
		z.zip = zip.NewWriter(&z.packed)
		d.inner = append(d.inner, z)
	}
	return d
}

// named returns the name of a member, which ends with the delivery's date.
func (d *delivery) named(what string) string { return what + d.Day.Time().Format("02012006") }

// add adds a town.
func (d *delivery) add(t *town) error {
	r := &register{town: t, asOf: d.Day}
	if d.Cities == nil {
		d.Municipality, d.Name = t.site.municipality(), t.site.name(municipalityName)
	}
	r.cities(func(v version) { d.Cities = append(d.Cities, v) })
	var group errgroup.Group
	for _, z := range d.inner {
		var versions []version
		z.versions(r, func(v version) { versions = append(versions, v) }) // in sequence: some issue ids
		group.Go(func() error { return z.add(versions) })
	}
	return group.Wait()
}

// add adds versions, and begins a new member when one is full.
func (z *innerZip) add(versions []version) error {
	for _, v := range versions {
		if z.objects%objectsPerFile == 0 {
			if err := z.begin(); err != nil {
				return err
			}
		}
		z.objects++
		v.kind = z.kind
		if err := bagXML.ExecuteTemplate(z.member, z.Type, v); err != nil {
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
	name := fmt.Sprintf("%s-%06d.xml", z.named(nation+z.code), z.objects/objectsPerFile+1)
	if z.member, err = createMember(z.zip, z.Day, name); err != nil {
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
func createMember(in *zip.Writer, day gevel.Date, name string) (io.Writer, error) {
	header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: day.Time().Add(time.Hour)}
	if strings.HasSuffix(name, ".zip") { // compressed already, and read in place
		header.Method = zip.Store
	}
	return in.CreateHeader(header)
}

// close writes the delivery of the inner zips.
func (d *delivery) close() error {
	if err := d.document(d.to, "Leveringsdocument-BAG-Extract", "note"); err != nil {
		return err
	}
	for _, z := range d.inner {
		if err := errors.Join(z.end(), z.zip.Close(), d.putInner(z)); err != nil {
			return err
		}
	}
	name := d.named("GEM-WPL-RELATIE-") //nolint:misspell // a Dutch word
	relations := func(in *zip.Writer) error { return d.document(in, name+"-000001", "relations") }
	return errors.Join(d.within(name, relations), d.to.Close())
}

// putInner adds an inner zip: the mistakes stand one zip deeper.
func (d *delivery) putInner(z *innerZip) error {
	put := func(to *zip.Writer) error { return d.put(to, z.named(nation+z.code), &z.packed) }
	if z.code == mistakes {
		return d.within(d.named(nation+"Inactief"), put)
	}
	return put(d.to)
}

// put adds a finished zip to another.
func (d *delivery) put(to *zip.Writer, name string, packed *bytes.Buffer) error {
	w, err := createMember(to, d.Day, name+".zip")
	if err == nil {
		_, err = packed.WriteTo(w)
	}
	return err
}

// within adds a zip with a content to the delivery.
func (d *delivery) within(name string, content func(*zip.Writer) error) error {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	if err := errors.Join(content(z), z.Close()); err != nil {
		return err
	}
	return d.put(d.to, name, &packed)
}

// document adds an XML file that one template makes.
func (d *delivery) document(to *zip.Writer, name, template string) error {
	w, err := createMember(to, d.Day, name+".xml")
	if err != nil {
		return err
	}
	return bagXML.ExecuteTemplate(w, template, d)
}
