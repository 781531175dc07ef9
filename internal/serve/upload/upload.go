package upload

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

// CSVType is the media type of CSV.
const CSVType = "text/csv"

// IsCSV reports whether a media type is of CSV.
func IsCSV(media string) bool {
	return slices.Contains([]string{CSVType, "application/csv"}, BareType(media))
}

// JSONType is the media type of an array of objects.
const JSONType = "application/json"

// Unread returns the error for a body of a type that is not read, beside types that are.
func Unread(media, types string) error {
	return gevel.Failure(gevel.UnsupportedMedia,
		"send "+types+"; gevel value and gevel portfolio read workbooks and Parquet, as files",
		"a body of the type %s is not read here", param.Quote(media))
}

// BareType returns a media type without its parameters.
func BareType(media string) string {
	name, _, _ := strings.Cut(media, ";")
	return strings.ToLower(strings.TrimSpace(name))
}

// Upload is one request of many homes. A goroutine reads its body, as text without zip, and pays for it.
type Upload struct {
	uploads    *Uploads
	exchange   *frame.Exchange
	connection *connection
	uses       uses
	zipped     bool
	most       int64 // bytes of the body, as sent and unzipped

	ctx      context.Context // ends the reader's waits
	turn     admission.Turn  // the reader's processor
	handOver func() error    // hands over rows that were read, before anything is waited for
	sent     int64           // bytes taken, as they were sent
	due      int64           // uses, by what is answered
	paidText int64           // bytes that were paid for: as they were sent, and unzipped ones once more
}

// AnyLength is the length of a body that the settings alone bound.
const AnyLength = math.MaxInt64

// Receive returns the upload of a request, whose body has so many bytes at most.
func (s *Uploads) Receive(x *frame.Exchange, r *http.Request, most int64) (*Upload, error) {
	most = min(most, s.settings.MaxBatchBytes)
	encoding := strings.ToLower(r.Header.Get("Content-Encoding"))
	if encoding != "" && encoding != "identity" && encoding != "gzip" {
		return nil, gevel.Failure(gevel.UnsupportedMedia, "send gzip, or plain text",
			"the content encoding %s is not read here", param.Quote(encoding))
	}
	if r.ContentLength > most {
		return nil, tooLarge(most)
	}
	return &Upload{
		uploads: s, exchange: x, zipped: encoding == "gzip", most: most,
		connection: &connection{
			ResponseController: http.NewResponseController(x), body: r.Body, caller: r.Context(), ending: s.ending,
		},
		uses:     uses{gate: s.options.Gate, authorization: r.Header.Get("Authorization")},
		turn:     admission.Turn{Turns: s.options.Processors.Turns, Key: x.Key.ID},
		handOver: func() error { return nil },
	}, nil
}

// Open begins to read the body, while the key has a place for it. The context ends when the caller goes away. The
// caller calls finish before the request is answered. Error: gevel.Unavailable.
func (u *Upload) Open() (ctx context.Context, finish func(), err error) {
	if err := u.uploads.enter(u.turn.Key); err != nil {
		return nil, nil, err
	}
	u.exchange.Header().Del("Connection") // the body is read
	if err := u.connection.open(); err != nil {
		u.uploads.leave(u.turn.Key)
		return nil, nil, err
	}
	u.ctx = u.connection.ctx
	return u.ctx, func() {
		u.connection.finish()
		u.uploads.leave(u.turn.Key)
		u.uses.settle(u.due)
		u.exchange.Uses = u.uses.paid
	}, nil
}

// Owe says that so many rows are answered, to which their text belongs. What was paid beyond that is given back in the end.
func (u *Upload) Owe(rows int) { u.due = max(1, int64(rows), 1+u.paidText/textOfUse) }

// Read takes what was read ahead, and waits for it. Errors are of gevel, but for io.EOF.
func (u *Upload) Read(p []byte) (int, error) {
	n, err := u.connection.ahead.take(p)
	for n == 0 && err == nil {
		if err := u.idle(u.ctx, u.connection.wait); err != nil {
			return 0, err
		}
		n, err = u.connection.ahead.take(p)
	}
	if u.sent += int64(n); u.sent > u.most {
		return 0, tooLarge(u.most)
	}
	if unpaid := u.payText(n); unpaid != nil {
		return 0, unpaid
	}
	return n, err
}

