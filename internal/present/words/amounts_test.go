package words

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestEurosAreGroupedByThousands(t *testing.T) {
	for amount, want := range map[gevel.Euro]string{
		0: "€ 0", 999: "€ 999", 1000: "€ 1,000", 412_500: "€ 412,500", 12_345_678: "€ 12,345,678",
	} {
		if got := English.Euros(amount); got != want {
			t.Errorf("Euros(%d) = %q, want %q", amount, got, want)
		}
	}
}

func TestNoShareIsWrittenAsAll(t *testing.T) {
	for p, want := range map[float64]string{
		0.98114: "98.1 %", 0.9991: "99.9 %", 0.99951: "more than 99.9 %", 0: "0.0 %",
	} {
		if got := English.Share(p); got != want {
			t.Errorf("share(%v) = %q, want %q", p, got, want)
		}
	}
}
