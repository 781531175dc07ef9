package training

import (
	"bytes"
	"testing"

	"github.com/gevel/gevel/internal/offline/train"
)

func FuzzFiles(f *testing.F) {
	h := headOf("0123456789abcdef", train.Task{Date: 18_000, Kernel: 17_000, Until: 18_365}, "gevel test")
	file, err := h.write([]byte("a vintage"))
	if err != nil {
		f.Fatal(err)
	}
	if content, err := h.read(file); err != nil || string(content) != "a vintage" {
		f.Fatalf("a file is read as %q, %v", content, err)
	}
	f.Add(file)
	f.Add([]byte("{}\n"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, other []byte) {
		if content, err := h.read(other); err == nil && !bytes.HasSuffix(other, content) {
			t.Errorf("%q is read as %q", other, content)
		}
	})
}
