//go:build linux

package proof

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is far beyond what anything here takes.
const patience = 3 * time.Minute

// process is a program that runs beside the test. The test's cleanup ends it; if the test is killed, the
// kernel does.
type process struct {
	name    string
	logPath string
	cmd     *exec.Cmd
	ended   bool
}

// launch starts a program with its output in a file.
func launch(t *testing.T, name string, args ...string) *process {
	t.Helper()
	p := &process{name: name, logPath: filepath.Join(t.TempDir(), name+".log"), cmd: exec.Command(args[0], args[1:]...)}
	out, err := os.Create(p.logPath)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	p.cmd.Stdout, p.cmd.Stderr = out, out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.kill(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("%s says:\n%s", p.name, p.lastWords())
		}
	})
	return p
}

// stop asks a program to end and expects exit status 0.
func (p *process) stop(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.ended = true
	if err := p.cmd.Wait(); err != nil {
		t.Fatalf("%s: %v\n%s", p.name, err, p.lastWords())
	}
}

// kill ends a program without warning.
func (p *process) kill() error {
	if p.ended {
		return nil
	}
	p.ended = true
	err := p.cmd.Process.Kill()
	var status *exec.ExitError
	if waitErr := p.cmd.Wait(); !errors.As(waitErr, &status) {
		err = errors.Join(err, waitErr)
	}
	return err
}

// lastWords are the last lines of a program's output other than requests.
func (p *process) lastWords() string {
	text, err := os.ReadFile(p.logPath)
	if err != nil {
		return err.Error()
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if !strings.Contains(line, `"msg":"request"`) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines[max(0, len(lines)-30):], "")
}

// command runs a program and returns its standard output.
func command(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	var faults strings.Builder
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", cmd, err, out, faults.String())
	}
	return string(out)
}

// installed returns the path of a program, or fails the test.
func installed(t *testing.T, name string) string {
	t.Helper()
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin", "/usr/local/sbin") {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	t.Fatalf("%s is not installed", name)
	return ""
}

// eventually waits until a condition holds and returns how long that took.
func eventually(t *testing.T, what string, so func() bool) time.Duration {
	t.Helper()
	began := time.Now()
	for !so() {
		if time.Since(began) > patience {
			t.Fatalf("not within %s: %s", patience, what)
		}
		pause(t.Context(), 20*time.Millisecond)
	}
	return time.Since(began)
}

// pause waits: a failure must last for the test to mean something.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// seconds formats a duration for the printed figures.
func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
