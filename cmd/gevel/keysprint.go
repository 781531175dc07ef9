// How keys are printed: a table, a card, JSON. Secrets appear only where a key
// was just made or rotated.

package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/keystore"
)

// printSecret prints a new secret. When that fails nobody has it: the error says
// what to do.
func (c *console) printSecret(key gevel.Key, secret string, asJSON bool) error {
	var err error
	if asJSON {
		err = c.printJSON(struct {
			ID     string `json:"id"`
			Name   string `json:"name"`
			Secret string `json:"secret"`
		}{key.ID, key.Name, secret})
	} else {
		_, err = fmt.Fprintln(c.stdout, secret)
	}
	if err != nil {
		return fmt.Errorf("print the secret of key %s, which is lost now (gevel keys rotate %s makes another): %w", key.ID, key.ID, err)
	}
	return nil
}

func (c *console) printJSON(v any) error {
	enc := json.NewEncoder(c.stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// printKeys prints one line a key.
func (c *console) printKeys(records []keystore.Record) error {
	if len(records) == 0 {
		fmt.Fprintln(c.stderr, "there are no keys in this file yet; gevel keys create makes one")
		return nil
	}
	now := c.now()
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tNAME\tSCOPES\tRATE\tQUOTA\tTHIS MONTH\tLAST USE\tEXPIRES\tSTATE")
	for _, r := range records {
		k := r.Key
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\n", k.ID, k.Name, scopeList(k), rateText(k), quotaText(k),
			r.UsedIn(keystore.MonthOf(now)), moment(k.LastUsed), moment(k.ExpiresAt), keystore.StateOf(k, now))
	}
	return w.Flush()
}

// printKey prints one line a fact.
func (c *console) printKey(r keystore.Record) error {
	k := r.Key
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fact := func(name, value string) { fmt.Fprintf(w, "%s\t%s\n", name, value) }
	fact("id", k.ID)
	fact("name", k.Name)
	fact("state", string(keystore.StateOf(k, c.now())))
	fact("scopes", scopeList(k))
	fact("rate", rateText(k))
	fact("quota", quotaText(k))
	fact("created", moment(gevel.Some(k.CreatedAt)))
	fact("expires", moment(k.ExpiresAt))
	fact("revoked", moment(k.RevokedAt))
	fact("last use", moment(k.LastUsed))
	for _, u := range r.Usage {
		fact("used in "+u.Month.String(), strconv.FormatInt(u.Uses, 10))
	}
	return w.Flush()
}

func scopeList(k gevel.Key) string {
	names := make([]string, len(k.Scopes))
	for i, s := range k.Scopes {
		names[i] = string(s)
	}
	return strings.Join(names, ",")
}

func rateText(k gevel.Key) string {
	if k.Rate == 0 {
		return "unlimited"
	}
	return fmt.Sprintf("%g/s", k.Rate)
}

func quotaText(k gevel.Key) string {
	if k.Quota == 0 {
		return "unlimited"
	}
	return fmt.Sprintf("%d/month", k.Quota)
}

// moment writes a time to the minute, as clocks in the Netherlands show it.
func moment(t gevel.Opt[time.Time]) string {
	if !t.Known {
		return "never"
	}
	return t.V.In(gevel.Amsterdam).Format("2006-01-02 15:04")
}

// keyDescription is a key in JSON. Null is unlimited, or never.
type keyDescription struct {
	ID        string           `json:"id"`
	Name      string           `json:"name"`
	State     keystore.State   `json:"state"`
	Scopes    []gevel.Scope    `json:"scopes"`
	Rate      *float64         `json:"ratePerSecond"`
	Quota     *int64           `json:"quotaPerMonth"`
	CreatedAt time.Time        `json:"createdAt"`
	ExpiresAt *time.Time       `json:"expiresAt"`
	RevokedAt *time.Time       `json:"revokedAt"`
	LastUsed  *time.Time       `json:"lastUsed"`
	Usage     map[string]int64 `json:"usage"` // by month
}

func describe(r keystore.Record, now time.Time) keyDescription {
	k := r.Key
	usage := make(map[string]int64, len(r.Usage))
	for _, u := range r.Usage {
		usage[u.Month.String()] = u.Uses
	}
	return keyDescription{
		ID: k.ID, Name: k.Name, State: keystore.StateOf(k, now), Scopes: k.Scopes,
		Rate: orNull(k.Rate, k.Rate != 0), Quota: orNull(k.Quota, k.Quota != 0),
		CreatedAt: k.CreatedAt, ExpiresAt: orNull(k.ExpiresAt.V, k.ExpiresAt.Known),
		RevokedAt: orNull(k.RevokedAt.V, k.RevokedAt.Known), LastUsed: orNull(k.LastUsed.V, k.LastUsed.Known),
		Usage: usage,
	}
}

func describeAll(records []keystore.Record, now time.Time) []keyDescription {
	all := make([]keyDescription, len(records))
	for i, r := range records {
		all[i] = describe(r, now)
	}
	return all
}

func orNull[T any](v T, known bool) *T {
	if !known {
		return nil
	}
	return &v
}
