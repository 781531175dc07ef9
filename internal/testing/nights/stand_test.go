package nights

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gevel/gevel/internal/edition"
)

// stand is what the operator runs: a folder with all files, the clock, and the replicas of the service.
type stand struct {
	program   *program
	binary    string // path of the program that runs
	dir       string
	clock     clock
	env       []string // further settings, such as GOMEMLIMIT
	published string   // where editions are published
	replicas  []*replica
	mu        sync.Mutex
	processor map[string]time.Duration // of commands that have ended, by their first word
}

// spent says which commands took how many seconds of a processor.
func (in *stand) spent() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(in.processor)) {
		fmt.Fprintf(&b, " %s %.1f", name, in.processor[name].Seconds())
	}
	return b.String()
}

func (in *stand) path(name string) string { return filepath.Join(in.dir, name) }

// replica is a process of gevel serve.
type replica struct {
	name    string
	address string
	cmd     *exec.Cmd
	killed  int // times
	atStart vitals
}

// newStand makes the folders, keys and the address of each replica.
func newStand(ctx context.Context, p *program, dir string, replicas int) (*stand, error) {
	ahead, err := os.Create(filepath.Join(dir, "ahead"))
	if err != nil {
		return nil, err
	}
	in := &stand{
		program: p, binary: cmp.Or(p.before, p.path), dir: dir, clock: clock{ahead: ahead}, published: "published",
		processor: map[string]time.Duration{},
	}
	if p.servers != nil {
		if err := p.servers.settle(in); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"tmp", "photos", "cache"} {
		if err := os.Mkdir(in.path(name), 0o755); err != nil {
			return nil, err
		}
	}
	if err := in.clock.set(time.Now()); err != nil {
		return nil, err
	}
	in.clock.latest = time.Time{} // a life begins earlier
	if _, err := in.must(ctx, "images", "signing-key"); err != nil {
		return nil, err
	}
	for i := range replicas {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		in.replicas = append(in.replicas, &replica{name: fmt.Sprintf("replica-%d", i+1), address: l.Addr().String()})
		if err := l.Close(); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// key makes a key and returns its secret.
func (in *stand) key(ctx context.Context, name string, more ...string) (secret string, err error) {
	out, err := in.must(ctx, append([]string{"keys", "create", "--json", "--name", name}, more...)...)
	if err != nil {
		return "", err
	}
	return secretIn(out)
}

// secretIn is the secret of a key that was made or rotated.
func secretIn(out string) (string, error) {
	var made struct{ Secret string }
	err := json.Unmarshal([]byte(out), &made)
	return made.Secret, err
}

// running are the replicas that were not ended.
func (in *stand) running() []*replica {
	return slices.DeleteFunc(slices.Clone(in.replicas), func(r *replica) bool { return r.cmd == nil })
}

// killed is how many servers were killed.
func (in *stand) killed() (n int) {
	for _, r := range in.replicas {
		n += r.killed
	}
	return n
}

// uses are a key's uses as written, of all months.
func (in *stand) uses(ctx context.Context, name string) (n int, err error) {
	months, err := in.usesByMonth(ctx, name)
	for _, of := range months {
		n += of
	}
	return n, err
}

func (in *stand) usesByMonth(ctx context.Context, name string) (map[string]int, error) {
	out, err := in.must(ctx, "keys", "show", "--json", name)
	if err != nil {
		return nil, err
	}
	var shown struct{ Usage map[string]int }
	err = json.Unmarshal([]byte(out), &shown)
	return shown.Usage, err
}

// start starts a replica and waits until it is ready.
func (in *stand) start(ctx context.Context, r *replica) error {
	log, err := os.OpenFile(in.path(r.name+".log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	r.cmd = in.command(ctx, nil, "serve", "--addr", r.address, "--cache", in.path("cache-"+r.name),
		"--valuation-log", in.record(r), "--valuation-log-days", fmt.Sprint(recordDays))
	r.cmd.Stdout, r.cmd.Stderr = log, log
	if err := r.cmd.Start(); err != nil {
		return err
	}
	return in.program.eventually(ctx, r.name+" is ready", func() error { _, err := r.serves(ctx); return err })
}

// record is the folder of a replica's record of valuations.
func (in *stand) record(r *replica) string { return in.path("record-" + r.name) }

// stop ends a replica, as an operator does or by a kill.
func (r *replica) stop(how syscall.Signal) error {
	if r.cmd == nil {
		return nil
	}
	err := r.cmd.Process.Signal(how)
	waited := r.cmd.Wait()
	r.cmd = nil
	if how == syscall.SIGKILL {
		r.killed++
		return err
	}
	return errors.Join(err, waited)
}

// traces are what tells why a night is bad: when each edition was published, and what the replicas said last.
func (in *stand) traces() error {
	var b strings.Builder
	published, _, err := editionsIn(in.path("published"))
	for _, id := range published {
		at, missing := edition.PublishedAt(filepath.Join(in.path("published"), id))
		err = errors.Join(err, missing)
		fmt.Fprintf(&b, "\nedition %s is published at %s", id, at.Format(time.RFC3339Nano))
	}
	const said = 12 // lines
	for _, r := range in.replicas {
		text, unread := os.ReadFile(in.path(r.name + ".log"))
		err = errors.Join(err, unread)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		fmt.Fprintf(&b, "\n%s said last:\n%s", r.name, strings.Join(lines[max(0, len(lines)-said):], "\n"))
	}
	return errors.Join(errors.New(strings.TrimSpace(b.String())), err)
}

// close ends all replicas without a word.
func (in *stand) close() {
	defer in.clock.ahead.Close()
	for _, r := range in.replicas {
		_ = r.stop(syscall.SIGKILL) // it may have ended
	}
}

// serves returns the edition that a replica answers from.
func (r *replica) serves(ctx context.Context) (edition string, err error) {
	_, body, err := r.get(ctx, "", "/readyz")
	if err != nil {
		return "", err
	}
	var ready struct{ Status, Edition string }
	if err := json.Unmarshal(body, &ready); err != nil || ready.Edition == "" {
		return "", fmt.Errorf("%s is not ready: %s", r.name, body)
	}
	return ready.Edition, nil
}

// eventually waits until something holds, and returns why it does not within patience.
func (p *program) eventually(ctx context.Context, what string, holds func() error) error {
	const every = 20 * time.Millisecond
	for began := time.Now(); ; {
		err := holds()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case time.Since(began) > p.patience:
			return fmt.Errorf("not within %s: %s: %w", p.patience, what, err)
		}
		time.Sleep(every)
	}
}

// vitals are what a process must not use more and more of.
type vitals struct{ goroutines, descriptors, memory float64 }

// vitals reads them from a replica's metrics.
func (r *replica) vitals(ctx context.Context) (v vitals, err error) {
	status, body, err := r.get(ctx, "", "/metrics")
	if err != nil || status != http.StatusOK {
		return v, errors.Join(err, fmt.Errorf("%s answers /metrics with %d", r.name, status))
	}
	v.goroutines = metric(body, "go_goroutines")
	v.descriptors = metric(body, "process_open_fds")
	v.memory = metric(body, "process_resident_memory_bytes")
	return v, nil
}

// metric returns a metric without labels, -1 if it is not there.
func metric(text []byte, name string) float64 {
	for line := range strings.Lines(string(text)) {
		var value float64
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			if _, err := fmt.Sscan(rest, &value); err == nil {
				return value
			}
		}
	}
	return -1
}

// editionsIn are the editions in a folder, and what else lies there.
func editionsIn(dir string) (editions, others []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	for _, e := range entries {
		if _, err := os.Stat(filepath.Join(dir, e.Name(), "manifest.json")); err == nil && !strings.HasPrefix(e.Name(), ".") {
			editions = append(editions, e.Name())
		} else {
			others = append(others, e.Name())
		}
	}
	return editions, others, err
}
