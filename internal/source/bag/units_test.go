package bag

import (
	"archive/zip"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

func TestUnitsOfBuildingsAreKeptWhenAsked(t *testing.T) {
	shop := vbo(2, "60", 1)
	shop.extra = strings.Replace(shop.extra, "woonfunctie", "winkelfunctie", 1)
	formed := vbo(4, "40", 1)
	formed.status = "Verblijfsobject gevormd"
	planned := pnd(3, "2024", 30, 8)
	planned.status = "Bouw gestart"
	things := []thing{
		vbo(1, "90", 1), shop, formed, vbo(3, "101", 1, 2, 9), vbo(5, "999", 2), vbo(6, "70", 3), vbo(7, "80", 1),
		pnd(1, "1931", 10, 8), pnd(2, "1931", 20, 8), planned,
	}
	for n := 1; n <= 6; n++ { // home 7 has no address, but is in the building
		things = append(things, num(n, fmt.Sprint(n), "3511AB", 1))
	}
	path := written(t, "village.zip", packed(t, village(t, zip.Store, things...)...))
	r, err := Read(t.Context(), path, Options{Units: true})
	if err != nil {
		t.Fatal(err)
	}
	row := map[int]int32{}
	for i, d := range r.Dwellings {
		for n := range 8 {
			if string(d.ID) == id("01", n) {
				row[n] = int32(i)
			}
		}
	}
	building := func(n int) gevel.BAGNumber { return gevel.BAGID(id("10", n)).Number() }
	want := []Unit{
		{building(1), row[1], 90},
		{building(1), NoHome, 60},
		{building(1), row[3], 50},
		{building(1), row[4], NotInUse},
		{building(1), NoHome, 80},
		{building(2), row[3], 50},
		{building(2), row[5], 0},
		{building(3), row[6], 70}, // a building needs no use of its own
	}
	if diff := cmp.Diff(want, r.Units); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
	if r := mustRead(t, path); r.Units != nil {
		t.Errorf("%d units are kept that nobody asked for", len(r.Units))
	}
}
