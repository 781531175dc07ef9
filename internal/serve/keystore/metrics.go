// The metrics of a gate.

package keystore

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel/internal/serve/metric"
)

// Metrics returns the metrics of the keys in memory and of the database behind them. Counts are since the start.
func (g *Gate) Metrics() []prometheus.Collector {
	lookup := func(result string, n *atomic.Int64) prometheus.Collector {
		return metric.Counter("gevel_keys_lookups_total",
			"Requests that had to show a key, by what it was: known, unknown, missing, or unchecked as the database is away.",
			metric.Number(n), "result", result)
	}
	failed := func(what string, h *health) prometheus.Collector {
		return metric.Counter("gevel_keys_database_errors_total",
			"Times that the database of the keys could not be read, written, or synced to the disk.",
			metric.Number(&h.failures), "what", what)
	}
	return []prometheus.Collector{
		metric.Gauge("gevel_keys_known", "Keys in memory that are not revoked.",
			func() float64 { return float64(g.keys.Load().keys) }),
		metric.Gauge("gevel_keys_last_read_timestamp_seconds", "When the keys were last read from their database.",
			func() float64 { return metric.Seconds(*g.fresh.Load()) }),
		metric.Gauge("gevel_keys_unwritten_uses", "Requests that were counted and are not in the database yet.",
			metric.Number(&g.ledger.unwritten)),
		metric.Gauge("gevel_keys_servers", "Servers that run on the same keys, this one among them, as last read.",
			metric.Number(&g.ledger.gates)),
		lookup("known", &g.lookups.known), lookup("unknown", &g.lookups.unknown),
		lookup("missing", &g.lookups.missing), lookup("unchecked", &g.lookups.unchecked),
		failed("read", &g.reads), failed("write", &g.writes), failed("sync", &g.syncs),
	}
}
