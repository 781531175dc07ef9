package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/metric"
	"github.com/gevel/gevel/internal/serve/server"
	"github.com/gevel/gevel/internal/testing/certtest"
)

// scraped is what /metrics says: values by name with labels.
type scraped map[string]float64

// sum adds up the values of a metric.
func (s scraped) sum(name string) (sum float64) {
	for sample, value := range s {
		if before, _, _ := strings.Cut(sample, "{"); before == name {
			sum += value
		}
	}
	return sum
}

func (s *site) scrapeText(t testing.TB) string {
	t.Helper()
	got := s.ask(t, request{target: "/metrics", key: noKey})
	if got.StatusCode != http.StatusOK {
		t.Fatalf("metrics: status %d", got.StatusCode)
	}
	return got.text
}

func (s *site) scrape(t testing.TB) scraped {
	t.Helper()
	all := scraped{}
	for line := range strings.Lines(s.scrapeText(t)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		at := strings.LastIndexByte(strings.TrimSpace(line), ' ')
		value, err := strconv.ParseFloat(strings.TrimSpace(line[at:]), 64)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all[line[:at]] = value
	}
	return all
}

// openFull returns a site that has all metrics that there are, over an edition in a folder.
func openFull(t *testing.T) *site {
	t.Helper()
	folder := smallFolder(t, t.TempDir(), io.Discard)
	files := certtest.New(t)
	files.Write(t, 1)
	certificate, err := server.LoadCertificate(files.Cert, files.Key)
	if err != nil {
		t.Fatal(err)
	}
	return openSite(t, func(c *setup) {
		c.Current = folder.Current()
		three := func() int64 { return 3 }
		c.Metrics = []prometheus.Collector{metric.DroppedLines(three), metric.BucketErrors(three), metric.Orphans(func() float64 { return 3 })}
		c.certificate = certificate
	})
}

