package api_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/gevel/gevel/internal/offline/demo"
)

func accepts(encodings string) http.Header { return http.Header{"Accept-Encoding": {encodings}} }

// unpack reads a body as its headers say.
func unpack(t testing.TB, a reply) string {
	t.Helper()
	var r io.Reader = strings.NewReader(a.text)
	var err error
	switch a.Header.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		var d *zstd.Decoder
		if d, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1)); err == nil {
			defer d.Close()
			r = d
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheDescriptionIsCompressedForWhoReadsThat(t *testing.T) {
	s := openSite(t)
	plain := s.ask(t, request{target: "/v1/openapi.json", key: noKey})
	for accept, want := range map[string]string{
		"gzip": "gzip", "zstd": "zstd", "gzip, deflate, br, zstd": "zstd", "GZIP;q=0.5": "gzip", "deflate": "",
	} {
		for _, method := range []string{"GET", "HEAD"} {
			got := s.ask(t, request{method: method, target: "/v1/openapi.json", key: noKey, header: accepts(accept)})
			if got.Header.Get("Content-Encoding") != want || got.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s with %q: Content-Encoding %q, Vary %q", method, accept, got.Header.Get("Content-Encoding"),
					got.Header.Get("Vary"))
			}
			if method == "HEAD" {
				if want != "" && got.ContentLength >= int64(len(plain.text))/3 {
					t.Errorf("HEAD with %q: %d bytes", accept, got.ContentLength)
				}
				continue
			}
			if length := got.Header.Get("Content-Length"); length != strconv.Itoa(len(got.text)) {
				t.Errorf("with %q: Content-Length %s of %d bytes", accept, length, len(got.text))
			}
			if unpack(t, got) != plain.text {
				t.Errorf("with %q: not the description", accept)
			}
		}
	}
}

// TestAValuationGoesOutAsItIs holds the decision that what one flight of packets holds is not compressed,
// and that pictures never are.
func TestAValuationGoesOutAsItIs(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	photo := s.ask(t, request{target: "/v1/house-images?" + home}).data()["images"].([]any)[0].(string)
	_, path, _ := strings.Cut(photo, "/images/")
	for _, target := range []string{"/v1/homevalue?" + home, "/images/" + path} {
		got := s.ask(t, request{target: target, header: accepts("gzip, zstd")})
		if got.StatusCode != http.StatusOK || got.Header.Get("Content-Encoding") != "" || got.Header.Get("Vary") != "" {
			t.Errorf("%.20s: status %d, headers %v", target, got.StatusCode, got.Header)
		}
	}
}
