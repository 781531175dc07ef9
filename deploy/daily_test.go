//go:build linux

package deploy_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestADayOfWork runs deploy/daily as its timer does, with the program itself and an invented town: good days, deliveries
// that are cut short or wrong, two runs at once, a run that is killed, a machine that can't build, a place to publish that is
// away.
func TestADayOfWork(t *testing.T) {
	if os.Getenv("GEVEL_TEST_PROOF") == "" {
		t.Skip("builds a dozen editions: set GEVEL_TEST_PROOF")
	}
	h := newHouse(t)
	for _, day := range []struct {
		name string
		of   func(*testing.T, *house)
	}{
		{"without a delivery an edition is built and published", firstDay},
		{"a delivery is taken", goodDay},
		{"half a delivery waits", halfDay},
		{"a bad delivery is put aside and a good one of the same day is taken", badDay},
		{"a bad delivery alone is put aside", badAlone},
		{"a machine that can't build leaves the delivery in the inbox", brokenDay},
		{"two runs at once", twice},
		{"a run that was killed is undone", killedDay},
		{"the place to publish is away", awayDay},
		{"old editions go", oldDay},
		{"folders that are not there", nothingThere},
	} {
		t.Run(day.name, func(t *testing.T) { day.of(t, h) })
	}
}

// house is an operator's machine.
type house struct {
	dir     string
	rows    []string // of sales, the oldest first; the header is the first
	settled string   // DAILY_SETTLED
	publish string
}

// hold is a file that makes gevel build wait, and broken one that makes it fail.
func (h *house) hold() string   { return h.path("hold") }
func (h *house) broken() string { return h.path("broken") }

func (h *house) path(parts ...string) string {
	return filepath.Join(append([]string{h.dir}, parts...)...)
}

const townDay = "2025-03-14"

func newHouse(t *testing.T) *house {
	h := &house{dir: t.TempDir(), settled: "0"}
	h.publish = h.path("live")
	gevel := h.path("real", "gevel")
	run(t, "go", "build", "-ldflags", "-X main.version=0.0.0-test", "-o", gevel, "../cmd/gevel") // it carries on what is the same
	run(t, gevel, "demo", "--files-only", "--homes", "1000", "--date", townDay, "--dir", h.path("town"))
	if err := os.Rename(h.path("town", "sources"), h.path("sources")); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"bin", "inbox", "metrics"} {
		if err := os.Mkdir(h.path(folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// gevel as it is, unless the test holds it up.
	write(t, h.path("bin", "gevel"), fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = build ]; then\n"+
		"  touch %s; while [ -e %s ]; do sleep 0.1; done\n  [ ! -e %s ] || { echo no memory >&2; exit 1; }\nfi\nexec %s \"$@\"\n",
		h.path("building"), h.hold(), h.broken(), gevel))
	if err := os.Chmod(h.path("bin", "gevel"), 0o755); err != nil {
		t.Fatal(err)
	}
	h.rows = strings.SplitAfter(strings.TrimSpace(run(t, "gzip", "--decompress", "--stdout", h.path("sources", "sales", "sales.csv.gz"))), "\n")
	write(t, h.path("sources", "sales", "past.csv"), strings.Join(h.rows[:len(h.rows)-50], ""))
	write(t, h.path("sources", "sales", "new.csv"), h.sales(40))
	bag, err := filepath.Glob(h.path("sources", "bag", "*.zip"))
	if err != nil || len(bag) != 1 {
		t.Fatalf("%v, %v", bag, err)
	}
	write(t, h.path("gevel.yaml"), "editions: editions\nvintages: 0\nas_of: "+townDay+"\nsources:\n  bag: sources/bag/"+filepath.Base(bag[0])+
		"\n  municipalities: sources/municipalities.csv\n  sales:\n    - file: sources/sales/*.csv\n")
	return h
}

// sales returns a file of the newest sales but so many.
func (h *house) sales(without int) string {
	return h.rows[0] + strings.Join(h.rows[len(h.rows)-50:len(h.rows)-without], "")
}

