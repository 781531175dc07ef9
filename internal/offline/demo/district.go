package demo

import (
	"fmt"
	"math"

	"github.com/gevel/gevel"
)

// The municipality is invented and lies in water: the Markerwaard is a polder that was planned for a century
// and never made. Its code, cities and postal codes are in no official list.
const (
	municipalityCode = "0099"
	municipalityName = "Gevelrade"
	provinceName     = "Flevoland"
)

// The centres of the street plan, RD New in metres. The hamlet is more than 25 km from every other home.
var (
	townCentre    = gevel.Point{X: 139_000, Y: 511_000}
	villageCentre = gevel.Point{X: 143_500, Y: 513_200}
	polderCentre  = gevel.Point{X: 137_000, Y: 515_500}
	hamletCentre  = gevel.Point{X: 155_500, Y: 537_500}
)

// district is a part of the town with homes of one kind in one postal-code area.
type district struct {
	name, pc4 string
	in        *city
	centre    gevel.Point
	ring      int     // districts round the same centre form rings; 0 is the innermost
	from, to  float64 // its range of angles, degrees
	share     float64 // of the town's homes
	atLeast   int     // least number of homes in a small town
	years     [2]int  // range of build years
	setback   float64 // metres from the middle of the street to the front
	band      float64 // metres from the middle of the street to the end of the gardens
	premium   float64 // of the location, log euros
	quiet     bool    // no sales in the last years
	names     streetNames
	deck      []cluster

	homes   int // laid so far
	dealt   int // clusters taken from the deck
	postals int // PC6 given out
}

// cluster lays a group of buildings along a frontage. It returns false when the frontage has no room left.
type cluster func(*frontage) bool

// districts returns the parts of the town. The first round of each deck has every kind of home of the
// district, so that a small town has all of them.
func districts(t *town) []*district {
	gevelrade, lindeloo, uiterzand := t.cities[0], t.cities[1], t.cities[2]
	return []*district{
		{
			name: "Binnenstad", pc4: "8246", in: gevelrade, centre: townCentre, from: 0, to: 200,
			share: 0.22, years: [2]int{1605, 1905}, setback: 15, band: 42, premium: 0.16, names: canalNames,
			deck: []cluster{
				(*frontage).canalRow, (*frontage).upstairsRow, (*frontage).canalRow, (*frontage).cityApartments,
				(*frontage).canalRow, (*frontage).upstairsRow,
			},
		},
		{
			name: "Singelkwartier", pc4: "8247", in: gevelrade, centre: townCentre, ring: 1, from: 5, to: 85,
			share: 0.19, years: [2]int{1906, 1939}, setback: 9, band: 36, premium: 0.10, names: treeNames,
			deck: []cluster{
				(*frontage).terrace, (*frontage).porticoRow, (*frontage).pair, (*frontage).splitHouse,
				(*frontage).unlikePair, (*frontage).terrace, (*frontage).upstairsRow, (*frontage).pair,
			},
		},
		{
			name: "De Weiden", pc4: "8248", in: gevelrade, centre: townCentre, ring: 1, from: 95, to: 195,
			share: 0.27, years: [2]int{1953, 1979}, setback: 12, band: 46, premium: -0.08, names: meadowNames,
			deck: []cluster{
				(*frontage).terrace, (*frontage).galleryFlat, (*frontage).stairwellFlat, (*frontage).maisonnettes,
				(*frontage).corridorFlat, (*frontage).terrace, (*frontage).linkedRow, (*frontage).terrace,
			},
		},
		{
			name: "Waterwijk", pc4: "8249", in: gevelrade, centre: townCentre, ring: 2, from: 15, to: 150,
			share: 0.21, years: [2]int{1986, 2024}, setback: 10, band: 38, premium: 0.02, names: shipNames,
			deck: []cluster{
				(*frontage).terrace, (*frontage).linkedPairs, (*frontage).apartments, (*frontage).linkedRow,
				(*frontage).pair, (*frontage).terrace, (*frontage).detachedRow, (*frontage).terrace,
			},
		},
		{
			name: "Lindeloo", pc4: "8250", in: lindeloo, centre: villageCentre, from: 0, to: 260,
			share: 0.105, years: [2]int{1890, 2015}, setback: 10, band: 48, premium: 0.04, names: villageNames,
			deck: []cluster{
				(*frontage).detachedRow, (*frontage).unlikePair, (*frontage).pair, (*frontage).terrace,
				(*frontage).detachedRow, (*frontage).splitHouse, (*frontage).detachedRow,
			},
		},
		{
			name: "Buitenpolder", pc4: "8258", in: lindeloo, centre: polderCentre, from: 20, to: 160, quiet: true,
			share: 0.005, atLeast: 8, years: [2]int{1960, 1985}, setback: 16, band: 90, premium: -0.05, names: polderNames,
			deck: []cluster{(*frontage).farms},
		},
		{
			name: "Uiterzand", pc4: "8257", in: uiterzand, centre: hamletCentre, from: 40, to: 80, quiet: true,
			atLeast: hamletHomes, years: [2]int{1905, 1935}, setback: 14, band: 70, premium: 0, names: hamletNames,
			deck: []cluster{(*frontage).hamletHouses},
		},
	}
}

// hamletHomes is too few for the three references of a valuation.
const hamletHomes = 2

// quota returns the number of homes for the district in a town of n.
func (d *district) quota(n int) int {
	return max(d.atLeast, int(math.Round(d.share*float64(n))))
}

// postalLetters are the letters of a postal code. F, I, O, Q, U and Y are hardly used.
const postalLetters = "ABCDEGHJKLMNPRSTVWXZ"

// nextPostalCode returns a new PC6. Three pairs of letters are never used.
func (d *district) nextPostalCode() gevel.PostalCode {
	for {
		n := d.postals
		d.postals++
		pair := string([]byte{postalLetters[n/len(postalLetters)], postalLetters[n%len(postalLetters)]})
		if pair != "SA" && pair != "SD" && pair != "SS" {
			return gevel.PostalCode(fmt.Sprintf("%s%s", d.pc4, pair))
		}
	}
}

func newCities() []*city {
	return []*city{
		{id: "9901", name: "Gevelrade", ring: square(townCentre, 2_900)},
		{id: "9902", name: "Lindeloo", ring: square(gevel.Point{X: 140_500, Y: 516_500}, 2_500)},
		{id: "9903", name: "Uiterzand", ring: square(hamletCentre, 1_500)},
	}
}
