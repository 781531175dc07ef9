package demo

import (
	"strings"

	"github.com/gevel/gevel"
)

// district is a part of the town with homes of one kind in one postal-code area.
type district struct {
	pc4      string
	city     *city
	centre   gevel.Point
	ring     int     // districts round the same centre form rings; 0 is the innermost
	from, to float64 // its range of angles, degrees
	share    float64 // of the town's homes
	atLeast  int     // least number of homes in a small town
	years    [2]int  // range of build years
	setback  float64 // metres from the middle of the street to the front
	band     float64 // metres from the middle of the street to the end of the gardens
	premium  float64 // of the location, log euros
	quiet    bool    // no sales in the last years
	remote   bool    // the hamlet
	// Each stem with each ending makes the names of the streets; all are invented.
	stems, endings string
	deck           []cluster

	homes   int // laid so far
	dealt   int // clusters taken from the deck
	postals int // PC6 given out
}

// cluster lays a group of buildings along a frontage. It returns false when the frontage has no room left.
type cluster func(*frontage) bool

// hamletHomes is too few for the three references of a valuation.
const hamletHomes = 2

// newDistricts returns the parts of a town and their cities. The first round of each deck has every kind of home
// of the district, so that a small town has all of them.
func newDistricts(s site) ([]*city, []*district) {
	place := func(i int, single, name string, centre gevel.Point, half float64) *city {
		return &city{
			ID: gevel.BAGID(s.code(single, firstCity, 3, i)), Name: s.name(name), Municipality: s.municipality(),
			Ring: square(s.at(centre), half),
		}
	}
	gevelrade := place(0, "9901", "Gevelrade", townCentre, 2_900)
	lindeloo := place(1, "9902", "Lindeloo", gevel.Point{X: 140_500, Y: 516_500}, 2_500)
	uiterzand := place(2, "9903", "Uiterzand", hamletCentre, 1_500)
	districts := []*district{
		{ // the old centre
			pc4: "8246", city: gevelrade, centre: townCentre, from: 0, to: 200,
			share: 0.22, years: [2]int{1605, 1905}, setback: 15, band: 42, premium: 0.16,
			stems: "Haring Zoutkeet Touwslager Kaarsen Zeilmaker Peper Lakenkoop Scheepstimmer Mosterd Beurtschipper " +
				"Wolwever",
			endings: "gracht kade steeg wal straat",
			deck:    []cluster{canalRow, upstairsRow, canalRow, cityApartments.lay, canalRow, upstairsRow},
		},
		{ // of the time between the wars
			pc4: "8247", city: gevelrade, centre: townCentre, ring: 1, from: 5, to: 85,
			share: 0.19, years: [2]int{1906, 1939}, setback: 9, band: 36, premium: 0.10,
			stems:   "Meidoorn Vlier Kornoelje Sering Hazelaar Goudiep Kardinaalsmuts Kweepeer Zilverlinde Jasmijn Steeneik",
			endings: "singel straat laan plantsoen hof park",
			deck:    []cluster{terrace, porticoRow, pair, splitHouse, unlikePair, terrace, upstairsRow, pair},
		},
		{ // of the decades of rebuilding
			pc4: "8248", city: gevelrade, centre: townCentre, ring: 1, from: 95, to: 195,
			share: 0.27, years: [2]int{1953, 1979}, setback: 12, band: 46, premium: -0.08,
			stems: "Grutto Kievit Tureluur Zwaluw Klaproos Zuring Pinksterbloem Watersnip Koekoeksbloem Leeuwerik Dotter " +
				"Wulpen",
			endings: "weide straat veld dreef hof",
			deck: []cluster{
				terrace, galleryFlat.lay, stairwellFlat.lay, maisonnettes.lay, corridorFlat.lay, terrace, linkedRow, terrace,
			},
		},
		{ // of today
			pc4: "8249", city: gevelrade, centre: townCentre, ring: 2, from: 15, to: 150,
			share: 0.21, years: [2]int{1986, 2024}, setback: 10, band: 38, premium: 0.02,
			stems:   "Botter Tjalk Schokker Skûtsje Hoogaars Boeier Kraak Westlander Praam Lemsteraak Bolpoep",
			endings: "eiland haven rif steiger baken",
			deck:    []cluster{terrace, linkedPairs, apartments.lay, linkedRow, pair, terrace, detachedRow, terrace},
		},
		{ // the village
			pc4: "8250", city: lindeloo, centre: villageCentre, from: 0, to: 260,
			share: 0.105, years: [2]int{1890, 2015}, setback: 10, band: 48, premium: 0.04,
			stems: "Kerk Brink Molen Pastorie Smids Boomgaards Achter Hooi", endings: "pad weg straat dijk",
			deck: []cluster{detachedRow, unlikePair, pair, terrace, detachedRow, splitHouse, detachedRow},
		},
		{ // the polder
			pc4: "8258", city: lindeloo, centre: polderCentre, from: 20, to: 160, quiet: true,
			share: 0.005, atLeast: 8, years: [2]int{1960, 1985}, setback: 16, band: 90, premium: -0.05,
			stems: "Kavel Sluitgat Dromers Strekdam", endings: "weg vaart tocht", deck: []cluster{farms},
		},
		{
			pc4: "8257", city: uiterzand, centre: hamletCentre, from: 40, to: 80, quiet: true, remote: true,
			atLeast: hamletHomes, years: [2]int{1905, 1935}, setback: 14, band: 70,
			stems: "Vuurtoren", endings: "pad", deck: []cluster{hamlet},
		},
	}
	for i, d := range districts {
		d.pc4, d.centre = s.code(d.pc4, firstPostalArea, len(districts), i), s.at(d.centre)
	}
	return []*city{gevelrade, lindeloo, uiterzand}, districts
}

// streetName returns the i-th name. When stems and endings are used up the names start again, as they do in real towns.
func (d *district) streetName(i int) string {
	stems, endings := strings.Fields(d.stems), strings.Fields(d.endings)
	count := len(stems) * len(endings)
	return strings.Repeat("Nieuwe ", i/count) + stems[i%len(stems)] + endings[(i/len(stems)+i)%len(endings)]
}

// nextPostalCode returns a new PC6. F, I, O, Q, U and Y are hardly used in them, and three pairs never.
func (d *district) nextPostalCode() gevel.PostalCode {
	const letters = "ABCDEGHJKLMNPRSTVWXZ"
	for {
		pair := string([]byte{letters[d.postals/len(letters)], letters[d.postals%len(letters)]})
		d.postals++
		if pair != "SA" && pair != "SD" && pair != "SS" {
			return gevel.PostalCode(d.pc4 + pair)
		}
	}
}
