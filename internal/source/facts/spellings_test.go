package facts

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/spellings"
)

// listener hears which home is asked for and what it learns.
type listener struct {
	street
	id    gevel.BAGID
	asked gevel.AddressQuery
	facts []gevel.Fact
}

func (l *listener) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	l.id = id
	return gevel.Dwelling{ID: id}, gevel.Address{}, true
}

func (l *listener) Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	l.asked = q
	return gevel.Dwelling{ID: idOf(1)}, gevel.Address{}, nil
}

func (l *listener) Record(_ gevel.BAGID, facts []gevel.Fact) { l.facts = facts }

// oneRow reads a file of one row, plain but for what columns are given.
func oneRow(t *testing.T, given map[string]string) (*listener, error) {
	t.Helper()
	plain := map[string]string{"known_date": "2020-01-01", "rooms": "4"}
	if given["house_number"] == "" {
		plain["dwelling_id"] = spellings.TheID
	}
	for column, text := range given {
		plain[column] = text
	}
	var header, row []string
	for column, text := range plain {
		header, row = append(header, column), append(row, text)
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll([][]string{header, row}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "own.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	homes := &listener{street: street{table: gevel.Standard()}}
	r, err := Read(t.Context(), Source{Path: path}, Options{Homes: homes, AsOf: today})
	if err == nil {
		r.Rejects.Merge(r.Faults)
		if list := r.Rejects.List(); len(list) > 0 {
			err = errors.New(list[0].Samples[0])
		}
	}
	return homes, err
}

func TestFilesOfCharacteristicsAreSpelledAsAnyFile(t *testing.T) {
	address := func(column string, say func(*listener) string) func(string) (string, error) {
		return func(text string) (string, error) {
			given := map[string]string{"postal_code": "2594AN", "house_number": "15"}
			given[column] = text
			homes, err := oneRow(t, given)
			return say(homes), err
		}
	}
	suffix := func(l *listener) string { return gevel.JoinSuffix(l.asked.HouseLetter, l.asked.HouseNumberExt) }
	has := func(column string) func(string) (string, error) {
		return func(text string) (string, error) {
			homes, err := oneRow(t, map[string]string{column: text})
			for _, f := range homes.facts {
				if a := &homes.table[f.Attribute]; a.Column == column {
					return a.Text(f.Value), err
				}
			}
			return "", err
		}
	}
	spellings.Files(t, "characteristics, monuments", spellings.PostalCode, address("postal_code", func(l *listener) string { return string(l.asked.PostalCode) }))
	spellings.Files(t, "characteristics, monuments", spellings.HouseNumber, address("house_number", func(l *listener) string {
		return strings.TrimSpace(fmt.Sprint(l.asked.HouseNumber, " ", suffix(l)))
	}))
	spellings.Files(t, "characteristics, monuments", spellings.Extension, address("house_number_ext", suffix))
	spellings.Files(t, "characteristics, monuments", spellings.ID, func(text string) (string, error) {
		homes, err := oneRow(t, map[string]string{"dwelling_id": text})
		return string(homes.id), err
	})
	spellings.Files(t, "characteristics, monuments", spellings.Day, func(text string) (string, error) {
		homes, err := oneRow(t, map[string]string{"known_date": text})
		if err != nil {
			return "", err
		}
		return homes.facts[0].Known.String(), nil
	})
	spellings.Files(t, "characteristics, monuments", spellings.Number, has("build_year"))
	spellings.Files(t, "characteristics, monuments", spellings.Surface, has("use_surface"))
	spellings.Files(t, "characteristics, monuments", spellings.Missing, func(text string) (string, error) {
		ext, err := address("house_number_ext", suffix)(text)
		surface, more := has("use_surface")(text)
		return spellings.OrNothing(ext, surface), errors.Join(err, more)
	})
	spellings.Files(t, "characteristics, monuments", spellings.YesNo, has("monument"))
	spellings.Files(t, "characteristics, monuments", spellings.HouseType, has("build_type"))
}
