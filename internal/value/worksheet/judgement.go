// Package worksheet values a home by an appraiser's judgement: which of its comparables count, why, and what is known
// better than the register knows it.
package worksheet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
)

// Judgement is what an appraiser decided. It is also the document, as JSON, in which it is sent, logged and kept.
type Judgement struct {
	// Comparables are the sales that were picked or rejected. Where any is picked the picked ones count alone, and
	// otherwise all that were not rejected.
	Comparables []Verdict    `json:"comparables" doc:"the sales that were picked or rejected; where any is picked the picked ones count alone, otherwise all but the rejected"`
	Corrections []Correction `json:"corrections" doc:"what is known better than the register knows it"`
}

// Verdict is the decision about one comparable.
type Verdict struct {
	Sale   string `json:"sale" doc:"id of the sale, as the answer gives it"`
	Pick   bool   `json:"pick" doc:"true picks the sale, false rejects it"`
	Reason string `json:"reason" doc:"why, in the words of who decided: one line of at most 300 letters"`
}

// Correction is a characteristic of the subject as it is known better, with its source.
type Correction struct {
	Characteristic string `json:"characteristic" doc:"name of a parameter of /v1/homevalue, such as useSurface"`
	// Value is a number, a text or a boolean of JSON.
	Value  any    `json:"value" doc:"as the parameter takes it: a number, a text, true or false"`
	Source string `json:"source" doc:"how it is known: one line of at most 300 letters"`
}

const (
	// MostLetters is the length of a reason and of a source, at most.
	MostLetters = 300
	// MostBytes is the length of a judgement as JSON, at most.
	MostBytes = 64 << 10
	// mostEntries bounds the verdicts, and the corrections.
	mostEntries = 100
)

// Empty reports whether nothing was judged.
func (j *Judgement) Empty() bool { return len(j.Comparables) == 0 && len(j.Corrections) == 0 }

// Parse reads a judgement. Error: gevel.Invalid that names each entry at fault, as comparables[2].reason.
func Parse(text []byte) (Judgement, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	j := Judgement{}
	if err := dec.Decode(&j); err != nil {
		return Judgement{}, unread("is no judgement, such as " + example + ": " + strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := dec.Token(); err != io.EOF {
		return Judgement{}, unread("holds more than one judgement")
	}
	return j, invalid(slices.Concat(unpicked(text), j.faults()))
}

// example is a judgement as JSON, for who wrote none.
const example = `{"comparables": [{"sale": "1", "pick": true, "reason": "..."}], "corrections": [{"characteristic": "useSurface", "value": 93, "source": "..."}]}`

func unread(why string) error {
	return invalid([]gevel.Detail{{Reason: "body", Message: "the body " + why}})
}

// unpicked returns the verdicts that don't say which they are: without it one would count as a rejection.
func unpicked(text []byte) (faults []gevel.Detail) {
	var said struct {
		Comparables []struct {
			Pick *bool `json:"pick"`
		} `json:"comparables"`
	}
	if err := json.Unmarshal(text, &said); err != nil {
		return nil // it was read already
	}
	for i, v := range said.Comparables {
		if v.Pick == nil {
			at := fmt.Sprintf("comparables[%d].pick", i)
			faults = append(faults, gevel.Detail{Reason: at, Message: at + " is missing: true picks the sale, false rejects it"})
		}
	}
	return faults
}

// faults returns what is wrong with a judgement by itself.
func (j *Judgement) faults() (faults []gevel.Detail) {
	fault := func(at, format string, args ...any) {
		faults = append(faults, gevel.Detail{Reason: at, Message: at + " " + fmt.Sprintf(format, args...)})
	}
	if n := len(j.Comparables); n > mostEntries {
		fault("comparables", "has %d entries, and may have %d", n, mostEntries)
	}
	if n := len(j.Corrections); n > mostEntries {
		fault("corrections", "has %d entries, and may have %d", n, mostEntries)
	}
	if len(faults) > 0 {
		return faults
	}
	judged := map[string]bool{}
	for i, v := range j.Comparables {
		at := fmt.Sprintf("comparables[%d]", i)
		if v.Sale == "" || judged[v.Sale] {
			fault(at+".sale", "is empty, or judged twice")
		}
		judged[v.Sale] = true
		if why := lineFault(v.Reason); why != "" {
			fault(at+".reason", "%s", why)
		}
	}
	corrected := map[string]bool{}
	for i, c := range j.Corrections {
		at := fmt.Sprintf("corrections[%d]", i)
		if c.Characteristic == "" || corrected[c.Characteristic] {
			fault(at+".characteristic", "is empty, or corrected twice")
		}
		corrected[c.Characteristic] = true
		switch c.Value.(type) {
		case float64, string, bool:
		default:
			fault(at+".value", "is no number, text or truth")
		}
		if why := lineFault(c.Source); why != "" {
			fault(at+".source", "%s", why)
		}
	}
	return faults
}

// lineFault returns why a text is no line that a reader can take for a reason, "" if it is one.
func lineFault(text string) string {
	switch n := utf8.RuneCountInString(text); {
	case strings.TrimSpace(text) == "":
		return "is missing"
	case n > MostLetters:
		return fmt.Sprintf("has %d letters, and may have %d", n, MostLetters)
	case gevel.Printable(text) != text:
		return "holds hidden characters, or more than one line"
	}
	return ""
}

func invalid(faults []gevel.Detail) error {
	switch len(faults) {
	case 0:
		return nil
	case 1:
		return &gevel.Error{Code: gevel.Invalid, Message: faults[0].Message, Details: faults}
	}
	return &gevel.Error{
		Code: gevel.Invalid, Message: fmt.Sprintf("%d entries of the judgement are at fault", len(faults)),
		Details: faults,
	}
}
