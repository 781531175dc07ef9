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
	} {
		var got []string
		fields, open := Fields([]byte(row), ';', nil)
		for _, f := range fields {
			got = append(got, string(f))
		}
		if !slices.Equal(got, want) || open != (row == `"open;c`) {
			t.Errorf("Fields(%s) = %q, open %v, want %q", row, got, open, want)
		}
	}
}
