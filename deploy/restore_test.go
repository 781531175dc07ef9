//go:build linux

package deploy_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gevel/gevel/internal/testing/postgrestest"
	"github.com/gevel/gevel/internal/testing/s3test"
)

// TestTheRestoreOfTheDocumentRestores types the blocks of docs/operations.md: it backs up a machine, loses it, restores it, and
// asks the service with the key that was there before.
func TestTheRestoreOfTheDocumentRestores(t *testing.T) {
	if os.Getenv("GEVEL_TEST_PROOF") == "" {
		t.Skip("restores a machine: set GEVEL_TEST_PROOF")
	}
	find(t, "sqlite3")
	h := newHouse(t)
	h.publish = h.path("editions")
	h.work(t, 0)
	h.enter(t, "gevel images signing-key && mkdir -p photos")
	secret := h.newKey(t)
	// A build and an import are under way, whose drafts come and go.
	h.enter(t, "mkdir editions/.building-1 valuations && head -c 100000 /dev/urandom >valuations/20260301T000000.000000000Z.ndjson")
	drafts := h.shell(t, "while true; do for i in 1 2 3 4 5 6 7 8; do "+
		"head -c 50000 /dev/zero >editions/.building-1/$i; head -c 50000 /dev/zero >photos/.draft$i; done; rm editions/.building-1/* photos/.draft*; done")
	if err := drafts.Start(); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		h.enter(t, block(t, "backup"))
	}
	_, _ = drafts.Process.Kill(), drafts.Wait()
	h.enter(t, "rm -rf editions/.building-1 photos/.draft*")
	modes := h.enter(t, "find backup -maxdepth 0 -perm /077; find backup -name 'keys*' -perm /077")
	if modes != "" {
		t.Errorf("others can read %s", modes)
	}
	keys := h.enter(t, "gevel keys list")

	h.enter(t, "mv valuations were; rm -r gevel.yaml signing.keys sources editions photos keys.db*")
	said := h.enter(t, block(t, "restore"))
	wantSaid(t, said, " is whole: ", "stands already")
	wantSaid(t, said, keys)
	h.enter(t, "diff -r were valuations")
	h.wantAnswer(t, secret)
}

// TestTheRestoreOfPostgreSQLRestores is the same for keys in a database, with a service that is still connected.
func TestTheRestoreOfPostgreSQLRestores(t *testing.T) {
	if os.Getenv("GEVEL_TEST_PROOF") == "" {
		t.Skip("restores a database: set GEVEL_TEST_PROOF")
	}
	server, err := postgrestest.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Remove(); err != nil {
			t.Error(err)
		}
	})
	server.Run(t, "CREATE DATABASE gevel")
	url := strings.Replace(server.URL("public"), "/postgres?", "/gevel?", 1)
	at, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"PGHOST": at.Host, "PGPORT": fmt.Sprint(at.Port), "PGUSER": at.User, "PGPASSWORD": at.Password, "GEVEL_KEYS": url,
	} {
		t.Setenv(name, value)
	}
	h := newHouse(t)
	h.publish = h.path("editions")
	h.work(t, 0)
	h.enter(t, "gevel images signing-key && mkdir -p photos backup")
	secret := h.newKey(t)
	h.enter(t, block(t, "backup-postgres"))
	keys := h.enter(t, "gevel keys list")
	h.enter(t, "gevel keys create --name later")

	connected, err := pgx.Connect(t.Context(), url) // as a server that was not stopped
	if err != nil {
		t.Fatal(err)
	}
	defer connected.Close(t.Context())
	h.enter(t, block(t, "restore-postgres"))
	if got := h.enter(t, "gevel keys list"); got != keys {
		t.Errorf("the keys are\n%swant\n%s", got, keys)
	}
	h.wantAnswer(t, secret)
}

// block returns the shell block of a name of docs/operations.md.
func block(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, found, ok := strings.Cut(string(text), "\n```sh "+name+"\n")
	found, _, end := strings.Cut(found, "\n```\n")
	if !ok || !end {
		t.Fatalf("docs/operations.md has no block %s", name)
	}
	return found
}

// enter runs commands in the folder of the machine, and returns what they print.
func (h *house) enter(t *testing.T, commands string) string {
	t.Helper()
	cmd := h.shell(t, commands)
	var faults strings.Builder
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", commands, err, out, faults.String())
	}
	return string(out)
}

// shell returns the command of a shell that ends when one of its commands fails.
func (h *house) shell(t *testing.T, commands string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", commands)
	cmd.Dir, cmd.Env = h.dir, append(os.Environ(), "PATH="+h.path("bin")+":"+os.Getenv("PATH"))
	return cmd
}

func (h *house) newKey(t *testing.T) (secret string) {
	t.Helper()
	var made struct{ Secret string }
	if err := json.Unmarshal([]byte(h.enter(t, "gevel keys create --name shop --json")), &made); err != nil || made.Secret == "" {
		t.Fatal(err)
	}
	return made.Secret
}

// wantAnswer starts the service and asks it with a key.
func (h *house) wantAnswer(t *testing.T, secret string) {
	t.Helper()
	address := s3test.FreeAddress(t)
	service := h.shell(t, "exec gevel serve --addr "+address)
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = service.Process.Kill(), service.Wait() }()
	for began := time.Now(); time.Since(began) < patience; time.Sleep(100 * time.Millisecond) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/v1/homevalue/available?postalCode=1234AB&houseNumber=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+secret)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			continue
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusUnauthorized {
			t.Fatal("the key is not known")
		}
		return
	}
	t.Fatal("the service does not answer")
}
