//go:build unix

package keystore

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/postgrestest"
)

// openAt opens a store that is closed with the test.
func openAt(t testing.TB, location string) *Store {
	t.Helper()
	s, err := Open(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// startGate starts a gate at its own pace, by the real clock.
func startGate(t testing.TB, location string) *Gate {
	t.Helper()
	g, err := NewGate(t.Context(), openAt(t, location), GateOptions{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close(t.Context()) })
	return g
}

func TestAnEmptyDatabaseSaysHowToMakeTheFirstKey(t *testing.T) {
	location := theServer(t).NewSchema(t)
	s, err := Open(t.Context(), location)
	if err == nil {
		s.Close()
	}
	wantCode(t, err, gevel.Invalid)
	if !strings.Contains(err.Error(), "gevel keys create --keys 'postgres://gevel@127.0.0.1:") {
		t.Errorf("got %q, want it to say how to make a key", err)
	}
}

func TestReplicasMayBeginAtOnce(t *testing.T) {
	server := theServer(t)
	location := server.NewSchema(t)
	all := func(open func(context.Context, string) (*Store, error)) {
		var many sync.WaitGroup
		for range 4 {
			many.Go(func() {
				s, err := open(t.Context(), location)
				if err != nil {
					t.Error(err)
					return
				}
				defer s.Close()
				if err := s.upgrade(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
					t.Error(err)
				}
				if err := s.post(t.Context(), by("gate", time.Now), nil); err != nil {
					t.Error(err)
				}
			})
		}
		many.Wait()
	}
	all(Create)
	s := openAt(t, location)
	mustCreate(t, s, allScopes("a"))
	for _, undo := range []string{`DROP TABLE gates`, `DROP TABLE shares`, `DELETE FROM ` + versionTable + ` WHERE version_id >= 3`} {
		if _, err := s.db.ExecContext(t.Context(), undo); err != nil {
			t.Fatal(err)
		}
	}
	all(Open)
	if keys, err := s.List(t.Context()); err != nil || len(keys) != 1 {
		t.Errorf("got %d keys (%v) after bringing tables up to date, want the one", len(keys), err)
	}
}

func TestADatabaseOfANewerFormatIsRefused(t *testing.T) {
	location := theServer(t).NewSchema(t)
	if _, err := createAt(t, location).db.Exec(`INSERT INTO ` + versionTable + ` (version_id, is_applied) VALUES (99, true)`); err != nil {
		t.Fatal(err)
	}
	for _, open := range []func(context.Context, string) (*Store, error){Open, Create} {
		_, err := open(t.Context(), location)
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), "has format 99, this gevel knows up to 4") {
			t.Errorf("got %v, want gevel.Invalid that names the formats", err)
		}
	}
}

// Errors of a server must say what to do, in one line and without the password.
func TestFaultsOfAServerAreExplained(t *testing.T) {
	server := theServer(t)
	taken := server.NewSchema(t)
	schema := taken[strings.LastIndex(taken, "=")+1:]
	server.Run(t, `CREATE TABLE `+schema+`.keys (id TEXT)`)
	server.Run(t, `CREATE ROLE guest LOGIN PASSWORD 'welkom123'`)
	good := server.URL("public")
	for name, test := range map[string]struct {
		location string
		code     gevel.Code
		want     string
	}{
		"wrong password": {strings.Replace(good, "geheim", "mis", 1), gevel.Invalid, "PGPASSWORD"},
		"no database":    {strings.Replace(good, "/postgres?", "/nowhere?", 1), gevel.Invalid, "createdb"},
		"no schema":      {server.URL("nowhere"), gevel.Invalid, "search_path=SCHEMA"},
		"no rights": {
			strings.Replace(good, "gevel:geheim%2F%40%3F%3A%23%2541%20%C3%A9", "guest:welkom123", 1),
			gevel.Invalid, "may make no tables",
		},
		"another program's table": {taken, gevel.Invalid, "database or a schema of their own"},
		"no server":               {"postgres://gevel:geheim@127.0.0.1:1/x", gevel.Unavailable, "does not answer"},
	} {
		s, err := Create(t.Context(), test.location)
		if err == nil {
			s.Close()
		}
		if gevel.CodeOf(err) != test.code || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v (%s), want %s that says %q in one line", name, err, gevel.CodeOf(err), test.code, test.want)
		}
		for _, secret := range []string{"geheim", "mis/", "welkom"} {
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("%s: the error holds the password: %v", name, err)
			}
		}
	}
}

