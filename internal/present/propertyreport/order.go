package propertyreport

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
)

// Order is who asked for a report and why, as lenders' files need it. What is empty is left out.
type Order struct {
	Client    Line `json:"client,omitempty"`    // who asked
	Purpose   Line `json:"purpose,omitempty"`   // what the value is for
	Reference Line `json:"reference,omitempty"` // the client's number
	Issuer    Line `json:"issuer,omitempty"`    // who issues the report
}

// Line is a line of text.
type Line string

// MostLetters is the most letters in a line.
const MostLetters = 120

// UnmarshalText reads a line. Error: gevel.Invalid for one that is too long, or more than a line of plain text.
func (l *Line) UnmarshalText(text []byte) error {
	given := strings.TrimSpace(string(text))
	switch {
	case gevel.Printable(given) != given:
		return &gevel.Error{Code: gevel.Invalid, Message: "must be one line of text without control characters"}
	case utf8.RuneCountInString(given) > MostLetters:
		return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("must have at most %d letters", MostLetters)}
	}
	*l = Line(given)
	return nil
}
