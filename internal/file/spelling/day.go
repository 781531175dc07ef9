package spelling

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// Order is the order of day and month in days that begin with neither the year nor a name: 3/1/2016.
type Order uint8

// The orders. Unless known it is the Dutch one, but of days with slashes.
const (
	UnknownOrder Order = iota
	DayFirst
	MonthFirst
)

// Day reads a day as files write it: 2023-01-31, 20230131, 31-1-2023, 31/01/2023, 31.1.2023, 31 jan 2023, also with a
// time of midnight behind it. The error says what would be right.
func Day(s string, order Order) (gevel.Date, error) {
	s = withoutZeroFraction(s)
	plain := s
	if len(s) > len("2006-01-02") {
		var err error
		if plain, err = WithoutMidnight(s); err != nil {
			return gevel.NoDate, err
		}
	}
	p, ok := partsOf(plain)
	if !ok {
		if len(s) == serialDigits && digits(s) {
			return gevel.NoDate, fmt.Errorf("%s is no date but a spreadsheet's number of one; give the column the "+
				"format of a date", Quote(s))
		}
		return gevel.NoDate, noDay(s)
	}
	if p.isTwofold() && order == UnknownOrder {
		return gevel.NoDate, fmt.Errorf("%s may be %s or %s; write the year first", Quote(s), p.date(DayFirst), p.date(MonthFirst))
	}
	day := p.date(order)
	if day == gevel.NoDate {
		return day, noDay(s)
	}
	return day, nil
}

// serialDigits is how many digits a spreadsheet's number of a day has, in this century and the last.
const serialDigits = 5

// withoutZeroFraction returns a day in digits without the fraction that data frames write behind numbers: 20160103.0.
func withoutZeroFraction(s string) string {
	for _, fraction := range []string{".0", ",0"} {
		if whole, is := strings.CutSuffix(s, fraction); is && digits(whole) {
			return whole
		}
	}
	return s
}

// shortYear is a day whose year has two digits.
var shortYear = regexp.MustCompile(`^\d{1,2}[-/. ]+[\p{L}\d]{1,9}[-/. ]+'?\d{2}$`)

func noDay(s string) error {
	if shortYear.MatchString(s) {
		return fmt.Errorf("%s has a year of two digits, which may be of either century; write all four", Quote(s))
	}
	return fmt.Errorf("%s is no date such as 2023-01-31, 31-01-2023 or 20230131", Quote(s))
}

// OrderOf returns the order that a day shows by itself: the one in which it is a day. When there is none, other reports
// that it is another day in the other order.
func OrderOf(s string) (order Order, other bool) {
	plain, err := WithoutMidnight(s)
	if err != nil {
		return UnknownOrder, false
	}
	p, ok := partsOf(plain)
	switch {
	case !ok || p.ordered || p.one == p.two:
		return UnknownOrder, false
	case p.one > 12 && p.date(DayFirst) != gevel.NoDate:
		return DayFirst, false
	case p.two > 12 && p.date(MonthFirst) != gevel.NoDate:
		return MonthFirst, false
	}
	return UnknownOrder, p.isTwofold()
}

// parts are the numbers of a day.
type parts struct {
	one, two, year int  // day and month, in an order
	ordered        bool // one is the day
	slashed        bool
}

// isTwofold reports whether day and month could be the other way round, as far as Dutch writers have no habit.
func (p parts) isTwofold() bool {
	return p.slashed && !p.ordered && p.one != p.two && p.date(DayFirst) != gevel.NoDate && p.date(MonthFirst) != gevel.NoDate
}

// date returns the day, gevel.NoDate when there is none. With slashes and no order known it is the one way in which it
// is a day.
func (p parts) date(order Order) gevel.Date {
	if p.ordered {
		return dateOf(p.year, p.two, p.one)
	}
	if order == UnknownOrder && p.slashed && p.two > 12 {
		order = MonthFirst
	}
	if order == MonthFirst {
		return dateOf(p.year, p.one, p.two)
	}
	return dateOf(p.year, p.two, p.one)
}

func dateOf(year, month, day int) gevel.Date {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return gevel.NoDate
	}
	d := gevel.NewDate(year, time.Month(month), day)
	if day > 28 && d.Time().Day() != day {
		return gevel.NoDate
	}
	return d
}

// yearDigits is how many digits a year has: of two it is not clear which century is meant.
const yearDigits = 4

