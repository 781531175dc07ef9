package photos

// Signed URLs: each gives access to one picture until it expires.

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/keyfile"
)

// URLLifetime is how long an image URL is valid.
const URLLifetime = 24 * time.Hour

// clockAhead is how far the clock that signed may be ahead. A URL signed by a clock further ahead would live too long.
const clockAhead = time.Hour

// MinKeyBytes is the least length of a signing key.
const MinKeyBytes = keyfile.LeastBytes

// urlVersion begins the signed text, so that a signature for another purpose or another form of URL is not valid.
const urlVersion = "gevel image url 1"

// imagesPath is the path at which the handler is mounted.
const imagesPath = "/images/"

// Signer signs image URLs with its first key and verifies with all. Safe for concurrent use.
type Signer struct {
	keys atomic.Pointer[[]signingKey]
}

type signingKey struct {
	id     string // public: names the key in the URL
	secret []byte
}

// keyIDBytes is the length of a key's public name: with a handful of keys four bytes seldom collide, and on a
// collision both keys are tried.
const keyIDBytes = 4

// NewSigner returns a signer that signs with the first key and accepts all. Errors: gevel.Unavailable without
// a key, or for one shorter than MinKeyBytes.
func NewSigner(keys [][]byte) (*Signer, error) {
	s := new(Signer)
	if err := s.Replace(keys); err != nil {
		return nil, err
	}
	return s, nil
}

// Replace exchanges the keys while in use. URLs of removed keys stop working. On an error, as of NewSigner,
// the keys stay.
func (s *Signer) Replace(keys [][]byte) error {
	if len(keys) == 0 {
		return &gevel.Error{Code: gevel.Unavailable, Message: "there is no signing key", Hint: SigningKeys.Hint()}
	}
	named := make([]signingKey, len(keys))
	for i, key := range keys {
		if len(key) < MinKeyBytes {
			return &gevel.Error{
				Code: gevel.Unavailable,
				Message: fmt.Sprintf("signing key %d is %d bytes long, it must be at least %d",
					i+1, len(key), MinKeyBytes),
				Hint: SigningKeys.Hint(),
			}
		}
		sum := sha256.Sum256(append([]byte("gevel signing key id 1\n"), key...))
		named[i] = signingKey{id: hex.EncodeToString(sum[:keyIDBytes]), secret: key}
	}
	s.keys.Store(&named)
	return nil
}

// URL returns the absolute URL of an image below base, the public address of the service. It is valid for
// URLLifetime from the second of now.
func (s *Signer) URL(base, imageID string, now time.Time) string {
	key := (*s.keys.Load())[0]
	expires := now.Unix() + int64(URLLifetime/time.Second)
	return strings.TrimRight(base, "/") + imagesPath + imageID + "?" + key.query(imageID, expires)
}

// Verify checks the query of an image URL in its raw bytes, and returns when the URL expires. It accepts only
// the very query that URL would write. Errors: gevel.Forbidden.
func (s *Signer) Verify(imageID, rawQuery string, now time.Time) (expires time.Time, err error) {
	seconds, keyID, ok := claims(rawQuery)
	if !ok || !s.wrote(imageID, rawQuery, seconds, keyID) {
		return time.Time{}, &gevel.Error{Code: gevel.Forbidden, Message: "the image URL is not valid"}
	}
	expires = time.Unix(seconds, 0)
	switch {
	case !now.Before(expires):
		return time.Time{}, &gevel.Error{Code: gevel.Forbidden, Message: "the image URL has expired"}
	case expires.Sub(now) > URLLifetime+clockAhead:
		return time.Time{}, &gevel.Error{Code: gevel.Forbidden, Message: "the image URL is not valid yet"}
	}
	return expires, nil
}

// claims returns the unverified claims of a query.
func claims(rawQuery string) (expires int64, keyID string, ok bool) {
	rest, ok := strings.CutPrefix(rawQuery, "expires=")
	if !ok {
		return 0, "", false
	}
	digits, rest, _ := strings.Cut(rest, "&key=")
	keyID, _, ok = strings.Cut(rest, "&signature=")
	expires, err := strconv.ParseInt(digits, 10, 64)
	return expires, keyID, ok && err == nil
}

// wrote reports whether one of the keys gives exactly this query.
func (s *Signer) wrote(imageID, rawQuery string, expires int64, keyID string) bool {
	for _, key := range *s.keys.Load() {
		if key.id != keyID {
			continue
		}
		want := key.query(imageID, expires)
		if subtle.ConstantTimeCompare([]byte(rawQuery), []byte(want)) == 1 {
			return true
		}
	}
	return false
}

func (k signingKey) query(imageID string, expires int64) string {
	digits := strconv.FormatInt(expires, 10)
	mac := hmac.New(sha256.New, k.secret)
	mac.Write([]byte(urlVersion + "\n" + imageID + "\n" + digits + "\n" + k.id))
	signature := base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	return "expires=" + digits + "&key=" + k.id + "&signature=" + signature
}
