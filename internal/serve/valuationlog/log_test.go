package valuationlog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/gevel/gevel"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv("GEVEL_TEST_LOG"); dir != "" {
		writeForEver(dir)
	}
	goleak.VerifyTestMain(m)
}

var monday = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)

func entry(n int, at time.Time) Entry {
	return Entry{
		Time: at, Request: fmt.Sprint("request-", n), Key: "k1", KeyName: "lender", Endpoint: "/v1/homevalue",
		Asked: Asked{
			AddressQuery: gevel.AddressQuery{PostalCode: "2511CV", HouseNumber: n + 1}, Date: gevel.DayOf(at),
			Given: map[string]any{"use_surface": 90.0},
		},
		Answer: json.RawMessage(`{"weightedValue":400000}`), Meta: map[string]string{"edition": "0123456789abcdef"},
	}
}

func open(t testing.TB, dir string, days int, now func() time.Time) *Log {
	t.Helper()
	l, err := Open(dir, Options{Days: days, Now: now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func at(day time.Time) func() time.Time { return func() time.Time { return day } }

// read returns the requests in a log, and the number of damaged entries.
func read(t testing.TB, path string) (requests []string, damaged int) {
	t.Helper()
	for r, err := range Read(path) {
		var fault *DamagedError
		switch {
		case errors.As(err, &fault):
			damaged++
		case err != nil:
			t.Fatal(err)
		default:
			requests = append(requests, r.Request)
		}
	}
	return requests, damaged
}

func files(t testing.TB, dir, suffix string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "2*"+suffix))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestRecordsComeBackInOrder(t *testing.T) {
	dir := t.TempDir()
	for session := range 3 {
		l := open(t, dir, 0, at(monday))
		for i := range 4 {
			if err := l.Append(entry(10*session+i, monday.Add(time.Duration(session)*time.Hour))); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	got, damaged := read(t, dir)
	want := "request-0 request-1 request-2 request-3 request-10 request-11 request-12 request-13 request-20 request-21 request-22 request-23"
	if strings.Join(got, " ") != want || damaged != 0 {
		t.Errorf("read %v, %d damaged", got, damaged)
	}
	if plain := files(t, dir, plainSuffix); len(plain) != 0 {
		t.Errorf("segments that are full stay uncompressed: %v", plain)
	}
	for r, err := range Read(dir) {
		want := entry(0, monday)
		if err != nil || r.Asked.Given["use_surface"] != 90.0 || r.KeyName != want.KeyName || !r.Time.Equal(want.Time) || string(r.Answer) != string(want.Answer) {
			t.Errorf("read %+v (%v), want %+v", r, err, want)
		}
		break
	}
}

func TestManyWritersLoseNothing(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, 0, at(monday))
	var writers sync.WaitGroup
	for w := range 8 {
		writers.Go(func() {
			for i := range 200 {
				// Some at midnight, so that segments change meanwhile.
				if err := l.Append(entry(1000*w+i, monday.Add(time.Duration(i/70)*day))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	got, damaged := read(t, dir)
	seen := map[string]bool{}
	for _, r := range got {
		seen[r] = true
	}
	if len(got) != 1600 || len(seen) != 1600 || damaged != 0 {
		t.Errorf("%d entries, %d different, %d damaged, want 1600", len(got), len(seen), damaged)
	}
}

func TestOldSegmentsGoAndNewOnesStay(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, 0, at(monday))
	for d := range 10 {
		if err := l.Append(entry(d, monday.Add(time.Duration(d)*day))); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	now := monday.Add(9 * day)
	l = open(t, dir, 3, at(now))
	if err := l.Close(); err != nil { // waits for the tidying
		t.Fatal(err)
	}
	got, _ := read(t, dir)
	if strings.Join(got, " ") != "request-5 request-6 request-7 request-8 request-9" {
		t.Errorf("kept %v", got)
	}
}

func TestASegmentOfYesterdayIsNotRemovedWhileItIsWritten(t *testing.T) {
	var now atomic.Pointer[time.Time]
	now.Store(&monday)
	dir := t.TempDir()
	l := open(t, dir, 1, func() time.Time { return *now.Load() })
	if err := l.Append(entry(1, monday)); err != nil {
		t.Fatal(err)
	}
	later := monday.Add(5 * day)
	now.Store(&later)
	l.tidy()
	if err := l.Append(entry(2, later)); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if got, _ := read(t, dir); !strings.HasSuffix(strings.Join(got, " "), "request-2") {
		t.Errorf("kept %v, want the newest", got)
	}
}

func TestRecordsGoToAnotherSegmentOnceOneIsTakenAway(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, 0, at(monday))
	take := map[int]func(path string) error{
		1: os.Remove,
		2: func(path string) error { return os.Rename(path, filepath.Join(t.TempDir(), "moved")) },
	}
	for n := range 4 {
		if err := l.Append(entry(n, monday.Add(time.Duration(n)*time.Second))); err != nil {
			t.Fatal(err)
		}
		if away, has := take[n]; has {
			for _, path := range files(t, dir, plainSuffix) {
				if err := away(path); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if got, damaged := read(t, dir); strings.Join(got, " ") != "request-3" || damaged != 0 {
		t.Errorf("read %v and %d damaged, want what came after the last segment was taken away", got, damaged)
	}
}

func TestTwoServicesDoNotShareALog(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, 0, at(monday))
	_, err := Open(dir, Options{Now: at(monday), Log: slog.New(slog.DiscardHandler)})
	if gevel.CodeOf(err) != gevel.Unavailable {
		t.Errorf("opened twice: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedEntryIsReportedAndTheOthersAreRead(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, 0, at(monday))
	for i := range 3 {
		if err := l.Append(entry(i, monday)); err != nil {
			t.Fatal(err)
		}
	}
	path := segmentOf(l).Name()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	broken := lines[0] + "{\"time\":\n" + lines[2] + lines[1][:40]
	if err := os.WriteFile(path, []byte(broken), fileMode); err != nil {
		t.Fatal(err)
	}
	var faults []string
	n := 0
	for _, err := range Read(dir) {
		if err != nil {
			faults = append(faults, err.Error())
			continue
		}
		n++
	}
	if n != 2 || len(faults) != 2 || !strings.Contains(faults[0], "line 2") || !strings.Contains(faults[1], "line 4: the entry is cut short") {
		t.Errorf("%d entries, faults %q", n, faults)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAFullDiskIsAnErrorAndLeavesWholeEntries(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, 0, at(monday))
	if err := l.Append(entry(0, monday)); err != nil {
		t.Fatal(err)
	}
	writable := segmentOf(l)
	full, err := os.Open(writable.Name()) // opened for reading only
	if err != nil {
		t.Fatal(err)
	}
	setSegment(l, full)
	if err := l.Append(entry(1, monday)); err == nil {
		t.Error("an entry that was not written is no error")
	}
	setSegment(l, writable)
	full.Close()
	if err := l.Append(entry(2, monday)); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if got, damaged := read(t, dir); strings.Join(got, " ") != "request-0 request-2" || damaged != 0 {
		t.Errorf("read %v, %d damaged", got, damaged)
	}
}

func segmentOf(l *Log) *os.File {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.segment
}

func setSegment(l *Log, f *os.File) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.segment = f
}

// writeForEver writes entries and prints each number that was written, until it is killed.
func writeForEver(dir string) {
	l, err := Open(dir, Options{Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	for i := 0; ; i++ {
		if err := l.Append(entry(i, time.Now())); err != nil {
			panic(err)
		}
		fmt.Println(i)
	}
}

func TestAKilledServiceLosesNoEntryThatItReportedWritten(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GEVEL_TEST_LOG="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if said++; said == 500 {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait() // it was killed
	before, damaged := read(t, dir)
	if len(before) < said || damaged > 1 {
		t.Fatalf("%d entries, %d damaged, of %d that were said to be written", len(before), damaged, said)
	}
	l := open(t, dir, 0, time.Now)
	if err := l.Append(entry(1, time.Now())); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if after, _ := read(t, dir); len(after) != len(before)+1 {
		t.Errorf("%d entries after it was opened anew, want %d", len(after), len(before)+1)
	}
}

func FuzzRead(f *testing.F) {
	line, err := json.Marshal(entry(1, monday))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(append(line, '\n'))
	f.Add([]byte("{}\n"))
	f.Add([]byte(`{"time":"2026-03-02T09:00:00Z","answer":{},"meta":{"edition":"x"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		readLines("segment", strings.NewReader(string(text)), func(r Entry, err error) bool {
			var damaged *DamagedError
			if err != nil && !errors.As(err, &damaged) {
				t.Errorf("%v is no damaged entry", err)
			}
			if err == nil && r.check() != nil {
				t.Errorf("%+v was read", r)
			}
			return true
		})
	})
}

// TestAnOutageIsTwoLines takes the disk away for many entries.
func TestAnOutageIsTwoLines(t *testing.T) {
	var said bytes.Buffer
	l, err := Open(t.TempDir(), Options{Now: time.Now, Log: slog.New(slog.NewTextHandler(&said, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	away := l.dir
	l.dir = filepath.Join(away, "gone")
	for range 50 {
		if l.Append(Entry{Time: time.Now()}) == nil {
			t.Fatal("written to no folder")
		}
	}
	l.dir = away
	for range 3 {
		if err := l.Append(Entry{Time: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	if text := said.String(); strings.Count(text, "\n") != 2 || !strings.Contains(text, "refused=50") {
		t.Errorf("the log says\n%s", text)
	}
}
