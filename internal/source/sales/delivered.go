package sales

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/gevel/gevel"
)

// On which day a file of sales was delivered: by the build file, or by the name of the file.

// checkDelivered finds what can't be in the known_date of an entry of sales.
func checkDelivered(known string) error {
	if isPattern(known) {
		_, err := formOf(known)
		return err
	}
	_, err := parseDelivered(known)
	return err
}

// isPattern reports whether a known_date is the pattern of a day in the names of files.
func isPattern(known string) bool { return strings.Contains(known, "YYYY") }

// formOf returns the pattern of a form: YYYY and MM once each, DD at most once.
func formOf(form string) (*regexp.Regexp, error) {
	if strings.Count(form, "YYYY") != 1 || strings.Count(form, "MM") != 1 || strings.Count(form, "DD") > 1 {
		return nil, fmt.Errorf("%q holds YYYY and MM once each, and DD at most once, as in YYYY-MM-DD", form)
	}
	pattern := strings.NewReplacer("YYYY", `(?<year>\d{4})`, "MM", `(?<month>\d\d)`, "DD", `(?<day>\d\d)`).
		Replace(regexp.QuoteMeta(form))
	return regexp.Compile(`(?:^|\D)` + pattern + `(?:\D|$)`)
}

// knownByName returns the known_date of a file of sales: where it is a pattern, the day in the file's name.
func knownByName(known, name string, today gevel.Date) (string, error) {
	if !isPattern(known) {
		return known, nil
	}
	form, err := formOf(known)
	if err != nil {
		return "", err
	}
	found := form.FindStringSubmatch(name)
	if found == nil {
		return "", fmt.Errorf("the name of %s has no day of the form %s", name, known)
	}
	part := func(name string) string { return found[form.SubexpIndex(name)] }
	if strings.Contains(known, "DD") {
		day, err := gevel.ParseDate(part("year") + "-" + part("month") + "-" + part("day"))
		if err != nil {
			return "", fmt.Errorf("the name of %s: %w", name, err)
		}
		return day.String(), nil
	}
	first, err := gevel.ParseDate(part("year") + "-" + part("month") + "-01")
	if err != nil {
		return "", fmt.Errorf("the name of %s: %w", name, err)
	}
	last := (first.Month() + 1).First() - 1
	if first <= today { // the month is not over
		last = min(last, today)
	}
	return last.String(), nil
}

// Delivered returns the day of delivery that an entry of one file gives.
func (e *Entry) Delivered() (gevel.Opt[gevel.Date], error) {
	if isPattern(e.Known) { // whose files have not been found yet
		return gevel.Opt[gevel.Date]{}, nil
	}
	return parseDelivered(e.Known)
}

// parseDelivered reads a day; "" is none.
func parseDelivered(text string) (gevel.Opt[gevel.Date], error) {
	if text == "" {
		return gevel.Opt[gevel.Date]{}, nil
	}
	day, err := gevel.ParseDate(text)
	if err != nil {
		return gevel.Opt[gevel.Date]{}, fmt.Errorf("%w, nor a form of one such as YYYY-MM-DD", err)
	}
	return gevel.Some(day), nil
}
