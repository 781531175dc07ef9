package gevel_test

import (
	"testing"
	"time"

	"github.com/gevel/gevel"
)

func TestTheDayIsThatOfAmsterdam(t *testing.T) {
	for at, want := range map[string]string{
		"2025-01-31T22:59:59Z": "2025-01-31", "2025-01-31T23:30:00Z": "2025-02-01", // winter
		"2025-06-30T21:59:59Z": "2025-06-30", "2025-06-30T22:30:00Z": "2025-07-01", // summer
		"2024-12-31T23:30:00Z": "2025-01-01", "2025-03-30T01:00:00Z": "2025-03-30", "2025-10-26T00:30:00Z": "2025-10-26",
	} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := gevel.DayOf(moment).String(); got != want {
			t.Errorf("DayOf(%s) = %s, want %s", at, got, want)
		}
	}
}
