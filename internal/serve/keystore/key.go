// The rules of keys: their states, what a new one may be, and how secrets are made and stored.

package keystore

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gevel/gevel"
)

// NewKey holds the settings of a new key.
type NewKey struct {
	Name      string // unique among the keys that are not revoked
	Scopes    []gevel.Scope
	Rate      float64 // requests per second; 0 is unlimited
	Quota     int64   // requests per calendar month; 0 is unlimited
	ExpiresAt gevel.Opt[time.Time]
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

// nameFault describes what is wrong with a name, "" when nothing is. It never repeats a name that looks like
// a secret.
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
