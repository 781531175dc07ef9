package api

import "github.com/prometheus/client_golang/prometheus"

// batchMetrics are the metrics of batches.
func batchMetrics(b *batches) []prometheus.Collector {
	return []prometheus.Collector{
		gauge("gevel_batches_in_work", "Batches in work now.", func() float64 { return float64(b.inWork()) }),
		counter("gevel_batch_rows_total", "Rows of batches answered.", func() float64 { return float64(b.rows.Load()) }),
		counter("gevel_batches_shed_total", "Batches turned away because too many were in work.",
			func() float64 { return float64(b.shed.Load()) }),
	}
}
