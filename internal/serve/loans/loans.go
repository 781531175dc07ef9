// Package loans answers the totals of homes that secure loans: the portfolio that a caller uploads.
package loans

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/measure"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/portfolio"
)

// POST /page/portfolio: the totals of homes that secure loans, as gevel portfolio works them out of a file, with the
// distribution of the book. Rows are bounded, since nothing is answered before the last, and counted before the first
// is valued. They count in the key's quota and rate as the rows of a batch do. A home with several loans is valued once,
// and is one entry of the valuation log.

// Path is where portfolios are posted.
const Path = "/page/portfolio"

// Loans answers portfolios.
type Loans struct {
	Uploads *upload.Uploads
	Current *live.Current
	Values  *endpoints.Values
	Log     *slog.Logger
	Version string // of the program
}

// request is one request for the totals of a portfolio.
type request struct {
	log      *slog.Logger
	version  string
	values   *endpoints.Values
	exchange *frame.Exchange
	upload   *upload.Upload
	live     *live.Live
	terms    terms
	today    gevel.Date
}

// Serve answers a portfolio.
func (l *Loans) Serve(x *frame.Exchange, r *http.Request) error {
	one, err := l.newRequest(x, r)
	if err != nil {
		return err
	}
	return one.run()
}

// newRequest reads all of a request but its body.
func (l *Loans) newRequest(x *frame.Exchange, r *http.Request) (*request, error) {
	media := r.Header.Get("Content-Type")
	if !upload.IsCSV(media) && upload.BareType(media) != upload.JSONType {
		return nil, upload.Unread(media, upload.CSVType+", or an array as "+upload.JSONType)
	}
	live := l.Current.Get()
	one := &request{log: l.Log, version: l.Version, values: l.Values, exchange: x, live: live, today: gevel.DayOf(x.Started)}
	rows := termsTable()
	bound, err := param.Bind(param.TableOf(rows), r.URL.RawQuery, param.Limits{Today: one.today, Oldest: live.Valuer.Oldest()})
	if err != nil {
		return nil, err
	}
	x.Params = bound
	if one.terms, err = param.Fill(rows, bound); err != nil {
		return nil, err
	}
	if err := one.terms.complete(one.today); err != nil {
		return nil, err
	}
	one.upload, err = l.Uploads.Receive(x, r, measure.Must(Path).Body)
	return one, err
}

// run answers, or says why not once the body is read as far as needed.
func (l *request) run() error {
	ctx, finish, err := l.upload.Open()
	if err != nil {
		return err
	}
	defer finish()
	s, err := l.totals(ctx)
	if ctx.Err() != nil {
		return nil // the caller went away
	}
	if err != nil {
		l.upload.Refuse(err)
		return nil
	}
	text, err := frame.Render(frame.Success{ID: l.exchange.ID, Params: l.exchange.Params, Data: s, Status: frame.StatusSuccess})
	if err != nil {
		l.upload.Refuse(err)
		return nil
	}
	l.log.Info("portfolio", slog.String("id", l.exchange.ID), slog.Int("rows", s.Homes))
	if _, err = l.upload.Answer("application/json").Write(text.Bytes()); err == nil {
		l.upload.Owe(s.Homes)
	}
	return err
}

// answer is the totals of a portfolio.
type answer struct {
	*portfolio.Summary
	Rows string `json:"rows,omitempty"` // with their values, as CSV in the form of the body, if asked
}

