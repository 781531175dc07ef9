package source

import (
	"testing"

	"github.com/gevel/gevel"
)

// What a source loses after its only file was read is the file's; of several files it stands for all.
func TestALossAfterReadingIsOfTheOnlyFile(t *testing.T) {
	var one, two Tally
	one.Add("a.csv", gevel.RowCount{Read: 3, Used: 3})
	one.Add("", gevel.RowCount{Used: -1, Rejected: 1})
	if len(one.Files) != 1 || one.Files[0].Used != 2 || one.Files[0].Rejected != 1 {
		t.Errorf("of one file: %+v", one.Files)
	}
	two.Add("a.csv", gevel.RowCount{Read: 3, Used: 3})
	two.Add("b.csv", gevel.RowCount{Read: 3, Used: 3})
	two.Add("", gevel.RowCount{Used: -1, Rejected: 1})
	if len(two.Files) != 3 || two.Files[2].File != "" || two.Used != 5 {
		t.Errorf("of two files: %+v", two.Files)
	}
}
