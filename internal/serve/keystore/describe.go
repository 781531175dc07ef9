// How keys are shown: as a table, a card or JSON, never with a secret.

package keystore

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/gevel/gevel"
)

// WriteTable writes one line a key, with its state at a moment.
func WriteTable(w io.Writer, keys []UsedKey, now time.Time) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ID\tNAME\tSCOPES\tRATE\tQUOTA\tTHIS MONTH\tLAST USE\tEXPIRES\tSTATE")
	for _, r := range keys {
		k := r.Key
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\n", k.ID, k.Name, scopeList(k), rateText(k), quotaText(k),
			r.UsedIn(MonthOf(now)), moment(k.LastUsed), moment(k.ExpiresAt), StateOf(k, now))
	}
	return t.Flush()
}

// WriteCard writes one line for each fact about a key, with its state at a moment.
func WriteCard(w io.Writer, r UsedKey, now time.Time) error {
	k := r.Key
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fact := func(name, value string) { fmt.Fprintf(t, "%s\t%s\n", name, value) }
	fact("id", k.ID)
	fact("name", k.Name)
	fact("state", string(StateOf(k, now)))
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
	return t.Flush()
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

// moment formats a time, or "never".
func moment(t gevel.Opt[time.Time]) string {
	if !t.Known {
		return "never"
	}
	return gevel.ClockTime(t.V)
}

// Description is a key in JSON. Null means unlimited, or never.
type Description struct {
	ID        string           `json:"id"`
	Name      string           `json:"name"`
	State     State            `json:"state"`
	Scopes    []gevel.Scope    `json:"scopes"`
	Rate      *float64         `json:"ratePerSecond"`
	Quota     *int64           `json:"quotaPerMonth"`
	CreatedAt time.Time        `json:"createdAt"`
	ExpiresAt *time.Time       `json:"expiresAt"`
	RevokedAt *time.Time       `json:"revokedAt"`
	LastUsed  *time.Time       `json:"lastUsed"`
	Usage     map[string]int64 `json:"usage"` // by month
}

// Describe describes a key and its state at a moment.
func Describe(r UsedKey, now time.Time) Description {
	k := r.Key
	usage := make(map[string]int64, len(r.Usage))
	for _, u := range r.Usage {
		usage[u.Month.String()] = u.Uses
	}
	return Description{
		ID: k.ID, Name: k.Name, State: StateOf(k, now), Scopes: k.Scopes,
		Rate: gevel.Opt[float64]{V: k.Rate, Known: k.Rate != 0}.OrNull(), Quota: gevel.Opt[int64]{V: k.Quota, Known: k.Quota != 0}.OrNull(),
		CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt.OrNull(), RevokedAt: k.RevokedAt.OrNull(), LastUsed: k.LastUsed.OrNull(),
		Usage: usage,
	}
}

// DescribeAll describes keys and their state at a moment.
func DescribeAll(keys []UsedKey, now time.Time) []Description {
	all := make([]Description, len(keys))
	for i, r := range keys {
		all[i] = Describe(r, now)
	}
	return all
}
