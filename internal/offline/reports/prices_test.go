package reports

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/edition/pricecheck"
)

func TestASummaryListsTwentyRegionsAndCountsTheOthers(t *testing.T) {
	for regions, want := range map[int]string{20: "region-20", 21: "1 more", 23: "3 more"} {
		var lines []pricecheck.Line
		for i := range regions {
			l := pricecheck.Line{Measure: pricecheck.Index, Region: fmt.Sprint("GM", i), Name: fmt.Sprint("region-", i+1)}
			for year := range int32(2) {
				l.Points = append(l.Points, pricecheck.Point{Year: 2020 + year, Months: 12, Part: 1, Own: 100, Published: 100})
			}
			lines = append(lines, l)
		}
		text := textOf(t, prices(lines)...)
		rows := strings.Split(strings.TrimSpace(text), "\n")
		if last := rows[len(rows)-1]; !strings.HasPrefix(last, want) {
			t.Errorf("the last line about %d regions is %q, want %q", regions, last, want)
		}
		if got := strings.Count(text, "region-"); got != 20 {
			t.Errorf("of %d regions %d are listed, want 20", regions, got)
		}
	}
}
