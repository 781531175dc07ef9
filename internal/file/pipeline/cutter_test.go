package pipeline_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/file/textfile"
)

// blocksOf cuts a text, and returns the blocks as line: text.
func blocksOf(t *testing.T, content string, c pipeline.Cutter) (blocks []string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if c.Text, err = textfile.Open(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	defer c.Text.Close()
	c.Line = 1
	err = pipeline.Stages[*pipeline.Block]{
		Read: pipeline.Blocks(&c, func() (*pipeline.Block, *pipeline.Block) { b := &pipeline.Block{}; return b, b }),
		Work: func(context.Context, *pipeline.Block) error { return nil },
		Write: func(b *pipeline.Block) error {
			blocks = append(blocks, fmt.Sprintf("%d: %s", b.Line, b.Data))
			return nil
		},
	}.Run(t.Context())
	return blocks, err
}

func TestBlocksAreWholeLines(t *testing.T) {
	got, err := blocksOf(t, "ab\ncd\nefghijklm\nn\no\np", pipeline.Cutter{Size: 7, Longest: 13})
	want := "1: ab\ncd\n|3: efghijklm\nn\n|5: o\np"
	if text := strings.Join(got, "|"); err != nil || text != want {
		t.Errorf("blocks are %q, %v; want %q", text, err, want)
	}
}

func TestWholeSaysWhatARowIs(t *testing.T) {
	pairs := func(data []byte) int { return 2 * 3 * (len(data) / 6) } // two lines of three bytes
	got, err := blocksOf(t, "ab\ncd\nef\ngh\nij\nkl\n", pipeline.Cutter{Size: 10, Longest: 10, Whole: pairs})
	want := "1: ab\ncd\n|3: ef\ngh\n|5: ij\nkl\n"
	if text := strings.Join(got, "|"); err != nil || text != want {
		t.Errorf("blocks are %q, %v; want %q", text, err, want)
	}
}

func TestALineThatIsTooLongIsAnErrorThatNamesIt(t *testing.T) {
	got, err := blocksOf(t, "a\n"+strings.Repeat("x", 20), pipeline.Cutter{Size: 4, Longest: 8, Hint: "mend it"})
	if err == nil || !strings.Contains(err.Error(), "line 2 is longer than 8 bytes") || !strings.Contains(err.Error(), "mend it") || len(got) != 1 {
		t.Errorf("blocks are %q, err = %v", got, err)
	}
}

func TestAFileCutShortIsAnErrorThatNamesItsLastLine(t *testing.T) {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	for i := range 200_000 {
		fmt.Fprintln(w, i*i*7919)
	}
	w.Close()
	_, err := blocksOf(t, b.String()[:b.Len()/2], pipeline.Cutter{Size: 1 << 10, Longest: 1 << 10})
	if err == nil || !strings.Contains(err.Error(), "after line ") || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("err = %v", err)
	}
}

// FuzzCutter holds that blocks joined are the text, whatever their size.
func FuzzCutter(f *testing.F) {
	f.Add("a\nbc\n\nd", 3)
	f.Add("", 1)
	f.Fuzz(func(t *testing.T, content string, size int) {
		text, err := textfile.NewReader(strings.NewReader(content))
		if err != nil || strings.HasPrefix(content, "\x1f\x8b") || strings.HasPrefix(content, "PK") {
			return
		}
		whole, err := io.ReadAll(text) // in UTF-8, whatever it was in
		if err != nil {
			t.Fatal(err)
		}
		size = 1 + int(uint(size)%64)
		blocks, err := blocksOf(t, content, pipeline.Cutter{Size: size, Longest: max(size, 1<<20)})
		if err != nil {
			t.Fatal(err)
		}
		joined, line := "", 1
		for _, block := range blocks {
			prefix := fmt.Sprintf("%d: ", line)
			if !strings.HasPrefix(block, prefix) {
				t.Fatalf("block %q does not begin with line %d", block, line)
			}
			joined += block[len(prefix):]
			line += strings.Count(block[len(prefix):], "\n")
		}
		if joined != string(whole) {
			t.Errorf("%q is cut into %q", content, blocks)
		}
	})
}
