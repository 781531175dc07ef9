package search_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/search"
	"github.com/gevel/gevel/internal/testing/spellings"
)

func TestSearchFindsAHomeByItsIDHoweverSpelled(t *testing.T) {
	home := address("Kade", 15, "", "2594AN", "Den Haag")
	home.ObjectID = spellings.TheID
	index := search.New(newTown(home))
	spellings.Files(t, "search", spellings.ID, func(text string) (string, error) {
		found := index.Find(text, 5).Addresses
		if len(found) != 1 {
			return "", spellings.ErrNothing
		}
		return string(found[0].ObjectID), nil
	})
}

func TestSearchJoinsNoDigits(t *testing.T) {
	index := search.New(newTown(
		address("Kade", 15, "1", "2594AN", "Den Haag"), address("Kade", 15, "2", "2594AN", "Den Haag"),
		address("Kade", 15, "12", "2594AN", "Den Haag"), address("Kade", 15, "A1", "2594AN", "Den Haag"),
	))
	for query, want := range map[string]string{
		"Kade 15-12": "12", "Kade 15 12": "12", "2594AN 15-A1": "A1", "Kade 15 A 1": "A1", "Kade 15A-1": "A1", "2594AN 15 1": "1",
		"Kade 15 1/2": "", "Kade 15-1-2": "", "2594 AN 15 1 2": "",
	} {
		found := index.Find(query, 5).Addresses
		var first gevel.Address
		if len(found) > 0 {
			first = found[0]
		}
		if got := strings.ToUpper(gevel.JoinSuffix(first.HouseLetter, first.HouseNumberExt)); got != want &&
			!(want == "" && got != "12") {
			t.Errorf("%q finds %q first, want %q", query, got, want)
		}
	}
}

func TestSearchReadsHouseNumbersAsAnyFile(t *testing.T) {
	var town []gevel.Address
	for number, exts := range map[int][]string{
		265: {"", "A", "A1", "bis", "1", "12", "10"}, 10: {"", "5", "1", "50"}, 15: {"", "1", "1-2", "2", "12"}, 105: {""}, 151: {""},
	} {
		for _, ext := range exts {
			town = append(town, address("Kade", number, ext, "2594AN", "Den Haag"))
		}
	}
	index := search.New(newTown(town...))
	spellings.Files(t, "search", spellings.HouseNumber, func(text string) (string, error) {
		found := index.Find("2594AN "+text, 5).Addresses
		if len(found) == 0 {
			return "", spellings.ErrNothing
		}
		a := found[0]
		return strings.TrimSpace(strconv.Itoa(a.HouseNumber) + " " + gevel.JoinSuffix(a.HouseLetter, a.HouseNumberExt)), nil
	})
}

func TestSearchReadsExtensionsAsAnyFile(t *testing.T) {
	var town []gevel.Address
	for _, ext := range []string{"", "1", "10", "A2", "1-2", "12", "10-5", "105"} {
		town = append(town, address("Kade", 15, ext, "2594AN", "Den Haag"))
	}
	index := search.New(newTown(town...))
	spellings.Files(t, "search", spellings.Extension, func(text string) (string, error) {
		found := index.Find("Kade 15 "+text, 5).Addresses
		if len(found) == 0 {
			return "", spellings.ErrNothing
		}
		return gevel.JoinSuffix(found[0].HouseLetter, found[0].HouseNumberExt), nil
	})
}
