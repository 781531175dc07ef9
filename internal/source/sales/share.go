package sales

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Which part of a home was sold.

// fraction reads a share such as 1/2, 50% or 0.5.
func fraction(n flatfile.Notation, s string) (float64, error) {
	divisor := 1.0
	if part, whole, ok := strings.Cut(s, "/"); ok {
		d, err := share(n, strings.TrimSpace(whole))
		if err != nil {
			return 0, err
		}
		s, divisor = strings.TrimSpace(part), d
	} else if percent, ok := strings.CutSuffix(s, "%"); ok {
		s, divisor = strings.TrimSpace(percent), 100
	}
	v, err := share(n, s)
	if err != nil {
		return 0, err
	}
	if v <= 0 || v > divisor {
		return 0, fmt.Errorf("%s is no share of a whole", spelling.Quote(s))
	}
	return v / divisor, nil
}

// share reads a number of a share, which has no thousands.
func share(n flatfile.Notation, s string) (float64, error) {
	decimal, _ := spelling.SignOf(s)
	return n.Number(s, decimal)
}
