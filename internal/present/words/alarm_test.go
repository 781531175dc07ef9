package words

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/watch"
)

func TestAnAlarmSaysWhereSinceWhenAndHowMuch(t *testing.T) {
	since := gevel.NewDate(2023, 5, 2)
	for _, tt := range []struct {
		alarm  watch.Alarm
		en, nl string
	}{
		{
			watch.Alarm{What: watch.Above, Since: since, Sales: 1212, Off: 0.034},
			"all homes: since 2 May 2023 prices lie 3.4 % above the values that gevel gave (1,212 sales)",
			"alle woningen: sinds 2 mei 2023 liggen prijzen 3,4 % boven de waarden die gevel gaf (1.212 verkopen)",
		},
		{
			watch.Alarm{Part: watch.Part{Dimension: "municipality", Name: "Delft"}, What: watch.Below, Since: since, Sales: 90, Off: -0.03},
			"Delft: since 2 May 2023 prices lie 3.0 % below the values that gevel gave (90 sales), beside all other homes",
			"Delft: sinds 2 mei 2023 liggen prijzen 3,0 % onder de waarden die gevel gaf (90 verkopen), vergeleken met alle andere woningen",
		},
		{
			watch.Alarm{Part: watch.Part{Dimension: "side of the map", Name: "north-west"}, What: watch.Narrow, Since: since, Sales: 90, Held: 0.68},
			"the north-west: since 2 May 2023 the interval of 80 % holds 68.0 % of the prices (90 sales)",
			"het noordwesten: sinds 2 mei 2023 ligt 68,0 % van de prijzen in de bandbreedte van 80 % (90 verkopen)",
		},
		{
			watch.Alarm{Part: watch.Part{Dimension: "house type", Name: "Tussenwoning"}, What: watch.Narrow, Since: since, Sales: 90, Held: 0.68},
			"Terraced house: since 2 May 2023 the interval of 80 % holds 68.0 % of the prices (90 sales)",
			"Tussenwoning: sinds 2 mei 2023 ligt 68,0 % van de prijzen in de bandbreedte van 80 % (90 verkopen)",
		},
	} {
		if got := English.Alarm(&tt.alarm); got != tt.en {
			t.Errorf("got %q, want %q", got, tt.en)
		}
		if got := Dutch.Alarm(&tt.alarm); got != tt.nl {
			t.Errorf("got %q, want %q", got, tt.nl)
		}
	}
}
