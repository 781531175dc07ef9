package photos

import (
	"slices"
	"testing"
)

func TestANameSaysTheWidth(t *testing.T) {
	const id = "0518200000001234-0123456789abcdef0123456789abcdef"
	for _, width := range append([]int{0}, Widths...) {
		if got, of := widthOf(NameAt(width, id)); got != id || of != width {
			t.Errorf("%s is %d pixels wide of %s, want %d", NameAt(width, id), of, got, width)
		}
	}
	for _, wrong := range []string{"-w321", "-w0320", "-w", "-w320-w640", "-w320-webp", "-webp", "-W320"} {
		if got, _ := widthOf(id + wrong); got == id {
			t.Errorf("%s is a width", wrong)
		}
	}
}

func FuzzWidth(f *testing.F) {
	f.Add("0518200000001234-0123-w640")
	f.Add("-w320-w320")
	f.Fuzz(func(t *testing.T, name string) {
		id, width := widthOf(name)
		if NameAt(width, id) != name {
			t.Errorf("%q became %q", name, NameAt(width, id))
		}
		if width != 0 && !slices.Contains(Widths, width) {
			t.Errorf("%q is %d wide", name, width)
		}
	})
}
