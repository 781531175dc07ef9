//go:build linux

package deploy_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/testing/s3test"
)

func TestPromtoolTakesTheAlertsOfBuilds(t *testing.T) {
	promtool := find(t, "promtool")
	run(t, promtool, "check", "rules", "alerts/builds.yml") // internal/serve/api tries gevel.yml with its metrics
	run(t, promtool, "test", "rules", "alerts/builds_test.yaml")
}

// TestEachAlertFiresAndReachesAlertmanager runs Prometheus, Alertmanager and node_exporter as Debian has them, with the shipped
// rules and every "for" left out, since promtool tries these. Builds are real ones of deploy/daily. First all is well, and
// nothing may fire; then each alert of the files must.
func TestEachAlertFiresAndReachesAlertmanager(t *testing.T) {
	if os.Getenv("GEVEL_TEST_PROOF") == "" {
		t.Skip("runs Prometheus and Alertmanager: set GEVEL_TEST_PROOF")
	}
	h := newHouse(t)
	w := watch(t, h)

	h.work(t, 0)
	w.service.Store(&well)
	w.awaitEvaluations(t)
	if firing := w.firing(t); len(firing) > 0 {
		t.Errorf("all is well, and yet: %v", firing)
	}

	w.service.Store(&ill)
	old := filepath.Join(h.dir, "metrics", "gevel_build.prom")
	text, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	write(t, old, regexp.MustCompile(`(?m)^(gevel_build_last_success_timestamp_seconds) .*`).ReplaceAllString(string(text), "$1 1.7e9"))
	write(t, h.path("gevel.yaml"), "sources: none\n") // with which no edition can be built
	write(t, filepath.Join(h.dir, "refused", "sales.csv"), "x")
	h.work(t, 1)
	later := []string{"GevelDown", "GevelAbsent", "GevelBuildUnknown"}
	w.await(t, slices.DeleteFunc(shippedAlerts(t), func(name string) bool { return slices.Contains(later, name) }))

	w.target(t, s3test.FreeAddress(t)) // where nothing listens
	if err := os.Remove(old); err != nil {
		t.Fatal(err)
	}
	w.await(t, []string{"GevelDown", "GevelBuildUnknown"})
	w.target(t)
	w.await(t, []string{"GevelAbsent"})
}

// A page of metrics, in which N is a counter that grows with each scrape, NOW the time and OLD a day long past.
var well = `gevel_edition_published_timestamp_seconds NOW
gevel_edition_newest_sale_timestamp_seconds NOW
gevel_edition_newest_model_timestamp_seconds NOW
gevel_edition_info{edition="a"} 1
gevel_editions_refused 0
gevel_edition_value_alarms{what="above"} 0
gevel_http_requests_total{route="/v1/homevalue",status="200"} N
gevel_http_request_duration_seconds_bucket{route="/v1/homevalue",le="0.01"} N
gevel_http_request_duration_seconds_bucket{route="/v1/homevalue",le="+Inf"} N
gevel_valuations_total{class="1"} N
gevel_keys_last_read_timestamp_seconds NOW
process_open_fds 10
process_max_fds 1000
kube_cronjob_status_last_successful_time{namespace="homes",cronjob="gevel-build"} NOW
kube_job_failed{namespace="homes",job_name="gevel-build-1",condition="true"} 0
`

var ill = `gevel_edition_published_timestamp_seconds OLD
gevel_edition_newest_sale_timestamp_seconds OLD
gevel_edition_newest_model_timestamp_seconds OLD
gevel_edition_info{edition="a"} 1
gevel_edition_info{edition="b"} 1
gevel_editions_refused 1
gevel_edition_value_alarms{what="above"} 2
gevel_http_requests_total{route="/v1/homevalue",status="500"} N
gevel_http_request_duration_seconds_bucket{route="/v1/homevalue",le="1"} 0
gevel_http_request_duration_seconds_bucket{route="/v1/homevalue",le="+Inf"} N
gevel_http_requests_shed_total{what="answers"} N
gevel_http_connections_turned_away_total N
gevel_valuations_total{class="1"} 0
gevel_valuations_refused_total{reason="outside_model"} N
gevel_keys_last_read_timestamp_seconds OLD
gevel_keys_database_errors_total{what="read"} N
gevel_keys_unwritten_uses 2000
gevel_bucket_errors_total N
gevel_photos_errors_total N
gevel_valuation_log_errors_total N
gevel_log_lines_dropped_total N
gevel_tls_certificate_expiry_timestamp_seconds NOW
process_open_fds 900
process_max_fds 1000
kube_cronjob_status_last_successful_time{namespace="homes",cronjob="gevel-build"} OLD
kube_job_failed{namespace="homes",job_name="gevel-build-1",condition="true"} 1
`

var alertLine = regexp.MustCompile(`(?m)^ +- alert: (\w+)$`)

// shippedAlerts returns the names of all alerts.
func shippedAlerts(t *testing.T) (names []string) {
	t.Helper()
	for _, path := range []string{"alerts/gevel.yml", "alerts/builds.yml"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range alertLine.FindAllStringSubmatch(string(text), -1) {
			names = append(names, found[1])
		}
	}
	if len(names) < 25 {
		t.Fatalf("only %v are alerts", names)
	}
	return names
}

// watched is what an operator watches gevel with.
type watched struct {
	service                  atomic.Pointer[string] // its metrics
	targets                  string                 // the file that names services
	prometheus, alertmanager string
}

