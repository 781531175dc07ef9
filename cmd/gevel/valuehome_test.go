package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/demo"
)

func TestAnAddressAsPeopleWriteItIsValuedOrListed(t *testing.T) {
	town, value := townHomes(t)
	home, ok := town.Case(demo.CaseOrdinary)
	several, has := town.Case(demo.CaseAmbiguous)
	if !ok || !has {
		t.Fatal("the town lacks a case")
	}
	number := fmt.Sprintf("%d%s", home.HouseNumber, home.Extension())
	code, want, stderr := value(string(home.PostalCode), number)
	if code != 0 {
		t.Fatalf("%s: %s", home, stderr)
	}
	for _, text := range []string{
		home.Street + " " + number, number + " " + strings.ToLower(home.Street) + ", " + home.City, home.String() + ", Nederland",
		"https://bag.basisregistraties.overheid.nl/bag/id/verblijfsobject/" + string(home.ObjectID),
	} {
		if code, got, stderr := value(strings.Fields(text)...); code != 0 || got != want {
			t.Errorf("%q: code %d: %s%s", text, code, got, stderr)
		}
	}
	for text, said := range map[string]string{
		fmt.Sprintf("%s %d %s", several.Street, several.HouseNumber, several.City): fmt.Sprintf("gevel value %s %d", several.PostalCode, several.HouseNumber),
		home.Street:                         "several homes",
		home.Street[1:] + " " + number:      "no address is written",
		"Nergenslaan 99999":                 "there is no address",
		home.Street + " " + "99998":         "there is no address",
		home.Street + " " + number + " Ede": "",
	} {
		if code, got, stderr := value(text); code != exitNoValue || got != "" || !strings.Contains(stderr, said) {
			t.Errorf("%q: code %d, %q: %s", text, code, got, stderr)
		}
	}
	_, _, stderr = value(fmt.Sprintf("%s %d", several.Street, several.HouseNumber))
	_, rest, _ := strings.Cut(stderr, "\n  gevel value ")
	listed, _, _ := strings.Cut(rest, "  ")
	if code, _, stderr := value(strings.Fields(listed)...); code != 0 {
		t.Errorf("%q, as the list says, answers %d: %s", listed, code, stderr)
	}
}
