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

// A delivery that is written town by town, so that memory holds only one. The objects of each type go to an
// inner zip in its own file until all are written.

// kinds are the inner zips of a delivery, in its order.
var kinds = []struct {
	name, kind string
	objects    func(*register) []string
}{
	{"WPL", "WPL", (*register).cityObjects},
	{"OPR", "OPR", (*register).streetObjects},
	{"NUM", "NUM", (*register).numberObjects},
	{"LIG", "LIG", func(r *register) []string { return r.objectsOf(gevel.CodeLigplaats) }},
	{"STA", "STA", func(r *register) []string { return r.objectsOf(gevel.CodeStandplaats) }},
	{"VBO", "VBO", func(r *register) []string { return r.objectsOf(gevel.CodeVerblijfsobject) }},
	{"PND", "PND", (*register).buildingObjects},
}

// innerZip is the zip of the objects of a type, being written.
type innerZip struct {
	extract
	name, kind string
	zip        *zip.Writer
	member     io.Writer // nil before the first
	files      int
	objects    int // in the current member
}

// add adds objects; it begins a new member when one is full.
func (z *innerZip) add(objects []string) error {
	for _, object := range objects {
		if z.member == nil || z.objects == objectsPerFile {
			if err := z.begin(); err != nil {
				return err
			}
		}
		z.objects++
		if _, err := io.WriteString(z.member, standRow(object)); err != nil {
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

// header is a member's header, dated the delivery's day so that equal towns give equal bytes.
func (x extract) header(name string, method uint16) *zip.FileHeader {
	return &zip.FileHeader{Name: name, Method: method, Modified: x.asOf.Time().Add(time.Hour)}
}

// delivery is a delivery being written.
type delivery struct {
	extract
	dir     string // for the inner zips; removed at the end
	inner   []*innerZip
	files   []*os.File
	sites   []site // by town, for the relation of cities and municipalities
	perTown int    // cities per town
}

// newDelivery begins a delivery with its inner zips in a folder below another.
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

// add adds a town at a site.
func (d *delivery) add(t *town, s site) error {
	r := &register{town: t, asOf: d.asOf}
	d.sites, d.perTown = append(d.sites, s), len(t.cities)
	group := errgroup.Group{}
	for i, k := range kinds {
		objects := k.objects(r) // in sequence: some issue ids
		group.Go(func() error { return d.inner[i].add(objects) })
	}
	return group.Wait()
}

// writeTo writes the delivery as a zip of the inner zips.
func (d *delivery) writeTo(w io.Writer) error {
	z := zip.NewWriter(w)
	note := fmt.Sprintf(deliveryNote, d.asOf, d.sites[0].municipality(), d.sites[0].municipalityName())
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

// relations are the cities of all towns with their municipalities.
func (d *delivery) relations() []relation {
	var list []relation
	for _, s := range d.sites {
		for i := range d.perTown {
			list = append(list, relation{s.cityID(d.perTown, i), s.municipality()})
		}
	}
	return list
}
