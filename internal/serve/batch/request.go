package batch

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/measure"
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

// chunk is some rows on their way.
type chunk struct {
	rows     []bodyRow
	size     int // bytes of the rows
	text     []byte
	answered int          // rows in text
	failed   *gevel.Error // why the next one can't be answered, nor those behind it; nil when all are
}

const (
	// chunkRows is how many rows are handed over at once, at most.
	chunkRows = 64
	// chunkBytes bounds the memory of rows that are long.
	chunkBytes = 256 << 10
)

// reader reads rows, and hands them over before it waits for anything.
type reader struct {
	upload *upload.Upload
	source source
	lease  editionLease
	hand   func(*chunk) error

	pending *chunk
	rows    int64
	end     error // why no more rows were read, nil at the end of the body
}

// read reads all rows. An error that ends the batch, and not its work, is left in end.
func (r *reader) read(ctx context.Context, hand func(*chunk) error) error {
	r.hand, r.pending = hand, new(chunk)
	defer r.upload.Rest()
	err := r.readRows(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != io.EOF { //nolint:errorlint // sources wrap no end
		r.end = readError(err)
	}
	return r.flush()
}

func (r *reader) readRows(ctx context.Context) error {
	if err := r.upload.Reading(ctx, r.flush); err != nil {
		return err
	}
	if err := r.upload.Pay(ctx, 1); err != nil { // also where there is no row
		return err
	}
	if err := r.source.open(r.upload.Text()); err != nil {
		return err
	}
	for {
		row, err := r.source.next()
		if err != nil {
			return err
		}
		if err := r.admit(ctx); err != nil {
			return err
		}
		if err := r.add(row); err != nil {
			return err
		}
	}
}

// admit pays for the next row.
func (r *reader) admit(ctx context.Context) error {
	if most := measure.Must(Path).Rows; r.rows == int64(most) {
		return gevel.Failure(gevel.TooLarge, "send it in parts", "the body has more than %d rows", most)
	}
	r.rows++
	if err := r.upload.Pay(ctx, r.rows); err != nil {
		return err
	}
	return r.lease.check()
}

// add adds a row to those that are handed over next.
func (r *reader) add(row bodyRow) error {
	r.pending.rows = append(r.pending.rows, row)
	r.pending.size += row.size
	if len(r.pending.rows) < chunkRows && r.pending.size < chunkBytes {
		return nil
	}
	if err := r.flush(); err != nil {
		return err
	}
	return r.upload.Resume()
}

// flush hands over the rows that were read, without a processor.
func (r *reader) flush() error {
	if len(r.pending.rows) == 0 {
		return nil
	}
	r.upload.Rest()
	c := r.pending
	r.pending = new(chunk)
	return r.hand(c)
}

// readError is an error of reading a body as the caller reads it.
func readError(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return gevel.Refusal("", "a line is longer than %d bytes", upload.LongestLine)
	}
	return err
}

// oldFor is how long a batch goes on with an edition that is no longer the newest. Both lie in memory.
const oldFor = 12 * time.Hour

// editionLease ends a batch that would hold an old edition for ever.
type editionLease struct {
	current   *live.Current
	held      *live.Live
	now       func() time.Time
	overtaken time.Time // when a newer edition was noticed, zero before
}

func (l *editionLease) check() error {
	if l.current.Get() == l.held {
		return nil
	}
	now := l.now()
	if l.overtaken.IsZero() {
		l.overtaken = now
	}
	if now.Sub(l.overtaken) < oldFor {
		return nil
	}
	return gevel.Failure(gevel.Unavailable, "send the rest again",
		"a newer edition has answered for %s", oldFor.String())
}