func tooLarge(most int64) error {
	return gevel.Failure(gevel.TooLarge, "send it in parts", "the body is longer than %d bytes", most)
}

// payText pays for some more bytes, and lets the other keys go first.
func (u *Upload) payText(bytes int) error {
	u.paidText += int64(bytes)
	if err := u.Pay(u.ctx, 1+u.paidText/textOfUse); err != nil {
		return err
	}
	return u.turn.Pass(u.ctx)
}

// Pay counts uses of the key until there are so many in all, and waits for the rate. Errors: as of a request, but never
// gevel.RateLimited.
func (u *Upload) Pay(ctx context.Context, all int64) error {
	for {
		wait, err := u.uses.pay(all)
		if err != nil || wait == 0 {
			return err
		}
		err = u.idle(ctx, func(ctx context.Context) error { return u.uploads.options.Wait(ctx, wait) })
		if err != nil {
			return err
		}
	}
}

// Affords refuses more rows than the key has uses left, before it is charged for them. Error: gevel.Forbidden.
func (u *Upload) Affords(rows int64) error {
	if left := u.uses.last.Left() + u.uses.paid; rows > left {
		return gevel.Failure(gevel.Forbidden, "",
			"the body has %d rows, and the key has %d requests left of its quota this month", rows, left)
	}
	return nil
}

// idle has the reader wait without a processor, once what it has read is handed over.
func (u *Upload) idle(ctx context.Context, wait func(context.Context) error) error {
	held := u.turn.Held
	if err := u.handOver(); err != nil {
		return err
	}
	u.Rest()
	if err := wait(ctx); err != nil || !held {
		return err
	}
	return u.turn.Take(ctx)
}

// Reading has the reader wait for a processor, which it keeps but while it waits for anything else: then it calls
// handOver first.
func (u *Upload) Reading(ctx context.Context, handOver func() error) error {
	u.ctx, u.handOver = ctx, handOver
	return u.turn.Take(ctx)
}

// Rest gives the reader's processor back.
func (u *Upload) Rest() { u.turn.Give() }

// Resume waits for the reader's processor again.
func (u *Upload) Resume() error { return u.turn.Take(u.ctx) }

// Turn waits for a processor, for a goroutine that works.
func (u *Upload) Turn(ctx context.Context) (give func(), err error) {
	return func() { u.turn.Turns.Give(u.turn.Key) }, u.turn.Turns.Take(ctx, u.turn.Key)
}

// CountRow counts a row that is answered.
func (u *Upload) CountRow() { u.uploads.countRow() }

// A gzipped body may be longer than what was sent by mostExpansion, beyond freeExpansion bytes: rows of homes are
// some ten times as long, blank lines a thousand times.
const (
	mostExpansion = 100
	freeExpansion = 8 << 20
)

// Text returns the text of the body. Errors of reading it are of gevel, but for io.EOF.
func (u *Upload) Text() io.Reader {
	if u.zipped {
		return &unzipped{source: u}
	}
	return u
}

// unzipped is the text of a gzipped body. Its length is bounded too: a small body may unzip to a very long one.
type unzipped struct {
	source *Upload
	text   *gzip.Reader
	read   int64
}

// Read reads of the text. Errors are of gevel, but for io.EOF.
func (z *unzipped) Read(p []byte) (n int, err error) {
	if z.text == nil {
		if z.text, err = gzip.NewReader(z.source); err != nil {
			return 0, brokenZip(err)
		}
	}
	n, err = z.text.Read(p)
	z.read += int64(n)
	switch {
	case z.read > z.source.most:
		return 0, tooLarge(z.source.most)
	case z.read > freeExpansion && z.read > mostExpansion*z.source.sent:
		return 0, gevel.Failure(gevel.TooLarge, "send it as it is",
			"the body unzips to more than %d times its size", mostExpansion)
	}
	if err := z.source.payText(n); err != nil {
		return 0, err
	}
	return n, brokenZip(err)
}

func brokenZip(err error) error {
	var known *gevel.Error
	if err == nil || err == io.EOF || errors.As(err, &known) || errors.Is(err, context.Canceled) { //nolint:errorlint // gzip wraps no end
		return err
	}
	return &gevel.Error{Code: gevel.Invalid, Message: "the body is no whole gzip", Err: err}
}
