package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/portfolio"
)

// postPortfolio sends a portfolio and returns its answer, whole.
func (s *site) postPortfolio(t testing.TB, target, key string, body io.Reader, header ...string) (*http.Response, string) {
	t.Helper()
	return s.postTo(t, "/page/portfolio"+target, key, body, append([]string{"Content-Type", "text/csv"}, header...)...)
}

// loansOf are loans on some homes of the town, two of them on one home, one on none.
func loansOf(s *site) string {
	var b strings.Builder
	b.WriteString("loan_id,bag_id,loan_amount,origination_value\n")
	n, first := 0, gevel.BAGID("")
	s.live.Edition.Dwellings(func(d gevel.Dwelling) bool {
		if _, err := s.live.Valuer.ValueAlone(gevel.Inquiry{AddressQuery: addressOf(s, d.ID), Date: gevel.DayOf(clock)}); err != nil {
			return true
		}
		if first == "" {
			first = d.ID
		}
		fmt.Fprintf(&b, "L%d,%s,%d,300000\n", n, d.ID, 150_000+1000*n)
		n++
		return n < 40
	})
	fmt.Fprintf(&b, "again,%s,50000,\nnone,9999010000000000,1000,\n", first)
	return b.String()
}

func addressOf(s *site, id gevel.BAGID) gevel.AddressQuery {
	at, _ := s.live.Edition.MainAddress(id)
	return at.Query()
}

// written returns the totals that gevel portfolio writes of a file, with the rows.
func written(t *testing.T, s *site, content string, day gevel.Date, o portfolio.Options) string {
	t.Helper()
	o.Valuer = s.live.Valuer
	homes, err := bulk.NewFile(t.Context(), "loans.csv", strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	p, err := portfolio.New(homes, o)
	if err != nil {
		t.Fatal(err)
	}
	options := bulk.Options{Valuer: o.Valuer, Today: day, Date: day, Progress: func(int64) {}, Additions: []bulk.Addition{p}, Version: "1.2.3-suite"}
	var rows bytes.Buffer
	out, err := bulk.NewCSV(&rows, homes, options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bulk.Value(t.Context(), homes, out, options); err != nil {
		t.Fatal(err)
	}
	summary := p.Summary()
	summary.Origin = options.Origin()
	if err := p.Distribute(t.Context(), &summary); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(struct {
		portfolio.Summary
		Rows string `json:"rows"`
	}{summary, rows.String()})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAPortfolioIsAnsweredAsTheCommandWritesIt(t *testing.T) {
	s := openSite(t)
	loans := loansOf(s)
	got, text := s.postPortfolio(t, "?shock=-0.2&rows=csv", "full", strings.NewReader(loans))
	if got.StatusCode != http.StatusOK {
		t.Fatalf("%d: %s", got.StatusCode, text)
	}
	want := written(t, s, loans, gevel.DayOf(clock), portfolio.Options{Shock: gevel.Some(-0.2)})
	if diff := cmp.Diff(gjson.Parse(want).Value(), gjson.Get(text, "data").Value()); diff != "" {
		t.Errorf("(-command +service):\n%s", diff)
	}
	if n := gjson.Get(text, "data.furtherLoans").Int(); n != 1 || gjson.Get(text, "data.bookShocked.homes").Int() == 0 ||
		gjson.Get(text, "status").Str != "success" {
		t.Errorf("%s", text)
	}
	// Rows in JSON have no byte order mark, also where a spreadsheet's file has one.
	_, text = s.postPortfolio(t, "?rows=csv", "full", strings.NewReader("\ufeff"+loans))
	if rows := gjson.Get(text, "data.rows").Str; rows == "" || strings.HasPrefix(rows, "\ufeff") {
		t.Errorf("rows begin with %.20q", rows)
	}
}

func TestAPortfolioThatCantBeIsRefused(t *testing.T) {
	s := openSite(t)
	loans := loansOf(s)
	for _, tt := range []struct {
		name, target, key, body, content string
		status                           int
		has                              string
	}{
		{name: "without a key", key: "nobody", body: loans, status: 401, has: `"status":"fail`},
		{name: "a key of photos alone", key: "images only", body: loans, status: 403, has: "no scope"},
		{name: "JSON", body: "{}", content: ndjson, status: 415, has: "text/csv"},
		{name: "another name of CSV", body: loans, content: "application/csv", status: 200, has: `"status":"success"`},
		{name: "an array", body: `[{"bag_id":"9999010000000000","loan_amount":812.375}]`, content: "application/json", status: 200, has: `"exposure":812,`},
		{name: "a workbook", body: "PK", content: "application/vnd.ms-excel", status: 415, has: "gevel portfolio read workbooks"},
		{name: "a workbook as CSV", body: "PK\x03\x04", status: 400, has: "save a sheet as CSV"},
		{name: "Parquet as CSV", body: "PAR1\x00\x01", status: 400, has: "Parquet; save it as CSV"},
		{name: "no loans", body: "bag_id\n1\n", status: 400, has: "no column loan_amount"},
		{name: "nothing", body: "", status: 400, has: `"status":"fail`},
		{name: "a shock beyond all", target: "?shock=-1", body: loans, status: 400, has: `"reason":"shock"`},
		{name: "a shock that is none", target: "?shock=NaN", body: loans, status: 400, has: `"reason":"shock"`},
		{name: "since after the day", target: "?since=2026-05-01&valuationDate=2026-01-01", body: loans, status: 400, has: `"reason":"since"`},
		{name: "rows in another form", target: "?rows=parquet", body: loans, status: 400, has: `"reason":"rows"`},
		{name: "an unknown parameter", target: "?inspect=3", body: loans, status: 400, has: "inspect"},
		{
			name: "too many rows", body: "bag_id,loan_amount\n" + strings.Repeat("9999010000000000,1\n", 20_001), status: 413,
			has: "more than 20000 rows",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			key, header := tt.key, []string{}
			if key == "" {
				key = "full"
			}
			if tt.content != "" {
				header = []string{"Content-Type", tt.content}
			}
			got, text := s.postPortfolio(t, tt.target, key, strings.NewReader(tt.body), header...)
			if got.StatusCode != tt.status || !strings.Contains(text, tt.has) {
				t.Errorf("%d: %.300s", got.StatusCode, text)
			}
		})
	}
	r := s.ask(t, request{target: "/page/portfolio"})
	if r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != http.MethodPost {
		t.Errorf("GET: %d", r.StatusCode)
	}
}
