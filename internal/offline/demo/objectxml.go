package demo

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// Statuses, in the register's words.
const (
	placeDesignated   = "Woonplaats aangewezen"
	nameIssued        = "Naamgeving uitgegeven"
	objectInUse       = "Verblijfsobject in gebruik"
	objectPlanned     = "Verblijfsobject gevormd"
	objectWithdrawn   = "Verblijfsobject ingetrokken"
	placeAssigned     = "Plaats aangewezen"
	buildingInUse     = "Pand in gebruik"
	buildingStarted   = "Bouw gestart"
	buildingNoLonger  = "Pand gesloopt"
	domainCity        = "NL.IMBAG.Woonplaats"
	domainStreet      = "NL.IMBAG.Openbareruimte"
	domainNumber      = "NL.IMBAG.Nummeraanduiding"
	domainBuilding    = "NL.IMBAG.Pand"
	rijksdriehoek     = "urn:ogc:def:crs:EPSG::28992"
	timeOfRegistering = "T10:15:30.000"
)

// occurrence is a voorkomen: one version of an object, valid from begin up to end.
type occurrence struct {
	number     int
	begin, end gevel.Date // end is NoDate for the last version
	inactive   bool       // registered by mistake, corrected afterwards
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// objectXML is the XML of one version of an object.
type objectXML struct{ strings.Builder }

// newObjectXML returns the XML element of an object; fill writes its content.
func newObjectXML(kind string, fill func(*objectXML)) string {
	w := new(objectXML)
	w.WriteString("<Objecten:" + kind + ">")
	fill(w)
	w.WriteString("</Objecten:" + kind + ">")
	return w.String()
}

func (r *objectXML) element(name, text string) {
	fmt.Fprintf(r, "<Objecten:%s>%s</Objecten:%s>", name, escape.Replace(text), name)
}

// optional writes the element unless its text is empty.
func (r *objectXML) optional(name, text string) {
	if text != "" {
		r.element(name, text)
	}
}

func (r *objectXML) identity(domain, id string) {
	fmt.Fprintf(r, `<Objecten:identificatie domein="%s">%s</Objecten:identificatie>`, domain, id)
}

// reference writes the ids that an object refers to, if any, as one element.
func (r *objectXML) reference(name, kind, domain string, ids ...gevel.BAGID) {
	if len(ids) == 0 {
		return
	}
	fmt.Fprintf(r, "<Objecten:%s>", name)
	for _, id := range ids {
		fmt.Fprintf(r, `<Objecten-ref:%sRef domein="%s">%s</Objecten-ref:%sRef>`, kind, domain, id, kind)
	}
	fmt.Fprintf(r, "</Objecten:%s>", name)
}

// standing writes the status of an object and the document behind it.
func (r *objectXML) standing(status string, decided gevel.Date) {
	r.element("status", status)
	r.element("geconstateerd", "N")
	r.element("documentdatum", decided.String())
	r.element("documentnummer", "GVR/"+strconv.Itoa(decided.Year())+"/"+strconv.Itoa(int(decided)%1000))
}

func (r *objectXML) valid(o occurrence) {
	history := func(name, text string) {
		fmt.Fprintf(r, "<Historie:%s>%s</Historie:%s>", name, text, name)
	}
	r.WriteString("<Objecten:voorkomen><Historie:Voorkomen>")
	history("voorkomenidentificatie", strconv.Itoa(o.number))
	history("beginGeldigheid", o.begin.String())
	if o.end != gevel.NoDate {
		history("eindGeldigheid", o.end.String())
	}
	history("tijdstipRegistratie", o.begin.String()+timeOfRegistering)
	if o.end != gevel.NoDate {
		history("eindRegistratie", o.end.String()+timeOfRegistering)
	}
	if o.inactive {
		history("tijdstipInactief", o.begin.String()+timeOfRegistering)
	}
	r.WriteString("<Historie:BeschikbaarLV>")
	history("tijdstipRegistratieLV", o.begin.String()+timeOfRegistering)
	if o.end != gevel.NoDate {
		history("tijdstipEindRegistratieLV", o.end.String()+timeOfRegistering)
	}
	if o.inactive {
		history("tijdstipInactiefLV", o.begin.String()+timeOfRegistering)
	}
	r.WriteString("</Historie:BeschikbaarLV></Historie:Voorkomen></Objecten:voorkomen>")
}

// polygon writes an outline in dims dimensions; a third one is height, always 0.
func (r *objectXML) polygon(id string, ring []gevel.Point, dims int) {
	fmt.Fprintf(r, `<gml:Polygon srsName="%s" srsDimension="%d" gml:id="%s"><gml:exterior><gml:LinearRing>`,
		rijksdriehoek, dims, id)
	fmt.Fprintf(r, `<gml:posList count="%d">`, len(ring))
	for i, p := range ring {
		if i > 0 {
			r.WriteByte(' ')
		}
		r.position(p, dims)
	}
	r.WriteString("</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>")
}

func (r *objectXML) position(p gevel.Point, dims int) {
	var room [48]byte
	text := strconv.AppendFloat(room[:0], p.X, 'f', 3, 64)
	text = append(text, ' ')
	text = strconv.AppendFloat(text, p.Y, 'f', 3, 64)
	r.Write(text)
	if dims == 3 {
		r.WriteString(" 0.0")
	}
}
