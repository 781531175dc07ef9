package frame

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func TestALargeAnswerIsCompressed(t *testing.T) {
	long := bytes.Repeat([]byte(`{"home":"8249CW 26","price":412000},`), 1000)
	for accept, want := range map[string]string{"zstd": "zstd", "gzip": "gzip", "": ""} {
		headers := http.Header{}
		body := Compress(headers, http.Header{"Accept-Encoding": {accept}}, bytes.NewBuffer(bytes.Clone(long))).Bytes()
		if headers.Get("Content-Encoding") != want || headers.Get("Vary") != "Accept-Encoding" || unpack(t, want, body) != string(long) {
			t.Errorf("with %q: %v, %d bytes", accept, headers, len(body))
		}
		if want != "" && len(body) > len(long)/10 {
			t.Errorf("with %q: %d of %d bytes are left", accept, len(body), len(long))
		}
	}
}

func TestAFixedTextIsCompressedOnce(t *testing.T) {
	text := bytes.Repeat([]byte(`{"path":"/v1/homevalue"},`), 1000)
	before, served := string(text), Fixed("application/json", text)
	for _, encoding := range []string{"zstd", "gzip", "zstd", "gzip"} {
		r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		served.ServeHTTP(w, r)
		if got := w.Header().Get("Content-Encoding"); got != encoding || unpack(t, got, w.Body.Bytes()) != before {
			t.Errorf("asked for %s: %q, and another text than before", encoding, got)
		}
		if encoding == "gzip" {
			clear(text) // compressed again, it would be zeros
		}
	}
}

func FuzzEncoding(f *testing.F) {
	for _, seed := range []string{"", "gzip", "zstd;q=0, gzip", "*", "gzip;q=1.5;x", "gzip;q=nan", ";;,,=", "identity"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		got := encodingFor(accept)
		if got != "" && !strings.Contains(strings.ToLower(accept), got) {
			t.Errorf("%q is answered in %q", accept, got)
		}
	})
}

func TestAnEncodingThatIsRefusedIsNotTaken(t *testing.T) {
	for accept, want := range map[string]string{
		"gzip;q=0": "", "zstd;q=0, gzip;q=0.1": "gzip", "gzip; q=0.0, zstd ; Q=1": "zstd", "gzip;q=x": "", "gzip;q=7": "",
		"zstd;q=0.1, gzip": "gzip", "gzip;q=0.5, zstd;q=0.5": "zstd", "": "", ", gzip": "gzip", "gzip;q=NaN": "",
		"x-gzip": "", "identity, *": "",
	} {
		if got := encodingFor(accept); got != want {
			t.Errorf("%q: %q, want %q", accept, got, want)
		}
	}
}

func encodingFor(accept string) string {
	return EncodingOf(http.Header{"Accept-Encoding": {accept}}, encodingZstd, EncodingGzip)
}

// unpack reads a body in an encoding.
func unpack(t testing.TB, encoding string, body []byte) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	var err error
	switch encoding {
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
