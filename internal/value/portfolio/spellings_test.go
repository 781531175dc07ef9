package portfolio

import (
	"strconv"
	"testing"

	"github.com/gevel/gevel/internal/testing/spellings"
)

func TestLoansAreSpelledAsInAnyFile(t *testing.T) {
	spellings.Files(t, "loans", spellings.Price, func(text string) (string, error) {
		v, err := readAmount(text)
		return strconv.Itoa(int(v)), err
	})
	spellings.Files(t, "loans", spellings.Day, func(text string) (string, error) {
		day, err := readDay(text)
		return day.V.String(), err
	})
}
