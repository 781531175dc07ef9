// Secrets: their generation, and the only form in which they are stored.

package keystore

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const (
	secretPrefix = "gvl_" // lets people and secret scanners recognise one
	secretLength = 32     // characters after the prefix; 62^32 is 190 bits
	idPrefix     = "key_"
	idLength     = 8 // characters after the prefix; 32^8 is 10^12

	// maxSecret limits what is hashed for a request, bytes.
	maxSecret = 128

	base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	// base32 has no capitals and no letters that look alike.
	base32 = "0123456789abcdefghjkmnpqrstvwxyz"
)

func newSecret() string { return secretPrefix + randomText(base62, secretLength) }
func newID() string     { return idPrefix + randomText(base32, idLength) }
func newHolder() string { return randomText(base32, idLength) }

// randomText returns n characters, each of the alphabet equally likely: it draws again for bytes in the part
// of their range that the alphabet does not divide.
func randomText(alphabet string, n int) string {
	const byteValues = 256
	even := byteValues - byteValues%len(alphabet)
	text := make([]byte, 0, n)
	for len(text) < n {
		var b [1]byte
		rand.Read(b[:]) // never fails
		if int(b[0]) < even {
			text = append(text, alphabet[int(b[0])%len(alphabet)])
		}
	}
	return string(text)
}

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
