// Package agent lets programs that speak the Model Context Protocol use the service: tools that search, value, explain
// and compare, each answered in a few lines of text. A tool asks the service's own endpoints with the key of its
// caller, so it reaches what the key may, costs what that costs, and is logged as that is.
package agent

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Ask asks the service for a target, such as /v1/homevalue?postalCode=1234AB&houseNumber=1, with an Authorization header.
type Ask func(ctx context.Context, authorization, target string) (status int, body []byte, err error)

// instructions are what an agent reads before it calls a tool.
const instructions = `Values of homes in the Netherlands, from the model of this service. Find a home with search_address first;
the other tools take its postal code, house number, letter and extension. Money is in euros, areas are in m2. Give a value
with its 80 % interval, its date, and the warning of age if there is one: a value is an estimate and no appraisal.`

// mostBytes bounds a message of an agent.
const mostBytes = 64 << 10

// Path is where agents find the service.
const Path = "/mcp"

// New returns a server of tools.
func New(ask Ask, version string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "gevel", Title: "Values of Dutch homes", Version: version}, &mcp.ServerOptions{
		Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	addTools(s, ask)
	return s
}

// Handler answers agents over HTTP. It keeps nothing between requests, so that any replica can answer each.
func Handler(ask Ask, version string) http.Handler {
	server := New(ask, version)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: mostBytes,
		DisableLocalhostProtection: true, // a proxy on the same machine passes the public name on; each request needs a key
	})
}
