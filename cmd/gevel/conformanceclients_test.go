package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The clients below clients/ against the demo, by the programs that people run them with.

// clientsRequired is the variable that makes a missing program a failure.
const clientsRequired = "GEVEL_TEST_CLIENTS"

func conformPythonClient(t *testing.T, l *liveDemo) {
	const python = "/usr/bin/python3" // Debian's, with Debian's pandas
	if err := exec.Command(python, "-c", "import pandas, pip, mypy").Run(); err != nil {
		needClient(t, "python3 with pandas, pip and mypy", err)
	}
	dir := filepath.Join("..", "..", "clients", "python")
	l.runClient(t, dir, python, "-W", "error::ResourceWarning", "-m", "unittest", "-v")

	// A data scientist's hour, whose page shows what it prints.
	hour := filepath.Join("..", "..", "examples", "datascientist")
	said := l.runClient(t, hour, python, "hour.py", l.list)
	if page, err := os.ReadFile(filepath.Join(hour, "README.md")); err != nil || !strings.Contains(string(page), indented(said)) {
		t.Errorf("hour.py prints what its page does not show (%v):\n%s", err, indented(said))
	}

	descriptions := filepath.Join("..", "..", "internal", "serve", "api", "testdata")
	write := exec.Command(python, filepath.Join(dir, "generate.py"))
	for _, of := range []string{"openapi.json", "page.json", "batch.json"} {
		write.Args = append(write.Args, filepath.Join(descriptions, of))
	}
	want, err := write.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "gevel", "schema.py")); err != nil || string(got) != string(want) {
		t.Errorf("gevel/schema.py is not what generate.py writes (%v)", err)
	}
}

func conformTypeScript(t *testing.T, l *liveDemo) {
	dir := filepath.Join("..", "..", "clients", "typescript")
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		needClient(t, "what npm ci installs in clients/typescript", err)
	}
	l.runClient(t, dir, "npm", "test")
}

// conformMCP speaks to gevel mcp as an agent does that started it.
func conformMCP(t *testing.T, l *liveDemo) {
	ask := func(key string) (text string, refused bool) {
		t.Setenv("GEVEL_KEY", key)
		input, sent := io.Pipe()
		received, output := io.Pipe()
		var fault bytes.Buffer
		ended := make(chan int)
		go func() {
			ended <- run(&console{ctx: t.Context(), stdin: input, stdout: output, stderr: &fault, now: townNow}, []string{"mcp", "--url", l.at})
		}()
		session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).
			Connect(t.Context(), &mcp.IOTransport{Reader: received, Writer: sent}, nil)
		if err != nil {
			t.Fatalf("%v: %s", err, fault.String())
		}
		got, err := session.CallTool(t.Context(), &mcp.CallToolParams{
			Name: "value_home", Arguments: map[string]any{"postalCode": "8246AA", "houseNumber": 3, "valuationDate": townDay.String()},
		})
		if err != nil {
			t.Fatal(err)
		}
		session.Close()
		if code := <-ended; code != 0 {
			t.Errorf("gevel mcp ends with %d: %s", code, fault.String())
		}
		return got.Content[0].(*mcp.TextContent).Text, got.IsError
	}
	if text, refused := ask("demo"); refused || !strings.Contains(text, "Value on 2025-03-14: € ") {
		t.Errorf("value_home answers %s", text)
	}
	if text, refused := ask("unknown"); !refused || !strings.Contains(text, "key") {
		t.Errorf("an unknown key gets %s", text)
	}
}

func needClient(t *testing.T, program string, err error) {
	t.Helper()
	if os.Getenv(clientsRequired) != "" {
		t.Fatalf("%s is not there: %v", program, err)
	}
	t.Skipf("%s is not there: %v", program, err)
}

func indented(text []byte) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "\n    ")
}

// runClient runs a program that uses a client, which finds the demo in its environment. It returns what it printed.
func (l *liveDemo) runClient(t *testing.T, dir, program string, args ...string) []byte {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "GEVEL_URL="+l.at, "GEVEL_KEY=demo", "GEVEL_KEY_OF_TWO="+l.keys["two"],
		"GEVEL_HOMES="+l.list, "PYTHONPATH="+filepath.Join("..", "..", "clients", "python"))
	said, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%v: %v\n%s", c, err, said)
	}
	return said
}