// daily returns the command of a run.
func (h *house) daily(t *testing.T) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), "./daily")
	cmd.Env = append(os.Environ(), "PATH="+h.path("bin")+":"+os.Getenv("PATH"), "GEVEL_CONFIG="+h.path("gevel.yaml"),
		"DAILY_INBOX="+h.path("inbox"), "DAILY_SOURCES="+h.path("sources"), "DAILY_REFUSED="+h.path("refused"),
		"DAILY_EDITIONS="+h.path("editions"), "DAILY_PUBLISH="+h.publish, "DAILY_KEEP=2", "DAILY_KEEP_DAYS=",
		"DAILY_METRICS="+h.path("metrics"), "DAILY_SETTLED="+h.settled)
	return cmd
}

// work runs a day and returns what it says; it must end so.
func (h *house) work(t *testing.T, status int) string {
	t.Helper()
	out, err := h.daily(t).CombinedOutput()
	h.wantEnd(t, err, status, string(out))
	return string(out)
}

func (*house) wantEnd(t *testing.T, err error, status int, out string) {
	t.Helper()
	got, exit := 0, (*exec.ExitError)(nil)
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if got != status {
		t.Fatalf("exit status %d, want %d\n%s", got, status, out)
	}
}

// deliver puts a file into the inbox.
func (h *house) deliver(t *testing.T, name, content string) {
	t.Helper()
	path := h.path("inbox", name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, path, content)
}

