package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// TestSoak writes the page of the soak. GEVEL_SOAK says how long it takes; GEVEL_SOAK_MARKET is a folder with two editions
// of a market to take in place of the town's.
func TestSoak(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("GEVEL_SOAK"))
	if err != nil {
		t.Skip("measured with GEVEL_SOAK=1h alone")
	}
	u := townUnderAttack(t)
	if market := os.Getenv("GEVEL_SOAK_MARKET"); market != "" {
		editions := filepath.Join(u.dir, "editions")
		if err := os.RemoveAll(editions); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(editions, os.DirFS(market)); err != nil {
			t.Fatal(err)
		}
		u.today = todayVariable + "=" // the clock's
	}
	free, other := u.start(t, true, "")
	first := free.sufferAll(t, other)
	rows := [][]string{first.row("the first, without a limit")}
	_, _ = free.service.Process.Kill(), free.service.Wait()

	limit := first.memory * 12 / 10
	s, other := u.start(t, true, memoryCgroup(t, limit))
	answers := map[string]bool{}
	for began := time.Now(); time.Since(began) < length; {
		one := s.sufferAll(t, other)
		maps.Copy(answers, one.answers)
		rows = append(rows, one.row(strconv.Itoa(len(rows))))
		t.Log(rows[len(rows)-1])
	}
	if len(answers) > len(s.editions) {
		t.Errorf("%d different answers came from %d editions", len(answers), len(s.editions))
	}
	page := new(referencePage)
	page.line("*Measured by `GEVEL_SOAK=%s GEVEL_SOAK_MARKET=FOLDER go test ./cmd/gevel -run Soak -update -timeout 0`.*\n\n# Soak\n", os.Getenv("GEVEL_SOAK"))
	page.line("The [attacks](attacks.md) one after the other, round after round, while another edition is made the newest every %s, against\n"+
		"a service of %d homes in a process of its own, which shares %d processors with the attackers and the other key. But for the\n"+
		"first round its memory is limited by a cgroup to %d MB, 1.2 times the most that the first took. At rest is fifteen seconds\n"+
		"after a round. The service took up %d of them, and all values that the other key got were one of %d answers.\n"+
		"How long an answer takes is for the page of attacks: other work may have gone on beside this.\n",
		swapEvery, s.homes, runtime.NumCPU(), limit/1000, s.count(t, "gevel_edition_swaps_total"), len(answers))
	page.table([]string{
		"round", "requests", "refused", "other key's values", "not answered", "memory, MB", "at rest, MB", "descriptors", "goroutines",
	}, rows)
	page.keepFresh(t, "soak.md")
}

// A soaked is what came of a round of all attacks, and what the service held fifteen seconds later.
type soaked struct {
	suffered
	resting, descriptors, goroutines int
}

// row is what came of a round, after its name; what a value takes under each attack is for the page of attacks.
func (all *soaked) row(name string) []string {
	return append(append([]string{name}, slices.Delete(all.suffered.row(), 4, 6)...),
		fmt.Sprint(all.resting/1_000_000), fmt.Sprint(all.descriptors), fmt.Sprint(all.goroutines))
}

// sufferAll attacks in every way, one after the other, while the editions change places.
func (s *attacked) sufferAll(t *testing.T, other string) *soaked {
	all := &soaked{suffered: suffered{answers: map[string]bool{}}}
	ctx, end := context.WithCancel(t.Context())
	var swapping sync.WaitGroup
	swapping.Go(func() {
		for ctx.Err() == nil {
			s.swap()
			time.Sleep(swapEvery / 10)
		}
	})
	for _, a := range attacks {
		f := s.suffer(t, a, other)
		all.sent.Add(f.sent.Load())
		all.refused.Add(f.refused.Load())
		all.took = append(all.took, f.took...)
		all.lost += f.lost
		all.memory = max(all.memory, f.memory)
		maps.Copy(all.answers, f.answers)
	}
	end()
	swapping.Wait()
	slices.Sort(all.took)
	time.Sleep(15 * time.Second)
	all.resting = s.count(t, "process_resident_memory_bytes")
	all.descriptors = s.count(t, "process_open_fds")
	all.goroutines = s.count(t, "go_goroutines")
	return all
}

// count is what a metric of the service says.
func (s *attacked) count(t *testing.T, metric string) int {
	t.Helper()
	_, text := s.get(t.Context(), "/metrics")
	found := regexp.MustCompile(`(?m)^` + metric + ` (\S+)$`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("the service does not say %s", metric)
	}
	n, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}

// memoryCgroup makes a memory cgroup, of either version, with a limit in kB. It goes with the test.
func memoryCgroup(t *testing.T, limit int) string {
	t.Helper()
	for _, v := range []struct{ root, file string }{{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"}, {"/sys/fs/cgroup", "memory.max"}} {
		dir, err := os.MkdirTemp(v.root, "gevel-soak-")
		if err != nil {
			continue
		}
		t.Cleanup(func() { _ = os.Remove(dir) }) // the service has ended by then
		if err := os.WriteFile(filepath.Join(dir, v.file), []byte(strconv.Itoa(limit*1000)), 0); err == nil {
			return dir
		}
	}
	t.Fatal("no memory cgroup can be made here")
	return ""
}
