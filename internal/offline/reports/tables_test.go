package reports

import (
	"fmt"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

func TestATableOfMoreThanTwentySegmentsIsFolded(t *testing.T) {
	for segments, want := range map[int]bool{20: false, 21: true} {
		r := &ratio.Measures{}
		for i := range segments {
			r.Segments = append(r.Segments, ratio.SegmentSummary{Dimension: "area", Name: fmt.Sprint(i)})
		}
		got := parts("By part", r).Blocks[0].(document.Table)
		if folded := got.Fold == document.Folded; folded != want || len(got.Rows) != segments {
			t.Errorf("%d segments: folded is %v of %d rows, want %v", segments, folded, len(got.Rows), want)
		}
	}
}

func TestATableOfMoreThanSixReasonsIsFolded(t *testing.T) {
	for reasons, want := range map[int]bool{6: false, 7: true} {
		source := datasheet.Source{Name: "sales", Read: 100}
		for i := range reasons {
			source.Rejects = append(source.Rejects, gevel.Reject{Reason: fmt.Sprint("reason ", i), Count: 2, Samples: []string{"row 1"}})
		}
		got := rejectsSection(&datasheet.DataSheet{Sources: []datasheet.Source{source}}).Blocks[0].(document.Table)
		if folded := got.Fold == document.Folded; folded != want || len(got.Rows) != reasons {
			t.Fatalf("%d reasons are %+v, folded should be %v", reasons, got, want)
		}
		if note := fmt.Sprintf("%d of 100 rows read, %d reasons", 2*reasons, reasons); got.Note != note || got.Rows[0][3].Text != "row 1\n…" {
			t.Errorf("the table says %q, want %q, with more than its samples: %q", got.Note, note, got.Rows[0][3].Text)
		}
	}
}