// files returns the files below a folder, but the script's own.
func (h *house) files(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(h.path(folder), func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.Contains(path, "/.") {
			name, _ := filepath.Rel(h.path(folder), path)
			names = append(names, name)
		}
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return names
}

// newest returns the id of the edition that services would take up.
func (h *house) newest(t *testing.T) string {
	t.Helper()
	return strings.Fields(run(t, h.path("real", "gevel"), "verify", h.publish))[1]
}

func (h *house) wantInbox(t *testing.T, want ...string) {
	t.Helper()
	if got := h.files(t, "inbox"); !slices.Equal(got, want) {
		t.Errorf("the inbox has %v, want %v", got, want)
	}
}

func (h *house) wantSource(t *testing.T, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(h.path("sources", name)); err != nil || string(got) != want {
		t.Errorf("%s has %d bytes (%v), want %d", name, len(got), err, len(want))
	}
}

// wantMetrics checks lines of what the collector reads.
func (h *house) wantMetrics(t *testing.T, lines ...string) {
	t.Helper()
	var all []byte
	for _, name := range []string{"gevel_build.prom", "gevel_daily.prom"} {
		path := h.path("metrics", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
		all = append(all, text...)
	}
	for _, line := range lines {
		if !bytes.Contains(all, []byte("\n"+line+"\n")) {
			t.Errorf("the metrics lack %s:\n%s", line, all)
		}
	}
	if left, err := filepath.Glob(h.path("metrics", ".*")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

func wantSaid(t *testing.T, said string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(said, part) {
			t.Errorf("it does not say %q:\n%s", part, said)
		}
	}
}

func firstDay(t *testing.T, h *house) {
	wantSaid(t, h.work(t, 0), "nothing was delivered", "edition ", "is the newest in "+h.publish)
	h.wantMetrics(t, "gevel_daily_success 1", "gevel_build_success 1", "gevel_daily_refused_files 0", "gevel_daily_waiting_files 0")
	h.newest(t)
}

func goodDay(t *testing.T, h *house) {
	before := h.newest(t)
	sales := h.sales(30)
	h.deliver(t, "sales/new.csv", sales)
	h.deliver(t, "sales/new.csv.sha256", fmt.Sprintf("%x  new.csv\n", sha256.Sum256([]byte(sales))))
	wantSaid(t, h.work(t, 0), "taken: sales/new.csv")
	h.wantInbox(t)
	h.wantSource(t, "sales/new.csv", sales)
	if h.newest(t) == before {
		t.Error("no other edition is published")
	}
}

func halfDay(t *testing.T, h *house) {
	before := h.newest(t)
	h.settled = "300"
	h.deliver(t, "sales/new.csv", h.sales(20))
	wantSaid(t, h.work(t, 0), "sales/new.csv waits: it changed less than 300 s ago", "nothing was delivered")
	h.settled = "0"
	h.deliver(t, "sales/new.csv.sha256", fmt.Sprintf("%x  new.csv\n", sha256.Sum256([]byte(h.sales(10)))))
	h.deliver(t, "sales/later.csv.part", "x")
	h.deliver(t, "sales/.later.csv.tmp", "x")
	h.deliver(t, "sales/empty.csv", "")
	wantSaid(t, h.work(t, 0), "sales/new.csv waits: it is not what new.csv.sha256 says", "sales/empty.csv waits: it is empty", "nothing was delivered")
	h.wantMetrics(t, "gevel_daily_waiting_files 2", "gevel_daily_success 1")
	h.wantSource(t, "sales/new.csv", h.sales(30))
	if h.newest(t) != before {
		t.Error("another edition is published")
	}
	h.deliver(t, "sales/new.csv", h.sales(10)) // the rest has arrived
	if err := os.Remove(h.path("inbox", "sales", "empty.csv")); err != nil {
		t.Fatal(err)
	}
	wantSaid(t, h.work(t, 0), "taken: sales/new.csv")
	h.wantInbox(t, "sales/later.csv.part")
	h.wantSource(t, "sales/new.csv", h.sales(10))
	if err := os.RemoveAll(h.path("inbox", "sales")); err != nil {
		t.Fatal(err)
	}
}

func badDay(t *testing.T, h *house) {
	before := h.newest(t)
	past := strings.Join(h.rows[:len(h.rows)-49], "")
	h.deliver(t, "sales/new.csv", "street;price\n") // another table
	h.deliver(t, "sales/past.csv", past)
	wantSaid(t, h.work(t, 1), "trying sales/new.csv alone", "taken: sales/past.csv", "sales/new.csv is put aside in "+h.path("refused"), "daily: needs a look: ")
	h.wantInbox(t)
	h.wantSource(t, "sales/new.csv", h.sales(10))
	h.wantSource(t, "sales/past.csv", past)
	if h.newest(t) == before {
		t.Error("the good file is in no edition")
	}
	h.wantMetrics(t, "gevel_daily_success 0", "gevel_daily_refused_files 1", "gevel_build_success 1")
	aside := h.files(t, "refused")
	if len(aside) != 2 || !strings.HasSuffix(aside[0], "/sales/new.csv") || !strings.HasSuffix(aside[1], "/sales/new.csv.why") {
		t.Fatalf("put aside are %v", aside)
	}
	if why, err := os.ReadFile(h.path("refused", aside[1])); err != nil || !bytes.HasPrefix(why, []byte("With sales/new.csv no edition can be built:\ngevel: ")) || bytes.Contains(why, []byte("past.csv")) {
		t.Errorf("the reason is %q (%v)", why, err)
	}
	if err := os.RemoveAll(h.path("refused")); err != nil {
		t.Fatal(err)
	}
	h.work(t, 0)
	h.wantMetrics(t, "gevel_daily_success 1", "gevel_daily_refused_files 0")
}

func badAlone(t *testing.T, h *house) {
	before := h.newest(t)
	h.deliver(t, "sales/new.csv", h.rows[0]) // loses all new sales: within no limit
	h.deliver(t, "sales/past.csv", strings.Join(h.rows[:len(h.rows)/2], ""))
	if err := os.Remove(h.path("inbox", "sales", "new.csv")); err != nil {
		t.Fatal(err)
	}
	wantSaid(t, h.work(t, 1), "beyond sales_fall", "trying without the delivery", "sales/past.csv is put aside")
	h.wantInbox(t)
	if h.newest(t) != before {
		t.Error("an edition without half of the sales is published")
	}
	if err := os.RemoveAll(h.path("refused")); err != nil {
		t.Fatal(err)
	}
}

func brokenDay(t *testing.T, h *house) {
	write(t, h.broken(), "")
	h.deliver(t, "sales/new.csv", h.sales(8))
	wantSaid(t, h.work(t, 1), "the build fails without the delivery too, which waits in the inbox: no memory")
	h.wantInbox(t, "sales/new.csv")
	h.wantSource(t, "sales/new.csv", h.sales(10))
	h.wantMetrics(t, "gevel_daily_success 0")
	if err := os.Remove(h.broken()); err != nil {
		t.Fatal(err)
	}
	h.work(t, 0)
	h.wantInbox(t)
	h.wantSource(t, "sales/new.csv", h.sales(8))
}

// holdUp begins a run that waits in its build, and returns it.
func (h *house) holdUp(t *testing.T) *exec.Cmd {
	t.Helper()
	write(t, h.hold(), "")
	if err := os.RemoveAll(h.path("building")); err != nil {
		t.Fatal(err)
	}
	cmd := h.daily(t)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(h.path("building")); err == nil {
			return cmd
		}
		if time.Now().After(deadline) {
			t.Fatal("it does not build")
		}
	}
}

func twice(t *testing.T, h *house) {
	h.deliver(t, "sales/new.csv", h.sales(6))
	first := h.holdUp(t)
	metrics := h.files(t, "metrics")
	wantSaid(t, h.work(t, 75), "another run is under way")
	if got := h.files(t, "metrics"); !slices.Equal(got, metrics) {
		t.Errorf("the second run wrote metrics")
	}
	if err := os.Remove(h.hold()); err != nil {
		t.Fatal(err)
	}
	h.wantEnd(t, first.Wait(), 0, "")
	h.wantInbox(t)
	h.wantSource(t, "sales/new.csv", h.sales(6))
}

func killedDay(t *testing.T, h *house) {
	h.deliver(t, "sales/new.csv", h.sales(4))
	h.deliver(t, "sales/another.csv", h.sales(0))
	held := h.holdUp(t)
	h.wantSource(t, "sales/new.csv", h.sales(4)) // it was placed
	if err := syscall.Kill(-held.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = held.Wait()
	if err := os.Remove(h.hold()); err != nil {
		t.Fatal(err)
	}
	h.settled = "300" // so the next run takes nothing, and undoes
	h.work(t, 0)
	h.wantInbox(t, "sales/another.csv", "sales/new.csv")
	h.wantSource(t, "sales/new.csv", h.sales(6))
	if _, err := os.Stat(h.path("sources", "sales", "another.csv")); err == nil {
		t.Error("a file of the killed run is left among the sources")
	}
	h.settled = "0"
	if err := os.Remove(h.path("inbox", "sales", "another.csv")); err != nil {
		t.Fatal(err)
	}
	h.work(t, 0)
	h.wantInbox(t)
	h.wantSource(t, "sales/new.csv", h.sales(4))
}

func awayDay(t *testing.T, h *house) {
	before, live := h.newest(t), h.publish
	h.deliver(t, "sales/new.csv", h.sales(2))
	h.publish = h.path("gevel.yaml", "below")
	wantSaid(t, h.work(t, 1), "taken: sales/new.csv", "publishing failed")
	h.wantMetrics(t, "gevel_daily_success 0", "gevel_build_success 1")
	h.publish = live
	h.work(t, 0)
	if h.newest(t) == before {
		t.Error("the next run does not publish")
	}
}

func oldDay(t *testing.T, h *house) {
	for _, folder := range []string{h.publish, h.path("editions")} {
		manifests, err := filepath.Glob(filepath.Join(folder, "*", "manifest.json"))
		if err != nil || len(manifests) != 2 {
			t.Errorf("%s has %v (%v), want 2", folder, manifests, err)
		}
	}
}

func nothingThere(t *testing.T, h *house) {
	gone := &house{dir: h.path("gone"), settled: "0", publish: h.publish}
	wantSaid(t, gone.work(t, 1), "there is no folder "+gone.path("inbox"))
}