// partsOf takes a day apart.
func partsOf(s string) (p parts, ok bool) {
	if len(s) == len("20060102") && digits(s) {
		p = parts{one: number(s[6:]), two: number(s[4:6]), year: number(s[:4]), ordered: true}
		return p, p.year > 0
	}
	at := strings.IndexAny(s, "-/. ")
	if at < 1 {
		return p, false
	}
	sign := s[at]
	first, rest := s[:at], s[at+1:]
	second, third, cut := strings.Cut(rest, string(sign))
	if sign == '.' || sign == ' ' {
		second, third = strings.TrimSpace(second), strings.TrimSpace(third)
	}
	switch {
	case !cut:
		return p, false
	case len(first) == yearDigits:
		p = parts{one: number(third), two: number(second), year: number(first), ordered: true}
	case len(third) == yearDigits && monthNamed(second) > 0:
		p = parts{one: number(first), two: monthNamed(second), year: number(third), ordered: true}
	case len(third) == yearDigits:
		p = parts{one: number(first), two: number(second), year: number(third), slashed: sign == '/'}
	}
	return p, p.one > 0 && p.two > 0 && p.year > 0
}

// number returns the number of up to four digits, -1 for anything else.
func number(s string) int {
	if len(s) == 0 || len(s) > yearDigits || !digits(s) {
		return -1
	}
	n := 0
	for i := range len(s) {
		n = 10*n + int(s[i]-'0')
	}
	return n
}

// months are the names of the months in Dutch and English, each by what sets it apart.
var months = [...][]string{
	{"januari", "january"},
	{"februari", "february"},
	{"maart", "mrt", "march"},
	{"april"},
	{"mei", "may"},
	{"juni", "june"},
	{"juli", "july"},
	{"augustus", "august"},
	{"september", "sept"},
	{"oktober", "october"},
	{"november"},
	{"december"},
}

// monthNamed returns the number of a month by its name or the first three letters of it, 0 for none.
func monthNamed(s string) int {
	s = strings.ToLower(strings.TrimSuffix(s, "."))
	for i, names := range months {
		for _, name := range names {
			if s == name || s == name[:3] {
				return i + 1
			}
		}
	}
	return 0
}

// WithoutMidnight returns a day without the time of midnight behind it. Another time is an error: which day is meant
// then depends on where it was written.
func WithoutMidnight(s string) (day string, err error) {
	if (len(s) == len("200601020000") || len(s) == len("20060102000000")) && digits(s) {
		s = s[:len("20060102")] + "T" + s[len("20060102"):]
	}
	at := strings.IndexAny(s, "Tt")
	if at < 0 || at+1 == len(s) || s[at+1] < '0' || s[at+1] > '9' {
		at = strings.IndexByte(s, ':')
		if at < 0 {
			return s, nil
		}
		if at = strings.LastIndexByte(s[:at], ' '); at < 0 {
			return s, nil
		}
	}
	day, clock := s[:at], strings.TrimSpace(s[at+1:])
	if !isMidnight(clock) {
		return "", fmt.Errorf("%s has a time of day, and only midnight stands for the day alone; give the day that it is "+
			"in the Netherlands", Quote(s))
	}
	return strings.TrimSpace(day), nil
}

// isMidnight reports whether a time is midnight, in whatever zone.
func isMidnight(clock string) bool {
	clock, _, _ = strings.Cut(strings.ToUpper(clock), "[") // 00:00+01:00[Europe/Amsterdam]
	if clock == "12:00:00 AM" || clock == "12:00 AM" {
		return true
	}
	clock = strings.TrimRight(clock, "ABCDEFGHIJKLMNOPQRSTUVWXYZ/_ ") // Z, UTC, CET, Europe/Amsterdam
	if clock == "000000" || clock == "0000" {
		return true
	}
	if at := strings.LastIndexAny(clock, "+- "); at > 0 { // a zone; a plus in a URL that was not escaped is a space
		if zone := strings.Replace(clock[at+1:], ":", "", 1); !digits(zone) || len(zone) != len("0100") && len(zone) != len("01") {
			return false
		}
		clock = strings.TrimSpace(clock[:at])
	}
	hours, rest, ok := strings.Cut(clock, ":")
	return ok && hours != "" && strings.Trim(hours, "0") == "" && rest != "" && strings.Trim(rest, "0:.,") == ""
}

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
