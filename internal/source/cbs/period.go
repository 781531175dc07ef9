package cbs

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// Period is a year, a quarter or a month.
type Period struct {
	First  gevel.Month
	Months int // 1, 3 or 12
}

// Year returns the year in which it lies.
func (p Period) Year() int { return p.First.First().Year() }

// Part returns the quarter or month of the year, from 1; 1 for a year.
func (p Period) Part() int { return int(p.First-gevel.NewDate(p.Year(), 1, 1).Month())/p.Months + 1 }

// String returns CBS's code of the period: 2023MM05.
func (p Period) String() string {
	of := p.Part()
	switch p.Months {
	case 1:
		return fmt.Sprintf("%04dMM%02d", p.Year(), of)
	case 3:
		return fmt.Sprintf("%04dKW%02d", p.Year(), of)
	}
	return fmt.Sprintf("%04dJJ00", p.Year())
}

// months as StatLine spells them.
var months = []string{
	"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november",
	"december",
}

// ParsePeriod reads the code or the words of a period, without a mark behind it.
func ParsePeriod(s string) (Period, bool) {
	if len(s) < 4 {
		return Period{}, false
	}
	year, err := strconv.Atoi(s[:4])
	if err != nil || year < 1900 || year > 2999 {
		return Period{}, false
	}
	part := func(months, n int) (Period, bool) {
		ok := n >= 1 && n <= 12/months
		return Period{gevel.NewDate(year, 1, 1).Month() + gevel.Month((n-1)*months), months}, ok
	}
	rest := strings.ToLower(strings.TrimSpace(s[4:]))
	if rest == "" || rest == "jj00" {
		return part(12, 1)
	}
	if len(rest) == 4 {
		n, err := strconv.Atoi(rest[2:])
		switch {
		case err != nil || rest[2] == '-' || rest[2] == '+':
		case rest[:2] == "kw":
			return part(3, n)
		case rest[:2] == "mm":
			return part(1, n)
		}
	}
	if n, ok := strings.CutSuffix(rest, "e kwartaal"); ok && len(n) == 1 {
		return part(3, int(n[0]-'0'))
	}
	for i, month := range months {
		if rest == month {
			return part(1, i+1)
		}
	}
	return Period{}, false
}
