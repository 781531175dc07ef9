package api

import "github.com/prometheus/client_golang/prometheus"

// loadMetrics are the metrics of how busy the service is and of what it turned away, and of
// the editions that it swapped in or could not.
func loadMetrics(s *Service) []prometheus.Collector {
	shed := func(what string, a *admission) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "gevel_http_requests_shed_total", Help: "Requests turned away because too many were in work.",
			ConstLabels: prometheus.Labels{"what": what},
		}, func() float64 { return float64(a.shed.Load()) })
	}
	all := []prometheus.Collector{
		gauge("gevel_http_requests_in_flight", "Requests in work now.",
			func() float64 { return float64(s.answers.inWork() + s.photoPlaces.inWork() + s.downloads.inWork()) }),
		gauge("gevel_http_requests_waiting", "Requests that wait for their turn now.",
			func() float64 { return float64(s.answers.waiting() + s.photoPlaces.waiting()) }),
		shed("answers", s.answers), shed("photos", s.photoPlaces), shed("downloads", s.downloads),
		gauge("gevel_http_connections", "Connections open now.", func() float64 {
			open, _ := s.connections.counts()
			return float64(open)
		}),
		counter("gevel_http_connections_turned_away_total", "Connections closed because too many were open.",
			func() float64 {
				_, turnedAway := s.connections.counts()
				return float64(turnedAway)
			}),
		counter("gevel_log_lines_dropped_total", "Log lines that nobody read in time, or that could not be written.",
			func() float64 { return float64(s.droppedLines()) }),
		counter("gevel_edition_swaps_total", "Editions swapped in since the start.",
			func() float64 { return float64(s.current.swaps.Load()) }),
		gauge("gevel_editions_refused", "Editions newer than the one that answers which can't answer.",
			func() float64 { return float64(len(s.current.Refused())) }),
	}
	if s.bucketErrors != nil {
		all = append(all, counter("gevel_bucket_errors_total", "Times that the bucket of editions, or an edition of it, could not be read.",
			func() float64 { return float64(s.bucketErrors()) }))
	}
	if s.certificate != nil {
		all = append(all, gauge("gevel_tls_certificate_expiry_timestamp_seconds", "When the certificate in use ends.",
			func() float64 { return seconds(s.certificate.Expires()) }))
	}
	return all
}

func gauge(name, help string, value func() float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
}

func counter(name, help string, value func() float64) prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, value)
}
