// The rules of keys: their states, what a new one may be, and how secrets are made and stored.

package keystore

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

// NewKey holds the settings of a new key, with their flags. Its name is unique among the keys that are not revoked; a rate
// or quota of 0 is unlimited.
type NewKey struct {
	Name      string               `required:"" help:"The name of the key, for example its user."`
	Scopes    []gevel.Scope        `name:"scope" default:"valuation,images" placeholder:"SCOPE" help:"Its scopes: valuation, images (default: both)."`
	Rate      float64              `placeholder:"N" help:"Requests per second, shared by the running servers (default: unlimited)."`
	Quota     int64                `placeholder:"N" help:"Requests per calendar month, of all servers together (default: unlimited)."`
	ExpiresAt gevel.Opt[time.Time] `kong:"-"`
}

// maxName limits the length of a name, bytes, so that it fits a table and a log line.
const maxName = 64

// check returns gevel.Invalid with every fault.
func (n NewKey) check(now time.Time) error {
	var faults []gevel.Detail
	fault := func(field, format string, args ...any) {
		faults = append(faults, gevel.Detail{Reason: field, Message: fmt.Sprintf(format, args...)})
	}
	if reason := nameFault(n.Name); reason != "" {
		fault("name", "%s", reason)
	}
	if len(n.Scopes) == 0 {
		fault("scope", "a key needs at least one scope of %s", joinScopes(gevel.Scopes()))
	}
	for _, s := range n.Scopes {
		if !slices.Contains(gevel.Scopes(), s) {
			fault("scope", "there is no scope %q, only %s", s, joinScopes(gevel.Scopes()))
		}
	}
	if math.IsNaN(n.Rate) || math.IsInf(n.Rate, 0) || n.Rate < 0 {
		fault("rate", "the rate is %v requests per second, must be a number from 0 (unlimited)", n.Rate)
	}
	if n.Quota < 0 {
		fault("quota", "the quota is %d requests per month, must be 0 (unlimited) or more", n.Quota)
	}
	if n.ExpiresAt.Known && !n.ExpiresAt.V.After(now) {
		fault("expires", "the key would have expired on %s already",
			gevel.ClockTime(n.ExpiresAt.V))
	}
	return join(faults)
}

// join combines faults into one error, nil when there are none.
func join(faults []gevel.Detail) error {
	if len(faults) == 0 {
		return nil
	}
	messages := make([]string, len(faults))
	for i, f := range faults {
		messages[i] = f.Message
	}
	return &gevel.Error{Code: gevel.Invalid, Message: strings.Join(messages, "; "), Details: faults}
}

// nameFault describes what is wrong with a name, "" when nothing is. It never repeats a name that looks like a secret.
func nameFault(name string) string {
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	switch {
	case name == "":
		return "a key needs a name"
	case looksSecret(name), strings.HasPrefix(name, idPrefix):
		return fmt.Sprintf("a name can't begin with %s or %s", secretPrefix, idPrefix)
	case len(name) > maxName:
		return fmt.Sprintf("a name is at most %d bytes long, not %d", maxName, len(name))
	case strings.TrimSpace(name) != name, strings.ContainsFunc(name, unprintable), !utf8.ValidString(name):
		return fmt.Sprintf("name %q has space around it or characters that can't be printed", name)
	}
	return ""
}

// joinScopes encodes scopes for the database: each once, in the order of gevel.Scopes.
func joinScopes(scopes []gevel.Scope) string {
	var names []string
	for _, s := range gevel.Scopes() {
		if slices.Contains(scopes, s) {
			names = append(names, string(s))
		}
	}
	return strings.Join(names, ",")
}

// splitScopes decodes what joinScopes wrote.
func splitScopes(text string) []gevel.Scope {
	var scopes []gevel.Scope
	for name := range strings.SplitSeq(text, ",") {
		scopes = append(scopes, gevel.Scope(name))
	}
	return scopes
}

// State of a key.
type State string

// The states. A key that is both revoked and expired is revoked.
const (
	Active  State = "active"
	Expired State = "expired"
	Revoked State = "revoked"
)

// StateOf returns the state of a key at a moment. A key is expired from ExpiresAt on.
func StateOf(k gevel.Key, now time.Time) State {
	switch {
	case k.RevokedAt.Known:
		return Revoked
	case k.ExpiresAt.Known && !now.Before(k.ExpiresAt.V):
		return Expired
	}
	return Active
}

const (
	secretPrefix = "gvl_" // lets people and secret scanners recognise one
	secretLength = 32     // characters after the prefix, of 32: 160 bits
	idPrefix     = "key_"
	idLength     = 8 // characters after the prefix; 32^8 is 10^12

	// maxSecret limits what is hashed for a request, bytes.
	maxSecret = 128
)

func newSecret() string { return secretPrefix + (rand.Text() + rand.Text())[:secretLength] }
func newID() string     { return idPrefix + randomID() }
func randomID() string  { return strings.ToLower(rand.Text()[:idLength]) }

// digest is the SHA-256 of a secret. Secrets are long and random, so a slow password hash would cost time on
// every request and protect nothing.
type digest [sha256.Size]byte

// digestOf hashes a secret of at most maxSecret bytes without allocating.
func digestOf(secret string) digest {
	var buf [maxSecret]byte
	return sha256.Sum256(buf[:copy(buf[:], secret)])
}

func (d digest) hex() string { return hex.EncodeToString(d[:]) }

// digestFromHex decodes a digest.
func digestFromHex(text string) (d digest, err error) {
	if len(text) != hex.EncodedLen(len(d)) {
		return d, hex.ErrLength
	}
	_, err = hex.Decode(d[:], []byte(text))
	return d, err
}

func looksSecret(text string) bool { return strings.HasPrefix(text, secretPrefix) }

// How keys are shown: as a table, a card or JSON, never with a secret.

// WriteTable writes one line a key, with its state at a moment.
func WriteTable(w io.Writer, keys []UsedKey, now time.Time) error {
	whole := bufio.NewWriter(w) // tabwriter writes each cell by itself
	t := tabwriter.NewWriter(whole, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ID\tNAME\tSCOPES\tRATE\tQUOTA\tTHIS MONTH\tLAST USE\tEXPIRES\tSTATE")
	for _, r := range keys {
		k := r.Key
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\n", k.ID, k.Name, scopeList(k), rateText(k), quotaText(k),
			r.UsedIn(MonthOf(now)), moment(k.LastUsed), moment(k.ExpiresAt), StateOf(k, now))
	}
	return errors.Join(t.Flush(), whole.Flush())
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
	return strings.Join(list.Of(k.Scopes, func(s gevel.Scope) string { return string(s) }), ",")
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
		Rate:      gevel.Opt[float64]{V: k.Rate, Known: k.Rate != 0}.OrNull(),
		Quota:     gevel.Opt[int64]{V: k.Quota, Known: k.Quota != 0}.OrNull(),
		CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt.OrNull(), RevokedAt: k.RevokedAt.OrNull(), LastUsed: k.LastUsed.OrNull(),
		Usage: usage,
	}
}

// DescribeAll describes keys and their state at a moment.
func DescribeAll(keys []UsedKey, now time.Time) []Description {
	return list.Of(keys, func(r UsedKey) Description { return Describe(r, now) })
}
