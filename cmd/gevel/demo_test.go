package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/edition"
)

// runDemo runs gevel demo on the tests' town day and returns its output.
func runDemo(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, faults bytes.Buffer
	c := &console{ctx: t.Context(), stdout: &out, stderr: &faults, now: townNow}
	code = run(c, append([]string{"demo"}, args...))
	return code, out.String(), faults.String()
}

func TestDemoOfOneSeedAndDateIsOneEdition(t *testing.T) {
	var ids []string
	for range 2 {
		dir := t.TempDir()
		if code, _, faults := runDemo(t, "--dir", dir, "--homes", "300", "--seed", "7", "--no-serve"); code != 0 {
			t.Fatalf("exit code %d: %s", code, faults)
		}
		newest, err := edition.Newest(filepath.Join(dir, "editions"))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, filepath.Base(newest))
	}
	if ids[0] != ids[1] {
		t.Errorf("the same seed and date give editions %s and %s", ids[0], ids[1])
	}
}

func TestDemoFindsThePortTakenBeforeTheWork(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	code, stdout, stderr := runDemo(t, "--addr", taken.Addr().String())
	if code != exitFailure || stdout != "" || !strings.Contains(stderr, "another program listens at "+taken.Addr().String()) {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// TestDemoAnswersItsOwnCommandsAndLeavesNothing runs the commands that the demo prints, and then Ctrl-C.
func TestDemoAnswersItsOwnCommandsAndLeavesNothing(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	stdout, printed := io.Pipe()
	code := make(chan int, 1)
	go func() {
		c := &console{ctx: ctx, stdout: printed, stderr: io.Discard, now: townNow}
		code <- run(c, []string{"demo", "--addr", "127.0.0.1:0", "--homes", "300"})
		printed.Close()
	}()
	var commands []string
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "curl ") {
			commands = append(commands, lines.Text())
		}
		if strings.HasPrefix(lines.Text(), "Ctrl-C") { // the last line before it answers
			for _, command := range commands {
				typeCurl(t, command)
			}
			interrupt()
		}
	}
	if got := <-code; got != 0 || len(commands) != 3 {
		t.Errorf("exit code %d after an interrupt, and %d commands; want 0 and 3", got, len(commands))
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("the demo left %v behind, %v", left, err)
	}
}

// typeCurl does what a printed command does.
func typeCurl(t *testing.T, command string) {
	t.Helper()
	quoted := strings.Split(command, "'")
	const words = 5 // curl -H, the header, a space, the URL, nothing
	if len(quoted) != words {
		t.Fatalf("%s has %d quotes", command, len(quoted)-1)
	}
	r, err := http.NewRequest(http.MethodGet, quoted[3], http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	name, value, _ := strings.Cut(quoted[1], ": ")
	r.Header.Set(name, value)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusOK || !bytes.Contains(body, []byte(`"status":"success"`)) ||
		bytes.Contains(body, []byte(`"items":[]`)) {
		t.Errorf("%s\nanswers %s\n%s", command, response.Status, body)
	}
}
