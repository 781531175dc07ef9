package gevel

import (
	"testing"
	"time"
)

// FuzzDates reads days and months: what is read is written as it was.
func FuzzDates(f *testing.F) {
	for _, text := range []string{"2023-09-01", "2024-02-29", "2023-02-29", "0000-01-01", "9999-12-31", "2023-09", "2023-9", "2023-13", "2023-09-01-01", "", "-"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := ParseDate(text); err == nil && d.String() != text {
			t.Errorf("day %q was read as %s", text, d)
		}
		var m Month
		if err := m.UnmarshalText([]byte(text)); err == nil && m.String() != text {
			t.Errorf("month %q was read as %s", text, m)
		}
	})
}

func TestMonthIsReadBack(t *testing.T) {
	for _, want := range []Month{0, NewDate(1995, time.January, 31).Month(), NewDate(2023, time.September, 1).Month()} {
		text, err := want.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var got Month
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Errorf("month %s came back as %s, %v", want, got, err)
		}
	}
	var m Month
	if err := m.UnmarshalText([]byte("2023-13")); err == nil || err.Error() != `"2023-13" is no month of the form 2006-01` {
		t.Errorf("month 13 was read as %s, %v", m, err)
	}
}