func TestMetricsAreNamedAndExplainedAsPrometheusWants(t *testing.T) {
	problems, err := promlint.New(strings.NewReader(openFull(t).scrapeText(t))).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

// names are the metrics of gevel: as they are declared, and as samples and so queries name them.
func names(scrape string) (declared, queried []string) {
	for line := range strings.Lines(scrape) {
		if rest, ok := strings.CutPrefix(line, "# HELP gevel_"); ok {
			name, _, _ := strings.Cut(rest, " ")
			declared = append(declared, "gevel_"+name)
		} else if !strings.HasPrefix(line, "#") {
			queried = append(queried, strings.FieldsFunc(line, func(c rune) bool { return c == '{' || c == ' ' })[0])
		}
	}
	return declared, queried
}

// TestMetricsCountWhatHappened asks, and looks at what was counted.
func TestMetricsCountWhatHappened(t *testing.T) {
	s := openSite(t)
	home := "/v1/homevalue?" + at(s.caseAt(t, demo.CaseOrdinary))
	class := s.ask(t, request{target: strings.Replace(home, "homevalue", "homevalue/value",
		1) + described3}).data()["confidenceClass"]
	s.ask(t, request{target: home})
	s.ask(t, request{target: "/v1/homevalue?postalCode=9999ZZ&houseNumber=99999"})
	s.ask(t, request{target: home, key: noKey})
	s.ask(t, request{target: home, key: noKey, header: http.Header{"Authorization": {"Bearer never-made"}}})
	s.ask(t, request{target: "/what/is/this", key: noKey})
	got := s.scrape(t)
	for sample, want := range map[string]float64{
		`gevel_http_requests_total{route="/v1/homevalue",status="200"}`:    1,
		`gevel_http_requests_total{route="/v1/homevalue",status="404"}`:    1,
		`gevel_http_requests_total{route="/v1/homevalue",status="401"}`:    2,
		`gevel_http_requests_total{route="other",status="404"}`:            1,
		`gevel_http_request_duration_seconds_count{route="/v1/homevalue"}`: 4,
		`gevel_valuations_refused_total{reason="address_not_found"}`:       1,
		`gevel_keys_lookups_total{result="known"}`:                         3,
		`gevel_keys_lookups_total{result="missing"}`:                       1,
		`gevel_keys_lookups_total{result="unknown"}`:                       1,
		`gevel_keys_known`:                                                   8,
		`gevel_keys_servers`:                                                 1,
		`gevel_edition_value_alarms{what="above"}`:                           0,
		`gevel_keys_last_read_timestamp_seconds`:                             float64(clock.Unix()),
		`gevel_keys_database_errors_total{what="read"}`:                      0,
		fmt.Sprintf(`gevel_edition_info{edition="%s"}`, s.live.Edition.ID()): 1,
	} {
		if value, ok := got[sample]; !ok || value != want {
			t.Errorf("%s is %v (there: %v), want %v", sample, value, ok, want)
		}
	}
	if n := got.sum("gevel_valuations_total"); n != 2 || got[fmt.Sprintf(`gevel_valuations_total{class="%v"}`, class)] == 0 {
		t.Errorf("%v valuations, want 2, one of class %v", n, class)
	}
	if sale := got["gevel_edition_newest_sale_timestamp_seconds"]; sale >= float64(clock.Unix()) ||
		sale < float64(clock.AddDate(-1, 0, 0).Unix()) {
		t.Errorf("the newest sale is of %v", sale)
	}
	if published := got["gevel_edition_published_timestamp_seconds"]; published == 0 {
		t.Error("the edition was never published")
	}
}

func TestAValuationThatIsNotRecordedAndPhotosThatAreNotReadAreCounted(t *testing.T) {
	s := openSite(t, func(c *setup) {
		c.Valuations = full{}
		c.Images = func(http.ResponseWriter, *http.Request) error { return os.ErrPermission }
	})
	s.ask(t, request{target: "/v1/homevalue?" + at(s.caseAt(t, demo.CaseOrdinary))})
	s.ask(t, request{target: "/images/x", key: noKey})
	got := s.scrape(t)
	for _, name := range []string{"gevel_valuation_log_errors_total", "gevel_photos_errors_total"} {
		if got[name] != 1 {
			t.Errorf("%s is %v, want 1", name, got[name])
		}
	}
	if n := got.sum("gevel_valuations_total") + got.sum("gevel_valuations_refused_total"); n != 0 {
		t.Errorf("%v valuations are counted, none was given", n)
	}
}

// rules is a file of Prometheus' rules.
type rules struct {
	Groups []struct {
		Name  string
		Rules []rule
	}
}

type rule struct {
	Alert, Expr         string
	Labels, Annotations map[string]string
}

const (
	alertsFile    = "../../../deploy/alerts/gevel.yml"
	dashboardFile = "../../../deploy/grafana/gevel.json"
)

func readAlerts(t *testing.T) (all []rule) {
	t.Helper()
	text, err := os.ReadFile(alertsFile)
	if err != nil {
		t.Fatal(err)
	}
	var file rules
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, g := range file.Groups {
		all = append(all, g.Rules...)
	}
	return all
}

type panel struct {
	Title, Type string
	Description string
	Datasource  struct{ UID string }
	Targets     []struct{ Expr string }
	Panels      []panel
	GridPos     struct{ X, Y, W, H int }
}

func readDashboard(t *testing.T) []panel {
	t.Helper()
	text, err := os.ReadFile(dashboardFile)
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		UID    string
		Title  string
		Panels []panel
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	return board.Panels
}

// TestAlertsAndDashboardAskForWhatThereIs looks for each metric that they name in a scrape.
func TestAlertsAndDashboardAskForWhatThereIs(t *testing.T) {
	_, there := names(openFull(t).scrapeText(t))
	look := func(where, expr string) {
		asked := regexp.MustCompile(`\b(gevel|process|go)_[a-z0-9_]+`).FindAllString(expr, -1)
		if len(asked) == 0 && !strings.Contains(expr, "up{") {
			t.Errorf("%s asks for nothing of gevel: %s", where, expr)
		}
		for _, name := range asked {
			if !slices.Contains(there, name) {
				t.Errorf("%s asks for %s, which there is not", where, name)
			}
		}
	}
	alerts := readAlerts(t)
	if len(alerts) < 10 {
		t.Fatalf("only %d alerts", len(alerts))
	}
	for _, r := range alerts {
		look("alert "+r.Alert, r.Expr)
		if r.Annotations["summary"] == "" || r.Annotations["description"] == "" || r.Labels["severity"] == "" {
			t.Errorf("alert %s says not how grave it is, what is the matter and what to do", r.Alert)
		}
	}
	panels := readDashboard(t)
	if len(panels) < 10 {
		t.Fatalf("only %d panels", len(panels))
	}
	for _, p := range panels {
		for _, target := range p.Targets {
			look("panel "+p.Title, target.Expr)
		}
	}
}

// TestPrometheusReadsAlertsAndDashboard has promtool read the rules, and each query of the dashboard as a
// rule of its own. Debian's package prometheus has it.
func TestPrometheusReadsAlertsAndDashboard(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("there is no promtool")
	}
	file := filepath.Join(t.TempDir(), "dashboard.yml")
	var text strings.Builder
	text.WriteString("groups:\n- name: dashboard\n  rules:\n")
	n := 0
	for _, p := range readDashboard(t) {
		for _, target := range p.Targets {
			expr := strings.NewReplacer("$__rate_interval", "5m", "$__range", "1h", "$instance", ".*", "$job",
				"gevel").Replace(target.Expr)
			fmt.Fprintf(&text, "  - record: panel:%d\n    expr: %q\n", n, expr)
			n++
		}
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", "rules", alertsFile, file}, {"test", "rules", "../../../deploy/alerts/gevel_test.yaml"},
	} {
		if out, err := exec.Command(promtool, args...).CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}
