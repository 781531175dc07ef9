package photos_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

// imageHost is a running server with one photo.
type imageHost struct {
	store   *photos.Store
	handler *photos.Handler
	server  *httptest.Server
	signer  *photos.Signer
	now     atomic.Pointer[time.Time]
	dir     string
	failed  atomic.Value // func() error: the last request's error
	id, url string
	picture []byte
}

func newImageHost(t testing.TB) *imageHost {
	dir := t.TempDir()
	h := &imageHost{dir: dir, store: newStoreIn(t, dir), signer: newTestSigner(t, key(1))}
	h.now.Store(&noon)
	clock := func() time.Time { return *h.now.Load() }
	h.handler = photos.NewHandler(h.store, h.signer, clock)
	h.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := h.handler.Serve(w, r)
		if h.failed.Store(func() error { return err }); err != nil {
			w.WriteHeader(http.StatusTeapot) // refused if the handler wrote anything before
		}
	}))
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

func TestAPictureWhoseBytesDoNotFitItsNameIsNotServed(t *testing.T) {
	h := newImageHost(t)
	file := fileOf(t, h.dir, ".jpg")
	other := photos.Shade(t, 77) // a JPEG, of another home perhaps
	for _, broken := range [][]byte{{}, h.picture[:len(h.picture)-1], other} {
		if err := os.WriteFile(file, broken, 0o644); err != nil {
			t.Fatal(err)
		}
		response, body := h.ask(t, http.MethodGet, h.url, "Range", "bytes=0-3")
		h.wantRefused(t, "damaged", gevel.Internal, response, body)
		if _, err := h.store.Picture(t.Context(), h.id); !errors.Is(err, photos.ErrDamaged) || !errors.Is(h.failure(), photos.ErrDamaged) {
			t.Errorf("got %v and %v, want that it is damaged", err, h.failure())
		}
	}
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

// failure returns the last request's error.
func (h *imageHost) failure() error { return h.failed.Load().(func() error)() }

// wantRefused checks that nothing was written for a request that failed with code.
func (h *imageHost) wantRefused(t testing.TB, what string, code gevel.Code, response *http.Response, body []byte) {
	t.Helper()
	if got := gevel.CodeOf(h.failure()); got != code {
		t.Errorf("%s: error %q, want %q", what, got, code)
	}
	if response.StatusCode != http.StatusTeapot || len(body) > 0 {
		t.Errorf("%s: status %d with %q was written", what, response.StatusCode, body)
	}
	for _, name := range []string{"Cache-Control", "Content-Disposition", "Etag"} {
		if got := response.Header.Get(name); got != "" {
			t.Errorf("%s: %s %q is about the picture", what, name, got)
		}
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
		"Content-Type":        "image/jpeg",
		"Content-Disposition": "inline",
		"Cache-Control":       "private, max-age=300",
		"Etag":                `"` + h.id[17:] + `"`,
		"Accept-Ranges":       "bytes",
	} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

func TestCachesAskAgainInTime(t *testing.T) {
	h := newImageHost(t)
	late := noon.Add(photos.URLLifetime - time.Minute)
	h.now.Store(&late)
	for cache, want := range map[time.Duration]string{0: "0", 30 * time.Second: "30", time.Hour: "60"} {
		h.handler.Cache = cache
		response, _ := h.ask(t, http.MethodGet, h.url)
		if got := response.Header.Get("Cache-Control"); got != "private, max-age="+want {
			t.Errorf("for %s: %s, want %s seconds", cache, got, want)
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
}

func TestWhatCannotBeHadIsAnErrorAndNothingIsWritten(t *testing.T) {
	h := newImageHost(t)
	for header, code := range map[[2]string]gevel.Code{
		{"Range", "bytes=99999999-"}:           gevel.RangeNotSatisfiable,
		{"Range", "bytes=9-3"}:                 gevel.RangeNotSatisfiable,
		{"Range", "bytes=999999999999999999-"}: gevel.RangeNotSatisfiable,
		{"If-Match", `"x"`}:                    gevel.PreconditionFailed,
	} {
		response, body := h.ask(t, http.MethodGet, h.url, header[0], header[1])
		h.wantRefused(t, header[0]+" "+header[1], code, response, body)
	}
	response, _ := h.ask(t, http.MethodGet, h.url, "Range", "bytes=99999999-")
	if got, want := response.Header.Get("Content-Range"), fmt.Sprintf("bytes */%d", len(h.picture)); got != want {
		t.Errorf("Content-Range %q, want %q", got, want)
	}
}

func TestNoRequestIsSentMoreThanThePicture(t *testing.T) {
	h := newImageHost(t)
	for _, ranges := range []string{
		"bytes=0-,0-,0-", "bytes=0-0,0-0", "bytes=0-0" + strings.Repeat(",0-0", 10_000), "bytes=0-1, 5-6", "bytes=0-0,",
		"bytes=" + strings.Repeat(",", 1000), "bytes=-1,-1,-1", "items=0-5", "bytes", "bytes=", "bytes=-", "bytes=-0", "bytes=a-b",
		"bytes=0-99999999999999999999999", "bytes=0-0;bytes=0-0",
	} {
		response, body := h.ask(t, http.MethodGet, h.url, "Range", ranges)
		if response.StatusCode != http.StatusOK || !bytes.Equal(body, h.picture) {
			t.Errorf("%.40s: status %d with %d bytes, want the %d of the picture", ranges, response.StatusCode, len(body),
				len(h.picture))
		}
	}
	_, body := h.ask(t, http.MethodGet, h.url, "Range", "bytes=0-999999999999")
	if !bytes.Equal(body, h.picture) {
		t.Errorf("a range that is too long: %d bytes, want the %d of the picture", len(body), len(h.picture))
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
		h.wantRefused(t, name, gevel.Forbidden, response, body)
	}
	tomorrow := noon.Add(photos.URLLifetime)
	h.now.Store(&tomorrow)
	response, body := h.ask(t, http.MethodGet, h.url)
	h.wantRefused(t, "expired", gevel.Forbidden, response, body)
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
	images := filepath.Join(h.dir, "images")
	if err := os.RemoveAll(images); err != nil {
		t.Fatal(err)
	}
	writeFile(t, images, "any look into the bucket fails now")
	response, body := h.ask(t, http.MethodGet, h.server.URL+"/images/"+h.id)
	h.wantRefused(t, "forged", gevel.Forbidden, response, body)
	response, body = h.ask(t, http.MethodGet, h.url)
	h.wantRefused(t, "bucket gone", gevel.Internal, response, body)
	if strings.Contains(h.failure().Error(), "signature") {
		t.Errorf("the error holds a URL that works: %v", h.failure())
	}
	if namesAHome(h.failure()) || !strings.Contains(h.failure().Error(), "open a picture") {
		t.Errorf("got %v, want an error of the picture that names no home", h.failure())
	}
}

func TestTakedownStopsTheURLAtOnce(t *testing.T) {
	h := newImageHost(t)
	if err := h.store.Remove(context.Background(), h.id, byTest); err != nil {
		t.Fatal(err)
	}
	response, body := h.ask(t, http.MethodGet, h.url)
	h.wantRefused(t, "taken down", gevel.NotFound, response, body)
	response, body = h.ask(t, http.MethodGet, h.url, "If-None-Match", `"`+h.id[17:]+`"`)
	h.wantRefused(t, "a cached copy", gevel.NotFound, response, body)
}

func TestASignedIDThatIsNoImageIsNotFound(t *testing.T) {
	h := newImageHost(t)
	for _, id := range []string{"x", "../" + h.id, string(homeB) + h.id[16:]} {
		r := httptest.NewRequest(http.MethodGet, h.signer.URL("", id, noon), nil)
		handler := photos.NewHandler(h.store, h.signer, func() time.Time { return noon })
		if got := gevel.CodeOf(handler.Serve(httptest.NewRecorder(), r)); got != gevel.NotFound {
			t.Errorf("%s: error %q, want %q", id, got, gevel.NotFound)
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
