//go:build unix

package keystore

import (
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/gevel/gevel/internal/testing/postgrestest"
)

// testServer is a PostgreSQL server of the tests' own.
type testServer struct {
	*postgrestest.Server
	emptied string // where the tables are that newServerStore empties
}

// sharedServer is started by the first test that needs it. Tests that use it do not run at
// the same time: some stop it.
var sharedServer struct {
	once sync.Once
	testServer
	err error
}

// required names a variable that is set where PostgreSQL must be there: tests then fail without it
// and are not skipped.
const required = "GEVEL_TEST_POSTGRES"

// theServer returns the server of the tests, running. The test is skipped where none is installed.
func theServer(t testing.TB) *testServer {
	t.Helper()
	sharedServer.once.Do(func() { sharedServer.Server, sharedServer.err = postgrestest.New() })
	if errors.Is(sharedServer.err, postgrestest.ErrNotInstalled) && os.Getenv(required) == "" {
		t.Skip(sharedServer.err)
	}
	if sharedServer.err != nil {
		t.Fatal(sharedServer.err)
	}
	return &sharedServer.testServer
}

// stopServer stops the server of the tests, if there is one.
func stopServer() error {
	if sharedServer.Server == nil {
		return nil
	}
	return sharedServer.Remove()
}

// kill kills the server, and returns when none of its processes answers any more.
func (s *testServer) kill(t testing.TB) {
	t.Helper()
	if err := s.Kill(); err != nil {
		t.Fatal(err)
	}
}

// restart starts the server again after it was killed.
func (s *testServer) restart(t testing.TB) {
	t.Helper()
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
}

// newServerStore makes an empty store on the server, of the tables that the last one left:
// making them takes longer than most tests.
func newServerStore(t testing.TB) *Store {
	t.Helper()
	server := theServer(t)
	if server.emptied == "" {
		server.emptied = server.NewSchema(t)
	}
	s := createAt(t, server.emptied)
	if _, err := s.db.ExecContext(t.Context(), `TRUNCATE keys, secrets, usage, leases, gates`); err != nil {
		t.Fatal(err)
	}
	return s
}
