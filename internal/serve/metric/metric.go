// Package metric makes metrics, as the subjects of the service declare them.
package metric

import (
	"net/http"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Gauge returns a metric that goes up and down.
func Gauge(name, help string, value func() float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
}

// Counter returns a metric that only goes up, with labels: a name and a value each.
func Counter(name, help string, value func() float64, labels ...string) prometheus.Collector {
	o := prometheus.CounterOpts{Name: name, Help: help, ConstLabels: prometheus.Labels{}}
	for pair := range slices.Chunk(labels, 2) {
		o.ConstLabels[pair[0]] = pair[1]
	}
	return prometheus.NewCounterFunc(o, value)
}

// Number reads a count when it is asked for.
func Number(n *atomic.Int64) func() float64 { return func() float64 { return float64(n.Load()) } }

// Seconds returns a moment as Prometheus writes it.
func Seconds(at time.Time) float64 { return float64(at.UnixMilli()) / 1000 }

// DroppedLines returns the metric of lines that a log dropped.
func DroppedLines(count func() int64) prometheus.Collector {
	return Counter("gevel_log_lines_dropped_total",
		"Log lines dropped because their reader was too slow or they could not be written.",
		func() float64 { return float64(count()) })
}

// BucketErrors returns the metric of faults of the bucket of editions.
func BucketErrors(count func() int64) prometheus.Collector {
	return Counter("gevel_bucket_errors_total", "Times that the bucket of editions, or an edition of it, could not be read.",
		func() float64 { return float64(count()) })
}

// Orphans returns the metric of photos without a home.
func Orphans(count func() float64) prometheus.Collector {
	return Gauge("gevel_photos_orphans", "Photos of homes that the edition does not have, counted when it was taken up; "+
		"gevel images list --orphans names them.", count)
}

// BuildInfo returns the metric of the version of the program.
func BuildInfo(version string) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "gevel_build_info", Help: "The program that answers; always 1.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	}, func() float64 { return 1 })
}

// Handler answers with these metrics and the process's.
func Handler(all []prometheus.Collector) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(all...)
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{DisableCompression: true})
}
