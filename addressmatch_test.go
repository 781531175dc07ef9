package gevel_test

import (
	"errors"
	"fmt"
	"regexp"
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
		// A letter and an extension that are equal may be one thing said twice.
		{[]string{"I-", "-II"}, "I", "I", ambiguous},
		{[]string{"-I", "-II"}, "I", "i", ambiguous},
		{[]string{"I-", "-III"}, "I", "I", "I-"},
		{[]string{"-II", "-III"}, "I", "I", "-II"},
		{[]string{"I-I", "I-", "-II"}, "I", "I", "I-I"},
		{[]string{"A-", "B-"}, "a", "A", "A-"},
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
		// A sign between two digits, or Roman numerals, joins nothing; a zero fraction is none.
		{[]string{"-1", "-2", "-12"}, "", "1/2", ambiguous},
		{[]string{"-1", "-2", "-12"}, "", "1-2", ambiguous},
		{[]string{"-1", "-2", "-12"}, "", "1 2", ambiguous},
		{[]string{"-1", "-2", "-12"}, "", "1.2", ambiguous},
		{[]string{"-12"}, "1", "2", ambiguous},
		{[]string{"-105", "-10"}, "", "10/5", ambiguous},
		{[]string{"-1-2", "-12"}, "", "1/2", "-1-2"},
		{[]string{"-1", "-10", "-100"}, "", "1.0", "-1"},
		{[]string{"-1", "-10", "-100"}, "", "10.0", "-10"},
		{[]string{"-1", "-10"}, "", "1,00", "-1"},
		{[]string{"-10"}, "", "1.0", ambiguous},
		{[]string{"A-1", "A-10"}, "A", "1.0", "A-1"},
		{[]string{"-I", "-II", "-III"}, "", "I-II", ambiguous},
		{[]string{"I-II", "-III"}, "", "I-II", "I-II"},
		{[]string{"-12"}, "", "-1 2", ambiguous},
		{[]string{"-12"}, "", " 12.", "-12"},
		{[]string{"A-2", "-A2"}, "", "A-2", "A-2"},
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

func TestAnIDMeansItsObjectWhateverElseBearsTheAddress(t *testing.T) {
	first, second := suffixed("-"), suffixed("-")
	first.ObjectID, second.ObjectID = "1", "2"
	for _, want := range []gevel.Address{first, second} {
		if got, err := want.Query().Match([]gevel.Address{first, second}); err != nil || got != want {
			t.Errorf("asked for object %s it is %+v (%v)", want.ObjectID, got, err)
		}
	}
	third := first
	third.ObjectID = "3"
	if _, err := third.Query().Match([]gevel.Address{first, second}); gevel.CodeOf(err) != gevel.AddressNotFound {
		t.Errorf("of an object that is not there: %v", err)
	}
}

// numbered are homes with extensions k100 to k199, in the order of the register.
func numbered() (list []gevel.Address) {
	for i := range 100 {
		list = append(list, suffixed(fmt.Sprintf("-k%d", 100+i)))
	}
	return list
}

func TestThoseNearestToWhatWasGivenAreNamedFirst(t *testing.T) {
	for _, tt := range []struct {
		given string
		from  []gevel.Address
		want  []string
	}{
		{"105", numbered(), []string{"k105", "k100", "k101"}},
		{"1/2", suffixedAll([]string{"-12", "-4", "-2", "-1"}), []string{"1", "2", "12", "4"}},
		{"C", suffixedAll([]string{"B-1", "-10", "-2", "B-", "C-1", "C-2"}), []string{"C-1", "C-2", "2", "B", "10", "B-1"}},
		{"", suffixedAll([]string{"-10", "-2", "-HS", "A-1"}), []string{"2", "10", "HS", "A-1"}},
	} {
		_, err := asking("", tt.given).Match(tt.from)
		var e *gevel.Error
		if !errors.As(err, &e) || len(e.Candidates) < len(tt.want) {
			t.Errorf("%q: err = %v", tt.given, err)
			continue
		}
		for i, want := range tt.want {
			if got := e.Candidates[i].Extension(); got != want {
				t.Errorf("%q: place %d of %d is %s, want %s", tt.given, i, len(e.Candidates), got, want)
			}
		}
	}
}

func TestAnAmbiguousAddressSaysHowManyThereAre(t *testing.T) {
	_, err := asking("", "Z").Match(numbered())
	var e *gevel.Error
	if !errors.As(err, &e) || len(e.Details) != gevel.MaxAmbiguous || len(e.Candidates) != gevel.MaxAmbiguous ||
		!strings.Contains(e.Message, "has 100 addresses") || !strings.Contains(e.Hint, "the 50 nearest") {
		t.Errorf("err = %v", err)
	}
	_, err = asking("", "Z").Match(numbered()[:3])
	if !errors.As(err, &e) || len(e.Details) != 3 || !strings.Contains(e.Message, "has 3 addresses") || strings.Contains(e.Hint, "nearest") {
		t.Errorf("err = %v", err)
	}
}

// FuzzJoinSuffix holds that a joined suffix is joined already, and that no digits meet that were apart.
func FuzzJoinSuffix(f *testing.F) {
	for _, seed := range []string{"1/2", "A-1", "1.0", "hs", "III-IV", " - ", "1 0", "00.0", "0,.0"} {
		f.Add("", seed)
	}
	digits := regexp.MustCompile(`[0-9]+`)
	f.Fuzz(func(t *testing.T, letter, ext string) {
		joined := gevel.JoinSuffix(letter, ext)
		if again := gevel.JoinSuffix("", joined); again != joined {
			t.Errorf("%q, %q is joined as %q, and that as %q", letter, ext, joined, again)
		}
		given := append(digits.FindAllString(letter, -1), digits.FindAllString(ext, -1)...)
		for _, number := range digits.FindAllString(joined, -1) {
			if !slices.Contains(given, number) {
				t.Errorf("%q, %q is joined as %q, and %s was not given", letter, ext, joined, number)
			}
		}
	})
}

func TestMergedUnitsAreNearTheirRomanNumerals(t *testing.T) {
	var candidates []gevel.Address
	for _, ext := range []string{"HS", "I", "II", ""} {
		candidates = append(candidates, gevel.Address{PostalCode: "1234AB", HouseNumber: 5, HouseNumberExt: ext})
	}
	_, err := gevel.AddressQuery{PostalCode: "1234AB", HouseNumber: 5, HouseNumberExt: "1/2"}.Match(candidates)
	var e *gevel.Error
	if !errors.As(err, &e) || len(e.Details) != 4 {
		t.Fatal(err)
	}
	for i, want := range []string{"houseNumberExt=I", "houseNumberExt=II", "houseLetter=&houseNumberExt=", "houseNumberExt=HS"} {
		if e.Details[i].Message != want {
			t.Errorf("%d: %q, want %q", i, e.Details[i].Message, want)
		}
	}
}
