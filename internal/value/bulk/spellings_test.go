package bulk

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/testing/spellings"
)

func TestFilesOfHomesAreSpelledAsInAnyFile(t *testing.T) {
	home := func(column string, say func(spelling.Home) string) func(string) (string, error) {
		return func(text string) (string, error) {
			given := map[string]string{"postal_code": "2594AN", "house_number": "15"}
			given[column] = text
			h, faults := readHome(func(column string) string { return spelling.Cell(given[column]) })
			return say(h), Invalid(faults, func(column string) string { return column })
		}
	}
	suffix := func(h spelling.Home) string { return gevel.JoinSuffix(h.Address.HouseLetter, h.Address.HouseNumberExt) }
	has := func(column string) func(string) (string, error) {
		table := gevel.Standard()
		a := &table[table.Column(column)]
		return func(text string) (string, error) {
			c, faults, unread := spelling.Characteristics(table, func(of string) string {
				if of == column {
					return text
				}
				return ""
			}, townDay.Year())
			if faults = append(faults, unread...); len(faults) > 0 {
				return "", errors.New(faults[0].Message)
			}
			return a.Text(a.Get(&c)), nil
		}
	}
	spellings.Files(t, "homes to value", spellings.PostalCode, home("postal_code", func(h spelling.Home) string { return string(h.Address.PostalCode) }))
	spellings.Files(t, "homes to value", spellings.HouseNumber, home("house_number", func(h spelling.Home) string {
		return strings.TrimSpace(fmt.Sprint(h.Address.HouseNumber, " ", suffix(h)))
	}))
	spellings.Files(t, "homes to value", spellings.Extension, home("house_number_ext", suffix))
	spellings.Files(t, "homes to value", spellings.ID, home("bag_id", func(h spelling.Home) string { return string(h.ID) }))
	spellings.Files(t, "homes to value", spellings.Day, func(text string) (string, error) {
		r := &run{Options: Options{Today: townDay}}
		day, err := r.readDate(text)
		return day.String(), err
	})
	spellings.Files(t, "homes to value", spellings.Number, has("build_year"))
	spellings.Files(t, "homes to value", spellings.Surface, has("use_surface"))
	spellings.Files(t, "homes to value", spellings.Missing, func(text string) (string, error) {
		ext, err := home("house_number_ext", suffix)(text)
		surface, more := has("use_surface")(text)
		return spellings.OrNothing(ext, surface), errors.Join(err, more)
	})
	spellings.Files(t, "homes to value", spellings.YesNo, has("monument"))
	spellings.Files(t, "homes to value", spellings.HouseType, has("build_type"))
	if got, err := has("build_type")("Herenhuis"); err != nil || got != "" {
		t.Errorf("a word that leaves the type open is read as %q, %v", got, err)
	}
	if got, err := has("use_surface")("104.0"); err != nil || got != strconv.Itoa(104)+" m2" {
		t.Errorf("104.0 is read as %q, %v", got, err)
	}
}

func TestAHomeAskedForByItsIDIsThatHome(t *testing.T) {
	_, v := sharedTown(t)
	for _, a := range someAddresses(v, 50) {
		q, err := spelling.Home{ID: a.ObjectID}.Query(v.Edition())
		if err != nil {
			t.Fatal(err)
		}
		if found, err := v.Edition().Find(q); err != nil || found.ObjectID != a.ObjectID {
			t.Errorf("%s is %+v, %v", a.ObjectID, found, err)
		}
	}
}
