package building3d

import (
	"bytes"
	"context"
	"encoding/json"
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

// feature is what is read of a line of a CityJSONSeq.
type feature struct{ kind, objects, metadata gjson.Result }

// featureOf reads a line, which is JSON.
func featureOf(line []byte) (f feature) {
	gjson.ParseBytes(line).ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "type":
			f.kind = v
		case "CityObjects":
			f.objects = v
		case "metadata":
			f.metadata = v
		}
		return true
	})
	return f
}

// parseFeatures makes buildings of the lines of a stretch.
func parseFeatures(p *parser, s *stretch) {
	s.eachLine(func(line []byte, number int) {
		if s.err != nil {
			return
		}
		var f feature
		valid := isJSON(line)
		if valid {
			f = featureOf(line)
		}
		switch kind := f.kind.String(); {
		case kind == typeFeature:
			p.addFeature(&s.parsed, f.objects, number)
		case kind == typeCity && isEmpty(f.objects):
			s.asOf = max(s.asOf, referenceDate(f.metadata))
		case kind == typeCity:
			s.err = wholeCity()
		case number == 1:
			s.err = otherJSON(kind, valid)
		case !valid:
			p.reject(&s.parsed, number, ReasonMalformedRow, "is no JSON")
		default:
			p.reject(&s.parsed, number, ReasonMalformedRow, fmt.Sprintf("%.40q is no %s", kind, typeFeature))
		}
	})
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
		var kind string
		var attributes gjson.Result
		object.ForEach(func(key, v gjson.Result) bool {
			switch key.Str {
			case "type":
				kind = v.Str
			case "attributes":
				attributes = v
			}
			return true
		})
		if kind == typeObject {
			some = true
			p.add(to, valuesOf(id.Str, attributes), line)
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

// referenceDate returns the day that the metadata of a sequence name, gevel.NoDate for none.
func referenceDate(metadata gjson.Result) gevel.Date {
	day, err := gevel.ParseDate(metadata.Get("referenceDate").String())
	if err != nil {
		return gevel.NoDate
	}
	return day
}

const (
	// stretchSize is how many bytes are parsed at a time: some hundred features, or thousands of rows.
	stretchSize = 1 << 20
	// longestLine bounds the memory that one line can take. The largest buildings have some megabytes.
	longestLine = 32 << 20
)

// stretch is a part of a file, and what was found in it.
type stretch struct {
	pipeline.Block
	parsed
	asOf gevel.Date // that the lines themselves name, gevel.NoDate for none
	err  error      // of the file
}

// eachLine calls use with each line that is not blank, without its end, and its number.
func (s *stretch) eachLine(use func(line []byte, number int)) {
	number := s.Line
	for line := range bytes.Lines(s.Data) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			use(line, number)
		}
		number++
	}
}

// cutterOf cuts a text into stretches.
func cutterOf(text *textfile.File) *pipeline.Cutter {
	return &pipeline.Cutter{
		Text: text, Line: 1, Size: stretchSize, Longest: longestLine,
		Hint: "a building takes one line: " + asSequence,
	}
}

// readLines has the stretches of a text parsed, side by side, and what is found in them used.
func (r *reader) readLines(ctx context.Context, from *pipeline.Cutter) error {
	return pipeline.Stages[*stretch]{
		Read: pipeline.Blocks(from, func() (*stretch, *pipeline.Block) {
			s := &stretch{parsed: r.parsed(), asOf: gevel.NoDate}
			return s, &s.Block
		}),
		Work: func(_ context.Context, s *stretch) error {
			parseFeatures(&r.parser, s)
			s.Data = nil
			return s.err
		},
		Write: func(s *stretch) error {
			r.add(&s.parsed)
			r.AsOf = max(r.AsOf, s.asOf)
			if r.Progress != nil {
				r.Progress(s.Done, from.Text.Total)
			}
			return nil
		},
	}.Run(ctx)
}
