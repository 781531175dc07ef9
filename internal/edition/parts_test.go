package edition

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

func TestAddressesAreYieldedByPostalCodeUntilTheCallerEnds(t *testing.T) {
	folder := t.TempDir()
	e, err := Open(t.Context(), folder+"/"+writeContents(t, folder, inventContents(40, 1)).ID)
	if err != nil {
		t.Fatal(err)
	}
	var all []gevel.Address
	for a := range e.Addresses {
		all = append(all, a)
	}
	if len(all) != e.addresses.Len() || !slices.IsSortedFunc(all, func(a, b gevel.Address) int {
		return strings.Compare(string(a.PostalCode), string(b.PostalCode))
	}) {
		t.Errorf("%d addresses are yielded of %d, or in no order", len(all), e.addresses.Len())
	}
	n := 0
	for range e.Addresses {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d addresses were yielded before the end, want 3", n)
	}
}

func TestPostalCodesWithAPrefixAreSideBySide(t *testing.T) {
	table := AddressRows{postalCodes: []gevel.PostalCode{"1011AB", "1011AC", "1012AA", "2511CV"}}
	for prefix, want := range map[string][2]int{
		"": {0, 4}, "1": {0, 3}, "1011": {0, 2}, "1012": {2, 3}, "2": {3, 4}, "1013": {3, 3}, "9": {4, 4},
	} {
		if lo, hi := table.codesWith(prefix); lo != want[0] || hi != want[1] {
			t.Errorf("%q begins the codes from %d to %d, want %v", prefix, lo, hi, want)
		}
	}
}

func TestACharacteristicThatAManifestHasTwiceIsRefused(t *testing.T) {
	row := gevel.Attribute{Column: "num_noise", Name: "noise", Kind: gevel.Number}
	if err := (Manifest{Attributes: gevel.Attributes{row}}).checkAttributes(); err != nil {
		t.Errorf("one that is there once is refused: %v", err)
	}
	err := Manifest{Attributes: gevel.Attributes{row, row}}.checkAttributes()
	if err == nil || !strings.Contains(err.Error(), "num_noise is there twice") {
		t.Errorf("one that is there twice gives %v", err)
	}
}

func TestNoInfiniteNumberIsRead(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if checkFinite(x) == nil {
			t.Errorf("%v is taken", x)
		}
	}
	if err := checkFinite(-1); err != nil {
		t.Errorf("a number is refused: %v", err)
	}
}

func TestTheHitRateIsOfTheHomesAsked(t *testing.T) {
	for answered, want := range map[Answered]float64{{}: 0, {1, 1}: 1, {4, 3}: 0.75} {
		if got := answered.HitRate(); got != want {
			t.Errorf("of %+v the hit rate is %v, want %v", answered, got, want)
		}
	}
}

func TestAPanicOfTheReaderIsOneMoreBadFile(t *testing.T) {
	read := func() (err error) {
		file := table{name: "sales.parquet"}
		defer file.refuse(&err)
		panic(errors.New("page out of range"))
	}
	if err := read(); err == nil || err.Error() != "sales.parquet is damaged: page out of range" {
		t.Errorf("the error is %v", err)
	}
}
