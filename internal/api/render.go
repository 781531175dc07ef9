package api

import "github.com/gevel/gevel"

// Rendered is a valuation in JSON, for who asks without HTTP: the data of
// /homevalue, field by field, and the answer's meta as one more field.
type Rendered struct {
	homevalue
	Meta map[string]string `json:"meta"`
}

// Render renders a valuation; overrides are the characteristics that the caller
// gave for it.
func Render(v gevel.Valuation, overrides gevel.Characteristics) Rendered {
	return Rendered{newHomevalue(v, overrides), valuationMeta(v)}
}
