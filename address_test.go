package gevel_test

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestParseAddressQuery(t *testing.T) {
	for text, want := range map[string]gevel.AddressQuery{
		"2511CV 12":       {PostalCode: "2511CV", HouseNumber: 12},
		"2511 cv 12A":     {PostalCode: "2511CV", HouseNumber: 12, HouseNumberExt: "A"},
		"2511CV 12 A-2":   {PostalCode: "2511CV", HouseNumber: 12, HouseNumberExt: "A-2"},
		"2511CV  12-hs":   {PostalCode: "2511CV", HouseNumber: 12, HouseNumberExt: "hs"},
		"2511CV 12 bis 1": {PostalCode: "2511CV", HouseNumber: 12, HouseNumberExt: "bis 1"},
	} {
		if got, err := gevel.ParseAddressQuery(text); err != nil || got != want {
			t.Errorf("ParseAddressQuery(%q) = %+v (%v), want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "2511CV", "2511 CV", "Voorhout 12", "2511CV A", "2511CV 99999999999999999999"} {
		if got, err := gevel.ParseAddressQuery(text); err == nil {
			t.Errorf("ParseAddressQuery(%q) = %+v, want nothing", text, got)
		}
	}
}

func FuzzParseAddressQuery(f *testing.F) {
	for _, seed := range []string{"2511CV 12", "2511 cv 12-A", "2511CV 12 bis 1", "", "2511CV", "2511CV -1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := gevel.ParseAddressQuery(text)
		if err != nil {
			return
		}
		if code, err := gevel.ParsePostalCode(string(q.PostalCode)); err != nil || code != q.PostalCode || q.HouseNumber < 0 {
			t.Errorf("%q is read as %+v", text, q)
		}
	})
}
