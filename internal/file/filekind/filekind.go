// Package filekind recognises the files of a build: people mistake one for another.
package filekind

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// Kind is a kind of file.
type Kind struct {
	What string // noun for sentences: a sales file
	Key  string // of the build file, "" for none
}

// The kinds. The zero Kind is unrecognised.
var (
	WebPage        = Kind{What: "a web page"}
	Spreadsheet    = Kind{What: "a spreadsheet (xlsx)"}
	XMLZip         = Kind{What: "a zip of xml"}
	LayersZip      = Kind{What: "a zip with a GeoPackage in it: unpack that"}
	XML            = Kind{What: "xml"}
	JSON           = Kind{What: "json, an answer of an API"}
	BAG            = Kind{"a delivery of the register of addresses (BAG)", "sources.bag"}
	BAGXML         = Kind{"xml of the register of addresses (BAG)", "sources.bag"}
	BAGLayers      = Kind{"the register of addresses (BAG) as a GeoPackage", "sources.bag"}
	Parcels        = Kind{"the parcels of the cadastral map", "sources.parcels"}
	Sales          = Kind{"a sales file", "sources.sales"}
	Labels         = Kind{"the energy labels of EP-Online", "sources.energy_labels"}
	Municipalities = Kind{"a list of municipalities", "sources.municipalities"}
	Neighbourhoods = Kind{"a list of addresses and neighbourhoods (CBS)", "sources.cbs.neighbourhoods[].addresses"}
	Figures        = Kind{"key figures of neighbourhoods (CBS)", "sources.cbs.neighbourhoods[].figures"}
	PriceIndex     = Kind{"a price index of homes (CBS)", "sources.cbs.price_index"}
	AveragePrices  = Kind{"average prices of homes (CBS)", "sources.cbs.average_prices"}
	Buildings      = Kind{"attributes of buildings (3DBAG)", "sources.buildings.files"}
	Monuments      = Kind{"a list of monuments (RCE)", "sources.monuments"}
	Facts          = Kind{"a file of characteristics of homes", "sources.characteristics"}
)

// Refuse returns the error for a file of kind k under key of the build file. The hint is used for kinds that
// have no key.
func (k Kind) Refuse(key, hint string) error {
	if k.Key != "" {
		hint = fmt.Sprintf("it belongs to %s of the build file, and not to %s", k.Key, key)
	}
	return &gevel.Error{Code: gevel.Invalid, Message: "the file looks like " + k.What, Hint: hint}
}

var bagMember = regexp.MustCompile(`^(\d{4}(WPL|OPR|NUM|LIG|STA|VBO|PND)\d{8}|Leveringsdocument-BAG|GEM-WPL)`)

// OfZip recognises a zip by its members.
func OfZip(members []string) Kind {
	ends := func(ext string) bool {
		return slices.ContainsFunc(members, func(name string) bool { return strings.HasSuffix(strings.ToLower(name), ext) })
	}
	isBAG := func(name string) bool { return bagMember.MatchString(name[strings.LastIndex(name, "/")+1:]) }
	switch {
	case slices.ContainsFunc(members, isBAG):
		return BAG
	case slices.Contains(members, "[Content_Types].xml"), ends(".xlsx"):
		return Spreadsheet
	case ends(".gpkg"):
		return LayersZip
	case ends(".xml"):
		return XMLZip
	}
	return Kind{}
}

// OfText recognises a text by its start.
func (m Marks) OfText(start string) Kind {
	plain := strings.ToLower(strings.TrimSpace(start))
	contains := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(plain, word) })
	}
	switch {
	case !strings.HasPrefix(plain, "<"):
	case contains("<html", "<!doctype html"):
		return WebPage
	case contains("lvbag", "bagstand", "kadaster"):
		return BAGXML
	default:
		return XML
	}
	if strings.HasPrefix(plain, "{") || strings.HasPrefix(plain, "[") {
		if contains(`"cityobjects"`, `"cityjson"`, `"cityjsonfeature"`) {
			return Buildings
		}
		return JSON
	}
	for line := range strings.Lines(start) {
		if k := m.ofHeader(line); k != (Kind{}) {
			return k
		}
	}
	return Kind{}
}

// PlainColumn returns the letters and digits of a column's name in lower case.
func PlainColumn[T string | []byte](name T) string {
	var b strings.Builder
	for _, c := range []byte(strings.ToLower(string(name))) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteByte(c)
		}
	}
	return b.String()
}
