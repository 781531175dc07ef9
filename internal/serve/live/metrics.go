package live

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel/internal/serve/metric"
)

// Metrics returns the metrics of the edition that answers, and of those that were swapped in or refused.
func (c *Current) Metrics() []prometheus.Collector {
	return []prometheus.Collector{
		editionMetrics{c},
		metric.Counter("gevel_edition_swaps_total", "Editions swapped in since the start.",
			func() float64 { return float64(c.swaps.Load()) }),
		metric.Gauge("gevel_editions_refused", "Editions newer than the one that answers which can't answer.",
			func() float64 { return float64(len(c.Refused())) }),
	}
}

// editionMetrics are which edition answers and when its parts were made. They are moments and not ages: a query works
// out ages by its own clock.
type editionMetrics struct{ current *Current }

var (
	editionInfo = prometheus.NewDesc("gevel_edition_info", "The edition that answers; always 1.",
		[]string{"edition"}, nil)
	editionPublished = prometheus.NewDesc("gevel_edition_published_timestamp_seconds",
		"When the edition that answers was published.", nil, nil)
	editionNewestSale = prometheus.NewDesc("gevel_edition_newest_sale_timestamp_seconds",
		"The last day on which a sale of the edition that answers became known.", nil, nil)
	editionNewestModel = prometheus.NewDesc("gevel_edition_newest_model_timestamp_seconds",
		"The day of the newest model of the edition that answers.", nil, nil)
	editionAlarms = prometheus.NewDesc("gevel_edition_value_alarms",
		"Alarms of values that newer sales speak against: prices above or below them, or intervals too narrow.",
		[]string{"what"}, nil)
)

// Describe says what Collect will yield.
func (editionMetrics) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{editionInfo, editionPublished, editionNewestSale, editionNewestModel, editionAlarms} {
		ch <- d
	}
}

// Collect yields the edition in use now.
func (e editionMetrics) Collect(ch chan<- prometheus.Metric) {
	live := e.current.Get()
	ch <- prometheus.MustNewConstMetric(editionInfo, prometheus.GaugeValue, 1, live.Edition.ID())
	moment := func(d *prometheus.Desc, at time.Time) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, metric.Seconds(at))
	}
	if !live.published.IsZero() {
		moment(editionPublished, live.published)
	}
	vintages := live.Valuer.Vintages()
	moment(editionNewestModel, vintages[len(vintages)-1].AsOf.Time())
	for what, alarms := range live.Watch().Counts() {
		ch <- prometheus.MustNewConstMetric(editionAlarms, prometheus.GaugeValue, float64(alarms), string(what))
	}
	if live.Edition.Sales().Len() > 0 {
		moment(editionNewestSale, live.NewestSale().Time())
	}
}
