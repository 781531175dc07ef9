package parallel

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain holds that no goroutine outlives the work it was started for.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