// watch starts it; the address of the service that it watches stands for the Kubernetes metrics too.
func watch(t *testing.T, h *house) *watched {
	t.Helper()
	dir := t.TempDir()
	w := &watched{targets: filepath.Join(dir, "services.json"), prometheus: s3test.FreeAddress(t), alertmanager: s3test.FreeAddress(t)}
	w.service.Store(&well)
	var scrapes atomic.Int64
	page := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(out, strings.NewReplacer("NOW", fmt.Sprint(time.Now().Unix()), "OLD", "1.6e9", "N\n", fmt.Sprintf("%d\n", 100*scrapes.Add(1))).
			Replace(*w.service.Load()))
	}))
	t.Cleanup(page.Close)
	w.target(t, strings.TrimPrefix(page.URL, "http://"))
	exporter := s3test.FreeAddress(t)
	background(t, find(t, "prometheus-node-exporter"), "--web.listen-address="+exporter, "--collector.disable-defaults", "--collector.textfile",
		"--collector.textfile.directory="+h.path("metrics"))
	write(t, filepath.Join(dir, "alertmanager.yml"), "route: {receiver: none}\nreceivers: [{name: none}]\n")
	background(t, find(t, "prometheus-alertmanager"), "--config.file="+filepath.Join(dir, "alertmanager.yml"), "--storage.path="+filepath.Join(dir, "am"),
		"--cluster.listen-address=", "--web.listen-address="+w.alertmanager)
	for _, name := range []string{"gevel.yml", "builds.yml"} {
		rules, err := os.ReadFile(filepath.Join("alerts", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), regexp.MustCompile(`(?m)^ +for: .*\n`).ReplaceAllString(string(rules), ""))
	}
	write(t, filepath.Join(dir, "prometheus.yml"), fmt.Sprintf(`global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [gevel.yml, builds.yml]
alerting: {alertmanagers: [{static_configs: [{targets: [%q]}]}]}
scrape_configs:
  - {job_name: gevel, file_sd_configs: [{files: [services.json], refresh_interval: 1s}]}
  - {job_name: node, static_configs: [{targets: [%q]}]}
`, w.alertmanager, exporter))
	background(t, find(t, "prometheus"), "--config.file="+filepath.Join(dir, "prometheus.yml"), "--storage.tsdb.path="+filepath.Join(dir, "data"),
		"--web.listen-address="+w.prometheus, "--log.level=warn")
	return w
}

// target names the services to scrape.
func (w *watched) target(t *testing.T, addresses ...string) {
	t.Helper()
	text, err := json.Marshal([]map[string][]string{{"targets": append([]string{}, addresses...)}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, w.targets+".draft", string(text))
	if err := os.Rename(w.targets+".draft", w.targets); err != nil {
		t.Fatal(err)
	}
}

// firing returns the alerts that fire by Prometheus.
func (w *watched) firing(t *testing.T) (names []string) {
	t.Helper()
	var answer struct {
		Data struct {
			Alerts []struct {
				State  string
				Labels map[string]string
			}
		}
	}
	ask(t, "http://"+w.prometheus+"/api/v1/alerts", &answer)
	for _, a := range answer.Data.Alerts {
		if a.State == "firing" {
			names = append(names, a.Labels["alertname"])
		}
	}
	return names
}

// arrived returns the alerts that Alertmanager has.
func (w *watched) arrived(t *testing.T) (names []string) {
	t.Helper()
	var answer []struct{ Labels map[string]string }
	ask(t, "http://"+w.alertmanager+"/api/v2/alerts", &answer)
	for _, a := range answer {
		names = append(names, a.Labels["alertname"])
	}
	return names
}

// await waits until alerts fire and have arrived.
func (w *watched) await(t *testing.T, want []string) {
	t.Helper()
	lacking := func(got []string) []string {
		return slices.DeleteFunc(slices.Clone(want), func(name string) bool { return slices.Contains(got, name) })
	}
	began := time.Now()
	for {
		quiet, lost := lacking(w.firing(t)), lacking(w.arrived(t))
		if len(quiet) == 0 && len(lost) == 0 {
			t.Logf("%d alerts fired and arrived within %s", len(want), time.Since(began).Round(time.Second))
			return
		}
		if time.Since(began) > patience {
			t.Fatalf("within %s these did not fire: %v, and these did not arrive: %v", patience, quiet, lost)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// awaitEvaluations waits until every rule was worked out on what is scraped now.
func (w *watched) awaitEvaluations(t *testing.T) {
	t.Helper()
	for since := time.Now().Add(5 * time.Second); ; time.Sleep(200 * time.Millisecond) { // some scrapes
		var answer struct {
			Data struct {
				Groups []struct {
					LastEvaluation time.Time
					Rules          []struct{ Health, LastError string }
				}
			}
		}
		ask(t, "http://"+w.prometheus+"/api/v1/rules", &answer)
		done := len(answer.Data.Groups) == 3
		for _, g := range answer.Data.Groups {
			done = done && g.LastEvaluation.After(since)
			for _, r := range g.Rules {
				if r.Health == "err" {
					t.Fatal(r.LastError)
				}
			}
		}
		if done {
			return
		}
		if time.Since(since) > patience {
			t.Fatalf("the rules are not evaluated: %+v", answer)
		}
	}
}

// patience is far beyond what anything here takes.
const patience = 2 * time.Minute

// ask reads JSON from an address, which may not be there yet.
func ask(t *testing.T, url string, answer any) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		got, err := http.Get(url)
		if err == nil {
			err = json.NewDecoder(got.Body).Decode(answer)
			got.Body.Close()
		}
		if err == nil {
			return
		}
		if time.Since(began) > patience {
			t.Fatalf("%s: %v", url, err)
		}
	}
}

// background runs a program until the test ends; if the test is killed, the kernel ends it.
func background(t *testing.T, args ...string) {
	t.Helper()
	var said strings.Builder
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%s says:\n%s", filepath.Base(args[0]), said.String())
		}
	})
}
