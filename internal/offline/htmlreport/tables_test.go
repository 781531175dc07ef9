package htmlreport

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

func TestATableOfMoreThanTwentySegmentsIsFolded(t *testing.T) {
	for segments, want := range map[int]bool{20: false, 21: true} {
		r := &ratio.Measures{}
		for i := range segments {
			r.Segments = append(r.Segments, ratio.SegmentSummary{Dimension: "area", Name: fmt.Sprint(i)})
		}
		got := dimensions(r)
		if len(got) != 1 || got[0].Folded != want || len(got[0].Segments) != segments {
			t.Errorf("%d segments: folded is %v of %d rows, want %v", segments, got[0].Folded, len(got[0].Segments), want)
		}
	}
}

func TestATableOfMoreThanSixReasonsIsFolded(t *testing.T) {
	for reasons, want := range map[int]bool{6: false, 7: true} {
		source := datasheet.Source{Name: "sales", Read: 100}
		for i := range reasons {
			source.Rejects = append(source.Rejects, gevel.Reject{Reason: fmt.Sprint("reason ", i), Count: 2, Samples: []string{"row 1"}})
		}
		got := rejectTables(&datasheet.Sheet{Sources: []datasheet.Source{source}})
		if len(got) != 1 || got[0].Folded != want || len(got[0].Rows) != reasons {
			t.Fatalf("%d reasons are %+v, folded should be %v", reasons, got, want)
		}
		if total := fmt.Sprintf("%d of 100 rows read", 2*reasons); got[0].Total != total || !got[0].Rows[0].More {
			t.Errorf("the table says %q, want %q, with more than its samples", got[0].Total, total)
		}
	}
}

// The style sheet colours each class that a part can have, and the colours begin again after the last.
func TestEachPartHasAColourOfTheStyleSheet(t *testing.T) {
	classes := partClasses(9)
	for _, class := range classes {
		if !strings.Contains(reportStyle, "svg ."+class+" {") {
			t.Errorf("the style sheet has no colour for %s", class)
		}
	}
	want := []string{"part1", "part2", "part3", "part4", "part5", "part6", "part7", "part1", "part2", "part0"}
	if !slices.Equal(classes, want) {
		t.Errorf("the classes are %q, want %q", classes, want)
	}
}
