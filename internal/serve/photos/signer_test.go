package photos_test

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

const someID = string(homeA) + "-0123456789abcdef0123456789abcdef"

func key(fill byte) []byte { return bytes.Repeat([]byte{fill}, photos.MinKeyBytes) }

func newTestSigner(t testing.TB, keys ...[]byte) *photos.Signer {
	t.Helper()
	signer, err := photos.NewSigner(keys)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// queryOf returns the query of an image URL.
func queryOf(t testing.TB, raw string) string {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u.RawQuery
}

func TestURLIsAbsoluteAndWorksForExactly24Hours(t *testing.T) {
	signer := newTestSigner(t, key(1))
	got := signer.URL("https://images.example.nl/", someID, noon)
	if want := "https://images.example.nl/images/" + someID + "?expires="; !strings.HasPrefix(got, want) {
		t.Fatalf("URL = %s, want it to begin with %s", got, want)
	}
	query := queryOf(t, got)
	end := noon.Add(24 * time.Hour)
	for _, now := range []time.Time{noon, end.Add(-time.Nanosecond)} {
		if expires, err := signer.Verify(someID, query, now); err != nil || !expires.Equal(end) {
			t.Errorf("at %v: %v, %v, want it to expire at %v", now, expires, err, end)
		}
	}
	for _, now := range []time.Time{end, end.AddDate(1, 0, 0)} {
		if _, err := signer.Verify(someID, query, now); gevel.CodeOf(err) != gevel.Forbidden ||
			!strings.Contains(err.Error(), "expired") {
			t.Errorf("at %v: %v, want it expired", now, err)
		}
	}
}

func TestVerifyRefusesEveryChangedByte(t *testing.T) {
	signer := newTestSigner(t, key(1), key(2))
	query := queryOf(t, signer.URL("http://h", someID, noon))
	for i := range len(query) {
		for b := range 256 {
			if changed := query[:i] + string([]byte{byte(b)}) + query[i+1:]; changed != query {
				if _, err := signer.Verify(someID, changed, noon); gevel.CodeOf(err) != gevel.Forbidden {
					t.Fatalf("%q was accepted: %v", changed, err)
				}
			}
		}
	}
	for i := range len(someID) {
		changed := someID[:i] + string(someID[i]^1) + someID[i+1:]
		if _, err := signer.Verify(changed, query, noon); gevel.CodeOf(err) != gevel.Forbidden {
			t.Fatalf("the query of another image was accepted for %q", changed)
		}
	}
}

func TestVerifyRefusesOtherSpellingsOfTheSameQuery(t *testing.T) {
	signer := newTestSigner(t, key(1))
	query := queryOf(t, signer.URL("http://h", someID, noon))
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	expires, keyID, signature := values.Get("expires"), values.Get("key"), values.Get("signature")
	raw, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil {
		t.Fatal(err)
	}
	spell := func(e, k, s string) string { return "expires=" + e + "&key=" + k + "&signature=" + s }
	if got := spell(expires, keyID, signature); got != query {
		t.Fatalf("put together again: %s, want %s", got, query)
	}
	for name, changed := range map[string]string{
		"nothing":             "",
		"extra parameter":     query + "&x=1",
		"extra ampersand":     query + "&",
		"leading ampersand":   "&" + query,
		"parameter twice":     query + "&expires=" + expires,
		"other order":         "key=" + keyID + "&expires=" + expires + "&signature=" + signature,
		"leading zero":        spell("0"+expires, keyID, signature),
		"plus sign":           spell("+"+expires, keyID, signature),
		"escaped digit":       spell("%31"+expires[1:], keyID, signature),
		"later":               spell("9"+expires, keyID, signature),
		"negative":            spell("-1", keyID, signature),
		"too large a number":  spell("99999999999999999999", keyID, signature),
		"upper-case key":      spell(expires, strings.ToUpper(keyID)+"A", signature),
		"unknown key":         spell(expires, "00000000", signature),
		"no key":              spell(expires, "", signature),
		"no signature":        spell(expires, keyID, ""),
		"padded signature":    spell(expires, keyID, signature+"="),
		"standard alphabet":   spell(expires, keyID, base64.StdEncoding.EncodeToString(raw)),
		"signature in hex":    spell(expires, keyID, strings.Repeat("0", 64)),
		"signature cut short": spell(expires, keyID, signature[:42]),
		"trailing line feed":  query + "\n",
		"semicolons":          strings.ReplaceAll(query, "&", ";"),
		"upper-case names":    strings.Replace(query, "expires", "Expires", 1),
	} {
		if _, err := signer.Verify(someID, changed, noon); gevel.CodeOf(err) != gevel.Forbidden {
			t.Errorf("%s: %q was accepted: %v", name, changed, err)
		}
	}
}

func TestRotatedKeysKeepURLsGivenOut(t *testing.T) {
	signer := newTestSigner(t, key(1))
	old := queryOf(t, signer.URL("http://h", someID, noon))
	if err := signer.Replace([][]byte{key(2), key(1)}); err != nil {
		t.Fatal(err)
	}
	if _, err := signer.Verify(someID, old, noon); err != nil {
		t.Errorf("the old URL is refused after rotation: %v", err)
	}
	fresh := queryOf(t, signer.URL("http://h", someID, noon))
	if err := signer.Replace([][]byte{key(2)}); err != nil {
		t.Fatal(err)
	}
	if _, err := signer.Verify(someID, fresh, noon); err != nil {
		t.Errorf("a new URL was not signed with the new key: %v", err)
	}
	if _, err := signer.Verify(someID, old, noon); gevel.CodeOf(err) != gevel.Forbidden {
		t.Errorf("the old URL outlived its key: %v", err)
	}
}

func TestNewSignerRefusesNoKeyAndShortKeys(t *testing.T) {
	for name, keys := range map[string][][]byte{
		"none": nil, "empty": {{}}, "short": {key(1)[1:]}, "second is short": {key(1), key(2)[1:]},
	} {
		if _, err := photos.NewSigner(keys); gevel.CodeOf(err) != gevel.Unavailable {
			t.Errorf("%s: err = %v, want unavailable", name, err)
		}
	}
	signer := newTestSigner(t, key(1))
	query := queryOf(t, signer.URL("http://h", someID, noon))
	if err := signer.Replace(nil); err == nil {
		t.Error("all keys could be taken away")
	}
	if _, err := signer.Verify(someID, query, noon); err != nil {
		t.Errorf("a refused replacement changed the keys: %v", err)
	}
}

func TestSignedURLsVerify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.SliceOfN(rapid.Byte(), photos.MinKeyBytes, 80).Draw(t, "key")
		signer, err := photos.NewSigner([][]byte{secret})
		if err != nil {
			t.Fatal(err)
		}
		id := string(homeA) + "-" + rapid.StringMatching(`[0-9a-f]{32}`).Draw(t, "picture")
		now := time.Unix(rapid.Int64Range(0, 1<<40).Draw(t, "now"), 0)
		_, query, _ := strings.Cut(signer.URL("https://h", id, now), "?")
		if _, err := signer.Verify(id, query, now.Add(photos.URLLifetime-1)); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzVerify(f *testing.F) {
	signer := newTestSigner(f, key(1), key(2))
	good := queryOf(f, signer.URL("http://h", someID, noon))
	f.Add(someID, good)
	f.Add(someID, good+"&")
	f.Add("", "expires=1&key=&signature=")
	f.Fuzz(func(t *testing.T, id, query string) {
		if _, err := signer.Verify(id, query, noon); err == nil && (id != someID || query != good) {
			t.Errorf("%q of %q was accepted", query, id)
		}
	})
}

func BenchmarkSignURL(b *testing.B) {
	signer := newTestSigner(b, key(1))
	b.ReportAllocs()
	for b.Loop() {
		signer.URL("https://images.example.nl", someID, noon)
	}
}

func BenchmarkVerifyURL(b *testing.B) {
	signer := newTestSigner(b, key(1))
	query := queryOf(b, signer.URL("https://images.example.nl", someID, noon))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := signer.Verify(someID, query, noon); err != nil {
			b.Fatal(err)
		}
	}
}

