//go:build unix

package keystore

import (
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/gevel/gevel/internal/testing/postgrestest"
)

// testServer is the tests' PostgreSQL server.
type testServer struct {
	*postgrestest.Server
	emptied string // URL of the schema that newServerStore empties
}

// sharedServer is started by the first test that needs it. Tests that use it do not run in parallel: some
// stop it.
var sharedServer struct {
	once sync.Once
	testServer
	err error
}

// required is the environment variable that makes tests fail, rather than be skipped, without PostgreSQL.
const required = "GEVEL_TEST_POSTGRES"

// theServer returns the running server of the tests. Where PostgreSQL is not installed the test is skipped.
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

// stopServer stops the tests' server, if it was started.
func stopServer() error {
	if sharedServer.Server == nil {
		return nil
	}
	return sharedServer.Remove()
}

// kill kills the server and returns when none of its processes answers.
func (s *testServer) kill(t testing.TB) {
	t.Helper()
	if err := s.Kill(); err != nil {
		t.Fatal(err)
	}
}

// restart starts the server again after a kill.
func (s *testServer) restart(t testing.TB) {
	t.Helper()
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
}

// newServerStore empties the tables that the last test left: creating them takes longer than most tests.
func newServerStore(t testing.TB) *Store {
	t.Helper()
	server := theServer(t)
	if server.emptied == "" {
		server.emptied = server.NewSchema(t)
	}
	s := createAt(t, server.emptied)
	if _, err := s.db.ExecContext(t.Context(), `TRUNCATE keys, secrets, usage, leases, gates, shares`); err != nil {
		t.Fatal(err)
	}
	return s
}
