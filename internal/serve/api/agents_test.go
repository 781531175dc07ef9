package api_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/api"
)

// Agents, by the client of the protocol's own library.

// withKey sends a key with each request.
type withKey struct {
	secret string
	http.RoundTripper
}

func (k withKey) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+k.secret)
	return k.RoundTripper.RoundTrip(r)
}

// agent connects with the key of a name. The error is that of the first message.
func (s *site) agent(t *testing.T, key string) (*mcp.ClientSession, error) {
	t.Helper()
	base := &http.Transport{}
	t.Cleanup(base.CloseIdleConnections)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		&mcp.StreamableClientTransport{
			Endpoint: s.server.URL + "/mcp", HTTPClient: &http.Client{Transport: withKey{s.secrets[key], base}}, DisableStandaloneSSE: true,
		}, nil)
	if err == nil {
		t.Cleanup(func() { session.Close() })
	}
	return session, err
}

// call calls a tool, and returns its text and whether it is a refusal.
func call(t *testing.T, session *mcp.ClientSession, tool string, arguments map[string]any) (text string, refused bool) {
	t.Helper()
	got, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	for _, c := range got.Content {
		text += c.(*mcp.TextContent).Text
	}
	return text, got.IsError
}

// agentAtHome returns a session, a home of the town, and the arguments that name it.
func agentAtHome(t *testing.T) (s *site, session *mcp.ClientSession, a gevel.Address, home map[string]any) {
	t.Helper()
	s = openSite(t)
	session, err := s.agent(t, "valuation only")
	if err != nil {
		t.Fatal(err)
	}
	a = s.caseAt(t, demo.CaseOrdinary)
	return s, session, a, map[string]any{"postalCode": string(a.PostalCode), "houseNumber": a.HouseNumber}
}

func TestAnAgentGetsShortAnswersWithUnitsAndSources(t *testing.T) {
	_, session, a, home := agentAtHome(t)
	with := func(name string, v any) map[string]any {
		return map[string]any{"postalCode": home["postalCode"], "houseNumber": home["houseNumber"], name: v}
	}
	for _, tt := range []struct {
		tool      string
		arguments map[string]any
		want      []string
	}{
		{"search_address", map[string]any{"query": a.String()}, []string{"The first is meant.", "postalCode " + string(a.PostalCode), string(a.ObjectID)}},
		{"value_home", home, []string{
			"Value on 2026-06-15: € ", "80 % interval € ", " m2, sold for €",
			"Source: gevel, edition ", "sales known until ",
		}},
		{"value_home", with("valuationDate", "2026-03-01"), []string{"Value on 2026-03-01: € "}},
		{"explain_value", home, []string{"Steps to the value, in euros:", "- use surface"}},
		{"compare_what_if", with("useSurface", 150), []string{"As registered: € ", "As given: € ", "Difference: "}},
		{"market_of_area", home, []string{" in one year, ", "Sales in the 24 months before:", "median price € "}},
		{"accuracy", map[string]any{}, []string{"Values beside prices", "Source: gevel"}},
		{"accuracy", home, []string{"the nearest "}},
	} {
		text, refused := call(t, session, tt.tool, tt.arguments)
		for _, want := range tt.want {
			if refused || !strings.Contains(text, want) || len(text) > 3000 {
				t.Errorf("%s of %v says (refused: %v)\n%s\nwant %q", tt.tool, tt.arguments, refused, text, want)
			}
		}
	}
}

func TestAnAgentsArgumentsAreTakenAsTheyAreMeant(t *testing.T) {
	_, session, a, home := agentAtHome(t)
	want, refused := call(t, session, "value_home", home)
	home["houseNumber"] = strconv.Itoa(a.HouseNumber)
	for _, absent := range []string{"houseLetter", "houseNumberExt", "valuationDate", "buildType", "useSurface"} {
		home[absent] = nil
	}
	if got, again := call(t, session, "value_home", home); refused || again || got != want {
		t.Errorf("null and a number as text: refused %v\n%s\nwant (refused: %v)\n%s", again, got, refused, want)
	}
	home["buildtype"] = "Tussenwoning"
	const unknown = `there is no argument "buildtype"; did you mean buildType?`
	if got, refused := call(t, session, "value_home", home); !refused || !strings.Contains(got, unknown) {
		t.Errorf("an unknown argument: refused %v\n%s", refused, got)
	}
}

