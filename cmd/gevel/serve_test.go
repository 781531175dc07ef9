package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestServeAnswersUntilInterrupted starts the command as a user would and stops it
// as Ctrl-C does.
func TestServeAnswersUntilInterrupted(t *testing.T) {
	dir := t.TempDir()
	secret := makeServable(t, dir)
	if err := os.Chmod(filepath.Join(dir, "keys.db"), 0o640); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	ctx, interrupt := context.WithCancel(t.Context())
	stdout, printed := io.Pipe()
	code := make(chan int, 1)
	go func() {
		c := &console{ctx: ctx, stdout: printed, stderr: &log, now: townNow}
		code <- run(c, []string{
			"serve", "--addr", "127.0.0.1:0", "--editions", filepath.Join(dir, "editions"),
			"--photos", filepath.Join(dir, "bucket"), "--keys", filepath.Join(dir, "keys.db"), "--public-url",
			"https://homes.example/",
		})
		printed.Close()
	}()
	lines := bufio.NewScanner(stdout)
	if !lines.Scan() {
		t.Fatalf("nothing was printed; exit code %d", <-code)
	}
	_, at, ok := strings.Cut(lines.Text(), "gevel listens at ")
	if !ok {
		t.Fatalf("the first line is %q", lines.Text())
	}
	for _, want := range []string{"edition", "https://homes.example/v1", "https://homes.example/docs"} {
		if !lines.Scan() || !strings.Contains(lines.Text(), want) {
			t.Errorf("printed %q, want a line with %s", lines.Text(), want)
		}
	}
	r, err := http.NewRequest(http.MethodGet, at+"/v1/homevalue", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusBadRequest {
		t.Errorf("a request without parameters gives status %d, want 400", response.StatusCode)
	}
	interrupt()
	if got := <-code; got != 0 {
		t.Errorf("exit code %d after an interrupt, want 0", got)
	}
	if !strings.Contains(log.String(), "open to others") || !strings.Contains(log.String(), `"mode":"640"`) {
		t.Errorf("the log has no warning of the keys file's mode:\n%s", log.String())
	}
}
