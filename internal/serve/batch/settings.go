package batch

import (
	"errors"
	"fmt"

	"github.com/gevel/gevel/internal/serve/admission"
)

const (
	// DefaultMaxBatches is how many batches of a key are answered at once unless said otherwise.
	DefaultMaxBatches = 4

	// DefaultMaxBatchBytes is how long the body of a batch is at most unless said otherwise, as sent
	// and unzipped: some ten million rows.
	DefaultMaxBatchBytes = 1 << 30
)

// Settings bound batches.
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