// totals values the rows, and sums up.
func (l *request) totals(ctx context.Context) (*answer, error) {
	if err := l.upload.Pay(ctx, 1); err != nil { // also where there is no row
		return nil, err
	}
	text, err := io.ReadAll(l.upload.Text())
	if err != nil {
		return nil, err
	}
	if err := l.affordable(ctx, text); err != nil {
		return nil, err
	}
	homes, err := bulk.NewFile(ctx, "the body", bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	valuer := l.live.Valuer
	value := l.values.Once(frame.Call{Now: l.exchange.Started, Live: l.live, Exchange: l.exchange})
	o := portfolio.Options{Valuer: valuer, Value: value, Since: l.terms.since, Shock: l.terms.shock}
	p, err := portfolio.New(homes, o)
	if err != nil {
		return nil, err
	}
	options := bulk.Options{
		Valuer: valuer, Value: value, Today: l.today, Date: l.terms.date.V, Progress: func(int64) {},
		Additions: []bulk.Addition{p}, Pace: l, Version: l.version,
	}
	var rows bytes.Buffer
	out := bulk.Writer(nowhere{})
	if l.terms.rows {
		if out, err = bulk.NewCSV(&rows, homes, options); err != nil {
			return nil, err
		}
	}
	if _, err = bulk.Value(ctx, homes, out, options); err != nil {
		return nil, err
	}
	give, err := l.upload.Turn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	s := p.Summary()
	s.Origin = options.Origin()
	return &answer{&s, strings.TrimPrefix(rows.String(), textfile.ByteOrderMark)}, p.Distribute(ctx, &s)
}

// affordable counts the rows before any is valued. Errors: gevel.TooLarge; gevel.Forbidden where the quota has less left.
func (l *request) affordable(ctx context.Context, text []byte) error {
	homes, err := table.Read(ctx, "the body", bytes.NewReader(text), table.Options{})
	if err != nil {
		return err
	}
	most, rows := measure.Must(Path).Rows, 0
	for ; err == nil; rows++ {
		if rows > most {
			return gevel.Failure(gevel.TooLarge, "gevel portfolio takes any number",
				"the body has more than %d rows", most)
		}
		_, err = homes.Next()
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	return l.upload.Affords(int64(rows - 1))
}

// Row pays for a row.
func (l *request) Row(ctx context.Context, n int) error {
	l.upload.CountRow()
	return l.upload.Pay(ctx, int64(n))
}

// Turn waits for a processor.
func (l *request) Turn(ctx context.Context) (give func(), err error) { return l.upload.Turn(ctx) }

// nowhere drops rows where totals alone are answered.
type nowhere struct{}

func (nowhere) Write([]bulk.Row) error { return nil }
func (nowhere) Close() error           { return nil }

// terms are the parameters of a portfolio.
type terms struct {
	date, since gevel.Opt[gevel.Date]
	shock       gevel.Opt[float64]
	rows        bool
}

func termsTable() []param.Row[terms] {
	day := func(name, doc string, of func(*terms) *gevel.Opt[gevel.Date]) param.Row[terms] {
		return param.Row[terms]{
			Param: param.Param{Name: name, Kind: param.Day, Bounds: endpoints.ValuationDateBounds, Doc: doc},
			Set: func(in *terms, v param.Value) error {
				*of(in) = gevel.Opt[gevel.Date]{V: gevel.Date(v.Number), Known: v.Given}
				return nil
			},
		}
	}
	type field = *gevel.Opt[gevel.Date]
	return []param.Row[terms]{
		day(param.ValuationDate, "The valuation date; the default is today in Europe/Amsterdam.",
			func(in *terms) field { return &in.date }),
		day("since", "Compare with the value on this day where a row gives no earlier value.",
			func(in *terms) field { return &in.since }),
		{
			Param: param.Param{
				Name: "shock", Kind: param.Text, Doc: "Also work totals out after a change of all prices: -0.20 is a fall of 20 %.",
			},
			Set: func(in *terms, v param.Value) (err error) {
				if v.Given {
					in.shock, err = readShock(v.Spelled)
				}
				return err
			},
		},
		{
			Param: param.Param{
				Name: "rows", Kind: param.Text, Enum: &param.Enumeration{Values: []string{"csv"}},
				Doc: "Also answer the rows with their values, as text in this form: what gevel portfolio -o writes.",
			},
			Set: func(in *terms, v param.Value) error {
				in.rows = v.Given
				return nil
			},
		},
	}
}

// readShock reads a change of prices, that leaves homes something of their value.
func readShock(text string) (gevel.Opt[float64], error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > -1 && v <= 1) { // NaN is neither
		return gevel.Opt[float64]{}, param.Invalid([]gevel.Detail{{
			Reason: "shock", Message: "shock " + param.Quote(text) + " is not greater than -1 and at most 1: -0.20 is a fall of 20 %",
		}})
	}
	return gevel.Some(v), nil
}

// complete sets the valuation date where none is given.
func (t *terms) complete(today gevel.Date) error {
	if !t.date.Known {
		t.date = gevel.Some(today)
	}
	if t.since.Known && t.since.V >= t.date.V {
		return param.Invalid([]gevel.Detail{{
			Reason: "since", Message: fmt.Sprintf("since %s does not lie before the valuation date, %s", t.since.V, t.date.V),
		}})
	}
	return nil
}

// Described returns the description of a portfolio.
func Described() describe.PathItem {
	o := &describe.Operation{
		OperationID: "postPortfolio", Summary: "The totals of homes that secure loans",
		Description: fmt.Sprintf("What gevel portfolio --json writes of a file, in the envelope of /v1: loans to value, "+
			"the cap of article "+
			"229(1)(e) CRR, and the distribution of the book, whose homes err together. At most %d rows, each a request to "+
			"the key's quota "+
			"and rate. Values of homes are answered with rows=csv alone.", measure.Must(Path).Rows),
		Tags: []string{"valuation"}, Responses: upload.Responses(),
	}
	for _, p := range param.TableOf(termsTable()) {
		o.Parameters = append(o.Parameters, describe.Parameter(p, nil))
	}
	text, totals := describe.StringSchema, &describe.Schema{Type: "object"}
	o.Responses["200"] = describe.Response("The totals.", describe.Object(
		describe.Property{Name: "id", Schema: text},
		describe.Property{Name: "params", Schema: &describe.Schema{Type: "object"}},
		describe.Property{Name: "data", Schema: totals.Described("the totals: homes, exposure, values, now, capped, shock, " +
			"groups, book, bookShocked and others")},
		describe.Property{Name: "status", Schema: text},
	))
	o.RequestBody = &describe.BodyObject{
		Description: "A row per home and loan, with columns as of gevel portfolio: the home, loan_amount, and optionally " +
			"origination_date, " +
			"origination_value, last_value and last_date. Content-Encoding gzip is read too.",
		Required: true, Content: map[string]describe.MediaTypeObject{
			upload.CSVType: {Schema: text}, upload.JSONType: {Schema: &describe.Schema{Type: "array", Items: &describe.Schema{Type: "object"}}},
		},
	}
	return describe.PathItem{Post: o}
}
