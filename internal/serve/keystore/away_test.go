package keystore

import (
	"bytes"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// impatient makes the store wait for no lock.
func impatient(t *testing.T, s *Store) {
	t.Helper()
	if _, err := s.usage.ExecContext(t.Context(), `PRAGMA busy_timeout = 0`); err != nil {
		t.Fatal(err)
	}
}

// want makes a request ask for a lease, without beginning a round.
func (g *Grant) want(t *testing.T) {
	t.Helper()
	g.account.mu.Lock()
	defer g.account.mu.Unlock()
	g.account.turn(g.clock())
	if err := g.account.leased(g.key.Quota, g.clock()); err != errAsk { //nolint:errorlint // never wrapped
		t.Fatalf("got %v, want that a lease is asked for", err)
	}
}

func TestARoundWithNothingToWriteDoesNotSayThatUsageIsWrittenAgain(t *testing.T) {
	s := newStore(t)
	g, grant := quotaGrant(t, s, clockAt(noon), 20)
	impatient(t, s)
	var lines bytes.Buffer
	g.log = slog.New(slog.NewTextHandler(&lines, nil))
	unlock := lockFile(t, s)
	grant.want(t)
	for range 3 { // the first asks for the lease, the others do nothing
		g.write(t.Context())
		if !g.ledger.away.Load() || strings.Contains(lines.String(), "written again") {
			t.Errorf("the locked file is said to be back:\n%s", lines.String())
		}
	}
	unlock()
	g.write(t.Context())
	if g.ledger.away.Load() || strings.Count(lines.String(), "\n") != 2 {
		t.Errorf("want one line for the failure and one once the file is back, got:\n%s", lines.String())
	}
}

func TestUsesAreNotWrittenToAFileThatWasReplaced(t *testing.T) {
	s := newStore(t)
	_, secret := mustCreate(t, s, allScopes("a"))
	g := newGate(t, s, clockAt(noon))
	var lines bytes.Buffer
	g.log = slog.New(slog.NewTextHandler(&lines, nil))
	away := s.path() + ".away"
	if err := os.Rename(s.path(), away); err != nil {
		t.Fatal(err)
	}
	other := newStore(t)
	if err := os.Rename(other.path(), s.path()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := mustAuthenticate(t, g, secret).Admit(); err != nil {
			t.Fatal(err)
		}
	}
	g.write(t.Context())
	if !strings.Contains(lines.String(), "replaced") {
		t.Errorf("the log does not say that the file was replaced:\n%s", lines.String())
	}
	err := g.Close(t.Context())
	if err == nil || !strings.Contains(err.Error(), "replaced") || !strings.Contains(err.Error(), "2 requests") {
		t.Errorf("closing says %v, want that the uses of 2 requests are lost, and why", err)
	}
}

func TestUsesAreWrittenOnceAFileThatWasMovedIsBack(t *testing.T) {
	s := newStore(t)
	_, secret := mustCreate(t, s, allScopes("a"))
	g := newGate(t, s, clockAt(noon))
	if err := mustAuthenticate(t, g, secret).Admit(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(s.path(), s.path()+".away"); err != nil {
		t.Fatal(err)
	}
	if err := g.settle(t.Context()); err == nil {
		t.Error("uses were written to a file that is gone")
	}
	if err := os.Rename(s.path()+".away", s.path()); err != nil {
		t.Fatal(err)
	}
	if err := g.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := s.Show(t.Context(), "a")
	if err != nil || got.UsedIn(MonthOf(noon)) != 1 {
		t.Errorf("got %v (%v), want the one use", got.Usage, err)
	}
}

// A reading may begin before a round is written, and end after it.
func anOldReadingDoesNotUndoARound(t *testing.T, s *Store) {
	clock := clockAt(noon)
	g, grant := quotaGrant(t, s, clock, 2)
	old := reading{month: MonthOf(noon), round: g.ledger.rounds.Load()}
	for range 2 {
		if err := grant.Admit(); err != nil {
			t.Fatal(err)
		}
	}
	mustSync(t, g)
	grant.account.learn(old, noon)
	wantCode(t, grant.Authorize(gevel.ScopeValuation), gevel.Forbidden)

	if _, err := s.db.ExecContext(t.Context(), `UPDATE usage SET uses = 0`); err != nil {
		t.Fatal(err)
	}
	mustSync(t, g)
	if err := grant.Authorize(gevel.ScopeValuation); err != nil {
		t.Errorf("got %v once somebody has set usage back", err)
	}
}
