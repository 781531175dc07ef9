package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

type closedPipe struct{ io.Writer }

func (closedPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestASecretThatCannotBePrintedSaysWhatToDo(t *testing.T) {
	c := &console{stdout: closedPipe{}}
	err := c.printSecret(gevel.Key{ID: "key_1"}, "gvl_secret", false)
	if err == nil || !strings.Contains(err.Error(), "gevel keys rotate key_1") ||
		strings.Contains(err.Error(), "gvl_secret") {
		t.Errorf("got %v, want advice to rotate, without the secret", err)
	}
}

func TestAPathIsNotObeyedByTheTerminal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys\x1b[2J\n.db")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil { // whatever the umask
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	keys := &keysCmd{Place: path}
	_, err := keys.ProvideStore(&console{ctx: t.Context(), stderr: &stderr})
	if !strings.Contains(stderr.String(), `keys\x1b[2J\n.db is open to others`) || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("got the warning %q, want one line with the path made printable", stderr.String())
	}
	if err == nil || !strings.Contains(err.Error(), `keys\x1b[2J\n.db is no keys file`) {
		t.Errorf("got %q, want the path made printable", err)
	}
}
