package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
)

// writeSources writes the sources of a small invented town below dir, and a build
// file with a single vintage, of the town's day, which makes for a quick build.
func writeSources(ctx context.Context, dir string) (buildFile string, err error) {
	town, err := demo.Write(ctx, dir, demo.Options{
		Seed: 1, Date: townDay, Dwellings: demo.MinDwellings, Photos: gevel.Some(0.0),
	})
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(town.Config)
	if err != nil {
		return "", err
	}
	buildFile = filepath.Join(dir, "small.yaml")
	return buildFile, os.WriteFile(buildFile, fmt.Appendf(text, "vintages: 0\nas_of: %s\n", townDay), 0o644)
}

// sourcesForScript is the script command sources: it writes a town's sources to
// ./town, with small.yaml as the build file.
func sourcesForScript(ts *testscript.TestScript, _ bool, _ []string) {
	_, err := writeSources(context.Background(), ts.MkAbs("town"))
	ts.Check(err)
}

func TestAnInterruptedBuildPublishesNothing(t *testing.T) {
	file, err := writeSources(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	cmd := exec.Command("gevel", "build", "-c", file)
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
	editions := filepath.Join(filepath.Dir(file), "editions")
	for dir, want := range map[string][]string{editions: {filepath.Join(editions, ".lock")}, temp: nil} {
		if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || !slices.Equal(left, want) {
			t.Errorf("left behind: %v, want %v", left, want)
		}
	}
}

func TestTheBuildFileInTheHelpIsUnderstood(t *testing.T) {
	_, example, _ := strings.Cut((&buildCmd{}).Help(), ":\n\n")
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

func TestTheDocumentsNameEverySettingOfTheService(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range sources {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, variable := range regexp.MustCompile(`env:"(GEVEL_[A-Z_]+)"`).FindAllSubmatch(source, -1) {
			found++
			if !strings.Contains(string(text), "`"+string(variable[1])+"`") {
				t.Errorf("docs/operations.md does not say what %s of %s is", variable[1], path)
			}
		}
	}
	if found == 0 {
		t.Error("no flag has a variable")
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
