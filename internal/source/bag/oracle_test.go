package bag

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// text is an occurrence as plain values, for comparison.
type text struct {
	Object ObjectType
	Values []string // "field/dimension text"
}

func textOf(r *occurrence) text {
	out := text{Object: r.object}
	for _, v := range r.values {
		out.Values = append(out.Values, fmt.Sprintf("%d/%d %s", v.field, v.dimension, r.of(v)))
	}
	return out
}

func scanned(content []byte) (texts []text, err error) {
	err = newScanner().scan(bytes.NewReader(content), func(r *occurrence) error {
		texts = append(texts, textOf(r))
		return nil
	})
	return texts, err
}

// oracle reads the objects of a member with encoding/xml: it parses each object into a tree and collects the
// values.
type oracle struct{ texts []text }

type node struct {
	name     string
	attrs    []xml.Attr
	text     []byte
	children []node
}

// treeOf parses an element after its start tag.
func treeOf(d *xml.Decoder, start xml.StartElement) (node, error) {
	n := node{name: start.Name.Local, attrs: start.Copy().Attr}
	for {
		token, err := d.Token()
		if err != nil {
			return n, err
		}
		switch t := token.(type) {
		case xml.CharData:
			n.text = append(n.text, t...)
		case xml.StartElement:
			child, err := treeOf(d, t)
			if err != nil {
				return n, err
			}
			n.children = append(n.children, child)
		case xml.EndElement:
			return n, nil
		case xml.Directive:
			return n, errors.New("directive")
		}
	}
}

func oracleOf(content []byte) ([]text, error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	var o oracle
	parent, roots := []string{}, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if roots == 0 {
				return o.texts, errors.New("no element")
			}
			return o.texts, nil
		}
		if err != nil {
			return o.texts, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(parent) == 0 {
				roots++
			}
			inBag := len(parent) > 0 && parent[len(parent)-1] == "bagObject"
			if !inBag && t.Name.Local != "GemeenteWoonplaatsRelatie" {
				parent = append(parent, t.Name.Local)
				continue
			}
			n, err := treeOf(d, t)
			if err != nil {
				return o.texts, err
			}
			o.add(n)
		case xml.EndElement:
			parent = parent[:len(parent)-1]
		case xml.Directive:
			return o.texts, errors.New("directive")
		}
	}
}

func (o *oracle) add(n node) {
	object := names[n.name].object
	if object == 0 {
		object = UnknownObject
	}
	out := text{Object: object}
	dimension := uint8(defaultDimension)
	var visit func(n node, parent, grand element)
	visit = func(n node, parent, grand element) {
		name := names[n.name]
		if name.element == elPolygon || name.element == elPoint {
			for _, a := range n.attrs {
				if a.Name.Local == "srsDimension" && (a.Value == "2" || a.Value == "3") {
					dimension = a.Value[0] - '0'
				}
			}
		}
		f := name.fieldAt(parent, grand)
		coordinates := f == fieldPoint || f == fieldExterior || f == fieldInterior
		if f != fieldNone && (!coordinates || object == Verblijfsobject || object == Pand) {
			out.Values = append(out.Values, fmt.Sprintf("%d/%d %s", f, dimension, bytes.Trim(n.text, " \t\r\n")))
		}
		for _, child := range n.children {
			visit(child, name.element, parent)
		}
	}
	for _, child := range n.children {
		visit(child, names[n.name].element, elOther)
	}
	o.texts = append(o.texts, out)
}

// xmlMembers calls use with every XML member of a file and of the zips in it.
func xmlMembers(t testing.TB, name string, content []byte, use func(name string, content []byte)) {
	t.Helper()
	switch strings.ToLower(path.Ext(name)) {
	case ".xml":
		use(name, content)
	case ".zip":
		z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, f := range z.File {
			if isNoise(f.Name) {
				continue
			}
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			inner, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			xmlMembers(t, name+"/"+f.Name, inner, use)
		}
	}
}

func TestScannerReadsWhatEncodingXMLReads(t *testing.T) {
	for _, sample := range []string{
		"testdata/BAGNLDL-15092020-trimmed.zip", "testdata/pand-gml-bad.xml",
		"bag/BAGNLDL-15092020-small.zip", "bag/0221PND15092020.zip", "bag/hague-slice-08092023.zip",
	} {
		t.Run(sample, func(t *testing.T) {
			if strings.HasPrefix(sample, "bag/") {
				if testing.Short() {
					t.Skip("the large samples take seconds")
				}
				if strings.Contains(sample, "hague") && os.Getenv("GEVEL_ORACLE") == "" {
					t.Skip("GEVEL_ORACLE is not set, and encoding/xml takes ten seconds to read it")
				}
				sample = sharedData(t, sample)
			}
			content, err := os.ReadFile(filepath.FromSlash(sample))
			if err != nil {
				t.Fatal(err)
			}
			objects := 0
			xmlMembers(t, path.Base(sample), content, func(name string, content []byte) {
				got, err := scanned(content)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				want, err := oracleOf(content)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				requireSameTexts(t, name, got, want)
				objects += len(got)
			})
			if objects == 0 {
				t.Error("no object was compared")
			}
			t.Logf("%d objects agree", objects)
		})
	}
}

func requireSameTexts(t testing.TB, name string, got, want []text) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d objects, want %d", name, len(got), len(want))
	}
	for i := range got {
		g, w := fmt.Sprintf("%q", got[i]), fmt.Sprintf("%q", want[i])
		if g != w {
			t.Fatalf("%s: object %d\n got %s\nwant %s", name, i, g, w)
		}
	}
}
