package spelling

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// forms of months and quarters: of each the groups of year, and of month, its name or quarter.
var forms = []struct {
	text       *regexp.Regexp
	year, part int
	months     int
}{
	{regexp.MustCompile(`^(\d{4})(\d{2})$`), 1, 2, 1},                                         // 202305
	{regexp.MustCompile(`^(\d{4})(?:[-/. ]|[-/. ]?mm?)(\d{1,2})$`), 1, 2, 1},                  // 2023-05, 2023MM05, 2023m5
	{regexp.MustCompile(`^(\d{1,2})[-/.](\d{4})$`), 2, 1, 1},                                  // 05-2023
	{regexp.MustCompile(`^([a-z]+)\.?[-' ]+(\d{4}|\d{2})$`), 2, 1, 1},                         // mei 2023, mei-23
	{regexp.MustCompile(`^(\d{4})[- ]+([a-z]+)\.?$`), 1, 2, 1},                                // 2023 mei
	{regexp.MustCompile(`^(\d{4})[- ]?(?:q|kw)0?([1-4])$`), 1, 2, quarterMonths},              // 2023Q2, 2023KW02
	{regexp.MustCompile(`^(\d{4}) ([1-4])e kwartaal$`), 1, 2, quarterMonths},                  // 2023 2e kwartaal
	{regexp.MustCompile(`^(?:q([1-4])|([1-4])e kwartaal)[- ]+(\d{4})$`), 3, 1, quarterMonths}, // Q2 2023
}

const (
	quarterMonths = 3
	yearMonths    = 12
	// centuryFrom is the first year of two digits that lies in the last century, as spreadsheets have it.
	centuryFrom = 50
)

// Period reads a month or a quarter as files write it: its first month, and how many it has. A mark of a provisional
// figure, *, and the zero fraction of a number may stand behind it.
func Period(s string) (first gevel.Month, months int, ok bool) {
	s = strings.ToLower(strings.TrimSpace(strings.TrimRight(s, "* ")))
	s = withoutZeroFraction(strings.ReplaceAll(s, "’", "'"))
	for _, form := range forms {
		found := form.text.FindStringSubmatch(s)
		if found == nil {
			continue
		}
		year, _ := strconv.Atoi(found[form.year])
		if len(found[form.year]) == 2 {
			if year += 1900; year < 1900+centuryFrom {
				year += 100
			}
		}
		part := monthNamed(found[form.part])
		if part == 0 {
			part, _ = strconv.Atoi(found[form.part])
		}
		if part == 0 && form.months == quarterMonths {
			part, _ = strconv.Atoi(found[form.part+1]) // the other way to write it
		}
		if part < 1 || part > yearMonths/form.months {
			return 0, 0, false
		}
		return gevel.NewDate(year, 1, 1).Month() + gevel.Month((part-1)*form.months), form.months, true
	}
	return 0, 0, false
}
