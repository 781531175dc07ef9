// Package agent lets programs that speak the Model Context Protocol use the service: tools that search, value, explain
// and compare, each answered in a few lines of text. A tool asks the service's own endpoints with the key of its
// caller, so it reaches what the key may, costs what that costs, and is logged as that is.
package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gevel/gevel"
)

// Ask asks the service for a target, such as /v1/homevalue?postalCode=1234AB&houseNumber=1, with an Authorization header.
type Ask func(ctx context.Context, authorization, target string) (status int, body []byte, err error)

// instructions are what an agent reads before it calls a tool.
const instructions = `Values of homes in the Netherlands, from the model of this service. Find a home with search_address first;
the other tools take its BAG id, or its postal code, house number, letter and extension. Money is in euros, areas are in m2. Give a value
with its 80 % interval, its date, and the warning of age if there is one: a value is an estimate and no appraisal.`

// Path is where agents find the service.
const Path = "/mcp"

// New returns a server of tools.
func New(ask Ask, version string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "gevel", Title: "Values of Dutch homes", Version: version}, &mcp.ServerOptions{
		Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		// The version of that day sends many messages in an array, which would be answered all at once.
		SupportedProtocolVersions: slices.DeleteFunc(mcp.SupportedProtocolVersions(), func(version string) bool {
			return version == "2025-03-26"
		}),
	})
	addTools(s, ask)
	return s
}

// Handler answers agents over HTTP. It keeps nothing between requests, so that any replica can answer each.
func Handler(ask Ask, version string) http.Handler {
	server := New(ask, version)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true,
		DisableLocalhostProtection: true, // a proxy on the same machine passes the public name on; each request needs a key
	})
}

// Settings say who gives keys to agents.
type Settings struct {
	AuthorizationServer string `env:"GEVEL_AUTHORIZATION_SERVER" placeholder:"URL" help:"The OAuth server whose access tokens are keys, which agents without one are sent to (default: none; env ${env})."`
}

// Validate refuses a server that can't be one.
func (s *Settings) Validate() error {
	u, err := url.Parse(s.AuthorizationServer)
	if s.AuthorizationServer == "" || err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil && u.RawQuery == "" {
		return nil
	}
	return errors.New("--authorization-server is no URL such as https://login.example, without a query")
}

// ResourcePath is where agents read, without a key, who gives keys: RFC 9728.
const ResourcePath = "/.well-known/oauth-protected-resource"

// Resource answers at ResourcePath, of a service whose links begin with public.
func (s *Settings) Resource(public string) http.HandlerFunc {
	text, _ := json.Marshal(map[string]any{ // of texts
		"resource": public + Path, "resource_name": "gevel", "authorization_servers": []string{s.AuthorizationServer},
		"bearer_methods_supported": []string{"header"}, "scopes_supported": []string{string(gevel.ScopeValuation)},
	})
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(text)
	}
}

// Challenge is the WWW-Authenticate of a 401 to an agent, with a key that is refused, or without any.
func (s *Settings) Challenge(public, key string) string {
	var says []string
	if key != "" {
		says = append(says, ` error="invalid_token"`)
	}
	if s.AuthorizationServer != "" {
		says = append(says, fmt.Sprintf(" resource_metadata=%q, scope=%q", public+ResourcePath+Path, gevel.ScopeValuation))
	}
	return "Bearer" + strings.Join(says, ",")
}

// longestID is how long the id of a message is, which its answer repeats.
const longestID = 128

// Check refuses a body that is no message, or an array of them. Error: gevel.Invalid.
func Check(body []byte) error {
	one := struct {
		Method *string
		ID     json.RawMessage
	}{}
	if text := bytes.TrimSpace(body); len(text) > 0 && text[0] == '[' {
		return gevel.Refusal("send each message alone", "an array of messages is not answered")
	}
	if err := json.Unmarshal(body, &one); err != nil || one.Method == nil {
		return gevel.Refusal("send a request of JSON-RPC 2.0", "the body is no message")
	}
	if len(one.ID) > longestID {
		return gevel.Refusal("number requests", "the id is longer than %d bytes", longestID)
	}
	return nil
}

// What all tools have alike.

