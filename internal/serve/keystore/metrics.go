// The metrics of a gate, and the statistics behind them.

package keystore

import (
	"time"

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

// Stats are a gate's state at a moment. Counts are since its start.
type Stats struct {
	Keys     int       // not revoked, as last read
	LastRead time.Time // of the whole database
	Servers  int64     // running on the same keys, including this one
	// Requests by the result of looking up their key.
	Known, Unknown, Missing, Unchecked int64
	// ReadErrors, WriteErrors and SyncErrors count failed attempts to read, write and sync the database.
	ReadErrors, WriteErrors, SyncErrors int64
	Unwritten                           int64 // uses that are not in the database yet
}

// Stats returns the gate's statistics.
func (g *Gate) Stats() Stats {
	return Stats{
		Keys: g.keys.Load().keys, LastRead: *g.fresh.Load(), Servers: g.ledger.gates.Load(),
		Known: g.lookups.known.Load(), Unknown: g.lookups.unknown.Load(),
		Missing: g.lookups.missing.Load(), Unchecked: g.lookups.unchecked.Load(),
		ReadErrors: g.reads.failures.Load(), WriteErrors: g.writes.failures.Load(), SyncErrors: g.syncs.failures.Load(),
		Unwritten: g.ledger.unwritten.Load(),
	}
}
