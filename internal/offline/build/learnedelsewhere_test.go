package build_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/testing/rezip"
)

// TestWhatOtherSourcesDeliverLaterMovesNoAnswer has energy labels, parcels, a price series and CBS deliver later facts to a folder of
// editions: answers about the day on which these became known and the days before it stay the same to the bit.
func TestWhatOtherSourcesDeliverLaterMovesNoAnswer(t *testing.T) {
	day, err := gevel.ParseDate(learned)
	if err != nil {
		t.Fatal(err)
	}
	config := func(t *testing.T) build.Config {
		c, err := build.ReadConfig(filepath.Join(writeAllSources(t), "gevel.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		c.Vintages, seriesOf(c.Sources).File = 1, writeSeries(t, day)
		cbsOf(c.Sources).Neighbourhoods = []cbs.Neighbourhoods{writeNeighbourhoods(t, &c, 2019, 100)}
		return c
	}
	first := mustRun(t, config(t))
	before := openValuer(t, first)
	for name, deliver := range map[string]func(t *testing.T, c *build.Config){
		"labels": func(t *testing.T, c *build.Config) {
			relabel(t, *labelFileOf(c.Sources), func(n int, row string) string {
				switch {
				case n%4 == 0: // a second one
					return row + "\n" + registeredAnew(row)
				case n%4 == 1: // one in its place
					return registeredAnew(row)
				case n%30 == 2: // taken away
					return ""
				}
				return row
			})
		},
		"parcels": func(t *testing.T, c *build.Config) {
			file := parcelsOf(c.Sources).File
			writeFile(t, file, readFile(t, change(t, file, `DROP TRIGGER rtree_perceel_geom_update3; DROP TRIGGER rtree_perceel_geom_update4;
				UPDATE perceel SET kadastrale_grootte_waarde = 50 + kadastrale_grootte_waarde, tijdstip_registratie = '`+learned+`T09:30:00Z'
					WHERE fid % 3 = 0;
				DELETE FROM perceel WHERE fid % 30 = 1`)))
		},
		"a series of prices": func(t *testing.T, c *build.Config) {
			file := seriesOf(c.Sources).File
			writeFile(t, file, readFile(t, file)+"2025-01,104,"+learned+"\n")
		},
		"an edition of CBS": func(t *testing.T, c *build.Config) {
			later := writeNeighbourhoods(t, c, 2023, 150)
			later.Published = learned
			cbsOf(c.Sources).Neighbourhoods = append(cbsOf(c.Sources).Neighbourhoods, later)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config(t)
			c.Editions = copyOf(t, first.Dir)
			deliver(t, &c)
			s := mustRun(t, c)
			after := openValuer(t, s)
			for _, on := range []gevel.Date{before.Oldest(), gevel.NewDate(2024, time.December, 31), day} {
				if n, asked := answersApart(t, before, after, on); n > 0 {
					t.Errorf("%d of %d answers about %s differ", n, asked, on)
				}
			}
			if n, _ := answersApart(t, before, after, townDay); n == 0 {
				t.Errorf("no answer about %s differs", townDay)
			}
			again := mustRun(t, c)
			if c.Editions = copyOf(t, first.Dir); again.Manifest.ID != s.Manifest.ID || mustRun(t, c).Manifest.ID != s.Manifest.ID {
				t.Error("the next night, or the same again, makes another edition of the same files")
			}
		})
	}
}

var labelClass = regexp.MustCompile(`;([A-G])\+*;[^;]*$`)

// registeredAnew is the row of a label that was registered anew, of another class.
func registeredAnew(row string) string {
	class := ";A;"
	if m := labelClass.FindStringSubmatch(row); m != nil && m[1] == "A" {
		class = ";G;"
	}
	return strings.ReplaceAll(learned, "-", "") + labelClass.ReplaceAllString(row[8:], class)
}

// relabel changes the rows of a file of labels that was published on the day of these tests.
func relabel(t *testing.T, file string, change func(n int, row string) string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	content = rezip.Rewrite(t, content, func(_ string, text []byte) []byte {
		rows, n := strings.Split(strings.TrimSpace(string(text)), "\n"), 0
		rows[0] = "PublicatieDatum;20-02-2025"
		for i, row := range rows {
			if row = strings.TrimSuffix(row, "\r"); i > 2 && labelClass.MatchString(row) {
				n++
				row = change(n, row)
			}
			rows[i] = row
		}
		return []byte(strings.Join(rows, "\n") + "\n")
	})
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
