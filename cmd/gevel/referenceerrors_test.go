package main

import (
	"go/ast"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/cmd/gevel/usage"
)

// TestReferenceOfErrors writes what the command line ends with, and the reasons that callers of the service see.
func TestReferenceOfErrors(t *testing.T) {
	page := newReference("Errors", "What the command line ends with, and the reasons in answers of the service.")
	page.line("\n## Exit codes")
	var rows [][]string
	for _, exit := range usage.ExitCodes {
		rows = append(rows, []string{code(strconv.Itoa(exit.Code)), exit.Means})
	}
	page.table([]string{"code", "means"}, rows)
	page.line("\n## Reasons\n\n" +
		"The `reason` of an answer that is no value, of a row of a batch or a file, and of `gevel_valuations_refused_total`.\n" +
		"Of a request that can't be used each fault has the parameter's name as its reason. The last column is what the\n" +
		"command line ends with for the same.")
	statuses := readStatuses(t)
	rows = nil
	c := &console{ctx: t.Context(), stdout: io.Discard, stderr: io.Discard}
	for _, reason := range readCodes(t) {
		status := statuses[reason.name]
		if reason.means == "" || status == 0 {
			t.Errorf("%s has the status %d and means %q", reason.name, status, reason.means)
		}
		exit := c.fail(&gevel.Error{Code: gevel.Code(reason.value)})
		rows = append(rows, []string{code(reason.value), strconv.Itoa(status), sentence(reason.means), strconv.Itoa(exit)})
	}
	page.table([]string{"reason", "status", "when", "exit code"}, rows)
	page.keepFresh(t, "errors.md")
}

// readCodes returns the codes of errors, by the constants of error.go.
func readCodes(t *testing.T) []named {
	t.Helper()
	tree := readSource(t, "error.go")
	var codes []named
	for _, c := range tree.constants(tree.packages[0]) {
		if regexp.MustCompile(`^[a-z_]+$`).MatchString(c.value) {
			codes = append(codes, c)
		}
	}
	if len(codes) < 15 {
		t.Fatalf("only %v", codes)
	}
	return codes
}

// readStatuses returns what each code is in HTTP, by the service's table of them.
func readStatuses(t *testing.T) map[string]int {
	t.Helper()
	byName := map[string]int{}
	for status := range 600 {
		byName["Status"+strings.NewReplacer(" ", "", "-", "").Replace(http.StatusText(status))] = status
	}
	statuses := map[string]int{}
	for _, p := range readSource(t, "internal/serve").packages {
		for _, file := range p.files {
			ast.Inspect(file, func(n ast.Node) bool {
				pair, ok := n.(*ast.KeyValueExpr)
				if !ok {
					return true
				}
				of, isCode := pair.Key.(*ast.SelectorExpr)
				in, isStatus := pair.Value.(*ast.SelectorExpr)
				if isCode && isStatus && byName[in.Sel.Name] != 0 {
					statuses[of.Sel.Name] = byName[in.Sel.Name]
				}
				return true
			})
		}
	}
	return statuses
}

// TestReferenceHasEveryExitCode holds the table that people read to the constants that the program ends with.
func TestReferenceHasEveryExitCode(t *testing.T) {
	known := map[int]bool{}
	for _, exit := range usage.ExitCodes {
		known[exit.Code] = true
	}
	for _, code := range []int{0, exitFailure, exitUsage, exitNoValue, exitInterrupted} {
		if !known[code] {
			t.Errorf("the table has no %d", code)
		}
		delete(known, code)
	}
	if len(known) > 0 {
		t.Errorf("the program never ends with %v", known)
	}
}
