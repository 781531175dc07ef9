package build

import "testing"

// What a source loses after its only file was read is the file's; of several files it stands for all.
func TestALossAfterReadingIsOfTheOnlyFile(t *testing.T) {
	var one, two Tally
	one.Add("a.csv", Count{Read: 3, Used: 3})
	one.Add("", Count{Used: -1, Rejected: 1})
	if len(one.counts) != 1 || one.counts[0].Used != 2 || len(one.files) != 1 || one.files[0].Rejected != 1 {
		t.Errorf("of one file: %+v, %+v", one.counts, one.files)
	}
	two.Add("a.csv", Count{Read: 3, Used: 3})
	two.Add("b.csv", Count{Read: 3, Used: 3})
	two.Add("", Count{Used: -1, Rejected: 1})
	if len(two.counts) != 2 || len(two.files) != 3 || two.Used != 5 {
		t.Errorf("of two files: %+v, %+v", two.counts, two.files)
	}
}
