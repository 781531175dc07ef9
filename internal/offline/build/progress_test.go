package build_test

import (
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/offline/build"
)

// mostSilent is the longest time without progress that a reader of a bar bears.
const mostSilent = 3 * time.Second

// TestProgressNamesItsWorkAndNeverStandsStill builds a town and watches the progress by the processor time of the
// process, which no other work on the machine makes longer.
func TestProgressNamesItsWorkAndNeverStandsStill(t *testing.T) {
	c := townConfig(t)
	var mu sync.Mutex
	said, last, at := map[build.Stage]string{}, worked(t), build.Step{}
	o := options()
	o.Progress = func(step build.Step) {
		mu.Lock()
		defer mu.Unlock()
		now := worked(t)
		if silent := now - last; silent > mostSilent {
			t.Errorf("%s of processor time passed between %+v and %+v", silent, at, step)
		}
		if step.Done < 0 || step.Done > step.Total {
			t.Errorf("%+v is beyond the whole", step)
		}
		last, at = now, step
		said[step.Stage] += step.Of + "\n"
	}
	s, err := build.Run(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	model := s.Models[0].String()
	for stage, names := range map[build.Stage][]string{
		"register": {".zip"}, "sales": {"sales.csv.gz", "screening"}, build.StageTables: {"addresses.parquet", "facts.parquet"},
		build.StageTrain: {
			model + " linear model", model + " index tuning", model + " trees", model + " estimates", model + " kriging",
			model + " noise", model + " indexes",
		},
		build.StagePublish: {model + ".vintage", "the new edition"},
	} {
		for _, name := range names {
			if !strings.Contains(said[stage], name) {
				t.Errorf("the progress of %s names no %q", stage, name)
			}
		}
	}
	if at.Stage != build.StagePublish || at.Done != at.Total {
		t.Errorf("the last step is %+v", at)
	}
}

// worked returns the processor time that the process has used.
func worked(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
