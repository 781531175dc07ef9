package bulk

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// Summary says how many homes of a file were valued, and why the others were not.
type Summary struct {
	File     string
	Rows     int
	Columns  []string      // those that are known under a Dutch name, such as postcode as postal_code
	Refused  gevel.Rejects // by reason
	Edition  string        // its id
	Date     gevel.Date    // the valuation date
	OwnDates bool          // of rows without one of their own, in a file where some may have one
}

// Write writes the summary as text, of work that took so long.
func (s *Summary) Write(w io.Writer, took time.Duration) {
	refused := s.Refused.Total()
	fmt.Fprintf(w, "%d homes in %s: %d valued, %d not; %s, %.0f homes a second\n",
		s.Rows, s.File, s.Rows-refused, refused,
		took.Round(100*time.Millisecond), float64(s.Rows)/max(took.Seconds(), 1e-3))
	for _, r := range s.Refused.List() {
		fmt.Fprintf(w, "  %7d  %s (%s)\n", r.Count, r.Reason, r.Samples[0])
	}
	if len(s.Columns) > 0 {
		fmt.Fprintf(w, "columns read: %s\n", strings.Join(s.Columns, ", "))
	}
	fmt.Fprintf(w, "edition %s, valuation date %s", s.Edition, s.Date)
	if s.OwnDates {
		fmt.Fprint(w, " where a row has none")
	}
	fmt.Fprintln(w)
}
