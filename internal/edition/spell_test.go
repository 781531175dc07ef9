package edition

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestFactsSpellYesAndNoAsBooleans(t *testing.T) {
	table := gevel.Standard()
	monument := &table[table.Column("monument")]
	for v, want := range map[float64]string{1: "true", 0: "false"} {
		if got := spell(monument, v); got != want {
			t.Errorf("%v is spelled %q, want %q", v, got, want)
		}
		if got, err := unspell(monument, want); got != v || err != nil {
			t.Errorf("%q is read as %v, %v", want, got, err)
		}
	}
	if _, err := unspell(monument, "perhaps"); err == nil {
		t.Error("perhaps is read as yes or no")
	}
}
