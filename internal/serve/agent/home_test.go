package agent

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
	why "github.com/gevel/gevel/internal/value/explain"
)

// answers returns a service that has one answer, and notes what it is asked.
func answers(t *testing.T, status int, body any, asked *[]string) *caller {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return &caller{ctx: t.Context(), authorization: "Bearer key", ask: func(_ context.Context, authorization, target string) (int, []byte, error) {
		*asked = append(*asked, authorization+" "+target)
		return status, text, nil
	}}
}

// explainedAnswer is an answer of the service about a home whose newest known sale is old.
func explainedAnswer() map[string]any {
	e := why.Explanation{
		Valuation: gevel.Valuation{Value: gevel.Value{
			Weighted: 412_000, Interval: gevel.Interval{Low: 371_000, High: 458_000}, Date: gevel.NewDate(2025, 3, 14),
			SalesUntil: gevel.NewDate(2024, 3, 1), Edition: "575b9ee2b08ba775", Model: "2024-01-01",
		}},
		Steps: []why.Step{
			{Part: why.Typical, Euros: 400_000, Total: 400_000},
			{Part: why.Having, Name: "rooms", Has: "20", Typical: "4", Unobserved: true, Total: 400_000},
		},
		References: make([]why.Comparable, 1),
	}
	return map[string]any{
		"data": present.NewWhy(e, gevel.Characteristics{}, words.English), "meta": present.Meta(e.Valuation),
	}
}

func TestAToolAsksWithTheKeyOfItsCallerAndShowsTheSentencesOfTheService(t *testing.T) {
	var asked []string
	c := answers(t, 200, explainedAnswer(), &asked)
	rooms := 20
	in := homeInput{address{PostalCode: "1234AB", HouseNumber: 12}, changes{NumberOfRooms: &rooms}}
	for tool, want := range map[string][]string{
		"value":   {"Value on 2025-03-14: € 412,000; 80 % interval € 371,000 to € 458,000.", "- a home without an address: unknown surface, sold for", "WARNING: The newest known sale is 12 months old"},
		"explain": {"- typical home: +400000", "Note: No known sale records this characteristic, so it does not count: rooms.", "Source: gevel, edition 575b9ee2b08ba775, model of 2024-01-01, sales known until 2024-03-01."},
	} {
		text, _, err := map[string]func(*caller, homeInput) (string, valued, error){
			"value": func(c *caller, in homeInput) (string, valued, error) {
				t, out, err := value(c, in)
				return t, out.valued, err
			},
			"explain": func(c *caller, in homeInput) (string, valued, error) {
				t, out, err := explain(c, in)
				return t, out.valued, err
			},
		}[tool](c, in)
		for _, w := range want {
			if err != nil || !strings.Contains(text, w) {
				t.Errorf("%s says (%v)\n%s\nwant %q", tool, err, text, w)
			}
		}
		if strings.Contains(text, "rooms (20") {
			t.Errorf("%s lists a step that changes nothing:\n%s", tool, text)
		}
	}
	query := url.Values{"postalCode": {"1234AB"}, "houseNumber": {"12"}, "numberOfRooms": {"20"}}
	if want := "Bearer key /v1/homevalue/explanation?" + query.Encode(); len(asked) != 2 || asked[0] != want {
		t.Errorf("it asks %q, want %q", asked, want)
	}
}

func TestAWhatIfNeedsAChange(t *testing.T) {
	var asked []string
	if _, _, err := whatIf(answers(t, 200, explainedAnswer(), &asked), homeInput{}); err == nil || len(asked) > 0 {
		t.Errorf("without a change it asks %q (%v)", asked, err)
	}
}

func TestARefusalListsItsReasonsUpToTen(t *testing.T) {
	reasons := make([]map[string]string, 12)
	for i := range reasons {
		reasons[i] = map[string]string{"reason": "ambiguous_address", "message": "houseLetter=" + string(rune('A'+i))}
	}
	var asked []string
	c := answers(t, 404, map[string]any{"error": map[string]any{"message": "several homes", "errors": reasons}}, &asked)
	_, _, err := value(c, homeInput{})
	if got := (refusal{}); !errors.As(err, &got) || !strings.HasPrefix(err.Error(), "several homes\nambiguous_address: houseLetter=A\n") || !strings.HasSuffix(err.Error(), "houseLetter=J\nand 2 more") {
		t.Errorf("it is refused with %q", err)
	}
}
