// The file of gevel build --metrics, for the textfile collector of Prometheus' node_exporter.

package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/serve/metric"
)

// metricsEnding is what the collector reads; it passes over files of another ending, and drafts.
const metricsEnding = ".prom"

// buildMetrics is the file of one build; nil writes nothing.
type buildMetrics struct {
	file        *atomicfile.File
	began       time.Time
	lastSuccess float64 // seconds, of the build before
}

// buildRun is a build that is over.
type buildRun struct {
	summary     *build.Summary // nil after a failure
	took        time.Duration
	ended       float64 // seconds
	lastSuccess float64
}

// openBuildMetrics begins the file at path, "" for none. The collector runs as another user, so all can read it.
func openBuildMetrics(path string, began time.Time) (*buildMetrics, error) {
	if path == "" {
		return nil, nil
	}
	if filepath.Ext(path) != metricsEnding {
		return nil, gevel.Refusal("node_exporter reads only files that do",
			"--metrics %s does not end in %s", path, metricsEnding)
	}
	const readable = 0o644
	file, err := atomicfile.Create(path, readable)
	if err != nil {
		return nil, err
	}
	return &buildMetrics{file, began, lastSuccessIn(path)}, nil
}

// lastSuccessIn returns when a build last succeeded by the file of the build before it, 0 where that does not say.
func lastSuccessIn(path string) float64 {
	const most = 1 << 20
	text, _ := regular.Read(path, most) // the first build finds none
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, _ := parser.TextToMetricFamilies(bytes.NewReader(text)) // of a damaged file, as far as it can be read
	for _, m := range families[lastSuccessName].GetMetric() {
		return m.GetGauge().GetValue()
	}
	return 0
}

// write replaces the file with the metrics of a build that has ended; summary is nil after a failure.
func (m *buildMetrics) write(summary *build.Summary, ended time.Time) (err error) {
	if m == nil {
		return nil
	}
	defer func() { err = errors.Join(err, m.file.Discard()) }()
	run := buildRun{summary, ended.Sub(m.began), metric.Seconds(ended), m.lastSuccess}
	if summary != nil {
		run.lastSuccess = run.ended
	}
	registry := prometheus.NewRegistry()
	for _, g := range buildGauges {
		if g.needsSummary && summary == nil {
			continue
		}
		var labels []string
		if g.label != "" {
			labels = []string{g.label}
		}
		gauge := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: g.name, Help: g.help}, labels)
		registry.MustRegister(gauge)
		g.set(run, func(value float64, label ...string) { gauge.WithLabelValues(label...).Set(value) })
	}
	families, err := registry.Gather()
	if err != nil {
		return err
	}
	for _, family := range families {
		if _, err := expfmt.MetricFamilyToText(m.file, family); err != nil {
			return err
		}
	}
	return m.file.Replace()
}

const lastSuccessName = "gevel_build_last_success_timestamp_seconds"

// buildGauges are the metrics of a build. docs/reference/summary.md lists them.
var buildGauges = []struct {
	name, label, help string
	needsSummary      bool // absent after a failure
	set               func(run buildRun, set setter)
}{
	{
		"gevel_build_success", "", "Whether the last build succeeded: 1, or 0 after a failure or an interruption.", false,
		func(run buildRun, set setter) {
			success := 0.0
			if run.summary != nil {
				success = 1
			}
			set(success)
		},
	},
	{
		"gevel_build_end_timestamp_seconds", "", "When the last build ended.", false,
		func(run buildRun, set setter) { set(run.ended) },
	},
	{
		lastSuccessName, "", "When a build last succeeded, also one that found nothing new; 0 if none is known.", false,
		func(run buildRun, set setter) { set(run.lastSuccess) },
	},
	{
		"gevel_build_duration_seconds", "", "How long the last build took.", false,
		func(run buildRun, set setter) { set(run.took.Seconds()) },
	},
	{
		"gevel_build_edition_info", "edition", "The edition that was built, or was there already; always 1.", true,
		func(run buildRun, set setter) { set(1, run.summary.Manifest.ID) },
	},
	{
		"gevel_build_rows", "table", "Rows of each table of the edition.", true,
		func(run buildRun, set setter) {
			for table, rows := range run.summary.Manifest.Rows {
				set(float64(rows), table)
			}
		},
	},
	{
		"gevel_build_read_rows", "source", "Rows read of each source.", true,
		func(run buildRun, set setter) {
			for source, n := range run.summary.Counts {
				set(float64(n.Read), source)
			}
		},
	},
	{
		"gevel_build_rejected_rows", "source", "Rows of each source that were rejected.", true,
		func(run buildRun, set setter) {
			for source, n := range run.summary.Counts {
				set(float64(n.Rejected), source)
			}
		},
	},
	{
		"gevel_build_source_timestamp_seconds", "source", "The day of the newest data of each source.", true,
		func(run buildRun, set setter) {
			for source, day := range run.summary.Manifest.AsOf {
				if day != gevel.NoDate {
					set(metric.Seconds(day.Time()), source)
				}
			}
		},
	},
	{
		"gevel_build_warnings", "", "Warnings of the summary.", true,
		func(run buildRun, set setter) { set(float64(len(run.summary.Warnings))) },
	},
	{
		"gevel_build_value_alarms", "what", "Alarms of values that newer sales speak against: prices above or below them, " +
			"or intervals too narrow.", true,
		func(run buildRun, set setter) {
			for what, alarms := range run.summary.Watch.Counts() {
				set(float64(alarms), string(what))
			}
		},
	},
}

// setter sets a gauge, or the one of a label.
type setter func(value float64, label ...string)
