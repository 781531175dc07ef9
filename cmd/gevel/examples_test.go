package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/gevel/gevel/internal/serve/agent"
)

// TestExamplesRun runs the commands that the pages of examples show, in a folder with the town that they ask for.
func TestExamplesRun(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	town, err := wholeTown()
	if err != nil {
		t.Fatal(err)
	}
	for example, files := range map[string][]string{
		"lender":       {"revalued.csv", "loans.html", "totals.json"},
		"municipality": {"values.parquet", "study.html", "reports/index-0-of-9.html", "values.gpkg", "again.csv"},
		"street":       {"photos"},
	} {
		t.Run(example, func(t *testing.T) {
			t.Chdir(t.TempDir())
			from := filepath.Dir(town.Config)
			if example == "street" { // its pictures are of the very town
				from = exampleTown(t)
			}
			if err := os.Symlink(from, "town"); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(".", os.DirFS(filepath.Join(examples, example))); err != nil {
				t.Fatal(err)
			}
			page, err := os.ReadFile("README.md")
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(page)) {
				command, shown := strings.CutPrefix(strings.TrimSpace(line), "gevel ")
				if !shown || !strings.HasPrefix(line, "    ") {
					continue
				}
				var fault, out bytes.Buffer
				c := &console{ctx: t.Context(), stdout: &out, stderr: &fault, now: townNow}
				if code := run(c, strings.Fields(command)); code != 0 {
					t.Errorf("gevel %s ends with %d: %s", command, code, fault.String())
				}
				if strings.HasPrefix(command, "images add") && !strings.HasPrefix(out.String(), "6 pictures: 6 used, 0 rejected\n") {
					t.Errorf("gevel %s: %s", command, out.String())
				}
			}
			for _, file := range files {
				if info, err := os.Stat(file); err != nil || info.Size() == 0 {
					t.Errorf("%s was not written: %v", file, err)
				}
			}
			if example == "lender" { // a loan less would leave little to follow
				rows, err := os.ReadFile("revalued.csv")
				if err != nil {
					t.Fatal(err)
				}
				table := readCSV(t, string(rows), ',')
				value := slices.Index(table[0], "value")
				for _, row := range table[1:] {
					if isThere := !strings.HasPrefix(row[0], "L4"); isThere != (row[value] != "") {
						t.Errorf("loan %s has the value %q", row[0], row[value])
					}
				}
			}
		})
	}
}

// TestHostsOfAgentsAreConfiguredAsShown starts what the page shows as a program, and asks at what it shows as an address.
func TestHostsOfAgentsAreConfiguredAsShown(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "examples", "agents", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllSubmatch(page, -1)
	if len(shown) != 3 {
		t.Errorf("%d hosts are shown, want 3", len(shown))
	}
	for _, block := range shown {
		servers := gjson.GetBytes(block[1], "mcpServers.gevel")
		if !servers.Exists() {
			servers = gjson.GetBytes(block[1], "servers.gevel")
		}
		if !gjson.ValidBytes(block[1]) || !servers.Exists() {
			t.Errorf("no configuration:\n%s", block[1])
			continue
		}
		if url := servers.Get("url"); url.Exists() {
			if !strings.HasSuffix(url.String(), agent.Path) || !strings.HasPrefix(servers.Get("headers.Authorization").String(), "Bearer ") {
				t.Errorf("it asks nothing:\n%s", block[1])
			}
			continue
		}
		var args []string
		for _, a := range servers.Get("args").Array() {
			args = append(args, a.String())
		}
		t.Setenv("GEVEL_KEY", servers.Get("env.GEVEL_KEY").String())
		var said, fault bytes.Buffer
		c := &console{ctx: t.Context(), stdin: strings.NewReader("no message\n"), stdout: &said, stderr: &fault, now: townNow}
		if code := run(c, args); code != 0 || !strings.Contains(said.String(), "-32700") {
			t.Errorf("gevel %v ends with %d: %s%s", args, code, said.String(), fault.String())
		}
	}
}
