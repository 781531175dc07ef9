package bag

import (
	"fmt"
	"strings"
)

// The objects of an invented country.

// object adds an occurrence of an object; one with an end is superseded.
func (c *country) object(kind, id, status, body string, occurrence int, end string) {
	if end != "" {
		end = "<Historie:eindGeldigheid>" + end + "</Historie:eindGeldigheid>"
	}
	c.text = fmt.Appendf(c.text, "<sl:stand><sl-bag-extract:bagObject><Objecten:%[1]s>"+
		`<Objecten:identificatie domein="NL.IMBAG.%[1]s">%[2]s</Objecten:identificatie>%[3]s`+
		"<Objecten:status>%[4]s</Objecten:status><Objecten:geconstateerd>N</Objecten:geconstateerd>"+
		"<Objecten:documentdatum>2009-01-20</Objecten:documentdatum>"+
		"<Objecten:documentnummer>GVR/FB20080001</Objecten:documentnummer><Objecten:voorkomen><Historie:Voorkomen>"+
		"<Historie:voorkomenidentificatie>%[5]d</Historie:voorkomenidentificatie>"+
		"<Historie:beginGeldigheid>2009-01-20</Historie:beginGeldigheid>%[6]s"+
		"<Historie:tijdstipRegistratie>2010-12-15T11:34:46.000</Historie:tijdstipRegistratie>"+
		"</Historie:Voorkomen></Objecten:voorkomen></Objecten:%[1]s></sl-bag-extract:bagObject></sl:stand>\n",
		kind, id, body, status, occurrence, end)
}

// history adds an object; every so many objects there is one with an earlier occurrence.
func (c *country) history(i, every int, kind, id, status, body string) {
	occurrence := 1
	if i%every == 0 {
		c.object(kind, id, status, body, 1, "2015-01-15")
		occurrence = 2
	}
	c.object(kind, id, status, body, occurrence, "")
}

func (c *country) addCity(i int) {
	c.history(i, 3, "Woonplaats", fmt.Sprintf("%04d", 1000+i), "Woonplaats aangewezen",
		fmt.Sprintf("<Objecten:naam>Plaats %d</Objecten:naam>", i))
}

func (c *country) addStreet(i int) {
	city := 1000 + i*countryStreet/countryCity
	if i%100 == 99 {
		city = 9999 // does not exist
	}
	c.history(i, 9, "OpenbareRuimte", id("30", i+1), "Naamgeving uitgegeven", fmt.Sprintf(
		"<Objecten:naam>Straat %d</Objecten:naam><Objecten:type>Weg</Objecten:type><Objecten:ligtIn>"+
			"<Objecten-ref:WoonplaatsRef>%04d</Objecten-ref:WoonplaatsRef></Objecten:ligtIn>", i%700, city))
}

// numberOf returns the number of a unit; their orders differ.
func numberOf(unit int) string { return id("20", (unit^255)+1) }

func (c *country) addNumber(i int) {
	body := fmt.Sprintf("<Objecten:huisnummer>%d</Objecten:huisnummer>", i%countryStreet*2+1)
	if i%11 == 0 {
		body += fmt.Sprintf("<Objecten:huisletter>%c</Objecten:huisletter>", 'A'+i%26)
	}
	if i%13 == 0 {
		body += fmt.Sprintf("<Objecten:huisnummertoevoeging>%d</Objecten:huisnummertoevoeging>", i%200)
	}
	if i%50 != 49 {
		postal := i / countryPostal
		body += fmt.Sprintf("<Objecten:postcode>%04d%c%c</Objecten:postcode>",
			1000+postal*7%9000, 'A'+postal/9000%26, 'A'+postal%26)
	}
	body += "<Objecten:ligtAan><Objecten-ref:OpenbareRuimteRef>" + id("30", i/countryStreet+1) +
		"</Objecten-ref:OpenbareRuimteRef></Objecten:ligtAan>"
	if i%900 == 7 {
		body += fmt.Sprintf(
			"<Objecten:ligtIn><Objecten-ref:WoonplaatsRef>%04d</Objecten-ref:WoonplaatsRef></Objecten:ligtIn>",
			1000+i/1000%(c.addresses/countryCity+4)) // a few of these streets do not exist
	}
	status := "Naamgeving uitgegeven"
	if i%1000 == 999 {
		status = "Naamgeving ingetrokken"
	}
	c.history(i, 3, "Nummeraanduiding", id("20", i+1), status, body)
}

// buildingsOf returns the building of a unit; a few units have a second one.
func buildingsOf(i int) []int {
	block, place := i/20, i%20
	switch {
	case place >= countryTerraced:
		return []int{2*(block*20+countryTerraced) + 1}
	case i%100 == 50:
		return []int{2*i + 1, 2*i + 3}
	case i%3000 == 2:
		return []int{2*i + 1, 900_000_000 + i} // the second does not exist
	}
	return []int{2*i + 1}
}

