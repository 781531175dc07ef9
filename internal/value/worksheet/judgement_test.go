package worksheet

import (
	"encoding/json"
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
			if got, ok := j.Verdict(v.Sale); !ok || got != v || v.Reason == "" {
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
