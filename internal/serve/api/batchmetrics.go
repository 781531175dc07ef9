package api

import "github.com/prometheus/client_golang/prometheus"

// Metrics returns the metrics of batches.
func (b *Batches) Metrics() []prometheus.Collector {
	return []prometheus.Collector{
		Gauge("gevel_batches_in_work", "Batches in work now.", func() float64 { return float64(b.InWork()) }),
		Counter("gevel_batch_rows_total", "Rows of batches answered.", func() float64 { return float64(b.rows.Load()) }),
		Counter("gevel_batches_shed_total", "Batches turned away because too many were in work.",
			func() float64 { return float64(b.shed.Load()) }),
	}
}
