//go:build unix

package keystore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// serverPassword has what must be escaped in a URL.
const serverPassword = "geheim/@?:#%41 é"

// testServer is a PostgreSQL server of the tests' own, in a folder of its own.
type testServer struct {
	bin, dir string
	port     int
	emptied  string         // where the tables are that newServerStore empties
	keeper   *exec.Cmd      // a shell that ends the server when this process is gone
	leash    io.WriteCloser // its standard input
}

// sharedServer is started by the first test that needs it. Tests that use it do not run at
// the same time: some stop it.
var sharedServer struct {
	once sync.Once
	*testServer
	err error
}

// errNoServer says that PostgreSQL is not installed.
var errNoServer = errors.New("PostgreSQL is not installed (apt-get install postgresql)")

// theServer returns the server of the tests, running. The test is skipped where none is installed.
func theServer(t testing.TB) *testServer {
	t.Helper()
	sharedServer.once.Do(func() { sharedServer.testServer, sharedServer.err = newTestServer() })
	if errors.Is(sharedServer.err, errNoServer) {
		t.Skip(sharedServer.err)
	}
	if sharedServer.err != nil {
		t.Fatal(sharedServer.err)
	}
	return sharedServer.testServer
}

// stopServer stops the server of the tests, if there is one.
func stopServer() error {
	if sharedServer.testServer == nil {
		return nil
	}
	return errors.Join(sharedServer.stop(), os.RemoveAll(sharedServer.dir))
}

func newTestServer() (_ *testServer, err error) {
	bins, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil || len(bins) == 0 {
		return nil, errors.Join(errNoServer, err)
	}
	s := &testServer{bin: filepath.Dir(bins[len(bins)-1])}
	if s.dir, err = os.MkdirTemp("", "gevel-postgres-"); err != nil {
		return nil, err
	}
	password := filepath.Join(s.dir, "password")
	if err := os.WriteFile(password, []byte(serverPassword), 0o600); err != nil {
		return nil, err
	}
	owner, err := unprivileged()
	if err != nil {
		return nil, err
	}
	if owner != nil {
		err = errors.Join(os.Chown(s.dir, int(owner.Uid), int(owner.Gid)), os.Chown(password, int(owner.Uid), int(owner.Gid)))
		if err != nil {
			return nil, err
		}
	}
	initdb := s.command("initdb", "-D", s.data(), "-U", "gevel", "--pwfile", password, "-A", "scram-sha-256", "-E", "UTF8",
		"--no-sync", "--no-instructions")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%v: %w\n%s", initdb, err, out)
	}
	return s, s.start()
}

// unprivileged returns whom a server runs as when the tests run as root, which it refuses.
func unprivileged() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, uidErr := strconv.ParseUint(who.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(who.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(uidErr, gidErr)
}

func (s *testServer) data() string { return filepath.Join(s.dir, "data") }

func (s *testServer) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	owner, _ := unprivileged() // asked for before
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: owner, Setpgid: true}
	return cmd
}

// start starts the server, and returns when it answers.
func (s *testServer) start() error {
	if s.port == 0 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		s.port = l.Addr().(*net.TCPAddr).Port
		l.Close()
	}
	deadline := time.Now().Add(20 * time.Second)
	for { // after a kill the server's own children may live on for a moment, and it waits for them
		if err := s.launch(); err != nil {
			return err
		}
		if s.answersBefore(deadline) {
			return nil
		}
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return fmt.Errorf("the server does not answer:\n%s", log)
		}
		if err := s.stop(); err != nil {
			return err
		}
	}
}

func (s *testServer) launch() error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.keeper = s.command("postgres")
	// fsync is for power cuts. A commit that was confirmed outlives a kill without.
	s.keeper.Args = []string{
		"sh", "-c", `"$@" & echo; read _; kill -QUIT $!; wait`, "sh", s.keeper.Path, "-D", s.data(), "-p", strconv.Itoa(s.port),
		"-c", "listen_addresses=127.0.0.1", "-k", s.dir, "-c", "fsync=off", "-c", "max_connections=50", "-c", "shared_buffers=16MB",
	}
	s.keeper.Path = "/bin/sh"
	s.keeper.Stdout, s.keeper.Stderr = log, log
	if s.leash, err = s.keeper.StdinPipe(); err != nil {
		return err
	}
	return s.keeper.Start()
}

// answersBefore reports whether the server answers before it has ended by itself.
func (s *testServer) answersBefore(deadline time.Time) bool {
	began := time.Now()
	for time.Now().Before(deadline) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		c, err := pgx.Connect(ctx, s.url(""))
		if err == nil {
			err = c.Close(ctx)
		}
		cancel()
		if err == nil {
			return true
		}
		if _, err := os.Stat(filepath.Join(s.data(), "postmaster.pid")); err != nil && time.Since(began) > time.Second {
			return false
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

// stop ends the server at once, as a crash would.
func (s *testServer) stop() error {
	err := s.leash.Close()
	var ended *exec.ExitError
	if waitErr := s.keeper.Wait(); waitErr != nil && !errors.As(waitErr, &ended) {
		err = errors.Join(err, waitErr)
	}
	return err
}

// kill kills the server, and returns when none of its processes answers any more.
func (s *testServer) kill(t testing.TB) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(syscall.Kill(pid, syscall.SIGKILL), s.stop()); err != nil {
		t.Fatal(err)
	}
}

// restart starts the server again after it was killed.
func (s *testServer) restart(t testing.TB) {
	t.Helper()
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
}

// url is where the server has its tables in a schema.
func (s *testServer) url(schema string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword("gevel", serverPassword), Path: "/postgres",
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)), RawQuery: "sslmode=disable&search_path=" + schema,
	}
	return u.String()
}

var schemas atomic.Int64

// newSchema makes an empty schema and returns its URL.
func (s *testServer) newSchema(t testing.TB) string {
	t.Helper()
	name := fmt.Sprint("test_", schemas.Add(1))
	s.run(t, "CREATE SCHEMA "+name)
	return s.url(name)
}

// run runs a statement as the owner of all.
func (s *testServer) run(t testing.TB, statement string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), s.url(""))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	if _, err := c.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// newServerStore makes an empty store on the server, of the tables that the last one left:
// making them takes longer than most tests.
func newServerStore(t testing.TB) *Store {
	t.Helper()
	server := theServer(t)
	if server.emptied == "" {
		server.emptied = server.newSchema(t)
	}
	s := createAt(t, server.emptied)
	if _, err := s.db.ExecContext(t.Context(), `TRUNCATE keys, secrets, usage, leases, gates`); err != nil {
		t.Fatal(err)
	}
	return s
}
