package batch

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/param"
)

// columnNames finds the parameter that a column of CSV stands for.
type columnNames struct {
	table      []param.Param
	attributes gevel.Attributes
}

// homeName is the field of a row that names the home by an id of the register, rather than by an address.
const homeName = "bagId"

// isHome reports whether a field names the home by its id, under any name that files give such a column.
func isHome(field string) bool {
	return strings.EqualFold(field, homeName) || strings.EqualFold(field, "dwelling_id") || spelling.ColumnOf(field) == "dwelling_id"
}

// namingColumns are the columns of gevel's files that say which home is meant, and when.
var namingColumns = map[string]string{
	"postal_code": "postalCode", "house_number": "houseNumber", "house_letter": "houseLetter",
	"house_number_ext": "houseNumberExt", "valuation_date": "valuationDate",
}

// parameterOf returns the parameter of a column, which may bear its name in gevel's files too.
func (f columnNames) parameterOf(column string) (string, bool) {
	lower := strings.ToLower(column)
	switch {
	case lower == idName:
		return idName, true
	case isHome(column):
		return homeName, true
	}
	name := namingColumns[lower]
	if k := f.attributes.Column(lower); k >= 0 {
		name = f.attributes[k].Parameter
	}
	i := slices.IndexFunc(f.table, func(p param.Param) bool { return p.Name == name || strings.EqualFold(p.Name, column) })
	if i < 0 {
		return "", false
	}
	return f.table[i].Name, true
}
