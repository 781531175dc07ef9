package search_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/search"
)

func TestAFormerAddressIsNotFound(t *testing.T) {
	recoded := address("Kerkstraat", 12, "", "8246AA", "Lelystad")
	recoded.Until = gevel.NewDate(2020, 5, 1)
	renumbered := address("Kerkstraat", 1, "", "8246AA", "Lelystad")
	renumbered.Until = recoded.Until
	is := address("Kerkstraat", 12, "", "8246AB", "Lelystad")
	x := search.New(newTown(recoded, renumbered, is))
	for _, query := range []string{"kerkstraat 12", "kerkstraat 12 lelystad", "kerkstraat 1", "kerkstraat", "8246ab 12", "8246aa 12"} {
		got := x.Find(query, 8)
		if len(got.Addresses) != 1 || got.Addresses[0] != is {
			t.Errorf("%q finds %v, want %v alone", query, got.Addresses, is)
		}
	}
	if got := x.Find("kerkstraat 12", 8); !got.Meant {
		t.Error("the one address of today is not meant")
	}
	if got := x.InMunicipality("Lelystad", 8); len(got) != 1 || got[0] != is {
		t.Errorf("InMunicipality gives %v, want %v alone", got, is)
	}
}
