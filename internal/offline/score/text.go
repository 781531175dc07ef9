package score

// The score as text and JSON.

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// WriteJSON writes the score as JSON.
func (r *Result) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Lead says what was scored.
func (r *Result) Lead() string {
	return fmt.Sprintf("%d sales of %s, from %s to %s; %d rows of the file were read. A sale without a value counts "+
		"against the hit rate.",
		r.Sales.Used, r.Sales.Name, r.From, r.Until-1, r.Sales.Rows)
}

// Lead says which values count.
func (v *Vendor) Lead() string {
	text := fmt.Sprintf("%d of %d rows of %s belong to a sale of the period, by %s.", v.File.Used, v.File.Rows,
		v.File.Name, v.By)
	if len(v.File.Recognised) > 0 {
		text += " Read as: " + strings.Join(v.File.Recognised, ", ") + "."
	}
	for _, note := range v.Notes {
		text += " " + strings.ToUpper(note[:1]) + note[1:] + "."
	}
	return text
}
