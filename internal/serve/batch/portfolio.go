package batch

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/portfolio"
)

// POST /page/portfolio: the totals of homes that secure loans, as gevel portfolio works them out of a file, with the
// distribution of the book. Rows are bounded, since nothing is answered before the last, and are to the key's quota and rate
// what those of a batch are. No value of a home is answered, so none is logged.

// PortfolioPath is where portfolios are posted.
const PortfolioPath = "/page/portfolio"

const (
	// mostLoans is how many rows a portfolio has at most: some half a minute of work.
	mostLoans = 20_000
	// mostLoanBytes is how long its body is at most.
	mostLoanBytes = 32 << 20
)

// terms are the parameters of a portfolio.
type terms struct {
	date, since gevel.Opt[gevel.Date]
	shock       gevel.Opt[float64]
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
		day("valuationDate", "The valuation date; the default is today in Europe/Amsterdam.",
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

// loans is one request for the totals of a portfolio.
type loans struct {
	*Batches
	exchange *frame.Exchange
	live     *live.Live
	key      *rowKey
	body     *body
	terms    terms
	today    gevel.Date
}

// ServePortfolio answers a portfolio.
func (b *Batches) ServePortfolio(x *frame.Exchange, r *http.Request) error {
	return b.serve(PortfolioPath, x, r, func() (work, error) { return b.newLoans(x, r) })
}

// newLoans reads all of a request but its body.
func (b *Batches) newLoans(x *frame.Exchange, r *http.Request) (*loans, error) {
	live := b.options.Current.Get()
	one := &loans{
		Batches: b, exchange: x, live: live, today: gevel.DayOf(x.Started),
		key: &rowKey{gate: b.options.Gate, authorization: r.Header.Get("Authorization"), wait: b.options.Wait},
	}
	if format, err := contentOf(r.Header.Get("Content-Type")); err != nil || format != formatCSV {
		return nil, &gevel.Error{Code: gevel.UnsupportedMedia, Message: "a portfolio is a body of the type " + csvType}
	}
	rows := termsTable()
	bound, err := param.Bind(param.TableOf(rows), r.URL.RawQuery, param.Limits{Today: one.today, Oldest: live.Valuer.Oldest()})
	if err != nil {
		return nil, err
	}
	x.Params = bound
	if one.terms, err = param.Fill(rows, bound); err != nil {
		return nil, err
	}
	if !one.terms.date.Known {
		one.terms.date = gevel.Some(one.today)
	}
	if t := one.terms; t.since.Known && t.since.V >= t.date.V {
		return nil, param.Invalid([]gevel.Detail{{
			Reason: "since", Message: fmt.Sprintf("since %s does not lie before the valuation date, %s", t.since.V, t.date.V),
		}})
	}
	one.body, err = b.newBody(x, r, min(mostLoanBytes, b.settings.MaxBatchBytes))
	return one, err
}

// run answers, or says why not once the body is read as far as needed.
func (l *loans) run(r *http.Request) error {
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	l.body.afterEnd = l.leavesWith(r, cancel)
	l.body.idle = func(wait func() error) error { return wait() }
	l.body.spent = func(bytes int) error { return l.key.payText(ctx, int64(bytes), l.body.idle) }
	finish, err := l.body.open(ctx)
	if err != nil {
		return err
	}
	defer finish()
	s, err := l.totals(ctx)
	if ctx.Err() != nil {
		return nil // the caller went away
	}
	var text *bytes.Buffer
	if err == nil {
		text, err = frame.Render(frame.Success{ID: l.exchange.ID, Params: l.exchange.Params, Data: s, Status: frame.StatusSuccess})
	}
	if err != nil {
		l.exchange.Header().Set("Connection", "close")
		l.exchange.Fail(err)
		if l.body.connection.Flush() == nil {
			l.body.drain()
		}
		return nil
	}
	l.options.Log.Info("portfolio", slog.String("id", l.exchange.ID), slog.Int("rows", s.Homes))
	out := writer{exchange: l.exchange, connection: l.body.connection, contentType: "application/json", head: func() []byte { return nil }}
	return out.write(text.Bytes())
}

// totals values the rows, and sums up.
func (l *loans) totals(ctx context.Context) (*portfolio.Summary, error) {
	if err := l.key.pay(ctx, 1, l.body.idle); err != nil { // also where there is no row
		return nil, err
	}
	homes, err := bulk.NewFile("the body", l.body.text)
	if err != nil {
		return nil, err
	}
	valuer := l.live.Valuer
	p, err := portfolio.New(homes, portfolio.Options{Valuer: valuer, Since: l.terms.since, Shock: l.terms.shock})
	if err != nil {
		return nil, err
	}
	_, err = bulk.Value(ctx, homes, nowhere{}, bulk.Options{
		Valuer: valuer, Today: l.today, Date: l.terms.date.V, Progress: func(int64) {}, Additions: []bulk.Addition{p}, Pace: l,
	})
	if err != nil {
		return nil, err
	}
	if err := l.turns.take(ctx, l.exchange.Key.ID); err != nil {
		return nil, err
	}
	defer l.turns.give()
	s := p.Summary()
	return &s, p.Distribute(ctx, &s)
}

// Row pays for a row.
func (l *loans) Row(ctx context.Context, n int) error {
	if n > mostLoans {
		return &gevel.Error{
			Code: gevel.TooLarge, Message: fmt.Sprintf("the body has more than %d rows", mostLoans), Hint: "gevel portfolio takes any number",
		}
	}
	l.answeredRow()
	return l.key.pay(ctx, int64(n), l.body.idle)
}

// Turn waits for a processor.
func (l *loans) Turn(ctx context.Context) (give func(), err error) {
	return l.turns.give, l.turns.take(ctx, l.exchange.Key.ID)
}

// nowhere takes rows for nothing: totals alone are answered.
type nowhere struct{}

func (nowhere) Write([]bulk.Row) error { return nil }
func (nowhere) Close() error           { return nil }
