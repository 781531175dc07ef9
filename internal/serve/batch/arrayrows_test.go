package batch

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/serve/upload"
)

func TestAnArrayOfHomesIsReadAsLinesAre(t *testing.T) {
	long := strings.Repeat("x", 2*upload.LongestLine)
	for body, want := range map[string]string{
		`[]`: "", " [ ] ": "", `{"a":1}`: `1 {"a":1};`, "{\"a\":1}\n\n{\"a\":2}": `1 {"a":1};3 {"a":2};`,
		"[{\"a\":1},\n null , 7]":        `1 {"a":1};2 null;3 7;`,
		`[{"a":1}`:                       `1 {"a":1};home 1 of the array: it is cut short`,
		`[{"a":1},{"a"`:                  `1 {"a":1};home 2 of the array: it is cut short`,
		`[{"a":1},oops]`:                 `1 {"a":1};home 2 of the array: invalid character`,
		`[{"a":1},{"a":"` + long + `"}]`: `1 {"a":1};a home of the array is longer than 65536 bytes`,
		"[{\"a\":\"\xff\"}]":             `line 1 is not UTF-8`,
		`[` + strings.Repeat(`{"a":1},`, 9999) + `null]`: strings.Repeat("*", 9999) + "10000 null;",
	} {
		var a arrayRows
		var got strings.Builder
		err := a.open(strings.NewReader(body))
		for err == nil {
			var row bodyRow
			if row, err = a.next(); err == nil && strings.HasPrefix(want, "*") && row.line < 10000 {
				got.WriteByte('*')
			} else if err == nil {
				got.WriteString(strings.Join([]string{strconv.Itoa(row.line), string(row.json)}, " ") + ";")
			}
		}
		if !errors.Is(err, io.EOF) {
			got.WriteString(err.Error())
		}
		if !strings.HasPrefix(got.String(), want) || want == "" && got.Len() > 0 {
			t.Errorf("%.40q gives %.90q, want %.90q", body, got.String(), want)
		}
	}
}
