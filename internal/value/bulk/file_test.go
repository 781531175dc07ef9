package bulk

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// readRows returns all rows of a file of homes with this content.
func readRows(t *testing.T, content string) []Row {
	t.Helper()
	f, err := newHomes(content)
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	for {
		r, err := f.next()
		if errors.Is(err, io.EOF) {
			return rows
		}
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
}

func TestAMalformedRowCostsNoOther(t *testing.T) {
	unclosed := `2,"never closed,x` + "\n" + strings.Repeat("3,whole,x\n", longestRow+1)
	for _, tt := range []struct {
		name, rows string
		want       []string // fields joined by |, with ! before a row at fault
	}{
		{"whole", "1,b,c\n2,b,c\n", []string{"1|b|c", "2|b|c"}},
		{"blank lines are none", "1,b,c\n\n \n2,b,c", []string{"1|b|c", "2|b|c"}},
		{"too few fields", "1,b\n2,b,c\n", []string{"!1|b|", "2|b|c"}},
		{"too many fields", "1,b,c,d,e\n2,b,c\n", []string{"!1|b|c,d,e", "2|b|c"}},
		{"over two lines", "1,\"b\nB\",c\n2,b,c\n", []string{"1|b\nB|c", "2|b|c"}},
		{"quotes within", "1,say \"b\",c\n", []string{`1|say "b"|c`}},
		{"never closed at the end", "1,\"b,c\n2,b,c\n", []string{"!1|b,c|", "2|b|c"}},
		{
			"never closed", unclosed,
			append([]string{"!2|never closed,x|"}, slices.Repeat([]string{"3|whole|x"}, longestRow+1)...),
		},
		{"text after a closing quote", "1,\"b\"b,c\n2,b,c\n", []string{`!1|b"b,c|`, "2|b|c"}},
	} {
		var got []string
		for _, r := range readRows(t, "bag_id,b,c\n"+tt.rows) {
			text := strings.Join(r.Fields, "|")
			if r.Fault != "" {
				text = "!" + text
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: rows differ (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAFaultNamesItsLine(t *testing.T) {
	rows := readRows(t, "bag_id,b\n\"1\n1\",b\n2\n")
	if got, want := rows[1].Fault, "line 4 has 1 fields under 2 columns"; got != want {
		t.Errorf("the fault is %q, want %q", got, want)
	}
}

func TestWholeRowsAreReadAsCSVReadersDo(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		field := rapid.StringMatching("[a-z\",; \n]{0,8}")
		records := rapid.SliceOfN(rapid.SliceOfN(field, 2, 2), 0, 10).Draw(rt, "records")
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		_ = w.Write([]string{"bag_id", "note"})
		for i, r := range records {
			r[0] = fmt.Sprintf("%d%s", i, r[0]) // no line is blank
			_ = w.Write(r)
		}
		w.Flush()
		var got [][]string
		for _, r := range readRows(t, b.String()) {
			got = append(got, r.Fields)
		}
		if !slices.EqualFunc(records, got, slices.Equal) {
			rt.Fatalf("rows differ (-want +got):\n%s", cmp.Diff(records, got))
		}
	})
}

func FuzzHomesFile(f *testing.F) {
	f.Add("bag_id,note\n1,a\n")
	f.Add("bag_id;note\n\"1;a\n2;\"b\"\"\n")
	f.Add("\uFEFFpostal_code,house_number\r\n1234AB,1\r\n")
	f.Add("\x1f\x8bbag_id\n")
	f.Fuzz(func(t *testing.T, content string) {
		homes, err := newHomes(content)
		if err != nil {
			return
		}
		line := 1
		for r, err := homes.next(); err == nil; r, err = homes.next() {
			if len(r.Fields) != len(homes.header) {
				t.Fatalf("line %d has %d fields under %d columns", r.Line, len(r.Fields), len(homes.header))
			}
			if r.Line <= line && line > 1 {
				t.Fatalf("line %d comes after line %d", r.Line, line)
			}
			line = r.Line
		}
	})
}
