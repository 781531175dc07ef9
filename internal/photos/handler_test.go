package photos_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/photos"
)

// imageHost is a running server with one photo.
type imageHost struct {
	store   *photos.Store
	server  *httptest.Server
	signer  *photos.Signer
	now     atomic.Pointer[time.Time]
	log     bytes.Buffer
	id, url string
	picture []byte
}

func newImageHost(t testing.TB) *imageHost {
	dir := t.TempDir()
	h := &imageHost{store: newStoreIn(t, dir), signer: newTestSigner(t, key(1))}
	h.now.Store(&noon)
	clock := func() time.Time { return *h.now.Load() }
	mux := http.NewServeMux()
	mux.Handle("/images/", photos.NewHandler(h.store, h.signer, clock, slog.New(slog.NewTextHandler(&h.log, nil))))
	h.server = httptest.NewServer(mux)
	t.Cleanup(h.server.Close)
	mustAdd(t, h.store, addition(t, homeA, 1))
	h.id = mustOf(t, h.store, homeA)[0].ID
	h.url = h.signer.URL(h.server.URL, h.id, noon)
	picture, err := os.ReadFile(fileOf(t, dir, ".jpg"))
	if err != nil {
		t.Fatal(err)
	}
	h.picture = picture
	return h
}

// ask sends a request with headers given as name, value, ...
func (h *imageHost) ask(t testing.TB, method, url string, headers ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	client := h.server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, body
}

func wantMessage(t testing.TB, what string, status int, response *http.Response, body []byte) {
	t.Helper()
	var got map[string]string
	err := json.Unmarshal(body, &got)
	if response.StatusCode != status || err != nil || len(got) != 1 || got["message"] == "" {
		t.Errorf("%s: %d %q, want %d and only a message", what, response.StatusCode, body, status)
	}
	if got := response.Header.Get("Content-Type"); got != "application/json" {
		t.Errorf("%s: Content-Type %q", what, got)
	}
	if got := response.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("%s: Cache-Control %q, want no-store", what, got)
	}
}

func TestSignedURLServesThePicture(t *testing.T) {
	h := newImageHost(t)
	later := noon.Add(time.Hour)
	h.now.Store(&later)
	response, body := h.ask(t, http.MethodGet, h.url)
	if response.StatusCode != http.StatusOK || !bytes.Equal(body, h.picture) {
		t.Fatalf("status %d, %d bytes, want 200 and the picture's %d", response.StatusCode, len(body), len(h.picture))
	}
	for name, want := range map[string]string{
		"Content-Type":           "image/jpeg",
		"Content-Disposition":    "inline",
		"Cache-Control":          "private, max-age=82800",
		"Etag":                   `"` + h.id[17:] + `"`,
		"X-Content-Type-Options": "nosniff",
		"Accept-Ranges":          "bytes",
	} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

func TestHeadRangeAndConditionalRequests(t *testing.T) {
	h := newImageHost(t)
	etag := `"` + h.id[17:] + `"`
	n := len(h.picture)
	const get, partial = http.MethodGet, http.StatusPartialContent
	for name, c := range map[string]struct {
		method  string
		headers []string
		status  int
		want    []byte
	}{
		"HEAD":               {http.MethodHead, nil, http.StatusOK, nil},
		"first bytes":        {get, []string{"Range", "bytes=0-9"}, partial, h.picture[:10]},
		"last bytes":         {get, []string{"Range", "bytes=-5"}, partial, h.picture[n-5:]},
		"from the middle":    {get, []string{"Range", "bytes=100-"}, partial, h.picture[100:]},
		"range of this ETag": {get, []string{"Range", "bytes=0-0", "If-Range", etag}, partial, h.picture[:1]},
		"range of another":   {get, []string{"Range", "bytes=0-0", "If-Range", `"x"`}, http.StatusOK, h.picture},
		"have it":            {get, []string{"If-None-Match", etag}, http.StatusNotModified, nil},
		"have another":       {get, []string{"If-None-Match", `"x"`}, http.StatusOK, h.picture},
	} {
		response, body := h.ask(t, c.method, h.url, c.headers...)
		if response.StatusCode != c.status || !bytes.Equal(body, c.want) {
			t.Errorf("%s: %d with %d bytes, want %d with %d", name, response.StatusCode, len(body),
				c.status, len(c.want))
		}
		if response.Header.Get("Etag") != etag || !strings.HasPrefix(response.Header.Get("Cache-Control"), "private") {
			t.Errorf("%s: headers %v", name, response.Header)
		}
		if c.method == http.MethodHead && response.ContentLength != int64(n) {
			t.Errorf("HEAD: Content-Length %d, want %d", response.ContentLength, n)
		}
	}
	response, _ := h.ask(t, http.MethodGet, h.url, "Range", "bytes=99999999-")
	if response.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("range behind the end: %d, want 416", response.StatusCode)
	}
}

