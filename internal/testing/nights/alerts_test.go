package nights

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// What metrics say is read by the shipped rules, as Prometheus would if it stayed so: promtool works it out. So it is after
// a build that failed, after good nights, and while a service has a trouble that an alert is for.

var (
	series    = regexp.MustCompile(`^(\w+)(?:{(.*)})? (\S+)$`)
	alertName = regexp.MustCompile(`alertname="(\w+)"`)
)

// noAlarm checks that no alert fires after a good night.
func (o *night) noAlarm(ctx context.Context) error {
	firing, err := o.alarmed(ctx, 5*time.Minute, nil) // the shortest: what stays longer is old
	if err == nil && len(firing) > 0 {
		err = broken(failureIsSeen, "after a good night there are %v", firing)
	}
	return err
}

// leftAlone checks that alerts fire where nothing is built any more, for more than a year.
func (o *night) leftAlone(ctx context.Context) error {
	firing, err := o.alarmed(ctx, 500*24*time.Hour, nil)
	wanted := []string{"GevelBuildMissing", "GevelSalesOld", "GevelModelOld"}
	if o.in.program.servers == nil { // else editions are dated by the time of S3, which is real
		wanted = append(wanted, "GevelEditionOld")
	}
	for _, want := range wanted {
		if err == nil && !slices.Contains(firing, want) {
			err = broken(failureIsSeen, "of an edition that is left alone %v fire, and not %s", firing, want)
		}
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
	return o.fires(ctx, want, within, nil, r.err())
}

// fires checks that an alert fires when what is wrong stays so for a time; was are the metrics of replicas before it.
func (o *night) fires(ctx context.Context, want string, within time.Duration, was scrapes, after any) error {
	firing, err := o.alarmed(ctx, within, was)
	if err == nil && !slices.Contains(firing, want) {
		err = broken(failureIsSeen, "%v fire within %s, and not %s, after %v", firing, within, want, after)
	}
	return err
}

// scrapes are the metrics of the replicas that run, by series.
type scrapes map[string]float64

// scrape reads them.
func (in *stand) scrape(ctx context.Context) (scrapes, error) {
	is := scrapes{}
	for _, r := range in.replicas {
		of := fmt.Sprintf("job=%q,instance=%q", "gevel", r.name)
		if is["up{"+of+",}"] = 0; r.cmd == nil {
			continue
		}
		_, text, err := r.get(ctx, "", "/metrics")
		if err != nil {
			return nil, err
		}
		is.add(of, append(text, "\nup 1\n"...))
	}
	return is, nil
}

// add adds the metrics of a text, with further labels.
func (s scrapes) add(of string, text []byte) {
	for line := range strings.Lines(string(text)) {
		m := series.FindStringSubmatch(strings.TrimSpace(line))
		var value float64
		if m == nil || strings.HasSuffix(m[1], "_bucket") {
			continue
		}
		if _, err := fmt.Sscan(m[3], &value); err == nil {
			s[fmt.Sprintf("%s{%s,%s}", m[1], of, m[2])] = value
		}
	}
}

// outOfMemory are the words with which a program of Go ends for lack of memory.
var outOfMemory = regexp.MustCompile("fatal error: .*(memory|allocate|new OS thread)|runtime: .*(out of memory|allocate)")

// keysRead is a moment that stays as long ago as it is while the database is there.
const keysRead = "gevel_keys_last_read_timestamp_seconds{"

// alarmed returns the alerts that fire once the metrics of builds and replicas have stayed as they are for so long. was has
// the metrics of the replicas a minute before, nil for none: what was counted since is counted each minute.
func (o *night) alarmed(ctx context.Context, stayed time.Duration, was scrapes) ([]string, error) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		return nil, err
	}
	now, err := o.in.clock.now()
	if err != nil {
		return nil, err
	}
	every := time.Minute
	if stayed > time.Hour {
		every = max(30*time.Minute, stayed/300)
	}
	var files []string
	var rules []byte
	for _, name := range []string{"builds.yml", "gevel.yml"} {
		path, err := filepath.Abs(filepath.Join(repository, "deploy/alerts", name))
		text, unread := os.ReadFile(path)
		if err := errors.Join(err, unread); err != nil {
			return nil, err
		}
		files, rules = append(files, path), append(rules, text...)
	}
	is, err := o.in.scrape(ctx)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(o.in.path("build.prom"))
	if err != nil {
		return nil, err
	}
	is.add(`instance="builds"`, text)
	var input []map[string]string
	for name, value := range is {
		metric, _, _ := strings.Cut(name, "{")
		if isQuiet := value == 0 && strings.HasSuffix(metric, "_total"); isQuiet || !bytes.Contains(rules, []byte(metric)) {
			continue // promtool would take seconds
		}
		before, moved := was[name]
		moved = moved && before != value
		values := fmt.Sprintf("%gx%d", value, stayed/every)
		if strings.HasSuffix(metric, "_timestamp_seconds") { // promtool's time begins at 0
			value -= float64(now.Unix())
			if values = fmt.Sprintf("%gx%d", value, stayed/every); strings.HasPrefix(name, keysRead) && !o.away {
				values = fmt.Sprintf("%g+%gx%d", value, every.Seconds(), stayed/every)
			}
		} else if moved && strings.HasSuffix(metric, "_total") {
			values = fmt.Sprintf("%g%+gx%d", before, value-before, stayed/every)
		} else if moved {
			values = fmt.Sprintf("%g %s", before, values)
		}
		input = append(input, map[string]string{"series": name, "values": values})
	}
	trial, err := json.Marshal(map[string]any{
		"rule_files": files, "evaluation_interval": every.String(),
		"tests": []any{map[string]any{"interval": every.String(), "input_series": input, "promql_expr_test": []any{map[string]any{
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

// closeRecord has a replica find no place for what it records: its segment was moved, and it may make none. It values
// nothing then, and does again once it may.
func (o *night) closeRecord(ctx context.Context) error {
	r := o.in.replicas[o.dice(o.n, "record").IntN(len(o.in.replicas))]
	segments, err := filepath.Glob(filepath.Join(o.in.record(r), "*.ndjson"))
	if err != nil || len(segments) == 0 {
		return err
	}
	before, err := o.in.scrape(ctx)
	if err != nil {
		return err
	}
	const last = len("0Z.ndjson") // digit of the name: it is of another moment then
	newest := slices.Max(segments)
	at := len(newest) - last
	moved := newest[:at] + string('0'+(newest[at]-'0'+1)%10) + newest[at+1:]
	if err := errors.Join(os.Rename(newest, moved), os.Chmod(o.in.record(r), 0o555)); err != nil {
		return err
	}
	const suffix = ".ndjson"
	was, is := strings.TrimSuffix(newest, suffix), strings.TrimSuffix(moved, suffix)
	o.recorded[is] = o.recorded[was]
	delete(o.recorded, was)
	refused := 0
	for _, q := range o.callers {
		is, err := r.ask(ctx, o.secret, q)
		if err != nil {
			return err
		}
		if o.note(r, is); is.value != "" {
			return broken(nothingLost, "%s values %s while it can record nothing", r.name, q)
		}
		if is.status == http.StatusServiceUnavailable {
			refused++
		}
	}
	if refused > 0 {
		err = o.fires(ctx, "GevelValuationsNotRecorded", 4*time.Minute, before, fmt.Sprint(refused, " valuations were not recorded"))
	}
	if err := errors.Join(err, os.Chmod(o.in.record(r), 0o755)); err != nil {
		return err
	}
	return o.askAll(ctx)
}
