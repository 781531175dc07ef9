package gevel_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
)

// suffixed is an address at a postal code and house number that all share; suffix
// is letter and extension with a hyphen between, as in A-2, -HS or A-.
func suffixed(suffix string) gevel.Address {
	letter, ext, _ := strings.Cut(suffix, "-")
	return gevel.Address{
		PostalCode: "1016EA", HouseNumber: 12, HouseLetter: letter, HouseNumberExt: ext,
		ObjectID: gevel.BAGID("object of " + suffix), Kind: gevel.Home, Main: true, InUse: true,
	}
}

func suffixedAll(suffixes []string) []gevel.Address {
	list := make([]gevel.Address, len(suffixes))
	for i, suffix := range suffixes {
		list[i] = suffixed(suffix)
	}
	return list
}

func asking(letter, ext string) gevel.AddressQuery {
	return gevel.AddressQuery{PostalCode: "1016EA", HouseNumber: 12, HouseLetter: letter, HouseNumberExt: ext}
}

func TestAddressIsFoundAsPeopleSpellIt(t *testing.T) {
	const ambiguous = "ambiguous"
	tests := []struct {
		stands      []string
		letter, ext string
		want        string
	}{
		// Nothing is given.
		{[]string{"-"}, "", "", "-"},
		{[]string{"-", "A-", "-HS"}, "", "", "-"},
		{[]string{"A-"}, "", "", "A-"},
		{[]string{"-HS"}, "", "", "-HS"},
		{[]string{"A-", "A-"}, "", "", "A-"},
		{[]string{"-HS", "-I", "-II"}, "", "", ambiguous},
		{[]string{"-H", "-1"}, "", "", ambiguous},
		{[]string{"-HUIS", "-1"}, "", " - ", ambiguous},
		{[]string{"A-", "B-"}, "", "", ambiguous},
		{[]string{"A-1", "A-2"}, "", "", ambiguous},
		// Field by field, before joined.
		{[]string{"A-", "-A"}, "A", "", "A-"},
		{[]string{"A-", "-A"}, "", "A", "-A"},
		{[]string{"A-", "-A"}, "", "a", ambiguous},
		// Joined.
		{[]string{"-", "A-"}, "", "A", "A-"},
		{[]string{"-", "A-"}, "a", "", "A-"},
		{[]string{"A-2", "A-"}, "", "a-2", "A-2"},
		{[]string{"A-2", "A-"}, "", "A/2.", "A-2"},
		{[]string{"-", "B-"}, "A", "", ambiguous},
		{[]string{"B-"}, "A", "", ambiguous},
		// The ground floor.
		{[]string{"-HS", "-I"}, "", "huis", "-HS"},
		{[]string{"-HS", "-I"}, "H", "", "-HS"},
		{[]string{"-", "-I"}, "", "HS", "-"},
		{[]string{"-", "-HUIS", "-I"}, "", "HS", ambiguous},
		{[]string{"A-", "B-"}, "", "HS", ambiguous},
		// Roman and Arabic numerals.
		{[]string{"-I", "-II"}, "", "2", "-II"},
		{[]string{"-1", "-2"}, "", "ii", "-2"},
		{[]string{"A-1", "A-2"}, "A", "II", "A-2"},
		{[]string{"-II", "-2"}, "", "2", "-2"},
		// A parking place.
		{[]string{"A-", "B-"}, "A", "PP", "A-"},
		{[]string{"-HS", "-I"}, "", "1PP", "-I"},
		{[]string{"-", "-I"}, "", "PP", "-"},
		{[]string{"-HS", "-I"}, "", "PP", ambiguous},
	}
	for _, tt := range tests {
		a, err := asking(tt.letter, tt.ext).Match(suffixedAll(tt.stands))
		got := a.HouseLetter + "-" + a.HouseNumberExt
		if gevel.CodeOf(err) == gevel.AmbiguousAddress {
			got = ambiguous
		} else if err != nil {
			t.Fatal(err)
		}
		if got != tt.want {
			t.Errorf("letter %q, extension %q among %q is %s, want %s", tt.letter, tt.ext, tt.stands, got, tt.want)
		}
	}
}

func TestOfOneAddressTheMainOneInUseIsMeant(t *testing.T) {
	of := func(id gevel.BAGID, main, inUse bool) gevel.Address {
		a := suffixed("-")
		a.ObjectID, a.Main, a.InUse = id, main, inUse
		return a
	}
	inOrder := []gevel.Address{
		of("1", true, true), of("2", true, true), of("1", true, false),
		of("1", false, true), of("3", false, true), of("1", false, false),
	}
	for i, want := range inOrder {
		stands := slices.Clone(inOrder[i:])
		slices.Reverse(stands)
		if got, err := asking("", "").Match(stands); err != nil || got != want {
			t.Errorf("among %+v it is %+v (%v), want %+v", stands, got, err, want)
		}
	}
}