func TestReplicasSeeANewAndARevokedKeyWithinFiveSeconds(t *testing.T) {
	location := theServer(t).NewSchema(t)
	admin := createAt(t, location)
	gates := []*Gate{startGate(t, location), startGate(t, location), startGate(t, location)}
	_, secret := mustCreate(t, admin, allScopes("a"))
	all := func(code gevel.Code) func() bool {
		return func() bool {
			for _, g := range gates {
				if _, err := g.Authenticate("Bearer " + secret); gevel.CodeOf(err) != code {
					return false
				}
			}
			return true
		}
	}
	began := time.Now()
	eventually(t, all(""))
	t.Logf("a new key works everywhere after %s", time.Since(began))
	if _, err := admin.Revoke(t.Context(), "a", noon); err != nil {
		t.Fatal(err)
	}
	began = time.Now()
	eventually(t, all(gevel.Unauthorized))
	t.Logf("a revoked key works nowhere after %s", time.Since(began))
}

// Connections that fail silently, mostly within a transaction, must be given up in time.
func TestALineThatHasGoneDeadDelaysNoRevocationAndLosesNoUse(t *testing.T) {
	location := theServer(t).NewSchema(t)
	admin := createAt(t, location)
	_, secret := mustCreate(t, admin, allScopes("a"))
	_, busy := mustCreate(t, admin, allScopes("busy"))
	p, behind := postgrestest.NewProxy(t, location)
	g := startGate(t, behind)
	flow := startTraffic(t, g, busy)
	eventually(t, func() bool { return allUsesOf(t, admin, "busy") > 100 })
	if n := p.Silence(); n != 2 {
		t.Errorf("the gate has %d connections, want one to read and one to write", n)
	}
	if _, err := admin.Revoke(t.Context(), "a", time.Now()); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool {
		_, err := g.Authenticate("Bearer " + secret)
		return gevel.CodeOf(err) == gevel.Unauthorized
	})
	eventually(t, func() bool { return !g.ledger.away.Load() })
	flow.end()
	if err := g.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := allUsesOf(t, admin, "busy"), flow.admitted.Load(); got != want || flow.refused.Load() > 0 {
		t.Errorf("%d uses are written, %d were admitted; %d requests were refused", got, want, flow.refused.Load())
	}
}

// Three gates whose clocks differ by hours.
func TestReplicasShareAQuotaWhateverTheirClocksSay(t *testing.T) {
	location := theServer(t).NewSchema(t)
	admin := createAt(t, location)
	const quota = 20_000
	n := allScopes("a")
	n.Quota = quota
	if _, err := admin.CreateWithSecret(t.Context(), n, "demo", noon); err != nil {
		t.Fatal(err)
	}
	var admitted atomic.Int64
	var all sync.WaitGroup
	middle := beginOf(MonthOf(time.Now())).AddDate(0, 0, 14) // far from a turn of the month
	began := time.Now()
	for _, ahead := range []time.Duration{0, -3 * time.Hour, 3 * time.Hour} {
		clock := func() time.Time { return middle.Add(time.Since(began) + ahead) }
		g, err := NewGate(t.Context(), openAt(t, location), GateOptions{Clock: clock})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			all.Go(func() { admitted.Add(spend(g)) })
		}
		defer g.Close(t.Context())
	}
	all.Wait()
	if got := admitted.Load(); got != quota {
		t.Errorf("three gates admitted %d, want the quota of %d", got, quota)
	}
	eventually(t, func() bool { return allUses(t, admin) == quota })
}

