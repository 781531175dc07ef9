package bag

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// Structs for a straightforward reader with encoding/xml.
type (
	plainVersion struct {
		Occurrence int    `xml:"voorkomenidentificatie"`
		Begin      string `xml:"beginGeldigheid"`
		End        string `xml:"eindGeldigheid"`
		Inactive   string `xml:"tijdstipInactief"`
	}
	plainUnit struct {
		ID        string       `xml:"identificatie"`
		Main      string       `xml:"heeftAlsHoofdadres>NummeraanduidingRef"`
		Secondary []string     `xml:"heeftAlsNevenadres>NummeraanduidingRef"`
		Version   plainVersion `xml:"voorkomen>Voorkomen"`
		Point     string       `xml:"geometrie>punt>Point>pos"`
		Uses      []string     `xml:"gebruiksdoel"`
		Surface   int          `xml:"oppervlakte"`
		Status    string       `xml:"status"`
		Buildings []string     `xml:"maaktDeelUitVan>PandRef"`
	}
	plainNumber struct {
		ID      string       `xml:"identificatie"`
		House   int          `xml:"huisnummer"`
		Letter  string       `xml:"huisletter"`
		Ext     string       `xml:"huisnummertoevoeging"`
		Postal  string       `xml:"postcode"`
		Status  string       `xml:"status"`
		Version plainVersion `xml:"voorkomen>Voorkomen"`
		Street  string       `xml:"ligtAan>OpenbareRuimteRef"`
	}
	plainBuilding struct {
		ID       string       `xml:"identificatie"`
		Exterior string       `xml:"geometrie>Polygon>exterior>LinearRing>posList"`
		Interior []string     `xml:"geometrie>Polygon>interior>LinearRing>posList"`
		Year     int          `xml:"oorspronkelijkBouwjaar"`
		Status   string       `xml:"status"`
		Version  plainVersion `xml:"voorkomen>Voorkomen"`
	}
)

// plainRead decodes the objects of a member and returns their number.
func plainRead(content []byte) (objects int, err error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return objects, nil
		}
		if err != nil {
			return objects, err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		var into any
		switch start.Name.Local {
		case "Verblijfsobject":
			into = &plainUnit{}
		case "Nummeraanduiding":
			into = &plainNumber{}
		case "Pand":
			into = &plainBuilding{}
		default:
			continue
		}
		if err := d.DecodeElement(into, &start); err != nil {
			return objects, err
		}
		objects++
	}
}

// read turns the objects of a member into rows and returns their number.
func read(s *scanner, content []byte) (objects int, err error) {
	rows := sorter{asOf: dayOf([]byte(villageDay)), member: "bench.xml"}
	err = s.scan(bytes.NewReader(content), func(r *occurrence) error {
		objects++
		rows.add(r)
		return nil
	})
	return objects, err
}

// benchMembers returns a file each of units, numbers and buildings, of equal counts: the first file of each
// type of the slice when the shared data is there, else a village of that size.
func benchMembers(b *testing.B) [][]byte {
	const slice = "../../../../shared/data/bag/hague-slice-08092023.zip"
	if content, err := os.ReadFile(slice); err == nil {
		var members [][]byte
		xmlMembers(b, "hague.zip", content, func(name string, content []byte) {
			for _, code := range []string{"NUM", "VBO", "PND"} {
				if strings.HasSuffix(name, code+"08092023-000001.xml") {
					members = append(members, content)
				}
			}
		})
		return members
	}
	const homes = 10_000
	var units, numbers, buildings []thing
	for i := range homes {
		units = append(units, vbo(i, "90", i))
		numbers = append(numbers, num(i, fmt.Sprint(i%999+1), "3511AB", 1))
		buildings = append(buildings, pnd(i, "1931", float64(6*i%90_000), 6))
	}
	return [][]byte{[]byte(extract(units...)), []byte(extract(numbers...)), []byte(extract(buildings...))}
}

// BenchmarkXML compares the reader, rows and checks of outlines included, with a
// plain decode into structs by encoding/xml: the same bytes, one core, one run.
func BenchmarkXML(b *testing.B) {
	members := benchMembers(b)
	size := 0
	for _, m := range members {
		size += len(m)
	}
	s := newScanner()
	var perByte [2]float64 // ns
	for i, reader := range []struct {
		name string
		read func([]byte) (int, error)
	}{
		{"encoding-xml", plainRead},
		{"gevel", func(content []byte) (int, error) { return read(s, content) }},
	} {
		b.Run(reader.name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			objects := 0
			for b.Loop() {
				objects = 0
				for _, m := range members {
					n, err := reader.read(m)
					if err != nil {
						b.Fatal(err)
					}
					objects += n
				}
			}
			perByte[i] = float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(size)
			b.ReportMetric(float64(objects), "objects")
			if perByte[0] > 0 && perByte[1] > 0 {
				b.ReportMetric(perByte[0]/perByte[1], "x-encoding-xml")
			}
		})
	}
}

// BenchmarkRead reads the whole slice of The Hague, 130 MB of XML.
func BenchmarkRead(b *testing.B) {
	path := sharedData(b, "bag/hague-slice-08092023.zip")
	for b.Loop() {
		if _, err := Read(context.Background(), path, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestMemoryIsBoundedByTheResult reads a delivery with much history: superseded occurrences must not take
// memory.
func TestMemoryIsBoundedByTheResult(t *testing.T) {
	const homes, history = 200, 100
	delivery := func(occurrences int) string {
		var things []thing
		for i := 1; i <= homes; i++ {
			for o := 1; o < occurrences; o++ {
				old, oldNumber, oldBuilding := vbo(i, "90", i), num(i, "1", "3511AB", 1),
					pnd(i, "1931", float64(8*i), 8)
				for _, past := range []*thing{&old, &oldNumber, &oldBuilding} {
					past.occurrence, past.begin, past.end = o, "2010-01-01", "2011-01-01"
					things = append(things, *past)
				}
			}
			number := num(i, "1", "3511AB", 1)
			number.occurrence = occurrences
			things = append(things, vbo(i, "90", i), number, pnd(i, "1931", float64(8*i), 8))
		}
		return written(t, "d.zip", packed(t, village(t, zip.Store, things...)...))
	}
	cost := func(path string) int64 {
		// Pools are emptied by each collection, and each processor has its own.
		defer debug.SetGCPercent(debug.SetGCPercent(-1))
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		r, err := Read(context.Background(), path, Options{Workers: 1})
		runtime.ReadMemStats(&after)
		if err != nil || len(r.Dwellings) != homes {
			t.Fatalf("%d dwellings, %v", len(r.Dwellings), err)
		}
		return int64(after.TotalAlloc - before.TotalAlloc)
	}
	short, long := delivery(1), delivery(history)
	cost(short) // the first reading fills caches
	perObject := float64(cost(long)-cost(short)) / (3 * homes * (history - 1))
	t.Logf("%.2f bytes allocated per superseded object", perObject)
	const bound = 12 // bytes, for the spelling of a postal code; an object takes 600 to 1500 in the file
	if perObject > bound {
		t.Errorf("%.1f bytes allocated per superseded object, want at most %d", perObject, bound)
	}
}
