package worksheet

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

const whole = `{"comparables": [{"sale": "a", "pick": true, "reason": "zelfde straat"}, {"sale": "b", "pick": false, "reason": "familie"}],
	"corrections": [{"characteristic": "useSurface", "value": 93, "source": "meetrapport NEN 2580"}]}`

func TestAJudgementComesBackAsItWasWritten(t *testing.T) {
	want, err := Parse([]byte(whole))
	if err != nil || len(want.Comparables) != 2 || len(want.Corrections) != 1 {
		t.Fatalf("%+v, %v", want, err)
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Parse(text); err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("%v\n%s", err, cmp.Diff(want, got))
	}
}

func TestAVerdictSaysWhetherItPicks(t *testing.T) {
	_, err := Parse([]byte(`{"comparables": [{"sale": "a", "pick": false, "reason": "r"}, {"sale": "b", "reason": "r"}]}`))
	if err == nil || !strings.Contains(err.Error(), "comparables[1].pick is missing") {
		t.Errorf("%v", err)
	}
	if _, err := Parse([]byte(`{"verdicts": []}`)); err == nil || !strings.Contains(err.Error(), `unknown field "verdicts"`) || !strings.Contains(err.Error(), `{"comparables": [{"sale"`) {
		t.Errorf("%v", err)
	}
}

func TestEachFaultOfAJudgementIsNamed(t *testing.T) {
	verdict := func(sale, reason string) string {
		return fmt.Sprintf(`{"sale": %q, "pick": true, "reason": %q}`, sale, reason)
	}
	correction := func(name, value, source string) string {
		return fmt.Sprintf(`{"characteristic": %q, "value": %s, "source": %q}`, name, value, source)
	}
	named := func(n int, entry func(name string) string) (list []string) {
		for i := range n {
			list = append(list, entry(fmt.Sprint("n", i)))
		}
		return list
	}
	judged := func(name string) string { return verdict(name, "r") }
	corrected := func(name string) string { return correction(name, "1", "s") }
	for _, tt := range []struct {
		verdicts, corrections, want []string
	}{
		{named(2, judged), named(2, corrected), nil},
		{named(Most, judged), named(mostEntries, corrected), nil},
		{named(Most+1, judged), nil, []string{"comparables"}},
		{named(mostEntries+1, judged), nil, []string{"comparables"}},
		{nil, named(mostEntries+1, corrected), []string{"corrections"}},
		{[]string{judged("a"), judged("b"), judged("a"), judged("")}, nil, []string{"comparables[2].sale", "comparables[3].sale"}},
		{nil, []string{corrected("a"), corrected("b"), corrected("a"), corrected("")}, []string{"corrections[2].characteristic", "corrections[3].characteristic"}},
		{nil, []string{correction("a", "null", "s"), correction("b", "[1]", "s"), correction("c", "true", "s"), correction("d", `"x"`, "s")}, []string{"corrections[0].value", "corrections[1].value"}},
		{[]string{verdict("a", " ")}, []string{correction("a", "1", "")}, []string{"comparables[0].reason", "corrections[0].source"}},
		{[]string{verdict("a", "two\nlines")}, []string{correction("a", "1", "two\nlines")}, []string{"comparables[0].reason", "corrections[0].source"}},
		{[]string{verdict("a", strings.Repeat("ë", MostLetters)), verdict("b", strings.Repeat("ë", MostLetters+1))}, nil, []string{"comparables[1].reason"}},
	} {
		text := fmt.Sprintf(`{"comparables": [%s], "corrections": [%s]}`, strings.Join(tt.verdicts, ", "), strings.Join(tt.corrections, ", "))
		_, err := Parse([]byte(text))
		var got []string
		if refused := new(gevel.Error); errors.As(err, &refused) {
			for _, d := range refused.Details {
				got = append(got, d.Reason)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || (err == nil) != (tt.want == nil) {
			t.Errorf("%.200s: %v (-want +got):\n%s", text, err, diff)
		}
	}
}

func TestASecondJudgementInTheBodyIsRefused(t *testing.T) {
	if _, err := Parse([]byte(whole + whole)); err == nil || !strings.Contains(err.Error(), "more than one judgement") {
		t.Errorf("%v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		whole, "", "{}", "null", "[]", `{"comparables": null}`, `{"comparables": [{}]}`, `{"corrections": [{"value": {"a": 1}}]}`,
		`{"comparables": [{"sale": "a", "reason": "one\nline"}]}`, strings.Repeat("[", 20_000),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		j, err := Parse(text)
		if err != nil {
			if gevel.CodeOf(err) != gevel.Invalid {
				t.Fatalf("%q is refused with %v", text, err)
			}
			return
		}
		for _, v := range j.Comparables {
			if got, ok := j.Verdict(v.Sale); !ok || cmp.Diff(got, v) != "" || v.Reason == "" {
				t.Fatalf("%q has the verdict %+v", text, v)
			}
		}
		for _, c := range j.Corrections {
			if c.Source == "" || c.Value == nil {
				t.Fatalf("%q has the correction %+v", text, c)
			}
		}
	})
}
