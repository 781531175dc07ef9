package batch

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/serve/upload"
)

func TestAnArrayOfHomesIsReadElementByElement(t *testing.T) {
	long := strings.Repeat("x", 2*upload.LongestLine)
	for body, want := range map[string]string{
		`[]`: "", " [ ] ": "", "\uFEFF [\n]": "", "[{\"a\":1},\n null , 7]": `1 {"a":1};2 null;3 7;`,
		`[{"a":"],[}{\""},{"b":"\\"}]`: `1 {"a":"],[}{\""};2 {"b":"\\"};`,
		`[{"a":[1,{"b":[]}]},[2,3]]`:   `1 {"a":[1,{"b":[]}]};2 [2,3];`,
		`[NaN,{"a":NaN},oops, {"a" 1},{"a":1}},,{"a":2},]`: `1 NaN;2 {"a":NaN};3 oops;4 {"a" 1};` +
			`5 {"a":1}};6 ;7 {"a":2};8 ;`,
		`[{"a":1}`:                       `row 1 of the array is cut short`,
		`[`:                              `row 1 of the array is cut short`,
		`[{"a":1},{"a"`:                  `1 {"a":1};row 2 of the array is cut short`,
		`[{"a":1},{"a":"` + long + `"}]`: `1 {"a":1};row 2 of the array is longer than 65536 bytes`,
		"[{},{\"a\":\"\xff\"}]":          `1 {};row 2 of the array is not UTF-8`,
		`[1][2]`:                         `1 1;behind the array comes "[2]"`,
		"[1] \nx":                        `1 1;behind the array comes "x"`,
		`{"a":1}`:                        `the body is no JSON array: "{\"a\":1}"`,
		" \n":                            `the body is no JSON array: ""`,
		"":                               `the body is no JSON array: ""`,
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
		if errors.Is(err, io.EOF) && got.String() != want || !strings.HasPrefix(got.String(), want) {
			t.Errorf("%.40q gives %.90q, want %.90q", body, got.String(), want)
		}
	}
}
