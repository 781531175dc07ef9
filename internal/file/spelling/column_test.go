package spelling_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

func TestWordsForNoValueAreNone(t *testing.T) {
	for _, text := range []string{
		"", " ", " nan ", "\u00a0NaT", "null", "NA", "N/A", "n/a", "#N/A", "#N/B", "<NA>", "None", "n.v.t.", `\N`, "#VERW!", "#WAARDE!",
		"(leeg)", "[NULL]", "#OVERLOOP!", "--", "N.T.B.",
	} {
		if got := spelling.Cell(text); got != "" {
			t.Errorf("%q is read as %q", text, got)
		}
	}
	for _, text := range []string{"none", "na", "Nan", "N", "0", "-", "A", "null.", "#1", "geen", "unknown"} { // an extension, a category
		if got := spelling.Cell(" " + text); got != text {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

func TestWordsForUnknownAreNoCharacteristic(t *testing.T) {
	for _, text := range []string{"onbekend", "Niet bekend", "unknown"} {
		c, faults, _ := spelling.Characteristics(gevel.Standard(), func(column string) string {
			return map[string]string{"use_surface": text, "energy_label": text, "rooms": "4"}[column]
		}, 2025)
		if len(faults) > 0 || c.UseSurface.Known || c.Rooms != gevel.Some(4) {
			t.Errorf("%q is read as %+v, with %v", text, c, faults)
		}
	}
}

func TestAUnitIsTakenOffTheNumberThatItBelongsTo(t *testing.T) {
	table := gevel.Standard()
	for _, tt := range []struct{ column, text, want string }{
		{"use_surface", "105 m²", "105"},
		{"use_surface", "105m2", "105"},
		{"use_surface", "1.050,5 M2", "1.050,5"},
		{"use_surface", "105 vierkante meter", "105"},
		{"use_surface", "105 m3", "105 m3"},
		{"use_surface", "m2", "m2"},
		{"use_surface", "groot m2", "groot m2"},
		{"volume", "350 m³", "350"},
		{"volume", "350 m2", "350 m2"},
		{"rooms", "3 kamers", "3"},
		{"rooms", "1 kamer", "1"},
		{"build_year", "1930 m2", "1930 m2"},
	} {
		if got := spelling.WithoutUnit(&table[table.Column(tt.column)], tt.text); got != tt.want {
			t.Errorf("%s %q is read as %q, want %q", tt.column, tt.text, got, tt.want)
		}
	}
}
