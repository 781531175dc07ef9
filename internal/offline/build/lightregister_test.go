package build_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/value/valuation"
)

// TestHomesOfBAGLightShareVolumesByTheSurfacesOfTheDay has a later BAG light show larger flats, and houses closed. The models of the buildings
// are the same and much older: answers about the days before the delivery stay, volumes of the neighbours too.
func TestHomesOfBAGLightShareVolumesByTheSurfacesOfTheDay(t *testing.T) {
	c, err := build.ReadConfig(filepath.Join(writeAllSources(t), "gevel.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	c.Vintages, parcelsOf(c.Sources).File, buildingsOf(c.Sources).AsOf = 1, "", "2023-01-01"
	extract := *bagOf(c.Sources)
	deliver := func(day gevel.Date, grows int) (*build.Summary, *valuation.Valuer) {
		t.Helper()
		*bagOf(c.Sources) = writeLight(t, extract, day, grows)
		o := options()
		o.Today = day + 5
		s, err := build.Run(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		return s, openValuer(t, s)
	}
	day := townDay + 25
	_, before := deliver(townDay-5, 0)
	_, after := deliver(day, 3)
	for _, on := range []gevel.Date{before.Oldest(), townDay, day} {
		if n, asked := answersApart(t, before, after, on); n > 0 {
			t.Errorf("%d of %d answers about %s differ", n, asked, on)
		}
	}
	volumes, types := 0, 0
	for d := range after.Edition().Dwellings {
		if was := d.On(day, gevel.Standard()); was.Volume != d.On(day+1, gevel.Standard()).Volume && was.UseSurface == d.UseSurface {
			volumes++
		}
		if was := d.On(day, gevel.Standard()); was.BuildType != d.On(day+1, gevel.Standard()).BuildType {
			types++
		}
	}
	if n, _ := answersApart(t, before, after, day+1); n == 0 || volumes == 0 || types == 0 {
		t.Errorf("%d answers about %s, %d volumes of neighbours and %d types differ", n, day+1, volumes, types)
	}
}

// writeLight writes the homes of an extract as a BAG light of a day, of each so many in shared buildings one a third larger, and
// one house closed; 0 is none.
func writeLight(t *testing.T, extract string, day gevel.Date, grows int) (path string) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	path = filepath.Join(t.TempDir(), "bag-light.gpkg")
	file, err := geopackage.Create(path)
	must(err)
	file.Changed = day
	buildings, err := file.Layer("pand", "POLYGON", "identificatie TEXT", "status TEXT", "bouwjaar INTEGER")
	must(err)
	houses := 0
	r, err := bag.Read(t.Context(), extract, bag.Options{
		Units: true, Progress: func(int64, int64) {}, Footprints: func(f bag.Footprint) error {
			outline := make(geopackage.Polygon, len(f.Outline))
			for i, ring := range f.Outline {
				outline[i] = slices.Clone(ring)
			}
			status := "Pand in gebruik"
			if len(f.Homes) == 1 {
				if houses++; grows > 0 && houses%(3*grows) == 0 {
					status = "Pand buiten gebruik"
				}
			}
			return buildings.Add(geopackage.AppendPolygon(nil, geopackage.RDNew, outline), string(f.Building), status, int64(f.Year))
		},
	})
	must(err)
	in, shared := map[gevel.BAGID][]string{}, map[string]int{}
	for _, u := range r.Units {
		if u.Home != bag.NoHome {
			building, id := string(u.Building.ID()), r.Dwellings[u.Home].ID
			in[id], shared[building] = append(in[id], building), shared[building]+1
		}
	}
	units, err := file.Layer("verblijfsobject", "POINT", "identificatie TEXT", "status TEXT",
		"nummeraanduiding_hoofdadres_identificatie TEXT", "openbare_ruimte_identificatie TEXT", "openbare_ruimte_naam TEXT",
		"huisnummer INTEGER", "huisletter TEXT", "toevoeging TEXT", "postcode TEXT", "woonplaats_identificatie TEXT",
		"woonplaats_naam TEXT", "bronhouder_identificatie TEXT", "gebruiksdoel TEXT", "oppervlakte INTEGER", "pand_identificatie TEXT")
	must(err)
	numbers := map[string]int{} // of streets and cities
	numbered := func(name string) int {
		if numbers[name] == 0 {
			numbers[name] = len(numbers) + 1
		}
		return numbers[name]
	}
	for _, a := range r.Addresses {
		row, of := slices.BinarySearchFunc(r.Dwellings, a.ObjectID, func(d gevel.Dwelling, id gevel.BAGID) int {
			return strings.Compare(string(d.ID), string(id))
		})
		if !of || !a.Main || a.Until != 0 || len(in[a.ObjectID]) == 0 {
			continue
		}
		d := &r.Dwellings[row]
		surface := int64(d.UseSurface.Or(999999))
		if grows > 0 && row%grows == 0 && shared[in[d.ID][0]] > 3 {
			surface = surface * 4 / 3
		}
		must(units.AddPoint(d.At, string(d.ID), "Verblijfsobject in gebruik", string(d.NumberID),
			fmt.Sprintf("030030%010d", numbered(a.Street+" in "+a.City)), a.Street, int64(a.HouseNumber), a.HouseLetter, a.HouseNumberExt,
			string(a.PostalCode), fmt.Sprintf("%04d", 1000+numbered(a.City)), a.City, "0300", "woonfunctie", surface,
			strings.Join(in[d.ID], ",")))
	}
	must(file.Close())
	return path
}
