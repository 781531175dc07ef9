package nights

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"

	"github.com/gevel/gevel"
)

// The doors through which a question is asked: the API, a batch, the command.

// question asks what a home was worth on a day.
type question struct {
	home
	day gevel.Date
}

func (q question) String() string { return fmt.Sprintf("home %s on %s", q.id, q.day) }

func (q question) query() string {
	values := q.address()
	if q.day != gevel.NoDate {
		values.Set("valuationDate", q.day.String())
	}
	return values.Encode()
}

func (q question) address() url.Values {
	return url.Values{
		"postalCode": {q.postalCode}, "houseNumber": {q.number}, "houseLetter": {q.letter}, "houseNumberExt": {q.extension},
	}
}

// answer is what a door says.
type answer struct {
	status  int
	edition string
	value   string // whole euros; "" without one
	text    string // without what differs from request to request, and the edition
}

var client = &http.Client{Timeout: patience}

// get asks a replica.
func (r *replica) get(ctx context.Context, secret, target string) (status int, body []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+r.address+target, nil)
	if err != nil {
		return 0, nil, err
	}
	return r.send(request, secret)
}

func (r *replica) send(request *http.Request, secret string) (status int, body []byte, err error) {
	request.Header.Set("Authorization", "Bearer "+secret)
	got, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer got.Body.Close()
	body, err = io.ReadAll(got.Body)
	return got.StatusCode, body, err
}

// changing is what differs between two answers to one question: the request's id and the edition.
var changing = regexp.MustCompile(`"id":"[^"]*",|"edition":"[^"]*",?`)

// ask asks the API for a value.
func (r *replica) ask(ctx context.Context, secret string, q question) (a answer, err error) {
	status, body, err := r.get(ctx, secret, "/v1/homevalue?"+q.query())
	if err != nil {
		return a, err
	}
	var read struct {
		Data struct{ WeightedValue *int }
		Meta struct{ Edition string }
	}
	if err := json.Unmarshal(body, &read); err != nil {
		return a, fmt.Errorf("%s: status %d: %w: %s", q, status, err, body)
	}
	a = answer{status: status, edition: read.Meta.Edition, text: string(changing.ReplaceAll(body, nil))}
	if read.Data.WeightedValue != nil {
		a.value = fmt.Sprint(*read.Data.WeightedValue)
	}
	return a, nil
}

// available asks the API whether there is a value.
func (r *replica) available(ctx context.Context, secret string, q question) (is bool, edition string, err error) {
	status, body, err := r.get(ctx, secret, "/v1/homevalue/available?"+q.query())
	if err != nil {
		return false, "", err
	}
	var read struct {
		Data struct{ Available bool }
		Meta struct{ Edition string }
	}
	if err := json.Unmarshal(body, &read); err != nil {
		return false, "", fmt.Errorf("%s: status %d: %w: %s", q, status, err, body)
	}
	return read.Data.Available, read.Meta.Edition, nil
}

// rows are questions as a file of homes.
func rows(questions []question) string {
	var b strings.Builder
	b.WriteString("bag_id,valuation_date\n")
	for _, q := range questions {
		fmt.Fprintf(&b, "%s,%s\n", q.id, q.day)
	}
	return b.String()
}

// lines are questions as a file of JSON lines, of which each is read when it comes; a header of CSV is looked for in more.
func lines(questions []question) string {
	var b strings.Builder
	for _, q := range questions {
		fmt.Fprintf(&b, "{\"bagId\": %q, \"valuationDate\": %q}\n", q.id, q.day)
	}
	return b.String()
}

// batch asks questions in one batch, which is sent in as many parts as there are pauses, and one more.
func (r *replica) batch(ctx context.Context, secret string, questions []question, pauses ...func() error) ([]answer, error) {
	kind, text := "text/csv", rows(questions)
	if len(pauses) > 0 {
		kind, text = "application/x-ndjson", lines(questions)
	}
	in, out := io.Pipe()
	failed := make(chan error, 1) // a pause
	go func() {
		part := len(text) / (len(pauses) + 1)
		for _, pause := range pauses {
			sent := strings.Index(text[part:], "\n") + part + 1
			if _, err := io.WriteString(out, text[:sent]); err != nil {
				break // the batch has ended
			}
			if err := pause(); err != nil {
				failed <- err
				out.CloseWithError(err)
				return
			}
			text = text[sent:]
		}
		_, err := io.WriteString(out, text)
		out.CloseWithError(err)
	}()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.address+"/batch/values?format=csv", in)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", kind)
	status, body, err := r.send(request, secret)
	select {
	case err = <-failed:
	default:
	}
	if err != nil {
		return nil, err
	}
	if status != http.StatusOK {
		return nil, fmt.Errorf("a batch is answered with %d: %s", status, body)
	}
	return answersIn(body, "weightedValue")
}

// valued asks questions by gevel value.
func (in *stand) valued(ctx context.Context, questions []question, more ...string) ([]answer, error) {
	asked, answered := in.path("homes.csv"), in.path("valued.csv")
	if err := os.WriteFile(asked, []byte(rows(questions)), 0o644); err != nil {
		return nil, err
	}
	if _, err := in.must(ctx, append([]string{"value", asked, "-o", answered}, more...)...); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(answered)
	if err != nil {
		return nil, err
	}
	answers, err := answersIn(text, "value")
	if err == nil && len(answers) != len(questions) {
		err = broken(doorsAgree, "gevel value answers %d questions of %d", len(answers), len(questions))
	}
	return answers, err
}

// answersIn reads a file of answers, whose values have a column of this name.
func answersIn(text []byte, value string) (answers []answer, err error) {
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(table) == 0 {
		return nil, errors.Join(err, fmt.Errorf("the answers are no CSV: %s", text))
	}
	at := map[string]int{}
	for i, name := range table[0] {
		at[name] = i + 1
	}
	of := func(row []string, name string) string {
		if i := at[name]; i > 0 {
			return strings.TrimSpace(row[i-1])
		}
		return ""
	}
	for _, row := range table[1:] {
		answers = append(answers, answer{value: of(row, value), edition: of(row, "edition"), text: of(row, "reason")})
	}
	return answers, nil
}
