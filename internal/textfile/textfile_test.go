package textfile_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/gevel/gevel/internal/textfile"
)

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextIsReadHoweverItComes(t *testing.T) {
	const want = "sale_id,value\n"
	for name, content := range map[string]string{
		"plain": want, "marked": "\uFEFF" + want, "zipped": zipped(t, want), "zipped and marked": zipped(t, "\uFEFF"+want),
	} {
		r, err := textfile.NewReader(strings.NewReader(content))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != want {
			t.Errorf("%s: got %q (%v), want %q", name, got, err, want)
		}
	}
}

func TestABrokenGzipHeaderIsAnError(t *testing.T) {
	if _, err := textfile.NewReader(strings.NewReader("\x1f\x8bno gzip")); err == nil {
		t.Error("no error")
	}
}

func TestAnEmptyFileIsEmptyText(t *testing.T) {
	r, err := textfile.NewReader(strings.NewReader(""))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.ReadByte(); err != io.EOF {
		t.Errorf("got %v, want io.EOF", err)
	}
}
