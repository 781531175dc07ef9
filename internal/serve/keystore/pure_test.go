package keystore

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
)

func TestSecretsAreLongRandomAndDiffer(t *testing.T) {
	const n = 2000
	seen := make(map[string]bool)
	count := make(map[rune]int)
	for range n {
		secret := newSecret()
		seen[secret] = true
		for _, c := range strings.TrimPrefix(secret, secretPrefix) {
			count[c]++
		}
	}
	if len(seen) != n {
		t.Errorf("got %d different secrets of %d", len(seen), n)
	}
	if len(count) != 32 {
		t.Errorf("got %d characters in use, want 32", len(count))
	}
}

func TestDigestsSurviveWriting(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		want := digestOf(rapid.StringN(1, maxSecret, maxSecret).Draw(r, "secret"))
		if got, err := digestFromHex(want.hex()); err != nil || got != want {
			r.Fatalf("got %x (%v), want %x", got, err, want)
		}
	})
	for _, bad := range []string{"", "00", strings.Repeat("0", 63), strings.Repeat("0", 65), strings.Repeat("x", 64)} {
		if _, err := digestFromHex(bad); err == nil {
			t.Errorf("digestFromHex(%q) gave no error", bad)
		}
	}
}

func TestMonthsAreThoseOfAmsterdam(t *testing.T) {
	for at, want := range map[string]string{
		"2025-03-31T21:59:59Z": "2025-03", // summer time: UTC+2
		"2025-03-31T22:00:00Z": "2025-04",
		"2025-12-31T22:59:59Z": "2025-12", // winter time: UTC+1
		"2025-12-31T23:00:00Z": "2026-01",
		"2024-02-29T12:00:00Z": "2024-02",
	} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := MonthOf(moment).String(); got != want {
			t.Errorf("MonthOf(%s) = %s, want %s", at, got, want)
		}
	}
}

func TestAMonthEndsWhereTheNextBegins(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		at := time.Unix(rapid.Int64Range(0, 4e9).Draw(r, "at"), 0)
		m := MonthOf(at)
		end := beginOf(m + 1)
		if !at.Before(end) || MonthOf(end) != m+1 || MonthOf(end.Add(-1)) != m {
			r.Fatalf("month %v of %v ends at %v", m, at, end)
		}
		if got, err := parseMonth(m.String()); err != nil || got != m {
			r.Fatalf("got %v (%v), want %v back", got, err, m)
		}
	})
}

func TestScopesSurviveWriting(t *testing.T) {
	for _, want := range [][]gevel.Scope{gevel.Scopes(), {gevel.ScopeImages}, {gevel.ScopeValuation}} {
		if got := joinScopes(splitScopes(joinScopes(want))); got != joinScopes(want) {
			t.Errorf("got %q, want %q", got, joinScopes(want))
		}
	}
}

func FuzzBearer(f *testing.F) {
	for _, seed := range []string{"Bearer x", "bearer  x ", "Basic x", "", " ", "Bearer", "Bearer \x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		secret, ok := bearer(header)
		if ok && (secret == "" || strings.Trim(secret, " ") != secret || !strings.Contains(header, secret)) {
			t.Errorf("bearer(%q) = %q", header, secret)
		}
	})
}
