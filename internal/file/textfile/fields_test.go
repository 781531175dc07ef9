package textfile

import (
	"slices"
	"testing"
)

func TestFieldsAreReadAsPeopleWriteThem(t *testing.T) {
	for row, want := range map[string][]string{
		"":              {""},
		"a;b;":          {"a", "b", ""},
		`"a;b";c`:       {"a;b", "c"},
		`"say ""so""";`: {`say "so"`, ""},
		`a"b;c`:         {`a"b`, "c"},
		`"a"b";c`:       {`a"b`, "c"},
		`"open;c`:       {`"open`, "c"},
		`="0012";c`:     {"0012", "c"},
		`"=""0012""";c`: {"0012", "c"},
		`="a;b";=1+1`:   {"a;b", "=1+1"},
	} {
		got, open := Fields(row, ';')
		if !slices.Equal(got, want) || open != (row == `"open;c`) {
			t.Errorf("Fields(%s) = %q, open %v, want %q", row, got, open, want)
		}
	}
}