func TestNoAddressIsNotAmbiguous(t *testing.T) {
	if _, err := asking("", "").Match(nil); gevel.CodeOf(err) != gevel.AddressNotFound {
		t.Errorf("among no addresses: %v, want %s", err, gevel.AddressNotFound)
	}
}

// drawSuffixes draws what stands at a number: few letters and extensions, so that
// they meet each other and themselves.
func drawSuffixes(r *rapid.T) []string {
	letter := rapid.SampledFrom([]string{"", "A", "B"})
	ext := rapid.SampledFrom([]string{"", "H", "HS", "I", "II", "1", "2", "A"})
	suffix := rapid.Custom(func(r *rapid.T) string { return letter.Draw(r, "letter") + "-" + ext.Draw(r, "ext") })
	return rapid.SliceOfN(suffix, 1, 8).Draw(r, "stands")
}

func TestNothingGivenIsTheBareNumberOrTheOnlyAddress(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		stands := drawSuffixes(r)
		got, err := asking("", rapid.SampledFrom([]string{"", "-", " / "}).Draw(r, "noise")).Match(suffixedAll(stands))
		distinct := slices.Compact(slices.Sorted(slices.Values(stands)))
		switch {
		case slices.Contains(stands, "-"):
			if err != nil || got != suffixed("-") {
				r.Fatalf("among %q it is %v (%v), want the bare number", stands, got, err)
			}
		case len(distinct) == 1:
			if err != nil || got != suffixed(distinct[0]) {
				r.Fatalf("among %q it is %v (%v), want the only address", stands, got, err)
			}
		default:
			requireAmbiguous(r, err, distinct)
		}
	})
}

// requireAmbiguous holds that an error names each possible address once.
func requireAmbiguous(r *rapid.T, err error, distinct []string) {
	var e *gevel.Error
	if !errors.As(err, &e) || e.Code != gevel.AmbiguousAddress {
		r.Fatalf("among %q the error is %v, want %s", distinct, err, gevel.AmbiguousAddress)
	}
	var named []string
	for _, a := range e.Candidates {
		named = append(named, a.HouseLetter+"-"+a.HouseNumberExt)
	}
	slices.Sort(named)
	if !slices.Equal(named, distinct) || len(e.Details) != len(distinct) {
		r.Fatalf("of %q the error names %q, with %d details", distinct, named, len(e.Details))
	}
}

func TestAnErrorNamesFiftyPossibleAddresses(t *testing.T) {
	for there, want := range map[int]int{49: 49, 50: 50, 51: 50, 80: 50} {
		var candidates []gevel.Address
		for i := range there {
			candidates = append(candidates, suffixed("-"+fmt.Sprint(i+1)))
		}
		_, err := asking("Q", "").Match(candidates)
		var e *gevel.Error
		if !errors.As(err, &e) || len(e.Candidates) != want || len(e.Details) != want {
			t.Errorf("of %d possible addresses the error names %+v, want %d", there, e, want)
		}
	}
}

func TestAddressIsFoundUnderItsOwnSpellingWhateverStandsBeside(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		stands := suffixedAll(drawSuffixes(r))
		want := rapid.SampledFrom(stands).Draw(r, "want")
		if got, err := asking(want.HouseLetter, want.HouseNumberExt).Match(stands); err != nil || got != want {
			r.Fatalf("%s is %v (%v)", want, got, err)
		}
	})
}

func TestOrderOfCandidatesDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		stands := suffixedAll(drawSuffixes(r))
		letter := rapid.SampledFrom([]string{"", "A", "a", "C"}).Draw(r, "asked letter")
		q := asking(letter, rapid.SampledFrom([]string{"", "hs", "HUIS", "2", "ii", "IPP", "PP", "A"}).Draw(r, "asked ext"))
		want, wantErr := q.Match(stands)
		got, err := q.Match(rapid.Permutation(stands).Draw(r, "another order"))
		if got != want || gevel.CodeOf(err) != gevel.CodeOf(wantErr) {
			r.Fatalf("%+v is %v (%v), and in another order %v (%v)", q, want, wantErr, got, err)
		}
		if err == nil && !slices.Contains(stands, got) {
			r.Fatalf("%+v is %v, which is none of the candidates", q, got)
		}
	})
}
