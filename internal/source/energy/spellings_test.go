package energy

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/spellings"
)

func TestLabelsAreSpelledAsInAnyFile(t *testing.T) {
	in := func(column string, say func(Label) string) func(string) (string, error) {
		return func(text string) (string, error) {
			labels, s := readText(t, columnsOfTests+rowOf(values{column: text}))
			s.Rejects.Merge(s.Faults)
			if list := s.Rejects.List(); len(list) > 0 || len(labels) != 1 {
				return "", errors.Join(spellings.ErrNothing, errors.New(list[0].Samples[0]))
			}
			return say(labels[0]), nil
		}
	}
	suffix := func(l Label) string { return gevel.JoinSuffix(l.Address.HouseLetter, l.Address.HouseNumberExt) }
	spellings.Files(t, "energy labels", spellings.PostalCode, in("Postcode", func(l Label) string { return string(l.Address.PostalCode) }))
	spellings.Files(t, "energy labels", spellings.HouseNumber, in("Huisnummer", func(l Label) string {
		return strings.TrimSpace(fmt.Sprint(l.Address.HouseNumber, " ", suffix(l)))
	}))
	spellings.Files(t, "energy labels", spellings.Extension, in("Huisnummertoevoeging", suffix))
	spellings.Files(t, "energy labels", spellings.Missing, in("Huisnummertoevoeging", func(l Label) string { return spellings.OrNothing(suffix(l)) }))
	spellings.Files(t, "energy labels", spellings.ID, in("BAGVerblijfsobjectID", func(l Label) string { return string(l.ID) }))
	spellings.Files(t, "energy labels", spellings.HouseType, func(text string) (string, error) {
		kind, err := in("Gebouwtype", func(l Label) string { return l.Type.String() })(text)
		if kind == "" { // of a berth the files say no type, and that is no fault
			err = spellings.ErrNothing
		}
		return kind, err
	})
	spellings.Files(t, "energy labels", spellings.Day, in("Registratiedatum", func(l Label) string { return l.Registered.String() }))
}
