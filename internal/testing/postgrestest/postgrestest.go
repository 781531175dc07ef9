//go:build unix

// Package postgrestest runs a real PostgreSQL server for tests: Debian's, in a temporary folder, on a
// loopback port, as an unprivileged user. The server ends with the process that started it.
package postgrestest

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
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Password has characters that a URL must escape.
const Password = "geheim/@?:#%41 é"

// Server is a PostgreSQL server in its own folder.
type Server struct {
	bin, dir string
	port     int
	schemas  atomic.Int64
	keeper   *exec.Cmd      // a shell that ends the server when this process is gone
	leash    io.WriteCloser // its standard input
}

// ErrNotInstalled says that PostgreSQL is not installed.
var ErrNotInstalled = errors.New("PostgreSQL is not installed (apt-get install postgresql)")

// New makes a server and starts it. Error: ErrNotInstalled, or the failure.
func New() (_ *Server, err error) {
	bins, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil || len(bins) == 0 {
		return nil, errors.Join(ErrNotInstalled, err)
	}
	s := &Server{bin: filepath.Dir(bins[len(bins)-1])}
	if s.dir, err = os.MkdirTemp("", "gevel-postgres-"); err != nil {
		return nil, err
	}
	password := filepath.Join(s.dir, "password")
	if err := os.WriteFile(password, []byte(Password), 0o600); err != nil {
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
	return s, s.Start()
}

// unprivileged returns the user for the server when the tests run as root, which PostgreSQL refuses.
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

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	owner, _ := unprivileged() // its error was handled in New
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: owner, Setpgid: true}
	return cmd
}

// startWithin is far beyond what a server needs to answer, on a slow machine too. A server that has ended is an error at once.
const startWithin = 5 * time.Minute

// Start starts a server that was stopped or killed, and returns when it answers.
func (s *Server) Start() error {
	if s.port == 0 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		s.port = l.Addr().(*net.TCPAddr).Port
		l.Close()
	}
	deadline := time.Now().Add(startWithin)
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
		if err := s.Stop(); err != nil {
			return err
		}
	}
}

func (s *Server) launch() error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.keeper = s.command("postgres")
	// fsync guards against power cuts; a confirmed commit survives a kill without it.
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

// answersBefore reports whether the server answers before the deadline; it gives up when the server ends.
func (s *Server) answersBefore(deadline time.Time) bool {
	pid, begun := filepath.Join(s.data(), "postmaster.pid"), false
	for time.Now().Before(deadline) {
		ctx, cancel := context.WithTimeout(context.Background(), startWithin)
		c, err := pgx.Connect(ctx, s.URL(""))
		if err == nil {
			err = c.Close(ctx)
		}
		cancel()
		if err == nil {
			return true
		}
		_, err = os.Stat(pid)
		if begun = begun || err == nil; begun && err != nil {
			return false
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

// Stop ends the server at once, as a crash would.
func (s *Server) Stop() error {
	err := s.leash.Close()
	var ended *exec.ExitError
	if waitErr := s.keeper.Wait(); waitErr != nil && !errors.As(waitErr, &ended) {
		err = errors.Join(err, waitErr)
	}
	return err
}

// Kill kills the server and returns when none of its processes answers.
func (s *Server) Kill() error {
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		return err
	}
	return errors.Join(syscall.Kill(pid, syscall.SIGKILL), s.Stop())
}

// Remove stops the server for good.
func (s *Server) Remove() error { return errors.Join(s.Stop(), os.RemoveAll(s.dir)) }

// URL is the connection URL with a schema.
func (s *Server) URL(schema string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword("gevel", Password), Path: "/postgres",
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)), RawQuery: "sslmode=disable&search_path=" + schema,
	}
	return u.String()
}

// NewSchema makes an empty schema and returns its URL.
func (s *Server) NewSchema(t testing.TB) string {
	t.Helper()
	name := fmt.Sprint("test_", s.schemas.Add(1))
	s.Run(t, "CREATE SCHEMA "+name)
	return s.URL(name)
}

// Run runs a statement as the database's owner.
func (s *Server) Run(t testing.TB, statement string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), s.URL(""))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	if _, err := c.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}
