package bag

// element is a known XML element, by its local name: namespaces are fixed, and within one parent a name has
// one meaning.
type element uint8

const (
	elOther element = iota
	elBagObject
	elLVCExtract
	elPolygon
	elPoint
	elExterior
	elInterior
	elMainAddress
	elSecondaryAddress
	elRelatedCity
	elRelatedMunicipality
	elStandTechnischeDatum
	elGemeenteIdentificatie
	elObject // of any type; the frame holds which
	elIdentificatie
	elNummeraanduidingRef
	elPosList
	elField // a leaf whose name determines the field
)

// field is a leaf value of an object.
type field uint8

const (
	fieldNone field = iota
	fieldID
	fieldName
	fieldStatus
	fieldHouseNumber
	fieldHouseLetter
	fieldHouseNumberExt
	fieldPostalCode
	fieldStreet
	fieldCity
	fieldMunicipality
	fieldMainAddress
	fieldSecondaryAddress
	fieldUse
	fieldSurface
	fieldBuilding
	fieldBuildYear
	fieldPoint
	fieldExterior
	fieldInterior
	fieldOccurrence
	fieldBegin
	fieldEnd
	fieldRegistered
	fieldRegisteredLV
	fieldEndRegistered
	fieldEndRegisteredLV
	fieldInactive
)

// name is the meaning of an element's local name.
type name struct {
	element element
	object  ObjectType // with elObject
	field   field      // with elField
}

// names are the meanings of local names.
var names = map[string]name{
	"bagObject":              {element: elBagObject},
	"LVC-Extract":            {element: elLVCExtract},
	"StandTechnischeDatum":   {element: elStandTechnischeDatum},
	"GemeenteIdentificatie":  {element: elGemeenteIdentificatie},
	"Polygon":                {element: elPolygon},
	"Point":                  {element: elPoint},
	"exterior":               {element: elExterior},
	"interior":               {element: elInterior},
	"posList":                {element: elPosList},
	"heeftAlsHoofdadres":     {element: elMainAddress},
	"heeftAlsNevenadres":     {element: elSecondaryAddress},
	"NummeraanduidingRef":    {element: elNummeraanduidingRef},
	"gerelateerdeWoonplaats": {element: elRelatedCity},
	"gerelateerdeGemeente":   {element: elRelatedMunicipality},
	"identificatie":          {element: elIdentificatie},

	"Woonplaats":                {element: elObject, object: Woonplaats},
	"OpenbareRuimte":            {element: elObject, object: OpenbareRuimte},
	"GemeenteWoonplaatsRelatie": {element: elObject, object: GemeenteWoonplaats},
	"Nummeraanduiding":          {element: elObject, object: Nummeraanduiding},
	"Verblijfsobject":           {element: elObject, object: Verblijfsobject},
	"Ligplaats":                 {element: elObject, object: Ligplaats},
	"Standplaats":               {element: elObject, object: Standplaats},
	"Pand":                      {element: elObject, object: Pand},

	"naam":                        {element: elField, field: fieldName},
	"status":                      {element: elField, field: fieldStatus},
	"huisnummer":                  {element: elField, field: fieldHouseNumber},
	"huisletter":                  {element: elField, field: fieldHouseLetter},
	"huisnummertoevoeging":        {element: elField, field: fieldHouseNumberExt},
	"postcode":                    {element: elField, field: fieldPostalCode},
	"OpenbareRuimteRef":           {element: elField, field: fieldStreet},
	"WoonplaatsRef":               {element: elField, field: fieldCity},
	"gebruiksdoel":                {element: elField, field: fieldUse},
	"oppervlakte":                 {element: elField, field: fieldSurface},
	"PandRef":                     {element: elField, field: fieldBuilding},
	"oorspronkelijkBouwjaar":      {element: elField, field: fieldBuildYear},
	"pos":                         {element: elField, field: fieldPoint},
	"voorkomenidentificatie":      {element: elField, field: fieldOccurrence},
	"beginGeldigheid":             {element: elField, field: fieldBegin},
	"begindatumTijdvakGeldigheid": {element: elField, field: fieldBegin},
	"eindGeldigheid":              {element: elField, field: fieldEnd},
	"einddatumTijdvakGeldigheid":  {element: elField, field: fieldEnd},
	"tijdstipRegistratie":         {element: elField, field: fieldRegistered},
	"tijdstipRegistratieLV":       {element: elField, field: fieldRegisteredLV},
	"eindRegistratie":             {element: elField, field: fieldEndRegistered},
	"tijdstipEindRegistratieLV":   {element: elField, field: fieldEndRegisteredLV},
	"tijdstipInactief":            {element: elField, field: fieldInactive},
	"tijdstipInactiefLV":          {element: elField, field: fieldInactive},
	"tijdstipNietBagLV":           {element: elField, field: fieldInactive},
}

// lengths holds names by their length: few share one, so comparing them costs less than a hash of each tag.
var lengths = func() (by [32][]spelled) {
	for text, meaning := range names {
		by[len(text)] = append(by[len(text)], spelled{text, meaning})
	}
	return by
}()

type spelled struct {
	text string
	name name
}

// nameOf returns the meaning of a local name.
func nameOf(local []byte) name {
	if len(local) < len(lengths) {
		for i := range lengths[len(local)] {
			if n := &lengths[len(local)][i]; n.text == string(local) {
				return n.name
			}
		}
	}
	return name{}
}

// fieldAt returns the field of a leaf inside parent, which is inside grand. Only the meaning of
// identificatie, posList and NummeraanduidingRef depends on these.
func (n name) fieldAt(parent, grand element) field {
	switch n.element {
	case elField:
		return n.field
	case elIdentificatie:
		switch parent {
		case elObject:
			return fieldID
		case elRelatedCity:
			return fieldCity
		case elRelatedMunicipality:
			return fieldMunicipality
		}
	case elNummeraanduidingRef:
		switch parent {
		case elMainAddress:
			return fieldMainAddress
		case elSecondaryAddress:
			return fieldSecondaryAddress
		}
	case elPosList:
		switch grand {
		case elExterior:
			return fieldExterior
		case elInterior:
			return fieldInterior
		}
	}
	return fieldNone
}
