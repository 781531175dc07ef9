package textfile

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestTheBeginningOfALineIsNoLine(t *testing.T) {
	broken := errors.New("broken off")
	for _, tt := range []struct {
		name string
		text io.Reader
		want []string
		err  error
	}{
		{"whole", strings.NewReader("a\r\nb\n"), []string{"a", "b"}, nil},
		{"without a last newline", strings.NewReader("a\nb"), []string{"a", "b"}, nil},
		{"broken off", io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), []string{"a"}, broken},
		{"broken off behind a line", io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(broken)), []string{"a", "b"}, broken},
	} {
		lines := Lines(tt.text, 100)
		var got []string
		for lines.Scan() {
			got = append(got, lines.Text())
		}
		if !slices.Equal(got, tt.want) || !errors.Is(lines.Err(), tt.err) {
			t.Errorf("%s: %q, %v, want %q, %v", tt.name, got, lines.Err(), tt.want, tt.err)
		}
	}
}
