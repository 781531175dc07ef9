package keystore

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

// The tests of this file run the test binary as another process, which runs one of children on the file named
// by fileEnv.
const (
	childEnv = "GEVEL_KEYSTORE_CHILD"
	fileEnv  = "GEVEL_KEYSTORE_FILE"
)

var children = map[string]func(){"count": childCounts, "revoke": childRevokes}

// childCounts acts as a server: for every line it reads it admits that many requests, answers, and then
// writes them. It never writes at intervals, and only from wakeAt uses on by their number, so that a smaller
// line is written as a whole or not at all.
func childCounts() {
	ctx := context.Background()
	store := childStore(ctx)
	gate, err := NewGate(ctx, store, GateOptions{Refresh: time.Hour, Clock: clockAt(noon).read})
	exitOn(err)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var n int
		_, err := fmt.Sscan(lines.Text(), &n)
		exitOn(err)
		for range n {
			grant, err := gate.Authenticate("Bearer demo")
			exitOn(err)
			exitOn(grant.Admit())
		}
		fmt.Println("counted", n)
		gate.sync(ctx)
	}
}

// childRevokes acts as gevel keys revoke.
func childRevokes() {
	ctx := context.Background()
	store := childStore(ctx)
	_, err := store.Revoke(ctx, "a", noon)
	exitOn(err)
	exitOn(store.Close())
}

func childStore(ctx context.Context) *Store {
	store, err := Open(ctx, os.Getenv(fileEnv))
	exitOn(err)
	return store
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func child(t *testing.T, act string, s *Store) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+act, fileEnv+"="+s.path())
	cmd.Stderr = os.Stderr
	return cmd
}

func TestUsageSurvivesAKilledProcess(t *testing.T) {
	s := newStore(t)
	if _, err := s.CreateWithSecret(t.Context(), allScopes("a"), "demo", noon); err != nil {
		t.Fatal(err)
	}
	const written, atRisk = 500, 300
	server := child(t, "count", s)
	in, inErr := server.StdinPipe()
	out, outErr := server.StdoutPipe()
	if inErr != nil || outErr != nil {
		t.Fatal(inErr, outErr)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewReader(out)
	ask(t, in, answers, written)
	eventually(t, func() bool { return usedNow(t, s) == written })
	ask(t, in, answers, atRisk)
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err == nil {
		t.Fatal("the server ended by itself")
	}
	if got := usedNow(t, s); got != written && got != written+atRisk {
		t.Errorf("got %d uses, want %d, or %d when the last batch was written just before",
			got, written, written+atRisk)
	}
	var sound string
	if err := s.db.QueryRow(`PRAGMA integrity_check`).Scan(&sound); err != nil || sound != "ok" {
		t.Errorf("the file is damaged: %s (%v)", sound, err)
	}
}

// ask makes the child count n uses and waits for it.
func ask(t *testing.T, in io.Writer, answers *bufio.Reader, n int) {
	t.Helper()
	if _, err := fmt.Fprintln(in, n); err != nil {
		t.Fatal(err)
	}
	answer, err := answers.ReadString('\n')
	if want := fmt.Sprintln("counted", n); err != nil || answer != want {
		t.Fatalf("got %q (%v), want %q", strings.TrimSpace(answer), err, want)
	}
}

func usedNow(t *testing.T, s *Store) int64 {
	t.Helper()
	key, err := s.Show(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	return key.UsedIn(MonthOf(noon))
}

func allUses(t *testing.T, s *Store) (n int64) {
	t.Helper()
	key, err := s.Show(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range key.Usage {
		n += u.Uses
	}
	return n
}

func TestAKeyRevokedByAnotherProcessStopsWithinFiveSeconds(t *testing.T) {
	s := newStore(t)
	_, secret := mustCreate(t, s, allScopes("a"))
	g, err := NewGate(t.Context(), s, GateOptions{Clock: clockAt(noon).read}) // with its real intervals
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close(t.Context())
	mustAuthenticate(t, g, secret)
	if err := child(t, "revoke", s).Run(); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool {
		_, err := g.Authenticate("Bearer " + secret)
		return gevel.CodeOf(err) == gevel.Unauthorized
	})
}
