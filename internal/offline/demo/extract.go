package demo

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/gevel/gevel"
)

// objectsPerFile is the most objects in an XML file of the delivery.
const objectsPerFile = 10_000

// nation is the code in the names of members of the national delivery.
const nation = "9999"

// member is a file of a delivery: a text, or a zip of further members.
type member struct {
	name    string
	text    string
	members []member
}

// extract names and dates the members of a delivery by its day.
type extract struct{ asOf gevel.Date }

// writeExtract writes the town as a delivery of the national register: a zip of
// zips of XML.
func writeExtract(w io.Writer, t *town) error {
	x := extract{deliveryDay(t.Date)}
	r := &register{town: t, asOf: x.asOf}
	note := fmt.Sprintf(deliveryNote, x.asOf, municipalityCode, municipalityName)
	// Versions registered by mistake are one zip deeper.
	mistakes := []member{x.objects("IAVBO", "VBO", []string{r.mistaken()})}
	members := []member{{name: "Leveringsdocument-BAG-Extract.xml", text: note}}
	for _, k := range kinds {
		members = append(members, x.objects(k.name, k.kind, k.objects(r)))
	}
	members = append(members, member{name: nation + "Inactief" + x.stamp() + ".zip", members: mistakes})
	var cities []relation
	for _, p := range t.cities {
		cities = append(cities, relation{p.id, municipalityCode})
	}
	return x.zip(w, append(members, x.relation(cities)))
}

// stamp is the delivery's date in the names of its members.
func (x extract) stamp() string { return x.asOf.Time().Format("02012006") }

// objects returns the member with the objects of a type.
func (x extract) objects(name, kind string, objects []string) member {
	m := member{name: nation + name + x.stamp() + ".zip"}
	for file := 1; file == 1 || len(objects) > 0; file++ {
		n := min(len(objects), objectsPerFile)
		var b strings.Builder
		fmt.Fprintf(&b, standHead, x.asOf, kind)
		for _, object := range objects[:n] {
			b.WriteString(standRow(object))
		}
		b.WriteString(standTail)
		objects = objects[n:]
		m.members = append(m.members, member{name: x.memberName(name, file), text: b.String()})
	}
	return m
}

// memberName returns the name of a file of objects.
func (x extract) memberName(name string, file int) string {
	return fmt.Sprintf("%s%s%s-%06d.xml", nation, name, x.stamp(), file)
}

// standTail closes a file of objects.
const standTail = "</sl:standBestand></sl-bag-extract:bagStand>\n"

// standRow wraps an object for its file.
func standRow(object string) string {
	return "<sl:stand><sl-bag-extract:bagObject>" + object + "</sl-bag-extract:bagObject></sl:stand>\n"
}

// relation is a city and its municipality.
type relation struct{ city, municipality string }

// relation returns the member with the cities' municipalities.
func (x extract) relation(cities []relation) member {
	var b strings.Builder
	fmt.Fprintf(&b, relationHead, x.asOf)
	for _, p := range cities {
		fmt.Fprintf(&b, relationRow, registerBegin, p.city, p.municipality)
	}
	b.WriteString("</gwr-product:GemeenteWoonplaatsRelatieProduct></gwr-bestand:Product></gwr-bestand:BAG-GWR-Deelbestand-LVC>")
	name := "GEM-WPL-RELATIE-" + x.stamp() //nolint:misspell // a Dutch word
	return member{name: name + ".zip", members: []member{{name: name + "-000001.xml", text: b.String()}}}
}

// zip writes members as a zip. Their time is the delivery's day, so that equal towns give equal bytes.
func (x extract) zip(w io.Writer, members []member) error {
	z := zip.NewWriter(w)
	if err := x.addMembers(z, members); err != nil {
		return err
	}
	return z.Close()
}

func (x extract) addMembers(z *zip.Writer, members []member) error {
	for _, m := range members {
		h := x.header(m.name, zip.Deflate)
		content := bytes.NewBufferString(m.text)
		if m.members != nil {
			h.Method = zip.Store // compressed already
			if err := x.zip(content, m.members); err != nil {
				return err
			}
		}
		f, err := z.CreateHeader(h)
		if err == nil {
			_, err = content.WriteTo(f)
		}
		if err != nil {
			return fmt.Errorf("add %s: %w", m.name, err)
		}
	}
	return nil
}
