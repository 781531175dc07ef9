package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gevel/gevel/internal/offline/build"
)

func TestAnInterruptedBuildPublishesNothing(t *testing.T) {
	dir := t.TempDir()
	if _, err := writeSources(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	cmd := exec.Command("gevel", "build", "-c", filepath.Join(dir, smallBuild))
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		fmt.Fprintln(&printed, lines.Text())
		if strings.HasPrefix(lines.Text(), "sales 100%") { // training comes next
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Error(err)
			}
		}
	}
	_ = cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != exitInterrupted {
		t.Errorf("exit code is %d, want %d\n%s", got, exitInterrupted, &printed)
	}
	if !strings.HasSuffix(printed.String(), "gevel: interrupted; nothing half-done is left\n") || stdout.Len() > 0 {
		t.Errorf("printed %q and %q", &printed, &stdout)
	}
	editions := filepath.Join(dir, "editions")
	for dir, want := range map[string][]string{editions: {filepath.Join(editions, ".lock")}, temp: nil} {
		if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || !slices.Equal(left, want) {
			t.Errorf("left behind: %v, want %v", left, want)
		}
	}
}

func TestTheBuildFileInTheHelpIsUnderstood(t *testing.T) {
	text, err := helpTexts.ReadFile("help/build.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(text), ":\n\n")
	example, _, _ = strings.Cut(example, "\n\n")
	checkExample(t, regexp.MustCompile(`(?m)^  `).ReplaceAllString(example, ""))
}

func TestTheBuildFilesInTheDocumentsAreUnderstood(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) == 0 {
		t.Fatal("docs/operations.md shows no build file")
	}
	for _, block := range blocks {
		checkExample(t, string(block[1]))
	}
}

func checkExample(t *testing.T, text string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "gevel.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := build.ReadConfig(path); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
