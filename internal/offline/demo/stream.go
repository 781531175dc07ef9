package demo

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
)

// A delivery that is written town by town, so that memory holds one town however many there are. The
// objects of a kind lie in one inner zip, which goes to a file of its own until all are written.

// kinds are the inner zips of a delivery, in its order.
var kinds = []struct {
	name, kind string
	records    func(*register) []string
}{
	{"WPL", "WPL", (*register).placeRecords},
	{"OPR", "OPR", (*register).streetRecords},
	{"NUM", "NUM", (*register).numberRecords},
	{"LIG", "LIG", func(r *register) []string { return r.objectRecords(gevel.CodeLigplaats) }},
	{"STA", "STA", func(r *register) []string { return r.objectRecords(gevel.CodeStandplaats) }},
	{"VBO", "VBO", func(r *register) []string { return r.objectRecords(gevel.CodeVerblijfsobject) }},
	{"PND", "PND", (*register).buildingRecords},
}

// innerZip is the zip of the objects of a kind while it is written.
type innerZip struct {
	extract
	name, kind string
	zip        *zip.Writer
	member     io.Writer // nil before the first
	files      int
	objects    int // in the member
}

// add adds objects, in a new member where one is full.
func (z *innerZip) add(records []string) error {
	for _, record := range records {
		if z.member == nil || z.objects == objectsPerFile {
			if err := z.begin(); err != nil {
				return err
			}
		}
		z.objects++
		if _, err := io.WriteString(z.member, standRow(record)); err != nil {
			return err
		}
	}
	return nil
}

func (z *innerZip) begin() error {
	if err := z.end(); err != nil {
		return err
	}
	z.files, z.objects = z.files+1, 0
	var err error
	z.member, err = z.zip.CreateHeader(z.header(z.memberName(z.name, z.files), zip.Deflate))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(z.member, standHead, z.asOf, z.kind)
	return err
}

func (z *innerZip) end() error {
	if z.member == nil {
		return nil
	}
	_, err := io.WriteString(z.member, standTail)
	return err
}

func (z *innerZip) close() error {
	if z.files == 0 {
		if err := z.begin(); err != nil {
			return err
		}
	}
	if err := z.end(); err != nil {
		return err
	}
	return z.zip.Close()
}

// header is that of a member, of the delivery's day, so that equal towns make equal bytes.
func (x extract) header(name string, method uint16) *zip.FileHeader {
	return &zip.FileHeader{Name: name, Method: method, Modified: x.asOf.Time().Add(time.Hour)}
}

// delivery is a delivery while it is written.
type delivery struct {
	extract
	dir     string // of the inner zips, removed at the end
	inner   []*innerZip
	files   []*os.File
	places  []site // by town, for the relation of places and municipalities
	perTown int    // places
}

// newDelivery begins one whose inner zips lie below a folder until it is written.
func newDelivery(x extract, below string) (*delivery, error) {
	dir, err := os.MkdirTemp(below, ".delivery-")
	if err != nil {
		return nil, err
	}
	d := &delivery{extract: x, dir: dir}
	for _, k := range kinds {
		f, err := os.Create(filepath.Join(dir, k.name))
		if err != nil {
			d.discard()
			return nil, err
		}
		d.files = append(d.files, f)
		d.inner = append(d.inner, &innerZip{extract: x, name: k.name, kind: k.kind, zip: zip.NewWriter(f)})
	}
	return d, nil
}

// discard removes the inner zips.
func (d *delivery) discard() {
	for _, f := range d.files {
		f.Close()
	}
	_ = os.RemoveAll(d.dir)
}

// add adds a town that lies at a site.
func (d *delivery) add(t *town, s site) error {
	r := &register{town: t, asOf: d.asOf}
	d.places, d.perTown = append(d.places, s), len(t.places)
	group := errgroup.Group{}
	for i, k := range kinds {
		records := k.records(r) // one after the other: some give out ids
		group.Go(func() error { return d.inner[i].add(records) })
	}
	return group.Wait()
}

// writeTo writes the delivery as a zip of the inner zips.
func (d *delivery) writeTo(w io.Writer) error {
	z := zip.NewWriter(w)
	note := fmt.Sprintf(deliveryNote, d.asOf, d.places[0].municipality(), d.places[0].municipalityName())
	f, err := z.CreateHeader(d.header("Leveringsdocument-BAG-Extract.xml", zip.Deflate))
	if err == nil {
		_, err = io.WriteString(f, note)
	}
	if err != nil {
		return err
	}
	for i, inner := range d.inner {
		if err := inner.close(); err != nil {
			return fmt.Errorf("%s: %w", inner.name, err)
		}
		if err := d.copy(z, nation+inner.name+d.stamp()+".zip", d.files[i]); err != nil {
			return fmt.Errorf("%s: %w", inner.name, err)
		}
	}
	if err := d.addMembers(z, []member{d.relation(d.relations())}); err != nil {
		return err
	}
	return z.Close()
}

func (d *delivery) copy(z *zip.Writer, name string, from *os.File) error {
	to, err := z.CreateHeader(d.header(name, zip.Store))
	if err != nil {
		return err
	}
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return err
}

// relations are the places of all towns and their municipalities.
func (d *delivery) relations() []relation {
	var list []relation
	for _, s := range d.places {
		for i := range d.perTown {
			list = append(list, relation{s.place(d.perTown, i), s.municipality()})
		}
	}
	return list
}
