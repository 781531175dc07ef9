//go:build unix

package atomicfile_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/file/atomicfile"
)

// dyingFile is the environment variable with the path of the file during whose writing the child is killed.
const dyingFile = "GEVEL_TEST_DIE_WRITING"

func TestMain(m *testing.M) {
	if path := os.Getenv(dyingFile); path != "" {
		fmt.Fprintln(os.Stderr, writeAndWait(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writeAndWait writes half a file, reports it, and waits to be killed.
func writeAndWait(path string) error {
	f, err := atomicfile.Create(path, 0o644)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(f, strings.Repeat("half", 10_000)); err != nil {
		return err
	}
	fmt.Println("half")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func TestAKilledProcessLeavesTheOldFileAndTheNextWriterNothingElse(t *testing.T) {
	path := oldFile(t)
	killWriter(t, path)
	killWriter(t, path) // its draft must have replaced the first one's
	wantContent(t, path, "old")
	if left := names(t, filepath.Dir(path)); len(left) != 2 {
		t.Errorf("the folder holds %v, want the file and one draft", left)
	}
	if err := atomicfile.Write(path, []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	wantContent(t, path, "new")
	wantAlone(t, path)
}

func TestADraftThatIsBeingWrittenStays(t *testing.T) {
	path := oldFile(t)
	first, err := atomicfile.Create(path, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(path, []byte("second"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(first, "first"); err != nil {
		t.Fatal(err)
	}
	if err := first.Replace(); err != nil {
		t.Fatal(err)
	}
	wantContent(t, path, "first")
	wantAlone(t, path)
}

// killWriter kills a process that is writing a file.
func killWriter(t *testing.T, path string) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), dyingFile+"="+path)
	child.Stderr = os.Stderr
	stdin, inErr := child.StdinPipe()
	stdout, outErr := child.StdoutPipe()
	if inErr != nil || outErr != nil {
		t.Fatal(inErr, outErr)
	}
	defer stdin.Close()
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	said, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil || said != "half\n" {
		t.Errorf("got %q (%v), want half", said, err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := child.Wait(); err == nil {
		t.Error("the writer ended by itself")
	}
}
