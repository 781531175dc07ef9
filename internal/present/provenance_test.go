package present

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
)

func TestWhereACharacteristicComesFromIsSaidInWords(t *testing.T) {
	day := gevel.NewDate(2023, 2, 28)
	sources := gevel.StandardSources()
	from := func(s gevel.Source, known gevel.Date) explain.Characteristic {
		return explain.Characteristic{From: *sources.Row(s), Provenance: gevel.Provenance{Source: s, Known: known, Until: gevel.NoDate}}
	}
	published, expired := from(gevel.FromFile, day), from(gevel.FromLabel, day)
	published.About = gevel.Some(gevel.NewDate(2022, 1, 1))
	expired.Until, expired.Expired = day+10, true
	for want, k := range map[string]explain.Characteristic{
		"given":              {Given: true},
		"not said":           from(gevel.NoSource, gevel.NoDate),
		"derived from walls": from(gevel.FromWalls, gevel.NoDate),
		"own file":           from(gevel.FromFile, gevel.NoDate),
		"own file of 2023-02-28, about 2022-01-01":          published,
		"energy label of 2023-02-28, expired on 2023-03-10": expired,
		"monument register of 2023-02-28":                   from(gevel.FromMonuments, day),
	} {
		if got := fromWhere(k); got != want {
			t.Errorf("%+v is from %q, want %q", k, got, want)
		}
	}
}
