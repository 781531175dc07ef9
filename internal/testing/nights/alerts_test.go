package nights

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// What metrics say is read by the shipped rules, as Prometheus would if it stayed so: promtool works it out.

var (
	series    = regexp.MustCompile(`^(\w+)(?:{(.*)})? (\S+)$`)
	alertName = regexp.MustCompile(`alertname="(\w+)"`)
)

// noAlarm checks that no alert fires after a good night.
func (o *night) noAlarm(ctx context.Context) error {
	firing, err := o.alarmed(ctx, 5*time.Minute) // the shortest: what stays longer is old
	if err == nil && len(firing) > 0 {
		err = broken(failureIsSeen, "after a good night there are %v", firing)
	}
	return err
}

// seenInMetrics checks that an alert fires after a failed build within its time: at once, and where the build was killed, its
// disk was full, or it had no memory, so that it could not write its metrics, 30 hours after the last one that succeeded.
func (o *night) seenInMetrics(ctx context.Context, r ran) error {
	want, within := "GevelBuildFailed", 5*time.Minute
	if r.code < 0 || r.code > 128 || strings.Contains(r.faults, "build.prom") || outOfMemory.MatchString(r.faults) {
		want, within = "GevelBuildMissing", 31*time.Hour
	}
	firing, err := o.alarmed(ctx, within)
	if err == nil && !slices.Contains(firing, want) {
		err = broken(failureIsSeen, "%v fire within %s, and not %s, after %v", firing, within, want, r.err())
	}
	return err
}

// outOfMemory are the words with which a program of Go ends for lack of memory.
var outOfMemory = regexp.MustCompile("fatal error: .*(memory|allocate|new OS thread)|runtime: .*(out of memory|allocate)")

// alarmed are the alerts that fire when the metrics of builds, and of the replicas that run, have stayed for so long.
func (o *night) alarmed(ctx context.Context, stayed time.Duration) ([]string, error) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		return nil, err
	}
	now, err := o.in.clock.now()
	if err != nil {
		return nil, err
	}
	const every = 5 * time.Minute
	var input []map[string]string
	add := func(of string, text []byte) {
		for line := range strings.Lines(string(text)) {
			m := series.FindStringSubmatch(strings.TrimSpace(line))
			var value float64
			if m == nil || strings.HasSuffix(m[1], "_bucket") {
				continue
			}
			if _, err := fmt.Sscan(m[3], &value); err != nil {
				continue
			}
			if strings.HasSuffix(m[1], "_timestamp_seconds") { // promtool's time begins at 0
				value -= float64(now.Unix())
			}
			input = append(input, map[string]string{
				"series": fmt.Sprintf("%s{%s,%s}", m[1], of, m[2]), "values": fmt.Sprintf("%gx%d", value, stayed/every),
			})
		}
	}
	text, err := os.ReadFile(o.in.path("build.prom"))
	if err != nil {
		return nil, err
	}
	add(`instance="builds"`, text)
	for _, r := range o.in.running() {
		_, text, err := r.get(ctx, "", "/metrics")
		if err != nil {
			return nil, err
		}
		add(fmt.Sprintf("job=%q,instance=%q", "gevel", r.name), append(text, "\nup 1\n"...))
	}
	rules, err := filepath.Abs(filepath.Join(repository, "deploy/alerts"))
	if err != nil {
		return nil, err
	}
	trial, err := json.Marshal(map[string]any{
		"rule_files": []string{filepath.Join(rules, "builds.yml"), filepath.Join(rules, "gevel.yml")}, "evaluation_interval": "5m",
		"tests": []any{map[string]any{"interval": "5m", "input_series": input, "promql_expr_test": []any{map[string]any{
			"expr": `ALERTS{alertstate="firing"} or vector(1)`, "eval_time": stayed.String(), "exp_samples": []any{},
		}}}},
	})
	if err != nil {
		return nil, err
	}
	path := o.in.path("trial.yaml")
	if err := os.WriteFile(path, trial, 0o644); err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(ctx, promtool, "test", "rules", path).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "got:") { // nothing is expected, and there is one sample at least
		return nil, fmt.Errorf("promtool: %w: %s", err, out)
	}
	var firing []string
	for _, found := range alertName.FindAllStringSubmatch(string(out), -1) {
		if found[1] != "GevelBuildJobMissing" { // of builds by Kubernetes: the rules say to remove it where there are none
			firing = append(firing, found[1])
		}
	}
	return firing, nil
}
