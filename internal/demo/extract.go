package demo

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// objectsPerFile is how many objects an XML file of the delivery holds at most.
const objectsPerFile = 10_000

// nation is the code by which members of the national delivery are named.
const nation = "9999"

// extract is a delivery of the register being written.
type extract struct {
	asOf gevel.Date
	zip  *zip.Writer
}

// writeExtract writes the town as a delivery of the national register: a zip of
// zips of XML.
func writeExtract(w io.Writer, t *town) error {
	asOf := deliveryDay(t.Date)
	r := &register{town: t, asOf: asOf}
	x := &extract{asOf: asOf, zip: zip.NewWriter(w)}
	members := []struct {
		kind    string
		records []string
	}{
		{"WPL", r.placeRecords()},
		{"OPR", r.streetRecords()},
		{"NUM", r.numberRecords()},
		{"LIG", r.objectRecords(gevel.CodeLigplaats)},
		{"STA", r.objectRecords(gevel.CodeStandplaats)},
		{"VBO", r.objectRecords(gevel.CodeVerblijfsobject)},
		{"PND", r.buildingRecords()},
	}
	if err := x.put(x.zip, "Leveringsdocument-BAG-Extract.xml", []byte(x.leveringsdocument())); err != nil {
		return err
	}
	for _, m := range members {
		inner, err := x.objects(m.kind, m.kind, m.records)
		if err == nil {
			err = x.store(x.zip, nation+m.kind+x.stamp()+".zip", inner)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", m.kind, err)
		}
	}
	if err := x.inactive([]string{r.mistaken()}); err != nil {
		return err
	}
	if err := x.relation(t.places); err != nil {
		return err
	}
	return x.zip.Close()
}

// stamp is the delivery's date in the names of its members.
func (x *extract) stamp() string { return x.asOf.Time().Format("02012006") }

// objects returns the inner zip of the records, named after kind.
func (x *extract) objects(name, kind string, records []string) ([]byte, error) {
	var inner bytes.Buffer
	z := zip.NewWriter(&inner)
	for file := 1; file == 1 || len(records) > 0; file++ {
		n := min(len(records), objectsPerFile)
		var b bytes.Buffer
		fmt.Fprintf(&b, standHead, x.asOf, kind)
		for _, record := range records[:n] {
			b.WriteString("<sl:stand><sl-bag-extract:bagObject>")
			b.WriteString(record)
			b.WriteString("</sl-bag-extract:bagObject></sl:stand>\n")
		}
		b.WriteString("</sl:standBestand></sl-bag-extract:bagStand>\n")
		records = records[n:]
		if err := x.put(z, fmt.Sprintf("%s%s%s-%06d.xml", nation, name, x.stamp(), file), b.Bytes()); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return inner.Bytes(), nil
}

// inactive writes the member of mistaken versions, which is nested one level
// deeper.
func (x *extract) inactive(records []string) error {
	inner, err := x.objects("IAVBO", "VBO", records)
	if err != nil {
		return err
	}
	var middle bytes.Buffer
	z := zip.NewWriter(&middle)
	if err := x.store(z, nation+"IAVBO"+x.stamp()+".zip", inner); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return x.store(x.zip, nation+"Inactief"+x.stamp()+".zip", middle.Bytes())
}

// relation writes which municipality the places belong to.
func (x *extract) relation(places []*place) error {
	var b strings.Builder
	fmt.Fprintf(&b, relationHead, x.asOf)
	for _, p := range places {
		fmt.Fprintf(&b, relationRow, registerBegin, p.id, municipalityCode)
	}
	b.WriteString("</gwr-product:GemeenteWoonplaatsRelatieProduct></gwr-bestand:Product></gwr-bestand:BAG-GWR-Deelbestand-LVC>")
	name := "GEM-WPL-RELATIE-" + x.stamp() //nolint:misspell // a Dutch word
	var inner bytes.Buffer
	z := zip.NewWriter(&inner)
	if err := x.put(z, name+"-000001.xml", []byte(b.String())); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return x.store(x.zip, name+".zip", inner.Bytes())
}

// put adds a compressed member. Its time is the delivery's day, so that equal
// towns make equal bytes.
func (x *extract) put(z *zip.Writer, name string, content []byte) error {
	return x.member(z, zip.FileHeader{Name: name, Method: zip.Deflate}, content)
}

// store adds a member as it is: a zip gains nothing from being compressed again.
func (x *extract) store(z *zip.Writer, name string, content []byte) error {
	return x.member(z, zip.FileHeader{Name: name, Method: zip.Store}, content)
}

func (x *extract) member(z *zip.Writer, h zip.FileHeader, content []byte) error {
	h.Modified = x.asOf.Time().Add(time.Hour)
	w, err := z.CreateHeader(&h)
	if err != nil {
		return fmt.Errorf("add %s: %w", h.Name, err)
	}
	if _, err := w.Write(content); err != nil {
		return fmt.Errorf("add %s: %w", h.Name, err)
	}
	return nil
}

func (x *extract) leveringsdocument() string {
	return fmt.Sprintf(deliveryNote, x.asOf, municipalityCode, municipalityName)
}