// traffic makes requests with a key at a gate until stopped.
type traffic struct {
	admitted, refused atomic.Int64
	stop              chan struct{}
	once              sync.Once
	all               sync.WaitGroup
}

func startTraffic(t *testing.T, g *Gate, secret string) *traffic {
	f := &traffic{stop: make(chan struct{})}
	t.Cleanup(f.end)
	for range 2 {
		f.all.Go(func() {
			pause := time.NewTicker(500 * time.Microsecond)
			defer pause.Stop()
			for {
				select {
				case <-f.stop:
					return
				case <-pause.C:
				}
				grant, err := g.Authenticate("Bearer " + secret)
				if err == nil {
					err = grant.Admit()
				}
				if err != nil {
					f.refused.Add(1)
					t.Log(err)
					continue
				}
				f.admitted.Add(1)
			}
		})
	}
	return f
}

func (f *traffic) end() { f.once.Do(func() { close(f.stop) }); f.all.Wait() }

func TestAServerThatIsKilledStopsNoKnownKeyAndLosesNoUse(t *testing.T) {
	server := theServer(t)
	location := server.NewSchema(t)
	admin := createAt(t, location)
	_, unlimited := mustCreate(t, admin, allScopes("unlimited"))
	n := allScopes("limited")
	n.Quota = 1_000_000
	_, limited := mustCreate(t, admin, n)
	var flows [][2]*traffic
	var gates []*Gate
	for range 2 {
		g := startGate(t, location)
		gates = append(gates, g)
		flows = append(flows, [2]*traffic{startTraffic(t, g, unlimited), startTraffic(t, g, limited)})
	}
	eventually(t, func() bool { return allUsesOf(t, admin, "limited") > 100 })
	server.kill(t)
	for _, g := range gates {
		eventually(t, func() bool {
			_, err := g.Authenticate("Bearer " + newSecret())
			return gevel.CodeOf(err) == gevel.Unavailable && g.ledger.away.Load()
		})
	}
	atKill := flows[0][0].admitted.Load()
	eventually(t, func() bool { return flows[0][0].admitted.Load() > atKill+200 })
	server.restart(t)
	for _, g := range gates {
		eventually(t, func() bool {
			_, err := g.Authenticate("Bearer " + newSecret())
			return gevel.CodeOf(err) == gevel.Unauthorized && !g.ledger.away.Load()
		})
	}
	var want [2]int64
	for i, g := range gates {
		for k := range want {
			flows[i][k].end()
			want[k] += flows[i][k].admitted.Load()
			if refused := flows[i][k].refused.Load(); refused > 0 {
				t.Errorf("%d requests of a known key were refused", refused)
			}
		}
		if err := g.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for k, name := range []string{"unlimited", "limited"} {
		if got := allUsesOf(t, admin, name); got != want[k] {
			t.Errorf("%s: %d uses are written, %d were admitted", name, got, want[k])
		}
	}
	t.Logf("admitted and written: %d and %d uses", want[0], want[1])
}

func allUsesOf(t *testing.T, s *Store, name string) (n int64) {
	t.Helper()
	key, err := s.Show(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range key.Usage {
		n += u.Uses
	}
	return n
}

func TestACommitWhoseAnswerIsLostIsNotCountedTwice(t *testing.T) {
	location := theServer(t).NewSchema(t)
	admin := createAt(t, location)
	n := allScopes("a")
	n.Quota = 1_000_000
	_, secret := mustCreate(t, admin, n)
	p, behind := postgrestest.NewProxy(t, location)
	g := startGate(t, behind)
	flow := startTraffic(t, g, secret)
	const times = 5
	for i := range int64(times) {
		p.Lose.Store(1)
		eventually(t, func() bool { return p.Lost.Load() > i })
	}
	flow.end()
	if err := g.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	admitted := flow.admitted.Load()
	if got := allUses(t, admin); got != admitted || admitted == 0 {
		t.Errorf("%d uses are written, %d were admitted", got, admitted)
	}
	t.Logf("%d answers lost, %d uses admitted", p.Lost.Load(), admitted)
}

func TestKnownKeysWorkForTheGraceWhileTheServerIsAway(t *testing.T) {
	location := theServer(t).NewSchema(t)
	admin := createAt(t, location)
	_, secret := mustCreate(t, admin, allScopes("a"))
	n := allScopes("expires")
	n.ExpiresAt = gevel.Some(noon.Add(time.Minute))
	_, expires := mustCreate(t, admin, n)
	p, behind := postgrestest.NewProxy(t, location)
	var lines bytes.Buffer
	for _, grace := range []time.Duration{0, time.Hour} {
		clock := clockAt(noon)
		g, err := NewGate(t.Context(), openAt(t, behind), GateOptions{
			Refresh: time.Hour, Grace: grace, Clock: clock.read, Log: slog.New(slog.NewTextHandler(&lines, nil)),
		})
		if err != nil {
			t.Fatal(err)
		}
		want := grace
		if want == 0 {
			want = serverGrace
		}
		code := func(secret string) gevel.Code {
			_, err := g.Authenticate("Bearer " + secret)
			return gevel.CodeOf(err)
		}
		if got := code(newSecret()); got != gevel.Unauthorized {
			t.Errorf("an unknown key is %q, want unauthorized while the server answers", got)
		}
		p.Close()
		g.sync(t.Context())
		if got := code(newSecret()); got != gevel.Unavailable {
			t.Errorf("an unknown key is %q, want unavailable: it may be new", got)
		}
		clock.advance(want)
		g.sync(t.Context())
		if got := code(secret); got != "" {
			t.Errorf("a known key is %q within the grace of %s", got, want)
		}
		if got := code(expires); got != gevel.Unauthorized {
			t.Errorf("a key that has expired is %q, want unauthorized", got)
		}
		clock.advance(1)
		if got := code(secret); got != gevel.Unavailable {
			t.Errorf("a known key is %q after the grace of %s, want unavailable", got, want)
		}
		p.Open(t, p.Listener.Addr().String())
		g.sync(t.Context())
		if got := code(secret); got != "" {
			t.Errorf("a known key is %q once the server is back", got)
		}
		if err := g.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Contains(lines.String(), "geheim") || !strings.Contains(lines.String(), "does not answer") {
		t.Errorf("the log holds the password, or does not say what is wrong:\n%s", lines.String())
	}
}

// While the server is away each gate may use its part of what was left.
func TestGatesDivideAQuotaWhileTheServerIsAway(t *testing.T) {
	location := theServer(t).NewSchema(t)
	admin := createAt(t, location)
	n := allScopes("a")
	n.Quota = 300
	_, secret := mustCreate(t, admin, n)
	p, behind := postgrestest.NewProxy(t, location)
	clock := clockAt(noon)
	var gates []*Gate
	for range 3 {
		gates = append(gates, newGate(t, openAt(t, behind), clock))
	}
	for range 2 {
		for _, g := range gates {
			mustSync(t, g)
		}
	}
	p.Close()
	var admitted int64
	for _, g := range gates {
		g.sync(t.Context())
		part := mustAuthenticate(t, g, secret).admitAll()
		if part != 100 {
			t.Errorf("a gate admits %d of 300, want a third", part)
		}
		admitted += part
	}
	p.Open(t, p.Listener.Addr().String())
	for _, g := range gates {
		if err := errors.Join(g.settle(t.Context()), g.refresh(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	if got := allUses(t, admin); got != admitted {
		t.Errorf("%d uses are written, %d were admitted", got, admitted)
	}
}
