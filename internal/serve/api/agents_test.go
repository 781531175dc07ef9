package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/tidwall/gjson"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/agent"
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

// TestAProgramReadsWhatAnAgentReads asks each tool for what is beside its text, by the home's id.
func TestAProgramReadsWhatAnAgentReads(t *testing.T) {
	s, session, a, home := agentAtHome(t)
	if version := session.InitializeResult().ProtocolVersion; version < "2025-11-25" {
		t.Errorf("the version of the protocol is %s", version)
	}
	value := gjson.Get(s.ask(t, request{target: "/v1/homevalue?" + at(a)}).text, "data.weightedValue").String()
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]string{
		"search_address":   {"meant": "true", "homes.0.bagId": string(a.ObjectID)},
		"value_home":       {"value": value, "references.#": "3", "bagId": string(a.ObjectID)},
		"explain_value":    {"value": value, "valueDate": "2026-06-15"},
		"comparable_sales": {"sales.#": "5"},
		"compare_what_if":  {"asRegistered.value": value},
		"market_of_area":   {"sales.0.where": "postal-code area " + string(a.PostalCode)[:4]},
		"accuracy":         {"reason": ""},
	}
	arguments := map[string]map[string]any{
		"search_address": {"query": string(a.ObjectID)}, "compare_what_if": {"energyLabel": "a"}, "comparable_sales": {"limit": 5},
	}
	for _, tool := range tools.Tools {
		given := map[string]any{"bagId": string(a.ObjectID)}
		maps.Copy(given, arguments[tool.Name])
		if tool.Name == "search_address" {
			delete(given, "bagId")
		}
		got, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool.Name, Arguments: given})
		if err != nil || got.IsError || tool.OutputSchema == nil || want[tool.Name] == nil {
			t.Errorf("%s: %v, %+v", tool.Name, err, got)
			continue
		}
		said, _ := json.Marshal(got.StructuredContent)
		for path, want := range want[tool.Name] {
			if got := gjson.GetBytes(said, path); !got.Exists() || got.String() != want {
				t.Errorf("%s: %s is %s, want %s", tool.Name, path, got, want)
			}
		}
	}
	for _, tool := range tools.Tools {
		schema, _ := json.Marshal(tool.InputSchema)
		if tool.Name == "compare_what_if" && gjson.GetBytes(schema, "properties.buildType.enum.#").Int() != 16 {
			t.Errorf("its schema lists no house types: %s", schema)
		}
	}
	home["bagId"], home["useSurface"] = string(a.ObjectID), ""
	if text, refused := call(t, session, "value_home", home); refused {
		t.Errorf("an id beside its own address, and a characteristic that is empty: %s", text)
	}
	for _, other := range s.homes {
		if other.ObjectID != a.ObjectID && other.PostalCode == a.PostalCode {
			home["houseNumber"] = other.HouseNumber
			const want = "and the address beside it is another; leave one of them out"
			if text, refused := call(t, session, "value_home", home); !refused || !strings.Contains(text, want) {
				t.Errorf("an id beside %s: refused %v, %s", other, refused, text)
			}
			break
		}
	}
	home["bagId"], home["postalCode"] = "0099010000999999", "9999ZZ"
	if text, refused := call(t, session, "value_home", home); !refused || !strings.Contains(text, "no home has the BAG id") {
		t.Errorf("an id of no home: refused %v, %s", refused, text)
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
		{"search_address", map[string]any{"query": ""}, `missing: ["query"]`},
		{"value_home", map[string]any{"postalCode": "1234AB", "houseNumber": "12a"}, `houseNumber: type: 12a has type "string", want "integer"`},
		{"market_of_area", map[string]any{}, "give bagId, or postalCode and houseNumber"},
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

// TestAnAgentWithoutAKeyLearnsWhoGivesOne asks at a service whose operator has an OAuth server, and at one without.
func TestAnAgentWithoutAKeyLearnsWhoGivesOne(t *testing.T) {
	for _, server := range []string{"", "https://login.example/tenant"} {
		s := openSite(t, func(c *setup) { c.Agents.AuthorizationServer = server })
		publicURL, challenge := s.server.URL, "Bearer"
		if server != "" {
			challenge = `Bearer resource_metadata="` + publicURL + agent.ResourcePath + `/mcp", scope="valuation"`
		}
		got := s.ask(t, request{method: "POST", target: "/mcp", key: noKey})
		if how := got.Header.Get("WWW-Authenticate"); got.StatusCode != http.StatusUnauthorized || how != challenge {
			t.Errorf("%q: %d %s, want 401 %s", server, got.StatusCode, how, challenge)
		}
		wrong := s.ask(t, request{method: "POST", target: "/mcp", key: "unknown"}).Header.Get("WWW-Authenticate")
		if want := `Bearer error="invalid_token"` + strings.Replace(strings.TrimPrefix(challenge, "Bearer"), " ", ", ", 1); wrong != want {
			t.Errorf("%q: a wrong key is answered %s, want %s", server, wrong, want)
		}
		if how := s.ask(t, request{target: "/v1/homevalue", key: noKey}).Header.Get("WWW-Authenticate"); how != "Bearer" {
			t.Errorf("/v1 is challenged by %s", how)
		}
		for _, path := range []string{agent.ResourcePath, agent.ResourcePath + "/mcp"} {
			got := s.ask(t, request{target: path, key: noKey})
			said := gjson.Get(got.text, "authorization_servers.0").String()
			if said != server || server != "" && gjson.Get(got.text, "resource").String() != publicURL+"/mcp" {
				t.Errorf("%q: %s says %d %s", server, path, got.StatusCode, got.text)
			}
		}
	}
	for _, bad := range []string{"login.example", "http://login.example", "https://login.example/?x=1", "https://a:b@login.example"} {
		if err := (&agent.Settings{AuthorizationServer: bad}).Validate(); err == nil {
			t.Errorf("%s may be an authorization server", bad)
		}
	}
}

// TestPagesOfOtherOriginsDoNotAskAsAgents sends the Origin of a browser.
func TestPagesOfOtherOriginsDoNotAskAsAgents(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Access.CORSOrigin = []string{"https://homes.example"} })
	for origin, want := range map[string]int{"": 200, s.server.URL: 200, "https://homes.example": 200, "https://evil.example": 403, "null": 403} {
		header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		if origin != "" {
			header.Set("Origin", origin)
		}
		got := s.ask(t, request{method: "POST", target: "/mcp", header: header, body: `{"jsonrpc":"2.0","id":1,"method":"ping"}`})
		if got.StatusCode != want {
			t.Errorf("from %q: %d %s, want %d", origin, got.StatusCode, got.text, want)
		}
	}
}

func TestAMessageOfAnAgentIsBounded(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Settings = api.Settings{} })
	long := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_address","arguments":{"query":"` + strings.Repeat("x", 1<<17) + `"}}}`
	for _, tt := range []struct {
		method, body string
		want         int
	}{{http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope","arguments":{}}}`, 200}, {http.MethodPost, long, 413}, {http.MethodPost, "[", 400}, {http.MethodGet, "", 405}, {http.MethodDelete, "", 405}} {
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
