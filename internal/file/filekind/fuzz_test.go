package filekind

import (
	"strings"
	"testing"
)

// FuzzOfText holds that whatever a file begins with is of a kind that says what it is, or of none.
func FuzzOfText(f *testing.F) {
	for _, seed := range []string{"", "<html>", `{"a":1}`, "sale_id,sale_date\n", "version https://git-lfs.github.com/spec/v1\n", "\xff<"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, start string) {
		for _, k := range []Kind{OfText(start), OfStart([]byte(start)), OfZip([]string{start})} {
			if k != (Kind{}) && k.What == "" {
				t.Errorf("%q is of a kind without a name: %+v", start, k)
			}
		}
		if err := NoTable(start); err != nil && !strings.Contains(err.Error(), "the file looks like ") {
			t.Errorf("%q: %v", start, err)
		}
	})
}
