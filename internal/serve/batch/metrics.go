package batch

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel/internal/serve/metric"
)

// Metrics returns the metrics of batches.
func (b *Batches) Metrics() []prometheus.Collector {
	return []prometheus.Collector{
		metric.Gauge("gevel_batches_in_work", "Batches in work now.", func() float64 { return float64(b.InWork()) }),
		metric.Counter("gevel_batch_rows_total", "Rows of batches answered.", func() float64 { return float64(b.rows.Load()) }),
		metric.Counter("gevel_batches_shed_total", "Batches turned away because too many were in work.",
			func() float64 { return float64(b.shed.Load()) }),
	}
}