func addTools(s *mcp.Server, ask Ask) {
	tools := map[string]arguments{}
	s.AddReceivingMiddleware(readArguments(tools))
	addTool(tools, s, ask, &mcp.Tool{
		Name: "search_address", Title: "Find a home",
		Description: "Finds addresses as people write them, such as \"kerkstraat 12-a amsterdam\" or \"1234AB 12\". A " +
			"letter or two may be wrong.",
	}, search)
	addTool(tools, s, ask, &mcp.Tool{
		Name: "value_home", Title: "Value a home",
		Description: "The value of a home with its interval, confidence and age, and the three sales that show it best. Characteristics " +
			"that are given replace the register's.",
	}, value)
	addTool(tools, s, ask, &mcp.Tool{
		Name: "explain_value", Title: "Explain a value",
		Description: "Why a home has its value: steps that add up to the value, and what makes it sure or unsure.",
	}, explain)
	addTool(tools, s, ask, &mcp.Tool{
		Name: "comparable_sales", Title: "Find comparable sales",
		Description: "Sales of homes like a home, each moved to its characteristics and day, with its share in the value. " +
			"Filters choose from the 100 sales that are evidence about the home; they change no value.",
	}, comparables)
	addTool(tools, s, ask, &mcp.Tool{
		Name: "compare_what_if", Title: "Compare a home as it is and as it could be",
		Description: "The value of a home as the register has it, beside its value with the characteristics that are " +
			"given, such as another " +
			"use surface or energy label.",
	}, whatIf)
	addTool(tools, s, ask, &mcp.Tool{
		Name: "market_of_area", Title: "The market around a home",
		Description: "How prices moved in the area of a home, by the index of the model, and the sales and median prices " +
			"of its postal-code area and street.",
	}, market)
	addTool(tools, s, ask, &mcp.Tool{
		Name: "accuracy", Title: "How good values are",
		Description: "How close values came to prices on sales that the models had not seen: in all, and near a home when " +
			"one is given.",
	}, accuracy)
}

// addTool adds a tool that only reads. A refusal is an answer that the agent can act on.
func addTool[In, Out any](
	tools map[string]arguments, s *mcp.Server, ask Ask, t *mcp.Tool, answer func(*caller, In) (string, Out, error),
) {
	closed := false
	tools[t.Name] = argumentsOf(reflect.TypeFor[In]())
	t.InputSchema = schemaOf[In]()
	t.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &closed}
	mcp.AddTool(s, t, func(ctx context.Context, r *mcp.CallToolRequest, in In) (_ *mcp.CallToolResult, out Out, err error) {
		defer func() {
			if recover() != nil { // the library calls tools where nothing else would catch it
				err = refusal{Message: "something went wrong on our side"}
			}
		}()
		c := &caller{ctx: ctx, ask: ask}
		if r.Extra != nil {
			c.authorization = r.Extra.Header.Get("Authorization")
		}
		if named, ok := any(&in).(interface{ home() *address }); ok {
			if _, orNone := any(in).(nearInput); !orNone && !named.home().isSaid() {
				return nil, out, refusal{Message: "name the home: give bagId, or postalCode and houseNumber"}
			}
			if err := c.locate(named.home()); err != nil {
				return nil, out, err
			}
		}
		text, out, err := answer(c, in)
		if err != nil {
			return nil, out, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, out, nil
	})
}

// caller asks the service on behalf of an agent.
type caller struct {
	ctx           context.Context
	ask           Ask
	authorization string
	bagID         string // of the home that is asked about, where it was named by it
}

// get reads the data and the meta of the answer to what is asked of a path.
func (c *caller) get(path string, asked, data any) (meta map[string]string, err error) {
	status, body, err := c.ask(c.ctx, c.authorization, path+"?"+query(asked).Encode())
	if err != nil {
		return nil, err
	}
	read := struct {
		Data    any
		Meta    map[string]string
		Message string // of a 403, which has no envelope
		Error   refusal
	}{Data: data}
	if err := json.Unmarshal(body, &read); err != nil {
		return nil, fmt.Errorf("the service answers %d, which is no JSON", status)
	}
	if status != http.StatusOK {
		read.Error.Message += read.Message
		return nil, read.Error
	}
	if id := read.Meta["bagId"]; c.bagID != "" && id != "" && id != c.bagID {
		return nil, refusal{Message: "the address of " + c.bagID + " means another home, " + id}
	}
	return read.Meta, nil
}

// refusal is an error of the service, with the reasons that it lists.
type refusal struct {
	Message string
	Errors  []struct{ Reason, Message string }
}

// mostReasons is how many reasons of a refusal are given: an ambiguous address may have fifty.
const mostReasons = 10

// Error implements error.
func (r refusal) Error() string {
	list := []string{r.Message}
	for i, e := range r.Errors {
		if i == mostReasons {
			list = append(list, fmt.Sprintf("and %d more", len(r.Errors)-i))
			break
		}
		if e.Message != r.Message {
			list = append(list, e.Reason+": "+e.Message)
		}
	}
	return strings.Join(list, "\n")
}
