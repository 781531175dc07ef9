package batch

import (
	"net/http"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
)

// request are the parameters of the request as a whole.
type request struct {
	comesAs               string // the format of the body
	format, fields, cells string

	decimal spelling.Sign
	date    gevel.Date // of rows without one of their own, gevel.NoDate is today
}

const (
	formatNDJSON = "ndjson"
	formatCSV    = "csv"
	formatArray  = "json" // of bodies alone
	fieldsValue  = "value"
	fieldsFull   = "full"
	cellsSafe    = "safe"
	cellsRaw     = "raw"
)

// requestTable are the rows of a request.
func requestTable() []param.Row[request] {
	return []param.Row[request]{
		{Param: param.Param{
			Name: "format", Kind: param.Text, Enum: &param.Enumeration{Values: []string{formatNDJSON, formatCSV}},
			Doc: "Format of the answer. Not given, it is the one that Accept names, otherwise the format of the body.",
		}, Set: func(in *request, v param.Value) error { in.format = v.Spelled; return nil }},
		{Param: param.Param{
			Name: "fields", Kind: param.Text, Enum: &param.Enumeration{Values: []string{fieldsValue, fieldsFull}},
			Fallback: func(param.Limits) param.Value { return param.Value{Known: true, Spelled: fieldsValue} },
			Doc: "What a row is answered: value, with its interval and accuracy; or full, the whole answer of /v1/homevalue, " +
				"as lines of JSON only. The default is value.",
		}, Set: func(in *request, v param.Value) error { in.fields = v.Spelled; return nil }},
		{Param: param.Param{
			Name: "cells", Kind: param.Text, Enum: &param.Enumeration{Values: []string{cellsSafe, cellsRaw}},
			Fallback: func(param.Limits) param.Value { return param.Value{Known: true, Spelled: cellsSafe} },
			Doc: "Cells of CSV: safe in a spreadsheet, in the form of the body; or raw, for programs: as they are, with decimal points. " +
				"The default is safe.",
		}, Set: func(in *request, v param.Value) error { in.cells = v.Spelled; return nil }},
		{Param: param.Param{
			Name: "decimal", Kind: param.Text, Enum: &param.Enumeration{Values: []string{string(spelling.Point), string(spelling.Comma)}},
			Doc: "Decimal sign of numbers in CSV that can be read both ways, such as 1.234. Not given, such a number is a fault of its " +
				"row, unless a home can be valued with one of its readings alone.",
		}, Set: func(in *request, v param.Value) error { in.decimal = spelling.Sign(v.Spelled); return nil }},
		{Param: param.Param{
			Name: param.ValuationDate, Kind: param.Day, Bounds: endpoints.ValuationDateBounds,
			Doc: "The valuation date of rows without one of their own; the default is today in Europe/Amsterdam.",
		}, Set: func(in *request, v param.Value) error {
			in.date = gevel.NoDate
			if v.Given {
				in.date = gevel.Date(v.Number)
			}
			return nil
		}},
	}
}

// readRequest reads the parameters of a request, and the formats of its body and its answer.
func readRequest(r *http.Request, l param.Limits) (asked request, err error) {
	rows := requestTable()
	bound, err := param.Bind(param.TableOf(rows), r.URL.RawQuery, l)
	if err != nil {
		return asked, err
	}
	if asked, err = param.Fill(rows, bound); err != nil {
		return asked, err
	}
	return asked, asked.negotiate(r)
}

// ndjsonType is the media type of lines of JSON.
const ndjsonType = "application/x-ndjson"

// negotiate looks at the format of the body, and chooses the format of the answer.
func (asked *request) negotiate(r *http.Request) error {
	media := r.Header.Get("Content-Type")
	body, known := formatOf(media)
	if asked.comesAs = body; upload.BareType(media) == upload.JSONType {
		asked.comesAs, body, known = formatArray, formatNDJSON, true
	}
	if !known {
		return upload.Unread(media, ndjsonType+", "+upload.CSVType+", or an array as "+upload.JSONType)
	}
	if asked.format == "" {
		asked.format = acceptedOf(r.Header.Get("Accept"), body)
	}
	return nil
}

// formatOf returns the format of a media type.
func formatOf(media string) (format string, known bool) {
	switch upload.BareType(media) {
	case ndjsonType, "application/ndjson", "application/jsonl":
		return formatNDJSON, true
	}
	return formatCSV, upload.IsCSV(media)
}

// acceptedOf returns the format that an Accept header names, otherwise the body's.
func acceptedOf(accept, body string) string {
	for part := range strings.SplitSeq(accept, ",") {
		if format, known := formatOf(part); known {
			return format
		}
	}
	return body
}