// TestReplicasWhoseClocksDifferTakeEachOthersURLs has replicas an hour apart: each holds URLs to its own clock.
func TestReplicasWhoseClocksDifferTakeEachOthersURLs(t *testing.T) {
	here, there := newTestSigner(t, key(1)), newTestSigner(t, key(1))
	for _, skew := range []time.Duration{-time.Hour, 0, time.Hour} {
		query := queryOf(t, here.URL("https://images.example.nl", someID, noon))
		if _, err := there.Verify(someID, query, noon.Add(skew)); err != nil {
			t.Errorf("a clock that is off by %s refuses a new URL: %v", skew, err)
		}
		if _, err := there.Verify(someID, query, noon.Add(24*time.Hour+skew)); (err == nil) != (skew < 0) {
			t.Errorf("a day later by a clock that is off by %s: %v", skew, err)
		}
	}
}

func TestAURLSignedByAClockThatIsFarAheadLivesNoLonger(t *testing.T) {
	s, err := photos.NewSigner([][]byte{bytes.Repeat([]byte{1}, 32)})
	if err != nil {
		t.Fatal(err)
	}
	ahead := noon.Add(400 * 24 * time.Hour)
	u, err := url.Parse(s.URL("http://h", "0518200000001234-x", ahead))
	if err != nil {
		t.Fatal(err)
	}
	id := strings.TrimPrefix(u.Path, "/images/")
	for when, valid := range map[time.Time]bool{
		noon: false, ahead.Add(-2 * time.Hour): false, ahead.Add(-time.Minute): true, ahead.Add(time.Hour): true,
	} {
		if _, err := s.Verify(id, u.RawQuery, when); (err == nil) != valid {
			t.Errorf("signed at %s, used at %s: %v", ahead, when, err)
		}
	}
}
