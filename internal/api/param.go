package api

import (
	"regexp"

	"github.com/gevel/gevel"
)

// A param is one row of the parameter table of an endpoint. The table is the
// only place that knows a parameter: the binder reads requests by it, the list
// of faults speaks of it, the echo of an answer and the OpenAPI description are
// written from it.
type param struct {
	name     string
	kind     kind
	required bool
	// min and max bound an integer, or how many ids a list holds. A maximum of 0
	// is none that can be told without a request; see bounds.
	min, max int
	// bounds returns the bounds of an integer or a day that move with the clock,
	// the edition and the valuation date; nil when min and max say it all.
	bounds  func(limits) (lowest, highest int)
	pattern *regexp.Regexp // of a text, or of each id; nil is any
	enum    []string       // the exact values of a text; nil is any
	// keepPlus takes an unescaped + in the query for a plus instead of a space.
	keepPlus bool
	fallback func(limits) value // when the caller gives none; nil is null
	doc      string
	example  any
}

// kind is how the text of a parameter is read.
type kind uint8

const (
	text kind = iota
	integer
	boolean
	day
	idList
)

// limits are what bounds and fallbacks depend on, apart from the table.
type limits struct {
	today  gevel.Date // in the Netherlands
	oldest gevel.Date // the first day that the edition can value at
	valued gevel.Date // the valuation date of the request
}

// value is a parameter as understood.
type value struct {
	given   bool   // by the caller
	known   bool   // given, or a fallback
	spelled string // a text, as the caller spelled it
	number  int    // an integer, or a day as a gevel.Date
	flag    bool
	list    []string
}

// The patterns of texts. They admit nothing that JSON has to escape.
var (
	postalCodePattern = regexp.MustCompile(`^[1-9][0-9]{3} ?[A-Za-z]{2}$`)
	letterPattern     = regexp.MustCompile(`^[A-Za-z]$`)
	extensionPattern  = regexp.MustCompile(`^[ ./-]*([A-Za-z0-9][ ./-]*){1,4}$`)
	bagIDPattern      = regexp.MustCompile(`^[0-9]{16}$`)
)

// maxIDs is how many ids one front view request may name.
const maxIDs = 100
