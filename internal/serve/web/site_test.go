// A real service over an invented town on a fixed day, for the browser to open.

package web_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/api"
	"github.com/gevel/gevel/internal/serve/features"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/pagedata"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/serve/web"
	"github.com/gevel/gevel/internal/testing/demotown"
)

var (
	today = gevel.NewDate(2026, time.June, 15)
	clock = time.Date(2026, time.June, 15, 8, 0, 0, 0, time.UTC)
)

// townHomes make a small town that still has an index and a full map.
const townHomes = 700

// The keys' secrets.
const (
	fullKey   = "key-that-may-all"
	imagesKey = "key-of-photos-alone"
)

// town is shared by all tests and made once.
type town struct {
	dir   string
	made  *demo.Town
	live  *live.Live
	store *photos.Store
}

var townDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "gevel-web-")
	if err != nil {
		panic(err)
	}
	townDir = dir
	code := m.Run()
	closeBrowser()
	os.RemoveAll(dir)
	os.Exit(code)
}

var theTown = sync.OnceValues(func() (*town, error) {
	ctx := context.Background()
	made, editions, err := demotown.Town{Date: today, Homes: townHomes, Photos: 0.1}.Write(ctx, townDir)
	if err != nil {
		return nil, err
	}
	t := &town{dir: townDir, made: made}
	folder, err := live.OpenFolder(ctx, live.Options{Dir: editions, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		return nil, err
	}
	t.live = folder.Current().Get()
	if t.store, err = photos.Create(filepath.Join(townDir, "bucket")); err != nil {
		return nil, err
	}
	imp := photos.Import{Store: t.store, Addresses: t.live.Edition, Kind: gevel.ImagePhoto, Source: "test", Now: clock}
	_, err = imp.Run(ctx, made.Photos)
	return t, err
})

// site is a service with the page.
type site struct {
	*town
	server *httptest.Server
}

// openSite serves the town with a key in the page, empty for none.
func openSite(t testing.TB, key string) *site {
	t.Helper()
	return openSiteBehind(t, key, asItIs)
}

// asItIs does not change the service.
func asItIs(service http.Handler) http.Handler { return service }

// tooSoon refuses the first request for each URL below /page/ and /v1/homevalue/ as too early, and passes on all others.
func tooSoon(service http.Handler) http.Handler {
	var known sync.Map
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refused := strings.HasPrefix(r.URL.Path, "/page/") || strings.HasPrefix(r.URL.Path, "/v1/homevalue/")
		if _, again := known.LoadOrStore(r.URL.String(), true); again || !refused {
			service.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"error": {"code": 429, "message": "too many requests", "errors": []}}`)
	})
}

// openSiteBehind serves the town through a wrapper.
func openSiteBehind(t testing.TB, key string, wrap func(http.Handler) http.Handler) *site {
	t.Helper()
	return openSiteOver(t, ground{}, key, wrap)
}

// ground is the map's background: none, a file of this machine, or a URL.
type ground struct{ file, url string }

func (g ground) shown() *pagedata.Background {
	const attribution = "© the makers of the ground"
	switch {
	case g.file != "":
		return &pagedata.Background{Kind: "pmtiles", URL: pagedata.BackgroundURL, Attribution: attribution}
	case strings.HasSuffix(g.url, ".pmtiles"):
		return &pagedata.Background{Kind: "pmtiles", URL: g.url, Attribution: attribution}
	case g.url != "":
		return &pagedata.Background{Kind: "tiles", URL: g.url, Attribution: attribution}
	}
	return nil
}

// openSiteOver serves the town with a background.
func openSiteOver(t testing.TB, under ground, key string, wrap func(http.Handler) http.Handler) *site {
	t.Helper()
	return openInstallation(t, installation{under: under, key: key, wrap: wrap, at: clock})
}

// installation is a service with its settings, at a time.
type installation struct {
	under ground
	key   string
	wrap  func(http.Handler) http.Handler
	at    time.Time
	cors  []string // origins whose pages may read answers
}

func openInstallation(t testing.TB, in installation) *site {
	t.Helper()
	needBrowser(t)
	tw, err := theTown()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{town: tw, server: httptest.NewUnstartedServer(nil)}
	signer, err := photos.NewSigner([][]byte{[]byte("0123456789abcdef0123456789abcdef")})
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return in.at }
	public := "http://" + s.server.Listener.Addr().String()
	page, err := web.New(web.Config{Key: in.key, Images: []string{public}, Background: in.under.url})
	if err != nil {
		t.Fatal(err)
	}
	settings := api.Settings{OGC: features.Settings{PublishSales: true}}
	settings.Access.CORSOrigin = in.cors
	service, err := api.New(settings, api.Parts{
		Current: live.NewCurrent(tw.live), Gate: openGate(t), Photos: tw.store,
		ImageURLs: photos.NewSigned(signer, public), Images: photos.NewHandler(tw.store, signer,
			now).Serve, FrontPage: page, PageKey: in.key,
		Version: "test", Log: slog.New(slog.NewJSONHandler(io.Discard, nil)), Now: now,
		Background: pagedata.Underlay{Shown: in.under.shown(), File: in.under.file, URL: in.under.url},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.server.Config.Handler = in.wrap(service)
	s.server.Start()
	t.Cleanup(s.server.Close)
	return s
}

func openGate(t testing.TB) *keystore.Gate {
	t.Helper()
	store, err := keystore.Create(t.Context(), filepath.Join(t.TempDir(), "keys.db"))
	if err != nil {
		t.Fatal(err)
	}
	yesterday := clock.Add(-24 * time.Hour)
	for secret, scopes := range map[string][]gevel.Scope{fullKey: gevel.Scopes(), imagesKey: {gevel.ScopeImages}} {
		if _, err := store.CreateWithSecret(t.Context(), keystore.NewKey{Name: secret, Scopes: scopes}, secret, yesterday); err != nil {
			t.Fatal(err)
		}
	}
	gate, err := keystore.NewGate(t.Context(), store, keystore.GateOptions{Clock: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := gate.Close(context.Background()); err != nil {
			t.Error(err)
		}
		store.Close()
	})
	return gate
}

// caseAt returns the address of one of the town's special homes.
func (s *site) caseAt(t testing.TB, name string) gevel.Address {
	t.Helper()
	a, ok := s.made.Case(name)
	if !ok {
		t.Fatalf("the town does not show %s", name)
	}
	return a
}

// query returns the parameters of an address.
func query(a gevel.Address) url.Values {
	q := url.Values{"postalCode": {string(a.PostalCode)}, "houseNumber": {strconv.Itoa(a.HouseNumber)}}
	if a.HouseLetter != "" {
		q.Set("houseLetter", a.HouseLetter)
	}
	if a.HouseNumberExt != "" {
		q.Set("houseNumberExt", a.HouseNumberExt)
	}
	return q
}

// at returns the address of the page that shows a home.
func (s *site) at(a gevel.Address) string { return s.server.URL + "/#/?" + query(a).Encode() }

// ask asks the API directly.
func (s *site) ask(t testing.TB, path string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.server.URL+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+fullKey)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(fmt.Errorf("%s: %s, %w: %s", path, answer.Status, err, body))
	}
	return string(body)
}
