package bag

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"fmt"
	"io"
	"os"
	"testing"
)

// country is an invented register of any size, written object by object in the layout of the national
// delivery: terraces of six, blocks of flats, sheds, shops, berths, superseded occurrences, and a few objects
// that do not join.
type country struct {
	addresses int
	text      []byte
}

const (
	countryTerrace  = 6  // houses
	countryFlats    = 20 // units of a block
	countryStreet   = 40 // addresses
	countryPostal   = 20 // addresses
	countryCity     = 5_000
	countryPerFile  = 10_000 // objects, as in the register
	countryRow      = 3_000  // plots side by side
	countryTerraced = 13     // of 20 addresses; the others are flats
)

// writeCountry writes the register as a delivery to path.
func writeCountry(t testing.TB, path string, addresses int) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	c := &country{addresses: addresses}
	if err := c.write(zip.NewWriter(w)); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func (c *country) write(z *zip.Writer) error {
	for _, kind := range []struct {
		code  string
		count int
		add   func(i int)
	}{
		{"VBO", c.addresses, c.addUnit},
		{"NUM", c.addresses, c.addNumber},
		{"PND", 2 * c.addresses, c.addBuildings},
		{"LIG", c.addresses / 200, c.addBerth},
		{"OPR", c.addresses/countryStreet + 1, c.addStreet},
		{"WPL", c.addresses/countryCity + 1, c.addCity},
	} {
		if err := c.part(z, kind.code, kind.count, kind.add); err != nil {
			return err
		}
	}
	inner, err := nested(z, relationName+".zip")
	if err != nil {
		return err
	}
	x, err := inner.Create(relationName + "-000001.xml")
	if err != nil {
		return err
	}
	var list []string
	for city := range c.addresses/countryCity + 1 {
		if city%50 != 49 { // else its municipality is unknown
			list = append(list, relation(fmt.Sprintf("%04d", 1000+city), "0344", "definitief"))
		}
	}
	if _, err := io.WriteString(x, relations(list...)); err != nil {
		return err
	}
	if err := inner.Close(); err != nil {
		return err
	}
	return z.Close()
}

// nested begins a zip within a zip.
func nested(z *zip.Writer, name string) (*zip.Writer, error) {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return nil, err
	}
	inner := zip.NewWriter(w)
	inner.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestSpeed)
	})
	return inner, nil
}

// part writes the objects of a type, a limited number to a file.
func (c *country) part(z *zip.Writer, code string, count int, add func(i int)) error {
	name := "9999" + code + "08092023"
	inner, err := nested(z, name+".zip")
	if err != nil {
		return err
	}
	empty := extract()
	const end = "</sl:standBestand></x:bagStand>"
	perFile := min(countryPerFile, c.addresses/5) // so that a small country has several files too
	for first := 0; first < count; first += perFile {
		w, err := inner.Create(fmt.Sprintf("%s-%06d.xml", name, first/perFile+1))
		if err != nil {
			return err
		}
		c.text = append(c.text[:0], empty[:len(empty)-len(end)]...)
		for i := first; i < min(count, first+perFile); i++ {
			add(i)
		}
		c.text = append(c.text, end...)
		if _, err := w.Write(c.text); err != nil {
			return err
		}
	}
	return inner.Close()
}
