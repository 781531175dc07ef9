package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const sample = `package sample

const most = 3

func Count(list []int) (n int) {
	for _, x := range list {
		if x < most {
			n += 2
			continue
		}
		forget(x)
	}
	return n
}

func forget(int) {}

func Few(n int) bool { return n < most }
`

func TestEachChangeIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sample.go")
	if err := os.WriteFile(path, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := findMutants(file{path: path})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range found {
		mutated := strings.Split(string(m.apply([]byte(sample))), "\n")[m.line-1]
		got = append(got, m.function+": "+m.change+": "+strings.TrimSpace(mutated))
	}
	want := []string{
		": 3 is one more: const most = (3+1)",
		"Count: condition negated: if !(x < most) {",
		"Count: < is <=: if x <= most {",
		"Count: += is -=: n -= 2",
		"Count: dropped: n += 2: ",
		"Count: 2 is one more: n += (2+1)",
		"Count: continue is break: break",
		"Count: dropped: forget(x): ",
		"forget: returns at once: func forget(int) { if true { return };}",
		"Few: answer negated: func Few(n int) bool { return !(n < most) }",
		"Few: < is <=: func Few(n int) bool { return n <= most }",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the changes are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// One mutant of a package of its own is noticed, one survives and one does not build.
func TestAMutantIsTriedOutsideTheTree(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, content := range map[string]string{
		"go.mod":    "module sample\n\ngo 1.26\n",
		"sample.go": "package sample\n\nfunc Twice(n int) int {\n\tname := \"n\" + \"\"\n\t_ = name\n\tif n > 100 {\n\t\tn = n - 0\n\t}\n\treturn n + n\n}\n",
		"sample_test.go": "package sample\n\nimport \"testing\"\n\nfunc TestTwice(t *testing.T) {\n" +
			"\tif Twice(2) != 4 {\n\t\tt.Error(\"wrong\")\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	o := options{patterns: []string{"."}, patience: time.Minute, match: regexp.MustCompile(`name :=|> 100|return`)}
	if err := o.run(&out); err != nil {
		t.Fatal(err)
	}
	want := "sample.go,4,Twice,+ is -,unbuilt\n" +
		"sample.go,6,Twice,condition negated,survived\n" +
		"sample.go,6,Twice,> is >=,survived\n" +
		"sample.go,6,Twice,100 is one more,survived\n" +
		"sample.go,9,Twice,+ is -,noticed\n"
	if out.String() != want {
		t.Errorf("the lines are\n%swant\n%s", &out, want)
	}
	if source, err := os.ReadFile("sample.go"); err != nil || !bytes.Contains(source, []byte("return n + n")) {
		t.Errorf("the file is now %s, %v", source, err)
	}
}

func TestTheDrawIsTheSameForTheSameSeed(t *testing.T) {
	all := make([]mutant, 100)
	for i := range all {
		all[i].line = i
	}
	lines := func(o options) (lines []int) {
		for _, m := range o.draw(all) {
			lines = append(lines, m.line)
		}
		return lines
	}
	first := lines(options{sample: 10, seed: 1})
	if len(first) != 10 || !slices.IsSorted(first) || !slices.Equal(first, lines(options{sample: 10, seed: 1})) {
		t.Errorf("the draws are %v and %v", first, lines(options{sample: 10, seed: 1}))
	}
	if slices.Equal(first, lines(options{sample: 10, seed: 2})) {
		t.Error("another seed draws the same")
	}
	if got := lines(options{}); len(got) != 100 {
		t.Errorf("without a sample %d are tried, want all", len(got))
	}
}
