package photos

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/testing/tableforms"
)

// TestEachKindOfAListOfPhotosHasItsAnswerInEachForm reads lists as people keep them.
func TestEachKindOfAListOfPhotosHasItsAnswerInEachForm(t *testing.T) {
	for kind, k := range map[string]struct {
		header []string
		rows   [][]string
		want   []string // of each row: the home, the kind of photo and its day, or the fault
		except string
	}{
		"dutch names": {[]string{"bestand", "nummeraanduiding_id", "soort", "Datum opname"}, [][]string{{"a.jpg", "0518200000001234", "voorgevel", "31-1-2020"}}, []string{"0518200000001234 front 2020-01-31"}, ""},
		"english":     {[]string{"filename", "number_id", "type"}, [][]string{{"a.jpg", "1699200000001234", "interior"}}, []string{"1699200000001234 interior"}, ""},
		"an address":  {[]string{"file", "postcode", "huisnr", "toevoeging"}, [][]string{{"a.jpg", "2594  an", "15", "n.v.t."}, {"b.jpg", "2594AN", "15-II", `\N`}}, []string{"2594AN 15 ", "2594AN 15 II"}, ""},
		"midnights":   {[]string{"file", "bag_id", "taken_at"}, [][]string{{"a.jpg", "nl.imbag.verblijfsobject.0518010000001234", "20200131T000000"}, {"b.jpg", "518010000001234", "2020-01-31 00:00:00.000 UTC"}}, []string{"0518010000001234 2020-01-31", "0518010000001234 2020-01-31"}, ""},
		"no day":      {[]string{"file", "bag_id", "taken_at"}, [][]string{{"a.jpg", "0518010000001234", "n.v.t."}, {"b.jpg", "0518010000001234", "inf"}, {"c.jpg", "0518010000001234", "31-01-20"}}, []string{"0518010000001234", "is no date", "a year of two digits"}, ""},
		"a power":     {[]string{"file", "bag_id"}, [][]string{{"a.jpg", "5,18E+14"}}, []string{"a spreadsheet turned into a number"}, ""},
		"no file":     {[]string{"file", "bag_id"}, [][]string{{"onbekend.jpg", "0518010000001234"}, {"NULL", "0518010000001234"}}, []string{"0518010000001234", "no file is named"}, ""},
		"as formulas": {[]string{"file", "bag_id"}, [][]string{{"a.jpg", `="0518010000001234"`}}, []string{"0518010000001234"}, "JSON Parquet workbook"},
	} {
		for form, content := range tableforms.All {
			if strings.Contains(k.except, form) {
				continue
			}
			path := filepath.Join(t.TempDir(), "list.csv")
			if err := os.WriteFile(path, content(t, append([][]string{k.header}, k.rows...)), 0o600); err != nil {
				t.Fatal(err)
			}
			m, err := openManifest(t.Context(), path)
			if err != nil {
				t.Errorf("%s as %s: %v", kind, form, err)
				continue
			}
			var got []string
			for {
				c, err := m.next(t.Context(), Import{Now: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)})
				if errors.Is(err, io.EOF) {
					break
				}
				said := fmt.Sprint(err)
				if err == nil {
					home := c.claims[0].home
					said = fmt.Sprintf("%s%s %s %s %s", home.ID, home.Address.PostalCode, strings.Trim(fmt.Sprint(home.Address.HouseNumber), "0 "),
						home.Address.HouseNumberExt, c.kind)
					if c.takenAt.Known {
						said += " " + c.takenAt.V.Format(time.DateOnly)
					}
				}
				got = append(got, strings.Join(strings.Fields(said), " ")+" ")
			}
			for i, want := range k.want {
				if len(got) != len(k.want) || !strings.Contains(got[i], want) {
					t.Errorf("%s as %s: %q, want %q", kind, form, got, k.want)
					break
				}
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
