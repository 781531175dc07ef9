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

// nameOf returns the meaning of a local name. A switch on constants is a binary search, without hashing or
// allocation.
func nameOf(local []byte) name {
	switch string(local) {
	case "bagObject":
		return name{element: elBagObject}
	case "LVC-Extract":
		return name{element: elLVCExtract}
	case "StandTechnischeDatum":
		return name{element: elStandTechnischeDatum}
	case "GemeenteIdentificatie":
		return name{element: elGemeenteIdentificatie}
	case "Polygon":
		return name{element: elPolygon}
	case "Point":
		return name{element: elPoint}
	case "exterior":
		return name{element: elExterior}
	case "interior":
		return name{element: elInterior}
	case "posList":
		return name{element: elPosList}
	case "heeftAlsHoofdadres":
		return name{element: elMainAddress}
	case "heeftAlsNevenadres":
		return name{element: elSecondaryAddress}
	case "NummeraanduidingRef":
		return name{element: elNummeraanduidingRef}
	case "gerelateerdeWoonplaats":
		return name{element: elRelatedCity}
	case "gerelateerdeGemeente":
		return name{element: elRelatedMunicipality}
	case "identificatie":
		return name{element: elIdentificatie}
	}
	if t := objectNamed(local); t != 0 {
		return name{element: elObject, object: t}
	}
	if f := fieldNamed(local); f != fieldNone {
		return name{element: elField, field: f}
	}
	return name{}
}

func objectNamed(local []byte) ObjectType {
	switch string(local) {
	case "Woonplaats":
		return Woonplaats
	case "OpenbareRuimte":
		return OpenbareRuimte
	case "GemeenteWoonplaatsRelatie":
		return GemeenteWoonplaats
	case "Nummeraanduiding":
		return Nummeraanduiding
	case "Verblijfsobject":
		return Verblijfsobject
	case "Ligplaats":
		return Ligplaats
	case "Standplaats":
		return Standplaats
	case "Pand":
		return Pand
	}
	return 0
}

func fieldNamed(local []byte) field {
	switch string(local) {
	case "naam":
		return fieldName
	case "status":
		return fieldStatus
	case "huisnummer":
		return fieldHouseNumber
	case "huisletter":
		return fieldHouseLetter
	case "huisnummertoevoeging":
		return fieldHouseNumberExt
	case "postcode":
		return fieldPostalCode
	case "OpenbareRuimteRef":
		return fieldStreet
	case "WoonplaatsRef":
		return fieldCity
	case "gebruiksdoel":
		return fieldUse
	case "oppervlakte":
		return fieldSurface
	case "PandRef":
		return fieldBuilding
	case "oorspronkelijkBouwjaar":
		return fieldBuildYear
	case "pos":
		return fieldPoint
	case "voorkomenidentificatie":
		return fieldOccurrence
	case "beginGeldigheid", "begindatumTijdvakGeldigheid":
		return fieldBegin
	case "eindGeldigheid", "einddatumTijdvakGeldigheid":
		return fieldEnd
	case "tijdstipRegistratie":
		return fieldRegistered
	case "tijdstipRegistratieLV":
		return fieldRegisteredLV
	case "eindRegistratie":
		return fieldEndRegistered
	case "tijdstipEindRegistratieLV":
		return fieldEndRegisteredLV
	case "tijdstipInactief", "tijdstipInactiefLV", "tijdstipNietBagLV":
		return fieldInactive
	}
	return fieldNone
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
