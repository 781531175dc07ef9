package building3d

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/file/textfile"
)

// Types of what stands in a line of CityJSON.
const (
	typeFeature = "CityJSONFeature"
	typeCity    = "CityJSON" // the metadata of a sequence, else a whole city
	typeObject  = "Building" // of a CityObject
)

// longestQuick is the longest line whose JSON is checked by the quick way, which takes stack for each
// bracket that is open, without a limit. Nearly all are shorter.
const longestQuick = 64 << 10

func isJSON(line []byte) bool {
	if len(line) > longestQuick {
		return json.Valid(line)
	}
	return gjson.ValidBytes(line)
}

// parseFeatures makes buildings of the lines of a stretch.
func parseFeatures(p *parser, s *stretch) error {
	for i, line := range s.lines {
		if len(line) == 0 {
			continue
		}
		number, valid := s.first+i, isJSON(line)
		var of []gjson.Result
		if valid {
			of = gjson.GetManyBytes(line, "type", "CityObjects")
		} else {
			of = make([]gjson.Result, 2)
		}
		switch kind, objects := of[0].String(), of[1]; {
		case kind == typeFeature:
			p.addFeature(&s.parsed, objects, number)
		case kind == typeCity && isEmpty(objects):
			if day, err := gevel.ParseDate(gjson.GetBytes(line, "metadata.referenceDate").String()); err == nil {
				s.asOf = max(s.asOf, day)
			}
		case kind == typeCity:
			return gevel.Refusal(asSequence, "the file is a whole CityJSON, which would have to be in memory at once")
		case number == 1:
			return otherJSON(kind, valid)
		case !valid:
			p.reject(&s.parsed, number, ReasonMalformedRow, "is no JSON")
		default:
			p.reject(&s.parsed, number, ReasonMalformedRow, fmt.Sprintf("%.40q is no %s", kind, typeFeature))
		}
	}
	return nil
}

func isEmpty(objects gjson.Result) bool {
	empty := true
	objects.ForEach(func(_, _ gjson.Result) bool {
		empty = false
		return false
	})
	return empty
}

// addFeature makes buildings of the objects of a feature; mostly one of them is a building.
func (p *parser) addFeature(to *parsed, objects gjson.Result, line int) {
	some := false
	objects.ForEach(func(id, object gjson.Result) bool {
		if object.Get("type").Str == typeObject {
			some = true
			p.add(to, valuesOf(id.Str, object.Get("attributes")), line)
		}
		return true
	})
	if !some {
		p.reject(to, line, FaultNoBuilding, "none of its objects is a "+typeObject)
	}
}

// valuesOf returns the attributes of an object as a table has them.
func valuesOf(id string, attributes gjson.Result) *values {
	v := values{columnID: []byte(id)}
	if !attributes.IsObject() {
		return &v
	}
	attributes.ForEach(func(key, value gjson.Result) bool {
		if c := slices.Index(columnNames[:], key.Str); c >= 0 && value.Type != gjson.Null {
			text := value.Raw
			if value.Type == gjson.String {
				text = value.Str
			}
			v[c] = []byte(text)
		}
		return true
	})
	return &v
}

const (
	// stretchSize is how many bytes are parsed at a time: some hundred features, or thousands of rows.
	stretchSize = 1 << 20
	// longestLine bounds the memory that one line can take. The largest buildings have some megabytes.
	longestLine = 32 << 20
)

// stretch is a part of a file, and what was found in it.
type stretch struct {
	lines [][]byte
	first int // number of the first line
	done  int64
	parsed
	asOf gevel.Date // that the lines themselves name, gevel.NoDate for none
}

// readLines has the stretches of a text parsed, side by side, and what is found in them used.
func (r *reader) readLines(ctx context.Context, text *textfile.File) error {
	return pipeline.Stages[*stretch]{
		Read: func(_ context.Context, hand func(*stretch) error) error { return r.cut(text, hand) },
		Work: func(_ context.Context, s *stretch) error {
			err := parseFeatures(&r.parser, s)
			s.lines = nil
			return err
		},
		Write: func(s *stretch) error {
			r.add(&s.parsed)
			r.AsOf = max(r.AsOf, s.asOf)
			if r.Progress != nil {
				r.Progress(s.done, text.Total)
			}
			return nil
		},
	}.Run(ctx)
}

// cut hands on the lines of a text, so many bytes at a time.
func (r *reader) cut(text *textfile.File, hand func(*stretch) error) error {
	lines, number := textfile.Lines(text, longestLine), 1
	for more := true; more; {
		s := &stretch{first: number, parsed: r.parsed(), asOf: gevel.NoDate}
		for size := 0; more && size < stretchSize; {
			if more = lines.Scan(); more {
				line := bytes.Clone(bytes.TrimSpace(lines.Bytes()))
				s.lines, size, number = append(s.lines, line), size+len(line)+1, number+1
			}
		}
		s.done = text.Done
		if err := hand(s); err != nil {
			return err
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return gevel.Refusal("a building takes one line: "+asSequence, "line %d is longer than %d bytes", number, longestLine)
	case err != nil:
		return fmt.Errorf("after line %d: %w", number-1, textfile.Named(err))
	}
	return nil
}
