package nights

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/tidwall/gjson"
)

// The doors beside the API, a batch and the command: a map's collection, an agent's tool, portfolios.

// askElsewhere asks one question with a value at each of them.
func (o *night) askElsewhere(ctx context.Context) error {
	q := o.callers[o.n%len(o.callers)]
	told := o.told[q]
	if told.value == "" || told.edition != o.newest {
		return nil
	}
	r := o.in.replicas[(o.n+1)%len(o.in.replicas)]
	for _, door := range []struct {
		name  string
		uses  int
		value func() (string, error)
	}{
		{"the collection of homes", 1, func() (string, error) { return r.askCollection(ctx, o.secret, q) }},
		{"the tool of agents", 2, func() (string, error) { return r.askAsAgent(ctx, o.secret, q) }},
		{"a portfolio", 1, func() (string, error) { return r.askPortfolio(ctx, o.secret, q) }},
		{"gevel portfolio", 0, func() (string, error) { return o.in.askPortfolio(ctx, q) }},
	} {
		value, err := door.value()
		if err != nil {
			return fmt.Errorf("%s, asked about %s: %w", door.name, q, err)
		}
		o.charge(http.StatusOK, door.uses)
		if value != told.value {
			return broken(doorsAgree, "%s: %s says %q, the API %q", q, door.name, value, told.value)
		}
	}
	return nil
}

// askCollection asks for a home as a map does.
func (r *replica) askCollection(ctx context.Context, secret string, q question) (string, error) {
	status, body, err := r.get(ctx, secret, "/ogc/collections/homes/items/"+q.id+"?valuationDate="+q.day.String())
	return valueIn(status, body, err, "properties.value")
}

// askAsAgent calls a tool.
func (r *replica) askAsAgent(ctx context.Context, secret string, q question) (string, error) {
	call := map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{
		"name": "value_home", "arguments": map[string]any{"bagId": q.id, "valuationDate": q.day.String()},
	}}
	body, err := json.Marshal(call)
	if err != nil {
		return "", err
	}
	return r.post(ctx, secret, "/mcp", "application/json", body, "result.structuredContent.value")
}

// loan is a portfolio of one home.
func loan(q question) []byte {
	return fmt.Appendf(nil, "bag_id,loan_amount\n%s,100000\n", q.id)
}

func (r *replica) askPortfolio(ctx context.Context, secret string, q question) (string, error) {
	return r.post(ctx, secret, "/page/portfolio?valuationDate="+q.day.String(), "text/csv", loan(q), "data.values")
}

func (in *stand) askPortfolio(ctx context.Context, q question) (string, error) {
	if err := os.WriteFile(in.path("loans.csv"), loan(q), 0o644); err != nil {
		return "", err
	}
	if _, err := in.must(ctx, "portfolio", "loans.csv", "--editions", "editions", "--date", q.day.String(), "-o", "revalued.csv", "--json", "book.json"); err != nil {
		return "", err
	}
	book, err := os.ReadFile(in.path("book.json"))
	return valueIn(http.StatusOK, book, err, "values")
}

// post sends a body and returns the value at a path in the answer.
func (r *replica) post(ctx context.Context, secret, target, kind string, body []byte, path string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.address+target, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Accept", "application/json, text/event-stream")
	status, answered, err := r.send(request, secret)
	return valueIn(status, answered, err, path)
}

// valueIn is a value in an answer of JSON.
func valueIn(status int, body []byte, err error, path string) (string, error) {
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("status %d: %s", status, body)
	}
	found := gjson.GetBytes(body, path)
	if err == nil && !found.Exists() {
		err = fmt.Errorf("the answer has no %s: %s", path, body)
	}
	return found.String(), err
}