func TestForgedAndExpiredURLsAreForbidden(t *testing.T) {
	h := newImageHost(t)
	path, query, _ := strings.Cut(strings.TrimPrefix(h.url, h.server.URL), "?")
	foreign := newTestSigner(t, key(9)).URL(h.server.URL, h.id, noon)
	for name, target := range map[string]string{
		"no signature":       h.server.URL + path,
		"foreign key":        foreign,
		"neighbour's image":  h.server.URL + strings.Replace(path, "1234-", "5634-", 1) + "?" + query,
		"escaped digit":      h.server.URL + strings.Replace(path, "0518", "%30518", 1) + "?" + query,
		"escaped hyphen":     h.server.URL + strings.Replace(path, "-", "%2d", 1) + "?" + query,
		"upper case":         h.server.URL + "/images/" + strings.ToUpper(h.id) + "A?" + query,
		"file ending":        h.server.URL + path + ".jpg?" + query,
		"path below":         h.server.URL + path + "/?" + query,
		"escaped traversal":  h.server.URL + "/images/%2e%2e%2fhomes%2f0518?" + query,
		"escaped slash":      h.server.URL + "/images/..%2f" + h.id + "?" + query,
		"backslash":          h.server.URL + "/images/..%5c" + h.id + "?" + query,
		"zero byte":          h.server.URL + path + "%00?" + query,
		"lock file":          h.server.URL + "/images/.catalogue.lock?" + query,
		"no id":              h.server.URL + "/images/?" + query,
		"parameter added":    h.url + "&download=1",
		"parameter repeated": h.url + "&" + query,
	} {
		response, body := h.ask(t, http.MethodGet, target)
		wantMessage(t, name, http.StatusForbidden, response, body)
	}
	tomorrow := noon.Add(photos.URLLifetime)
	h.now.Store(&tomorrow)
	response, body := h.ask(t, http.MethodGet, h.url)
	wantMessage(t, "expired", http.StatusForbidden, response, body)
	if h.log.Len() > 0 {
		t.Errorf("callers' faults were logged as ours:\n%s", &h.log)
	}
}

func TestNoChangedByteOfAURLServesThePicture(t *testing.T) {
	h := newImageHost(t)
	handler := h.server.Config.Handler
	sent := strings.TrimPrefix(h.url, h.server.URL)
	for i := 1; i < len(sent); i++ {
		for _, flip := range []byte{1, 2, 0x20, 0x40} {
			changed := sent[:i] + string([]byte{sent[i] ^ flip}) + sent[i+1:]
			u, err := url.ParseRequestURI(changed)
			if err != nil {
				continue // net/http answers 400
			}
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, &http.Request{
				Method: http.MethodGet, URL: u, RequestURI: changed, Header: http.Header{},
			})
			if answer.Code < 300 || answer.Code >= 500 {
				t.Fatalf("%s answered %d", changed, answer.Code)
			}
		}
	}
}

func TestForgedURLsNeverReachTheBucket(t *testing.T) {
	h := newImageHost(t)
	h.store.Close() // any look into the bucket is a 500 now
	response, body := h.ask(t, http.MethodGet, h.server.URL+"/images/"+h.id)
	wantMessage(t, "forged", http.StatusForbidden, response, body)
	response, body = h.ask(t, http.MethodGet, h.url)
	wantMessage(t, "bucket gone", http.StatusInternalServerError, response, body)
	if strings.Contains(string(body), "bucket") || !strings.Contains(h.log.String(), "serve image") {
		t.Errorf("body %q, log %q: the cause belongs in the log only", body, &h.log)
	}
	if strings.Contains(h.log.String(), "signature") {
		t.Errorf("the log holds a URL that works: %s", &h.log)
	}
}

func TestTakedownStopsTheURLAtOnce(t *testing.T) {
	h := newImageHost(t)
	if err := h.store.Remove(context.Background(), h.id); err != nil {
		t.Fatal(err)
	}
	response, body := h.ask(t, http.MethodGet, h.url)
	wantMessage(t, "taken down", http.StatusNotFound, response, body)
	response, _ = h.ask(t, http.MethodGet, h.url, "If-None-Match", `"`+h.id[17:]+`"`)
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("a cached copy was confirmed: %d", response.StatusCode)
	}
}

func TestASignedIDThatIsNoImageIsNotFound(t *testing.T) {
	h := newImageHost(t)
	for _, id := range []string{"x", "../" + h.id, string(homeB) + h.id[16:]} {
		r := httptest.NewRequest(http.MethodGet, h.signer.URL("", id, noon), nil)
		answer := httptest.NewRecorder()
		photos.NewHandler(h.store, h.signer, func() time.Time { return noon }, slog.Default()).ServeHTTP(answer, r)
		if answer.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", id, answer.Code)
		}
	}
}

func TestOtherMethodsAreNotAllowed(t *testing.T) {
	h := newImageHost(t)
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		response, body := h.ask(t, method, h.url)
		wantMessage(t, method, http.StatusMethodNotAllowed, response, body)
		if got := response.Header.Get("Allow"); got != "GET, HEAD" {
			t.Errorf("%s: Allow %q", method, got)
		}
	}
}

func BenchmarkServeImage(b *testing.B) {
	h := newImageHost(b)
	r := httptest.NewRequest(http.MethodGet, strings.TrimPrefix(h.url, h.server.URL), nil)
	handler := h.server.Config.Handler
	for b.Loop() {
		answer := httptest.NewRecorder()
		if handler.ServeHTTP(answer, r); answer.Code != http.StatusOK {
			b.Fatal(answer.Code)
		}
	}
}
