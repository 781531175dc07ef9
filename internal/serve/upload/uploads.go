// Package upload takes in requests of many homes, whose bodies may last for hours. It bounds how many are open, gives
// their keys the processors in turn, counts what they use of a key, and notices a caller who went away.
package upload

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/metric"
)

const (
	// DefaultMaxBatches is how many batches of a key are answered at once unless said otherwise.
	DefaultMaxBatches = 4

	// DefaultMaxBatchBytes is how long the body of a batch is at most unless said otherwise, as sent
	// and unzipped: some ten million rows.
	DefaultMaxBatchBytes = 1 << 30
)

// Settings bound uploads, which users know as batches.
type Settings struct {
	MaxBatches    int   `env:"GEVEL_MAX_BATCHES" default:"${max_batches}" placeholder:"N" help:"Batches of homes of one key answered at once; keys have the processors in turn (${default}; env ${env})."`
	MaxBatchBytes int64 `env:"GEVEL_MAX_BATCH_BYTES" default:"${max_batch_bytes}" placeholder:"N" help:"Longest body of a batch, in bytes (${default}; env ${env})."`
}

// Validate refuses bounds that let no batch through, or more than any machine works on.
func (s *Settings) Validate() error {
	switch {
	case s.MaxBatches < 1 || s.MaxBatches > admission.MostAtOnce:
		return fmt.Errorf("--max-batches must be from 1 to %d", admission.MostAtOnce)
	case s.MaxBatchBytes < 1:
		return errors.New("--max-batch-bytes must be 1 or more")
	}
	return nil
}

// Options are what uploads depend on.
type Options struct {
	Gate       *keystore.Gate
	Processors *admission.Processors
	Most       int // uploads of all keys that may be open at once
	// Wait waits for the rate of a key; nil is by the clock of the machine.
	Wait func(context.Context, time.Duration) error
}

// Uploads are all uploads of a service. One that is open costs memory and a connection; only its work takes a processor.
type Uploads struct {
	settings Settings
	options  Options
	rows     atomic.Int64 // answered, of all uploads
	shed     atomic.Int64 // uploads turned away
	// ending ends when the service does: uploads then end with an answer that says so.
	ending context.Context
	End    context.CancelFunc

	mu   sync.Mutex
	open map[string]int // by key
	sum  int
}

// New returns Uploads.
func New(s Settings, o Options) *Uploads {
	s.MaxBatches = cmp.Or(s.MaxBatches, DefaultMaxBatches)
	s.MaxBatchBytes = cmp.Or(s.MaxBatchBytes, DefaultMaxBatchBytes)
	u := &Uploads{settings: s, options: o, open: map[string]int{}}
	u.ending, u.End = context.WithCancel(context.Background()) //nolint:gosec // with the service
	if u.options.Wait == nil {
		u.options.Wait = u.waitFor
	}
	return u
}

// Metrics returns the metrics of uploads.
func (s *Uploads) Metrics() []prometheus.Collector {
	return []prometheus.Collector{
		metric.Gauge("gevel_batches_in_work", "Batches in work now.", func() float64 { return float64(s.InWork()) }),
		metric.Counter("gevel_batch_rows_total", "Rows of batches answered.", func() float64 { return float64(s.rows.Load()) }),
		metric.Counter("gevel_batches_shed_total", "Batches turned away because too many were in work.",
			func() float64 { return float64(s.shed.Load()) }),
	}
}

// enter opens an upload of a key. Error: gevel.Unavailable.
func (s *Uploads) enter(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sum >= max(1, s.options.Most) || s.open[key] >= s.settings.MaxBatches {
		s.shed.Add(1)
		return gevel.Failure(gevel.Unavailable, "try again later", "too many batches are in work")
	}
	s.sum++
	s.open[key]++
	return nil
}

func (s *Uploads) leave(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum--
	if s.open[key]--; s.open[key] == 0 {
		delete(s.open, key)
	}
}

// InWork returns how many uploads are answered now.
func (s *Uploads) InWork() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sum
}

// countRow counts a row that is answered.
func (s *Uploads) countRow() {
	s.rows.Add(1)
	s.options.Processors.Count()
}

var errEnding = &gevel.Error{
	Code: gevel.Unavailable, Message: "the service is shutting down", Hint: "send the rest again",
}

// waitFor waits for the rate of a key.
func (s *Uploads) waitFor(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-s.ending.Done():
		return errEnding
	case <-ctx.Done():
		return ctx.Err()
	}
}
