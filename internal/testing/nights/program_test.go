package nights

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// program is the test binary of the commands, which is gevel when it is called so, and takes its clock from a file.
type program struct {
	path    string
	before  string   // path of the program that a life begins with; "" is this one
	servers *servers // that a stand uses; nil are folders
	fault   string   // that was planted in it

	patience time.Duration // with what its processes do by themselves
}

// compile makes the program in a folder, with the files that an overlay replaces; "" replaces none.
func compile(ctx context.Context, dir, overlay string) (*program, error) {
	p := &program{path: filepath.Join(dir, "gevel"), patience: patience}
	args := []string{"test", "-c", "-o", p.path}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	compiler := exec.CommandContext(ctx, "go", append(args, "github.com/gevel/gevel/cmd/gevel")...)
	compiler.Env = append(os.Environ(), "CGO_ENABLED=0") // as for a release
	out, err := compiler.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("compile the commands: %w\n%s", err, out)
	}
	return p, nil
}

// clock is the time of the life: an open file says how far it is ahead, which the commands read.
type clock struct {
	ahead  *os.File
	latest time.Time // to which it was set
}

// set makes it a time now. It goes on from there.
func (c *clock) set(at time.Time) error {
	if at.After(c.latest) {
		c.latest = at
	}
	_, err := c.ahead.WriteAt(fmt.Appendf(nil, "%020d", time.Until(at)), 0)
	return err
}

// now is the time.
func (c *clock) now() (time.Time, error) {
	var text [20]byte
	if _, err := c.ahead.ReadAt(text[:], 0); err != nil {
		return time.Time{}, err
	}
	by, err := strconv.ParseInt(string(text[:]), 10, 64)
	return time.Now().Add(time.Duration(by)), err
}

// patience is far beyond what anything here takes. Where a fault is known to be, and is looked for again and again, it is less.
const patience, lessPatience = 5 * time.Minute, 30 * time.Second

// ran is a command that has ended.
type ran struct {
	args        []string
	code        int // -1 after a kill
	out, faults string
}

func (r ran) err() error {
	if r.code == 0 {
		return nil
	}
	const most = 30 // lines: a program of Go that finds no memory says far more
	return fmt.Errorf("gevel %s: exit status %d\n%s%s", strings.Join(r.args, " "), r.code, r.out, firstLines(r.faults, most))
}

// blow is what happens to a command in the midst of its work: from a call of the system on, by strace.
type blow struct {
	calls  string // comma-separated
	effect string // signal=SIGKILL or error=ENOSPC
	when   int    // which of the calls of a thread
	goesOn bool   // each later call too
	cut    bool   // the power, at the end

	words []string // of another program that deals it
}

// before are the words before a command that deal the blow.
func (b *blow) before() []string {
	switch {
	case b == nil:
		return nil
	case b.words != nil:
		return b.words
	}
	words := []string{"strace", "-f", "-qq", "--seccomp-bpf", "-e", "signal=none"}
	if b.cut {
		words = append(words, "-y", "-s", "4096", "-o", trace, "-e", "trace="+strings.TrimPrefix(b.calls+","+watched, ","))
	} else {
		words = append(words, "-o", os.DevNull, "-e", "trace="+b.calls)
	}
	from := fmt.Sprint(b.when)
	if b.goesOn {
		from += "+"
	}
	if b.effect != "" {
		words = append(words, "-e", "inject="+b.calls+":"+b.effect+":when="+from)
	}
	return words
}

// command prepares a command of the program, behind the words of another one.
func (in *stand) command(ctx context.Context, before []string, args ...string) *exec.Cmd {
	words := slices.Concat(underPermissions(), before, []string{in.binary}, args)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = in.dir
	cmd.ExtraFiles = []*os.File{in.clock.ahead} // the first is descriptor 3
	cmd.Env = append(os.Environ(), "GEVEL_TEST_AHEAD=3", "TMPDIR="+in.path("tmp"), "GEVEL_CACHE="+in.path("cache"),
		"GEVEL_KEYS="+in.path("keys.db"), "GEVEL_EDITIONS="+in.path("published"), "GEVEL_PHOTOS="+in.path("photos"))
	cmd.Env = append(cmd.Env, in.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}

// underPermissions are the words that have a command respect permissions where the test is root's: without them root
// reads and writes everything.
var underPermissions = sync.OnceValue(func() []string {
	if os.Getuid() != 0 {
		return nil
	}
	return []string{"setpriv", "--bounding-set=-dac_override,-dac_read_search"}
})

// run runs a command of the program to its end, with a blow; nil is none.
func (in *stand) run(ctx context.Context, b *blow, args ...string) (r ran, err error) {
	r, err = in.runAs(ctx, b.before(), args...)
	if err != nil || b == nil || !b.cut {
		return r, err
	}
	made, err := in.loseUnsynced(r.code == 0)
	if err == nil && b.effect == "" && args[0] == "build" && made < fewestMade {
		err = broken(survivesPowerCuts, "only %d files are seen", made)
	}
	return r, err
}

// runAs runs a command behind the words of another program.
func (in *stand) runAs(ctx context.Context, before []string, args ...string) (ran, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := in.command(ctx, before, args...)
	var out, faults bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &faults
	err := cmd.Run()
	if ctx.Err() != nil {
		return ran{}, fmt.Errorf("gevel %s did not end within %s:\n%s", strings.Join(args, " "), patience, faults.String())
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return ran{}, err
	}
	state := cmd.ProcessState
	in.mu.Lock()
	in.processor[args[0]] += state.UserTime() + state.SystemTime()
	in.mu.Unlock()
	return ran{args: args, code: state.ExitCode(), out: out.String(), faults: faults.String()}, nil
}

// must runs a command that has to succeed.
func (in *stand) must(ctx context.Context, args ...string) (string, error) {
	r, err := in.run(ctx, nil, args...)
	return r.out, errors.Join(err, r.err())
}