// TestAnAgentLearnsThatReferencesLieOnOneSide asks about the first home of the town whose references do.
func TestAnAgentLearnsThatReferencesLieOnOneSide(t *testing.T) {
	s := openSite(t)
	session, err := s.agent(t, "full")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range s.homes {
		meta, _ := s.ask(t, request{target: "/v1/homevalue?" + at(a)}).body["meta"].(map[string]any)
		side, ok := meta["references"].(string)
		if !ok {
			continue
		}
		home := map[string]any{
			"postalCode": string(a.PostalCode), "houseNumber": a.HouseNumber, "houseLetter": a.HouseLetter,
			"houseNumberExt": a.HouseNumberExt,
		}
		if text, _ := call(t, session, "value_home", home); !strings.Contains(text, "Note: All three adjusted prices lie "+side) {
			t.Errorf("the references lie %s the value, and an agent reads\n%s", side, text)
		}
		return
	}
	t.Fatal("no home of the town has all references on one side of its value")
}

// TestAnAgentLearnsWhatTheLastTurnWouldDo asks after the town's prices have fallen, and before.
func TestAnAgentLearnsWhatTheLastTurnWouldDo(t *testing.T) {
	s, session, a, home := agentAtHome(t)
	home["valuationDate"] = afterTheFall
	_, e := s.explained(t, at(a)+"&valuationDate="+afterTheFall)
	if text, refused := call(t, session, "explain_value", home); refused || e.Words.Turned == "" ||
		!strings.HasSuffix(text, "\nNote: "+e.Words.Turned) {
		t.Errorf("an agent reads\n%s\nwant %q at its end", text, e.Words.Turned)
	}
	home["valuationDate"] = beforeTheFall
	if text, refused := call(t, session, "explain_value", home); refused || strings.Contains(text, "The market is known to") {
		t.Errorf("before prices ever fell an agent reads (refused: %v)\n%s", refused, text)
	}
}

func TestAnAgentLearnsWhyItIsRefused(t *testing.T) {
	s := openSite(t)
	session, err := s.agent(t, "full")
	if err != nil {
		t.Fatal(err)
	}
	both := s.caseAt(t, demo.CaseAmbiguous)
	for _, tt := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{
			"value_home",
			map[string]any{"postalCode": string(both.PostalCode), "houseNumber": both.HouseNumber},
			"ambiguous_address: houseLetter=",
		},
		{"value_home", map[string]any{"postalCode": "1234", "houseNumber": 1}, "postalCode"},
		{"value_home", map[string]any{"postalCode": "1234AB&monument=true", "houseNumber": 1}, "is no postal code"},
		{"compare_what_if", map[string]any{"postalCode": "1234AB", "houseNumber": 1}, "give at least one characteristic"},
		{"search_address", map[string]any{"query": ""}, "query"},
		{"value_home", map[string]any{"postalCode": "1234AB", "houseNumber": 1, "key": "other"}, "key"},
	} {
		text, refused := call(t, session, tt.tool, tt.arguments)
		if !refused || !strings.Contains(text, tt.want) {
			t.Errorf("%s of %v: refused %v, %s, want %s", tt.tool, tt.arguments, refused, text, tt.want)
		}
	}
}

func TestAnAgentReachesWhatItsKeyMay(t *testing.T) {
	s := openSite(t)
	for _, key := range []string{"", "revoked", "images only"} {
		if _, err := s.agent(t, key); err == nil {
			t.Errorf("the key %q gets in", key)
		}
	}
	a := s.caseAt(t, demo.CaseOrdinary)
	home := map[string]any{"postalCode": string(a.PostalCode), "houseNumber": a.HouseNumber}
	session, err := s.agent(t, "small") // has a quota of one request
	if err != nil {
		t.Fatal(err)
	}
	if text, refused := call(t, session, "value_home", home); refused {
		t.Fatalf("the first value is refused: %s", text)
	}
	if text, refused := call(t, session, "value_home", home); !refused || !strings.Contains(text, "quota") {
		t.Errorf("beyond the quota: %s", text)
	}
	if strings.Contains(s.scrapeText(t), `gevel_http_requests_total{route="/mcp",status="401"} 0`) {
		t.Error("requests of agents are not counted")
	}
}

func TestAMessageOfAnAgentIsBounded(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Settings = api.Settings{} })
	long := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_address","arguments":{"query":"` + strings.Repeat("x", 1<<17) + `"}}}`
	for _, tt := range []struct {
		method, body string
		want         int
	}{{http.MethodPost, long, 413}, {http.MethodPost, "[", 400}, {http.MethodGet, "", 405}, {http.MethodDelete, "", 405}} {
		r, err := http.NewRequestWithContext(t.Context(), tt.method, s.server.URL+"/mcp", strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{
			"Authorization": {"Bearer " + s.secrets["full"]}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != tt.want {
			t.Errorf("%s of %d bytes is answered %d, want %d", tt.method, len(tt.body), got.StatusCode, tt.want)
		}
	}
}
