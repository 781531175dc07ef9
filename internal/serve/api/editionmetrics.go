package api

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// editionMetrics say which edition answers and of when it is. They are moments and not ages, which a
// query makes of them by the clock of whoever asks.
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
)

// Describe says what Collect will yield.
func (editionMetrics) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{editionInfo, editionPublished, editionNewestSale, editionNewestModel} {
		ch <- d
	}
}

// Collect yields the edition in use now.
func (e editionMetrics) Collect(ch chan<- prometheus.Metric) {
	live := e.current.Get()
	ch <- prometheus.MustNewConstMetric(editionInfo, prometheus.GaugeValue, 1, live.Edition.ID())
	moment := func(d *prometheus.Desc, at time.Time) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, seconds(at))
	}
	if !live.published.IsZero() {
		moment(editionPublished, live.published)
	}
	vintages := live.Valuer.Vintages()
	moment(editionNewestModel, vintages[len(vintages)-1].AsOf.Time())
	if live.Edition.Sales().Len() > 0 {
		moment(editionNewestSale, live.newestSale().Time())
	}
}

// seconds is a moment as Prometheus has it.
func seconds(at time.Time) float64 { return float64(at.UnixMilli()) / 1000 }
