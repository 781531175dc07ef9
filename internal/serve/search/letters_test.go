package search

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
)

// corrections counts them by the full table: a letter wrong, missing, superfluous or swapped with the next.
func corrections(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], 1+rows[i-2][j-2])
			}
		}
	}
	return rows[len(a)][len(b)]
}

func TestNearFindsEachKeyWithinReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 39))
	text := func() string {
		b := make([]byte, 1+rng.IntN(9))
		for i := range b {
			b[i] = "abc"[rng.IntN(3)]
		}
		return string(b)
	}
	var list []key
	for name := range int32(3000) {
		list = append(list, key{text(), name, true})
	}
	k := newKeys(list)
	for range 200 {
		query, budget := text(), 10_000_000
		want, got := map[int]int{}, map[int]int{}
		for i := range k.len() {
			wrong := corrections(k.at(i), query)
			if most := mostWrong(query); most > 0 && wrong <= most {
				want[i] = wrong
			}
		}
		k.near(query, &budget, func(key, wrong int, whole bool) {
			if whole {
				got[key] = wrong
				return
			}
			least := len(query)
			for end := range len(k.at(key)) + 1 {
				least = min(least, corrections(k.at(key)[:end], query))
			}
			if wrong != 1 || least > 1 || len(query) < longBeginning {
				t.Fatalf("%q is said to begin %q but for a letter", query, k.at(key))
			}
		})
		if !maps.Equal(want, got) {
			t.Fatalf("%q: %d keys are near, want %d", query, len(got), len(want))
		}
	}
}

func TestNearEndsWithItsBudget(t *testing.T) {
	var list []key
	for name := range int32(1000) {
		list = append(list, key{fmt.Sprintf("straat%04d", name), name, true})
	}
	k := newKeys(list)
	budget, n := 50, 0
	k.near("straat0000", &budget, func(int, int, bool) { n++ })
	if budget > 0 || n > 50 {
		t.Errorf("%d keys are visited, and %d is left", n, budget)
	}
}

func TestNormalFormIsTheSameHoweverANameIsWritten(t *testing.T) {
	for _, same := range [][]string{
		{"Sint Jansstraat", "St. Jansstr.", "sint-jans-straat", "SINTJANSSTRAAT"},
		{"Koningin Wilhelminalaan", "Kon. Wilhelminaln", "Koning Wilhelmina laan"},
		{"1e Helmersstraat", "Eerste Helmersstraat", "1ste helmersstr", "1 e Helmersstraat"},
		{"Johan van den Reyplein", "Johan v.d. Reypln", "Johan van der Reij plein", "johan vd reyplein"},
		{"Burg. Aertszweg", "Burgemeester Aartszwg", "bgm aertsz weg"},
		{"Curaçaokade", "Kurakaokd"},
		{"Kuyperhof", "Kuiperhf"},
	} {
		want := normal(wordsOf(same[0]))
		for _, name := range same[1:] {
			if got := normal(wordsOf(name)); got != want {
				t.Errorf("%q is %q, and %q is %q", name, got, same[0], want)
			}
		}
	}
}

func TestTheBeginningOfATextBeginsAsItSounds(t *testing.T) {
	for _, text := range []string{"lelystad", "kuyperstraat", "kuijperij", "beijerland", "christinalaan", "aertvandergoes", "brandtweg", "thorbecke", "deweghof", "noordthof"} {
		for end := range len(text) {
			if whole, begun := sounds.Replace(text), sounds.Replace(text[:end]); !strings.HasPrefix(whole, begun) {
				t.Errorf("%q sounds as %q, and %q as %q", text, whole, text[:end], begun)
			}
		}
	}
}

func TestALongerEndingComesFirst(t *testing.T) {
	for i, e := range endings {
		for _, before := range endings[:i] {
			if strings.HasSuffix(e.short, before.short) {
				t.Errorf("%s comes after %s, and is never reached", e.short, before.short)
			}
		}
	}
}
