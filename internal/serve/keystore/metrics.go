package keystore

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel/internal/serve/metric"
)

// Metrics returns the metrics of the keys in memory and of the database behind them.
func (g *Gate) Metrics() []prometheus.Collector { return []prometheus.Collector{keyMetrics{g}} }

// keyMetrics are the metrics of the keys in memory and of the database behind them, of one moment.
type keyMetrics struct{ gate *Gate }

var (
	keysKnown = prometheus.NewDesc("gevel_keys_known", "Keys in memory that are not revoked.", nil, nil)
	keysRead  = prometheus.NewDesc("gevel_keys_last_read_timestamp_seconds",
		"When the keys were last read from their database.", nil, nil)
	keysLookups = prometheus.NewDesc("gevel_keys_lookups_total",
		"Requests that had to show a key, by what it was: known, unknown, missing, or unchecked as the database is away.",
		[]string{"result"}, nil)
	keysErrors = prometheus.NewDesc("gevel_keys_database_errors_total",
		"Times that the database of the keys could not be read, written, or synced to the disk.", []string{"what"}, nil)
	keysUnwritten = prometheus.NewDesc("gevel_keys_unwritten_uses",
		"Requests that were counted and are not in the database yet.", nil, nil)
	keysServers = prometheus.NewDesc("gevel_keys_servers",
		"Servers that run on the same keys, this one among them, as last read.", nil, nil)
)

// Describe says what Collect will yield.
func (keyMetrics) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{keysKnown, keysRead, keysLookups, keysErrors, keysUnwritten, keysServers} {
		ch <- d
	}
}

// Collect yields what the gate knows of itself now.
func (k keyMetrics) Collect(ch chan<- prometheus.Metric) {
	is := k.gate.Stats()
	one := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, label ...string) {
		ch <- prometheus.MustNewConstMetric(d, kind, value, label...)
	}
	one(keysKnown, prometheus.GaugeValue, float64(is.Keys))
	one(keysRead, prometheus.GaugeValue, metric.Seconds(is.LastRead))
	one(keysUnwritten, prometheus.GaugeValue, float64(is.Unwritten))
	one(keysServers, prometheus.GaugeValue, float64(is.Servers))
	one(keysLookups, prometheus.CounterValue, float64(is.Known), "known")
	one(keysLookups, prometheus.CounterValue, float64(is.Unknown), "unknown")
	one(keysLookups, prometheus.CounterValue, float64(is.Missing), "missing")
	one(keysLookups, prometheus.CounterValue, float64(is.Unchecked), "unchecked")
	one(keysErrors, prometheus.CounterValue, float64(is.ReadErrors), "read")
	one(keysErrors, prometheus.CounterValue, float64(is.WriteErrors), "write")
	one(keysErrors, prometheus.CounterValue, float64(is.SyncErrors), "sync")
}
