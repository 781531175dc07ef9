package vintage

import "math"

// Drift is how fast the market moves away from a forecast that no index follows, in log
// euros for each month without an index.
type Drift float64

// ForecastMonths is how many months an index is forecast behind the month in which it was
// known: growth dies out there, and beyond it the last level is carried on, with the season
// of its month.
const ForecastMonths = 24

// After returns the drift in so many months without an index. It ends where the index's own
// forecast does.
func (d Drift) After(stale float64) float64 { return float64(d) * math.Min(stale, ForecastMonths) }
