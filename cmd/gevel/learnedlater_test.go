package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/testing/rezip"
)

// TestWhatTheRegisterLearnsLaterMovesNoValue has every second unit grow on a day, and every second building become older:
// the values of earlier days stay, and the values of later days move.
func TestWhatTheRegisterLearnsLaterMovesNoValue(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ran := func(args ...string) string {
		code, out := runInTown(t, args...)
		if code != 0 {
			t.Fatalf("gevel %s: %s", strings.Join(args, " "), out)
		}
		return out
	}
	values := func(town, day string) []string {
		to := filepath.Join(dir, town+day+".csv")
		ran("value", "--all", "--date", day, "--editions", filepath.Join(dir, town, "editions"), "--output", to)
		text, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(string(text), "\n")
	}
	for _, town := range []string{"before", "after"} {
		ran("demo", "--files-only", "--homes", "400", "--date", townDay.String(), "--dir", filepath.Join(dir, town))
		if town == "after" {
			extracts, _ := filepath.Glob(filepath.Join(dir, town, "sources", "bag", "*.zip"))
			learnLater(t, extracts[0], "2025-02-20")
		}
		ran("build", "--config", filepath.Join(dir, town, "gevel.yaml"))
	}
	for _, day := range []string{"2022-05-05", "2025-02-20"} {
		before, after := values("before", day), values("after", day)
		for i := range before {
			if before[i] != after[i] {
				t.Fatalf("on %s a home was\n%s\nand, by what the register learned later,\n%s", day, before[i], after[i])
			}
		}
	}
	moved := 0
	before, after := values("before", "2025-02-21"), values("after", "2025-02-21")
	for i := range before {
		if before[i] != after[i] {
			moved++
		}
	}
	if moved < len(before)/2 {
		t.Errorf("%d of %d homes learn of what the register knows", moved, len(before))
	}
}

var (
	occurrence = regexp.MustCompile(`(?s)<sl:stand>.*?</sl:stand>`)
	ordinal    = regexp.MustCompile(`(voorkomenidentificatie>)(\d+)`)
	surface    = regexp.MustCompile(`(oppervlakte>)(\d{1,3})<`) // larger units stay as they are
	buildYear  = regexp.MustCompile(`(oorspronkelijkBouwjaar>)([12]\d{3})<`)
	began      = regexp.MustCompile(`((?:beginGeldigheid|tijdstipRegistratie(?:LV)?)>\d{4}-\d\d-\d\d)`)
)

// learnLater has the register learn on a day that every second unit is 30 % larger, and every second building 30 years older.
func learnLater(t *testing.T, extract, day string) {
	t.Helper()
	n := 0
	changed := func(text string) string {
		return occurrence.ReplaceAllStringFunc(text, func(is string) string {
			if n++; n%2 == 0 || strings.Contains(is, "eindGeldigheid") || !surface.MatchString(is) && !buildYear.MatchString(is) {
				return is
			}
			times := func(text string, change func(n int) int) string {
				parts := strings.SplitN(text, ">", 2)
				n, _ := strconv.Atoi(strings.TrimRight(parts[1], "<"))
				return fmt.Sprintf("%s>%d%s", parts[0], change(n), strings.Repeat("<", strings.Count(parts[1], "<")))
			}
			becomes := surface.ReplaceAllStringFunc(is, func(s string) string { return times(s, func(n int) int { return n * 13 / 10 }) })
			becomes = buildYear.ReplaceAllStringFunc(becomes, func(s string) string { return times(s, func(n int) int { return n - 30 }) })
			becomes = ordinal.ReplaceAllStringFunc(becomes, func(s string) string { return times(s, func(n int) int { return n + 1 }) })
			becomes = began.ReplaceAllStringFunc(becomes, func(s string) string { return s[:strings.Index(s, ">")+1] + day })
			was := strings.NewReplacer(
				"</Historie:beginGeldigheid>", "</Historie:beginGeldigheid><Historie:eindGeldigheid>"+day+"</Historie:eindGeldigheid>",
				"</Historie:tijdstipRegistratie>", "</Historie:tijdstipRegistratie><Historie:eindRegistratie>"+day+"T10:00:00.000</Historie:eindRegistratie>",
				"</Historie:tijdstipRegistratieLV>", "</Historie:tijdstipRegistratieLV><Historie:tijdstipEindRegistratieLV>"+day+
					"T10:00:00.000</Historie:tijdstipEindRegistratieLV>").Replace(is)
			return was + becomes
		})
	}
	content, err := os.ReadFile(extract)
	if err == nil {
		err = os.WriteFile(extract, rezip.Rewrite(t, content, func(name string, text []byte) []byte {
			if strings.Contains(name, "VBO") || strings.Contains(name, "PND") {
				return []byte(changed(string(text)))
			}
			return text
		}), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if n < 100 {
		t.Fatalf("the extract has %d occurrences", n)
	}
}
