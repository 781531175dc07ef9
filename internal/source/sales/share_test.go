package sales

import (
	"testing"

	"github.com/gevel/gevel/internal/file/flatfile"
)

func TestSharesHaveNoThousands(t *testing.T) {
	for text, want := range map[string]float64{"1.000": 1, "1,000": 1, "33.333%": 0.33333, "0,5": 0.5, "1/4": 0.25} {
		if got, err := fraction(flatfile.Notation{}, text); err != nil || got < want-1e-12 || got > want+1e-12 {
			t.Errorf("fraction(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	if got, err := fraction(flatfile.Notation{}, "500/1.000"); err == nil {
		t.Errorf("500/1.000 is read as %v", got)
	}
}
