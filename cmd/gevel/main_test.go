package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gevel/gevel"
)

// TestMain lets the scripts run this binary as the command gevel.
func TestMain(m *testing.M) {
	testscript.Main(withTowns{m}, map[string]func(){
		"gevel": func() {
			ctx, stop := untilInterrupted()
			defer stop()
			c := &console{ctx: ctx, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, now: scriptNow}
			os.Exit(run(c, os.Args[1:]))
		},
	})
}

// todayVariable sets today for a script, independently of the clock. aheadVariable is the number of an open file that begins
// with how far the clock is ahead, in nanoseconds and 20 digits: who runs the commands can write it anew while they run. It
// can be read whatever becomes of other files.
const (
	todayVariable = "GEVEL_TEST_TODAY"
	aheadVariable = "GEVEL_TEST_AHEAD"
)

func scriptNow() time.Time {
	if today, err := gevel.ParseDate(os.Getenv(todayVariable)); err == nil {
		return today.Time().Add(12 * time.Hour)
	}
	return time.Now().Add(ahead())
}

var aheadFile = sync.OnceValue(func() *os.File {
	n, err := strconv.Atoi(os.Getenv(aheadVariable))
	if err != nil {
		return nil
	}
	return os.NewFile(uintptr(n), aheadVariable)
})

func ahead() time.Duration {
	f := aheadFile()
	if f == nil {
		return 0
	}
	var text [20]byte
	_, err := f.ReadAt(text[:], 0)
	by, wrong := strconv.ParseInt(string(text[:]), 10, 64)
	if err := errors.Join(err, wrong); err != nil {
		panic(err)
	}
	return time.Duration(by)
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"town": townForScript, "sources": sourcesForScript, "homes": homesForScript},
	})
}

// TestTheReadmeHasEveryCommand compares the README's table of commands with the program's list.
func TestTheReadmeHasEveryCommand(t *testing.T) {
	parser, err := commandLine(&console{stdout: io.Discard, stderr: io.Discard}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, command := range parser.Model.Children {
		want = append(want, command.Name)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range regexp.MustCompile("(?m)^\\| (?:`gevel [a-z]+`(?:, )?)+ \\|").FindAllString(string(readme), -1) {
		for _, name := range regexp.MustCompile("gevel ([a-z]+)").FindAllStringSubmatch(row, -1) {
			got = append(got, name[1])
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the README's table has the commands %q, the program has %q", got, want)
	}
}

func TestEachTextOfHelpIsOfACommand(t *testing.T) {
	parser, err := commandLine(&console{stdout: io.Discard, stderr: io.Discard}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	texts, err := fs.Glob(helpTexts, "help/*.txt")
	if err != nil || len(texts) == 0 {
		t.Fatal(texts, err)
	}
	for _, name := range texts {
		text, err := helpTexts.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Split(strings.TrimSuffix(path.Base(name), ".txt"), "-")
		at := parser.Model.Node
		for _, word := range words {
			i := slices.IndexFunc(at.Children, func(child *kong.Node) bool { return child.Name == word })
			if i < 0 {
				t.Fatalf("%s is of no command", name)
			}
			at = at.Children[i]
		}
		if at.Detail == "" || at.Detail+"\n" != string(text) {
			t.Errorf("--help of %v says %q", words, at.Detail)
		}
	}
}
