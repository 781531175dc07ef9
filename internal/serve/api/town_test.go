package api_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"go.uber.org/goleak"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/api"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/serve/server"
	"github.com/gevel/gevel/internal/testing/demotown"
)

// The suite asks a real service over a small invented town, at a moment that does
// not move: in the evening of 14 June by UTC, and already 15 June in Amsterdam.
var (
	clock = time.Date(2026, time.June, 14, 22, 30, 0, 0, time.UTC)
	today = gevel.NewDate(2026, time.June, 15)
)

const (
	townHomes = 700
	dayLong   = 24 * time.Hour
)

// town is what the suite is run over; it is made once.
type town struct {
	dir   string
	made  *demo.Town
	homes []gevel.Address // main addresses of homes, with their ids
	live  *live.Live
	store *photos.Store
}

var townDir string

func TestMain(m *testing.M) {
	if os.Getenv(benchClientEnv) != "" {
		if err := runBenchClient(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return
	}
	dir, err := os.MkdirTemp("", "gevel-api-")
	if err != nil {
		panic(err)
	}
	townDir = dir
	code := m.Run()
	os.RemoveAll(dir)
	http.DefaultClient.CloseIdleConnections()
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

var theTown = sync.OnceValues(func() (*town, error) {
	ctx := context.Background()
	made, editions, err := demotown.Town{Date: today, Homes: townHomes, Photos: 0.1}.Write(ctx, townDir)
	if err != nil {
		return nil, err
	}
	t := &town{dir: townDir, made: made}
	folder, err := live.OpenFolder(ctx, folderAt(editions, io.Discard))
	if err != nil {
		return nil, err
	}
	t.live = folder.Current().Get()
	if t.store, err = photos.Create(filepath.Join(townDir, "bucket")); err != nil {
		return nil, err
	}
	imp := photos.Import{Store: t.store, Addresses: t.live.Edition, Kind: gevel.ImagePhoto, Source: "test", Now: clock}
	if _, err = imp.Run(ctx, made.Photos); err != nil {
		return nil, err
	}
	t.homes, err = readHomes(made.Addresses)
	return t, err
})

// folderAt is a folder of editions as the suite opens it.
func folderAt(dir string, log io.Writer) live.Options {
	return live.Options{Dir: dir, Log: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now, Prepare: endpoints.Prepare}
}

func readHomes(path string) ([]gevel.Address, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	homes := make([]gevel.Address, 0, len(rows)-1)
	for _, row := range rows[1:] {
		a := gevel.Address{
			PostalCode: gevel.PostalCode(row[0]), HouseLetter: row[2], HouseNumberExt: row[3],
			ObjectID: gevel.BAGID(row[4]), NumberID: gevel.BAGID(row[5]),
		}
		if _, err := fmt.Sscan(row[1], &a.HouseNumber); err != nil {
			return nil, err
		}
		homes = append(homes, a)
	}
	return homes, nil
}

// site is a running service with keys of every sort.
type site struct {
	*town
	server  *httptest.Server
	service *api.Service
	running *server.Server // for tests that run the service as gevel serve does
	signer  *photos.Signer
	clock   *movable
	keys    *keystore.Store
	secrets map[string]string // by the name of the key
	// described is the service's description of itself, and pageDescribed its description of the page's surface.
	described, pageDescribed func() *openapi3.T
}

// movable is a clock that a test can set.
type movable struct {
	mu sync.Mutex
	at time.Time
}

func (m *movable) now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at
}

func (m *movable) set(at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at = at
}

// The secret of the test key, and of no other.
const secret = "secret-of-the-suite"

// setup is what a site is made of.
type setup struct {
	api.Settings
	api.Parts
	certificate *server.Certificate
}

func openSite(t testing.TB, change ...func(*setup)) *site {
	t.Helper()
	tw, err := theTown()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{town: tw, clock: &movable{at: clock}, secrets: map[string]string{}}
	s.signer, err = photos.NewSigner([][]byte{[]byte("0123456789abcdef0123456789abcdef")})
	if err != nil {
		t.Fatal(err)
	}
	s.server = httptest.NewUnstartedServer(nil)
	log := slog.New(slog.NewJSONHandler(io.Discard, nil))
	c := &setup{Parts: api.Parts{
		Current: live.NewCurrent(tw.live), Gate: s.openGate(t), Photos: tw.store,
		ImageURLs: photos.NewSigned(s.signer, "http://"+s.server.Listener.Addr().String()),
		Images:    photos.NewHandler(tw.store, s.signer, s.clock.now).Serve,
		Version:   "1.2.3-suite", Public: "http://" + s.server.Listener.Addr().String(), Log: log, Now: s.clock.now,
	}}
	for _, to := range change {
		to(c)
	}
	s.running = server.New(c.Server, c.certificate, c.Access.ServerLog(c.Log))
	c.Metrics = append(c.Metrics, s.running.Metrics()...)
	if s.service, err = api.New(c.Settings, c.Parts); err != nil {
		t.Fatal(err)
	}
	s.server.Config.Handler = s.service
	s.server.Config.DisableGeneralOptionsHandler = true
	s.server.Start()
	s.described = sync.OnceValue(func() *openapi3.T { return s.describe("/v1") })
	s.pageDescribed = sync.OnceValue(func() *openapi3.T { return s.describe("/page") })
	t.Cleanup(s.server.Close)
	return s
}

// describedOf returns the description of the surface below a base.
func (s *site) describedOf(base string) *openapi3.T {
	if base == "/page" {
		return s.pageDescribed()
	}
	return s.described()
}

// openGate makes the keys of the suite.
func (s *site) openGate(t testing.TB) *keystore.Gate {
	t.Helper()
	ctx := context.Background()
	store, err := keystore.Create(ctx, filepath.Join(t.TempDir(), "keys.db"))
	if err != nil {
		t.Fatal(err)
	}
	all := gevel.Scopes()
	yesterday := s.clock.now().Add(-24 * time.Hour)
	for _, k := range []keystore.NewKey{
		{Name: "full", Scopes: all},
		{Name: "images only", Scopes: []gevel.Scope{gevel.ScopeImages}},
		{Name: "valuation only", Scopes: []gevel.Scope{gevel.ScopeValuation}},
		{Name: "slow", Scopes: all, Rate: 0.5},
		{Name: "as slow", Scopes: all, Rate: 0.5},
		{Name: "small", Scopes: all, Quota: 1},
		{Name: "ten", Scopes: all, Quota: 10},
		{Name: "expired", Scopes: all, ExpiresAt: gevel.Some(yesterday.Add(time.Hour))},
		{Name: "revoked", Scopes: all},
	} {
		s.secrets[k.Name] = secret + "-" + k.Name
		if _, err := store.CreateWithSecret(ctx, k, s.secrets[k.Name], yesterday); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store.Revoke(ctx, "revoked", yesterday); err != nil {
		t.Fatal(err)
	}
	s.keys = store
	gate, err := keystore.NewGate(ctx, store, keystore.GateOptions{Clock: s.clock.now, Grace: 48 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := gate.Close(ctx); err != nil {
			t.Error(err)
		}
		store.Close()
	})
	return gate
}

// caseAt returns the address of a case of the town.
func (s *site) caseAt(t testing.TB, name string) gevel.Address {
	t.Helper()
	a, ok := s.made.Case(name)
	if !ok {
		t.Fatalf("the town does not show %s", name)
	}
	return a
}

var noRedirects = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
