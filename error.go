package gevel

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Code says what kind of thing went wrong. The set is closed: the API maps each code to a status, the command line
// to an exit code. The codes of the valuing side are the stable reasons that callers see.
type Code string

// Codes of answers that can't be given.
const (
	AddressNotFound        Code = "address_not_found"       // the register has no such address
	AmbiguousAddress       Code = "ambiguous_address"       // several homes could be meant; the answer lists their addresses
	NotResidential         Code = "not_residential"         // what has the address is no home by its use
	MissingCharacteristics Code = "missing_characteristics" // house type, build year or use surface is not known: give it
	NotYetBuilt            Code = "not_yet_built"           // the home was not there on the valuation date
	OutsideModel           Code = "outside_model"           // a characteristic of the register lies outside what the models are made for
	TooFewReferences       Code = "too_few_references"      // fewer than three other homes within 25 km were sold and can be compared with
	NotFound               Code = "not_found"               // no such path, picture, key or edition
)

// Codes of requests that are refused.
const (
	Invalid             Code = "invalid"                // the request, file or command can't be used as it is; each fault is named
	Unauthorized        Code = "unauthorized"           // no key, or one that is unknown, revoked or expired
	Forbidden           Code = "forbidden"              // the key lacks the scope, or its quota is used up
	MethodNotAllowed    Code = "method_not_allowed"     // the path does not answer this method
	PreconditionFailed  Code = "precondition_failed"    // what the request depends on has changed
	RangeNotSatisfiable Code = "range_not_satisfiable"  // the range of bytes lies outside the file
	TooLarge            Code = "too_large"              // the body is too long
	UnsupportedMedia    Code = "unsupported_media_type" // the body is of a kind that is not read
	RateLimited         Code = "rate_limited"           // the key's rate; try again after Retry-After
	Unavailable         Code = "unavailable"            // too much work, or keys or photos can't be reached; try again soon
	Internal            Code = "internal"               // a fault of the service; its log has the id of the answer
)

// Error is the one error type that crosses package borders where a caller acts on what went wrong.
type Error struct {
	Code    Code
	Message string // for people: what is wrong, naming the row, file or parameter
	Hint    string // what to do about it, "" when there is nothing to add
	// Details are the single faults behind the error: bad parameters, or the addresses that were possible.
	Details []Detail
	// Missing are the characteristics that are not known, as parameters of the service, and Known what is known of the
	// home, by parameter; set with MissingCharacteristics.
	Missing []string
	Known   map[string]string
	// Candidates are the addresses that were possible; set with AmbiguousAddress.
	Candidates []Address
	// RetryAfter is how long to wait before the next request; set with RateLimited.
	RetryAfter time.Duration
	Err        error // the cause, for logs only
}

// Refusal returns the error for bad input: Invalid, with hint as what to do about it and the
// formatted message as what is wrong.
func Refusal(hint, format string, args ...any) error { return Failure(Invalid, hint, format, args...) }

// Failure returns an error as Refusal does, of any code.
func Failure(code Code, hint, format string, args ...any) error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// Detail is one fault: a stable reason and a message for people.
type Detail struct {
	Reason  string
	Message string
}

// Error returns the message, the hint and the cause.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Message)
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of the first Error in err's chain, Internal for any other error and "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return Internal
}

// Printable returns somebody else's text in a form that is safe on a terminal and in a line of a log:
// control characters and other invisible characters become escapes such as \x1b, spaces of any width stay.
func Printable(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		c, size := utf8.DecodeRuneInString(s)
		if hidden(c) || c == utf8.RuneError && size == 1 {
			quoted := strconv.Quote(s[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

func hidden(c rune) bool { return !unicode.IsGraphic(c) }