// plotAt returns the lower left corner of a plot, metres.
func plotAt(i int) (x, y float64) {
	return 20_000 + 6.2*float64(i%countryRow) + float64(i%countryRow/countryTerrace*4), 320_000 + 40*float64(i/countryRow)
}

func (c *country) addUnit(i int) {
	if i%200 == 3 {
		return // a berth
	}
	x, y := plotAt(i)
	use := residential
	if i%7 == 6 {
		use = "winkelfunctie"
	}
	body := "<Objecten:heeftAlsHoofdadres><Objecten-ref:NummeraanduidingRef>" + numberOf(i) +
		"</Objecten-ref:NummeraanduidingRef></Objecten:heeftAlsHoofdadres>"
	if i%150 == 9 {
		second := i + i%7
		if i%450 == 9 {
			second = 999_999_999 // does not exist
		}
		body += "<Objecten:heeftAlsNevenadres><Objecten-ref:NummeraanduidingRef>" + numberOf(second) +
			"</Objecten-ref:NummeraanduidingRef></Objecten:heeftAlsNevenadres>"
	}
	surface := fmt.Sprint(40 + i%150)
	if i%2500 == 11 {
		surface = "onbekend"
	}
	body += fmt.Sprintf("<Objecten:geometrie><Objecten:punt>"+
		`<gml:Point srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="3">`+
		"<gml:pos>%.3f %.3f 0.0</gml:pos></gml:Point></Objecten:punt></Objecten:geometrie><Objecten:gebruiksdoel>%s"+
		"</Objecten:gebruiksdoel><Objecten:oppervlakte>%s</Objecten:oppervlakte><Objecten:maaktDeelUitVan>",
		x+3, y+4, use, surface)
	for _, b := range buildingsOf(i) {
		body += "<Objecten-ref:PandRef>" + id("10", b) + "</Objecten-ref:PandRef>"
	}
	status := "Verblijfsobject in gebruik"
	if i%90 == 1 {
		status = "Verblijfsobject gevormd"
	}
	c.history(i, 2, "Verblijfsobject", id("01", i+1), status, body+"</Objecten:maaktDeelUitVan>")
}

func (c *country) addBerth(i int) {
	c.history(i, 5, "Ligplaats", id("02", i+1), "Plaats aangewezen",
		"<Objecten:heeftAlsHoofdadres><Objecten-ref:NummeraanduidingRef>"+numberOf(200*i+3)+
			"</Objecten-ref:NummeraanduidingRef></Objecten:heeftAlsHoofdadres>")
}

// addBuildings adds a house for each even number and the shed behind it for each odd one.
func (c *country) addBuildings(n int) {
	i := n / 2
	x, y := plotAt(i)
	width, depth := 6.2, 8.0+float64(i%3)
	switch block := i % 20; {
	case n%2 == 1 && i%5 > 2:
		return // no shed
	case n%2 == 1:
		y, width, depth = y+20, 3, 2
	case block > countryTerraced:
		return // inside the block
	case block == countryTerraced:
		width, depth = 6.2*7, 12
	}
	// A front with a bay, so that there are 12 points.
	ring := fmt.Sprintf("%.3f %.3f 0.0 %.3f %.3f 0.0 %.3f %.3f 0.0 %.3f %.3f 0.0 %.3f %.3f 0.0 %.3f %.3f 0.0 "+
		"%.3f %.3f 0.0 %.3f %.3f 0.0 %.3f %.3f 0.0 %.3f %.3f 0.0 %.3f %.3f 0.0 %.3f %.3f 0.0",
		x, y, x+1, y, x+1, y-0.5, x+2, y-0.5, x+2, y, x+width, y, x+width, y+depth,
		x+2.5, y+depth, x+2.5, y+depth+0.4, x+0.5, y+depth+0.4, x, y+depth, x, y)
	if i%2100 == 4 {
		ring = strings.TrimPrefix(ring, fmt.Sprintf("%.3f %.3f 0.0 ", x, y)) // not closed
	}
	var court string
	if i%40 == countryTerraced {
		court = fmt.Sprintf("<gml:interior><gml:LinearRing><gml:posList>%.3f %.3f 0.0 %.3f %.3f 0.0 %.3f %.3f 0.0 "+
			"%.3f %.3f 0.0</gml:posList></gml:LinearRing></gml:interior>", x+4, y+4, x+6, y+4, x+6, y+6, x+4, y+4)
	}
	year, status := fmt.Sprint(1880+i*7%140), "Pand in gebruik"
	switch {
	case i%70 == 3:
		year = "9999"
	case i%110 == 2:
		status = "Bouw gestart"
	case i%1300 == 5:
		status = "Pand gesloopt"
	}
	c.history(i, 2, "Pand", id("10", n+1), status, "<Objecten:geometrie>"+
		`<gml:Polygon srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="3"><gml:exterior><gml:LinearRing><gml:posList count="12">`+ring+"</gml:posList></gml:LinearRing>"+
		"</gml:exterior>"+court+"</gml:Polygon></Objecten:geometrie><Objecten:oorspronkelijkBouwjaar>"+year+
		"</Objecten:oorspronkelijkBouwjaar>")
}
