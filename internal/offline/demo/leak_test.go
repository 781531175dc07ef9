package demo

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain checks that no goroutine outlives its work.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
