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

func TestAnOfferIsMoreOrLessThanTheValue(t *testing.T) {
	for _, c := range []struct {
		fetches  gevel.Euro
		language Language
		want     string
	}{
		{315_000, English, "At the median, homes that were sold again within two years fetched 5.0 % more than their values: for this home that is € 315,000. The value leaves that out."},
		{297_000, Dutch, "Woningen die binnen twee jaar opnieuw werden verkocht, brachten in de mediaan 1,0 % minder op dan hun waarde: voor deze woning is dat € 297.000. De waarde houdt daar geen rekening mee."},
		{300_100, English, ""},
	} {
		if got := c.language.Offered(c.fetches, 300_000); got != c.want {
			t.Errorf("of a home of 300 000 that would fetch %d the page says %q, want %q", c.fetches, got, c.want)
		}
	}
}
