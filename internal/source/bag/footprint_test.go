package bag

import (
	"archive/zip"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestFootprintsAreHandedOutWithTheirHomes(t *testing.T) {
	planned := pnd(6, "1990", 80, 6)
	planned.status = "Bouw gestart"
	gone := pnd(3, "1965", 36, 3) // a home is still registered in it
	gone = gone.withStatus("Pand gesloopt").registered(2, "2022-10-20", "", "2022-10-20", "")
	stood := pnd(3, "1965", 36, 3).registered(1, "2010-01-01", "2022-10-20", "2010-01-01", "2022-10-20")
	path := written(t, "village.zip", packed(t, village(t, zip.Store,
		num(1, "1", "1234AB", 1), num(2, "2", "1234AB", 1), num(3, "3", "1234AB", 1), num(4, "4", "1234AB", 1),
		num(5, "5", "1234AB", 1), vbo(5, "70", 3),
		vbo(1, "80", 1), vbo(2, "80", 2), vbo(3, "80", 2), // two flats in building 2
		vbo(4, "90", 2, 4),                                                                          // in two buildings, its point in building 4
		pnd(1, "1950", 10, 6), pnd(2, "1960", 20, 15), pnd(4, "1970", 40, 6), pnd(5, "1980", 60, 6), // building 5 has no home
		planned, stood, gone,
	)...))
	var got []string
	opt := Options{Footprints: func(f Footprint) error {
		var homes []string
		for _, h := range f.Homes {
			homes = append(homes, string(h[len(h)-1:]))
		}
		got = append(got, fmt.Sprintf("%s of %d has %s, %s, from %.0f to %.0f", f.Building[len(f.Building)-1:], f.Year,
			strings.Join(homes, " and "), f.Type, f.Outline[0][0].X, f.Outline[0][1].X))
		return nil
	}}
	if _, err := Read(t.Context(), path, opt); err != nil {
		t.Fatal(err)
	}
	want := "1 of 1950 has 1, Vrijstaande woning, from 100010 to 100016; " +
		"2 of 1960 has 2 and 3, Appartement, from 100020 to 100035; " +
		"3 of 1965 has 5, Vrijstaande woning, from 100036 to 100039; " +
		"4 of 1970 has 4, Vrijstaande woning, from 100040 to 100046; " +
		"5 of 1980 has , , from 100060 to 100066"
	if strings.Join(got, "; ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "; "), want)
	}
	full := errors.New("no room")
	opt.Footprints = func(Footprint) error { return full }
	if _, err := Read(t.Context(), path, opt); !errors.Is(err, full) {
		t.Errorf("err = %v, want the callback's", err)
	}
}

// TestAFormerHomeIsHandedOutApart has a home become a shop in a building with another home, and one demolished with its own.
func TestAFormerHomeIsHandedOutApart(t *testing.T) {
	shop := vbo(2, "80", 1).registered(2, "2022-10-20", "", "2022-10-20", "")
	shop.extra = strings.Replace(shop.extra, "woonfunctie", "winkelfunctie", 1)
	path := written(t, "village.zip", packed(t, village(t, zip.Store,
		num(1, "1", "1234AB", 1), num(2, "2", "1234AB", 1), vbo(1, "80", 1), pnd(1, "1950", 10, 6),
		vbo(2, "80", 1).registered(1, "2010-01-01", "2022-10-20", "2010-01-01", "2022-10-20"), shop,
		num(3, "3", "1234AB", 1), vbo(3, "80", 3).registered(1, "2010-01-01", "2022-10-20", "2010-01-01", "2022-10-20"),
		vbo(3, "80", 3).withStatus("Verblijfsobject ingetrokken").registered(2, "2022-10-20", "", "2022-10-20", ""),
		pnd(3, "1950", 40, 6).withStatus("Pand gesloopt"),
	)...))
	var got []string
	opt := Options{Footprints: func(f Footprint) error {
		got = append(got, fmt.Sprint(f.InUse, f.Homes, f.Were))
		return nil
	}}
	if _, err := Read(t.Context(), path, opt); err != nil {
		t.Fatal(err)
	}
	want := []string{fmt.Sprintf("true [%s] [%s]", id("01", 1), id("01", 2)), fmt.Sprintf("false [] [%s]", id("01", 3))}
	if !slices.Equal(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}
