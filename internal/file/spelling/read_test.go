package spelling_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/testing/spellings"
)

func TestAHomeIsNamedByIDOrByAddress(t *testing.T) {
	at := func(number int, ext string) spelling.Home {
		return spelling.Home{Address: gevel.AddressQuery{PostalCode: "2511CV", HouseNumber: number, HouseNumberExt: ext}}
	}
	for text, want := range map[string]spelling.Home{
		"0518010000001234":   {ID: "0518010000001234"},
		" 518010000001234.0": {ID: "0518010000001234"},
		"2511CV 12":          at(12, ""),
		"2511 cv 12A":        at(12, "A"),
		"2511CV 12 A-2":      at(12, "A-2"),
		"2511CV  12-hs":      at(12, "hs"),
		"2511CV 12 bis 1":    at(12, "bis 1"),
		"2511CV12":           at(12, ""),
		"2511CV, 12-1/2":     at(12, "1/2"),
	} {
		if got, err := spelling.ReadHome(text); err != nil || !cmp.Equal(got, want) {
			t.Errorf("ReadHome(%q) = %+v (%v), want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "neither an address", "2511CV": "neither an address", "2511 CV": "neither an address", "Dorpsstraat 1": "neither an address",
		"2511CV A": "neither an address", "2511CV 99999999999999999999": "neither an address",
		"05180100000012345": "no BAG id of 16 digits", "5,18E+14": "a spreadsheet turned into a number",
	} {
		if got, err := spelling.ReadHome(text); gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("ReadHome(%q) = %+v (%v), want %q", text, got, err, want)
		}
	}
}

func TestLetterAndExtensionMayStandInOneFieldOrInTwo(t *testing.T) {
	for _, tt := range []struct {
		number, letter, ext string
		want                string // letter and extension joined
	}{
		{"12", "A", "1", "A1"},
		{"12A", "", "1", "A1"},
		{"12A", "A", "", "A"},
		{"12-1", "", "1", "1"},
		{"12A-1", "A", "1", "A1"},
		{"12-1", "", "2", "1-2"},
		{"12 1", "A", "", "1A"},
		{"12", "1", "2", "1-2"},
	} {
		q, faults := spelling.Address{PostalCode: "2511CV", HouseNumber: tt.number, HouseLetter: tt.letter, HouseNumberExt: tt.ext}.Query()
		if got := gevel.JoinSuffix(q.HouseLetter, q.HouseNumberExt); len(faults) > 0 || q.HouseNumber != 12 || got != tt.want {
			t.Errorf("%+v is %s, %v", tt, got, faults)
		}
	}
	_, faults := spelling.Address{PostalCode: "x", HouseNumber: "12A", HouseLetter: "B"}.Query()
	if len(faults) != 2 || faults[0].Reason != "postal_code" || !strings.Contains(faults[1].Message, "another letter than house_letter") {
		t.Errorf("faults are %+v", faults)
	}
}

func TestASuffixIsSplitIntoLetterAndExtension(t *testing.T) {
	for suffix, want := range map[string][2]string{
		"A": {"A", ""}, "A-2": {"A", "2"}, "A2": {"A", "2"}, "a 101": {"a", "101"}, "A-bis": {"A", "bis"}, "2": {"", "2"},
		"bis": {"", "bis"}, "hs": {"", "hs"}, "": {"", ""},
	} {
		if letter, ext := spelling.SplitSuffix(suffix); letter != want[0] || ext != want[1] {
			t.Errorf("%q is split into %q and %q, want %q", suffix, letter, ext, want)
		}
	}
}

func TestPricesSayWhoseTheCostsAre(t *testing.T) {
	for text, want := range map[string]spelling.Costs{
		"250000": spelling.Unsaid, "€ 250.000 k.k.": spelling.OfTheBuyer, "250.000 kosten koper": spelling.OfTheBuyer,
		"250.000,- KK": spelling.OfTheBuyer, "€ 250.000\u00a0k.k.": spelling.OfTheBuyer, "€ 250.000,- v.o.n.": spelling.OfTheSeller, "250000 euro vrij op naam": spelling.OfTheSeller,
		"250.000 van": spelling.Unsaid, "": spelling.Unsaid,
	} {
		if got := spelling.CostsOf(text); got != want {
			t.Errorf("%q: costs %d, want %d", text, got, want)
		}
	}
}

func TestNumbersAreReadWithWhatPricesHaveAroundThem(t *testing.T) {
	for _, tt := range []struct {
		text    string
		decimal spelling.Sign
		want    float64 // NaN is none
	}{
		{"250.000,-", spelling.Comma, 250_000},
		{"250.000,-", spelling.Point, math.NaN()},
		{"250,000.-", spelling.Point, 250_000},
		{"€ -1.000,5", spelling.Comma, -1000.5},
		{"1 234 567,5", spelling.Comma, 1_234_567.5},
		{"1\u00a0234\u202f567", spelling.NoSign, 1_234_567},
		{"12 34", spelling.NoSign, math.NaN()},
		{"1 2345", spelling.NoSign, math.NaN()},
		{"0 123", spelling.NoSign, math.NaN()},
		{"€", spelling.NoSign, math.NaN()},
		{"k.k.", spelling.NoSign, math.NaN()},
		{"250.000 k.k", spelling.Comma, 250_000},
		{"100-", spelling.NoSign, math.NaN()},
		{"€ 1000,", spelling.NoSign, math.NaN()},
		{"€ -", spelling.NoSign, math.NaN()},
		{"€ 1.000 - 2.000", spelling.Comma, math.NaN()},
		{"2.01 mln", spelling.Point, 2_010_000},
		{"€ 1,1 miljoen", spelling.Comma, 1_100_000},
		{"409,7K", spelling.Comma, 409_700},
		{"1e3k", spelling.Point, math.NaN()},
	} {
		got, ok := spelling.Number(tt.text, tt.decimal)
		if ok == math.IsNaN(tt.want) || ok && got != tt.want {
			t.Errorf("%q with %q is read as %v, %v, want %v", tt.text, tt.decimal, got, ok, tt.want)
		}
	}
}

func TestANumberShowsItsDecimalSignUnlessItMayBeAThousand(t *testing.T) {
	for _, tt := range []struct {
		text string
		want spelling.Sign
		sure bool
	}{
		{"1234", spelling.NoSign, true},
		{"1.234", spelling.Point, false},
		{"123,456", spelling.Comma, false},
		{"-12.345", spelling.Point, false},
		{"1234.567", spelling.Point, true},
		{"0.123", spelling.Point, true},
		{",123", spelling.Comma, true},
		{"1.23", spelling.Point, true},
		{"1,2345", spelling.Comma, true},
		{"1a.234", spelling.Point, true},
		{"1.23a", spelling.Point, true},
		{"1.234,5", spelling.Comma, true},
		{"1,234.567", spelling.Point, true},
		{"1.234.567", spelling.Comma, true},
		{"250.000,-", spelling.Comma, true},
	} {
		if got, sure := spelling.SignOf(tt.text); got != tt.want || sure != tt.sure {
			t.Errorf("%s shows %q, sure %t; want %q, %t", tt.text, got, sure, tt.want, tt.sure)
		}
	}
}

func TestWordsOfListings(t *testing.T) {
	for _, text := range []string{"Herenhuis", "Eengezinswoning", "bungalow", "Woonboerderij (vrijstaand?)"} {
		if !spelling.IsTypeless(text) || spelling.IsNoHome(text) {
			t.Errorf("%q is no word that leaves the type open", text)
		}
	}
	for _, text := range []string{"Woonboot", "Garage", "Vrijstaande garage", "Eengezinswoning (bouwkavel)"} {
		if spelling.IsTypeless(text) || !spelling.IsNoHome(text) {
			t.Errorf("%q is a home", text)
		}
	}
	for _, text := range []string{"Hoekwoning, tussenwoning", "Hoekwoning (appartement)", "Galerijflat, villa", "Vrijstaande garage", "Kasteel", "x (H)"} {
		if got, ok := buildTypeOf(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// FuzzDay holds that what is read is a day that is read alike in its plain form, and that order changes day and month only.
func FuzzDay(f *testing.F) {
	for _, r := range spellings.Table {
		if r.Kind == spellings.Day {
			f.Add(r.Text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		var read []gevel.Date
		for _, order := range []spelling.Order{spelling.UnknownOrder, spelling.DayFirst, spelling.MonthFirst} {
			day, err := spelling.Day(text, order)
			if err != nil {
				continue
			}
			if again, err := spelling.Day(day.String(), order); err != nil || again != day {
				t.Errorf("%q is %s, which is read as %s, %v", text, day, again, err)
			}
			read = append(read, day)
		}
		order, other := spelling.OrderOf(text)
		if (order != spelling.UnknownOrder || other) && len(read) == 0 {
			t.Errorf("%q shows order %d and is no day", text, order)
		}
	})
}

// FuzzHome holds that what is read names a home as it is stored.
func FuzzHome(f *testing.F) {
	for _, seed := range []string{"2511CV 12", "2511 cv 12-A", "2511CV 12 bis 1", "", "2511CV", "0518010000001234", "5,18E+14", "2511CV -1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		home, err := spelling.ReadHome(text)
		if err != nil {
			return
		}
		if home.ID != "" {
			if id, err := spelling.ID(string(home.ID)); err != nil || id != home.ID {
				t.Errorf("%q is id %q, which is read as %q, %v", text, home.ID, id, err)
			}
			return
		}
		code, err := gevel.ParsePostalCode(string(home.Address.PostalCode))
		if n := home.Address.HouseNumber; err != nil || code != home.Address.PostalCode || n < gevel.MinHouseNumber || n > gevel.MaxHouseNumber {
			t.Errorf("%q is read as %+v", text, home.Address)
		}
	})
}

// FuzzNumber holds that what is around a price changes no number, and that a sure sign reads it.
func FuzzNumber(f *testing.F) {
	for _, r := range spellings.Table {
		if r.Kind == spellings.Price {
			f.Add(r.Text)
		}
	}
	f.Add("00\xe2.\x82\xac")  // a sign that is cut in two
	f.Add("250 \u212a\u212a") // small letters of another length
	f.Fuzz(func(t *testing.T, text string) {
		spelling.CostsOf(text)
		sign, _ := spelling.SignOf(text)
		v, ok := spelling.Number(text, sign)
		if ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
			t.Errorf("%q is read as %v", text, v)
		}
		plain := ok && strings.Trim(text, "0123456789.,") == "" && text != ""
		if priced, is := spelling.Number("€ "+text+" k.k.", sign); plain && (!is || priced != v) {
			t.Errorf("%q is %v, and %v as a price", text, v, priced)
		}
	})
}
