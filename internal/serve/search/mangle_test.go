package search_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// The generator of faults: how people write an address.

// fault mangles an address; it returns "" where the address has nothing to mangle so.
type fault struct {
	kind   string
	mangle func(*rand.Rand, gevel.Address) string
}

var faults = []fault{
	{"as on an envelope", func(_ *rand.Rand, a gevel.Address) string { return a.String() }},
	{"wrong letter", misspelled(wrongLetter)},
	{"dropped letter", misspelled(droppedLetter)},
	{"doubled letter", misspelled(doubledLetter)},
	{"swapped letters", misspelled(swappedLetters)},
	{"two wrong letters", misspelled(func(rng *rand.Rand, s string) string {
		if len(s) < 8 {
			return ""
		}
		return wrongLetter(rng, droppedLetter(rng, s))
	})},
	{"letter of the town", func(rng *rand.Rand, a gevel.Address) string {
		return fmt.Sprintf("%s %s %s", a.Street, numberOf(a), oneSlip(rng, a.City))
	}},
	{"letter and postal code", func(rng *rand.Rand, a gevel.Address) string {
		return fmt.Sprintf("%s %s, %s", oneSlip(rng, a.Street), numberOf(a), a.PostalCode)
	}},
	{"sign of the postal code", func(rng *rand.Rand, a gevel.Address) string {
		code := []byte(a.PostalCode)
		if at := 1 + rng.IntN(5); at < 4 {
			code[at] = byte('0' + rng.IntN(10))
		} else {
			code[at] = "ABCDEFGHJKLMNPRSTVWXZ"[rng.IntN(21)]
		}
		return fmt.Sprintf("%s %s, %s %s", a.Street, numberOf(a), code, a.City)
	}},
	{"apart", func(rng *rand.Rand, a gevel.Address) string {
		at := 2 + rng.IntN(max(1, len(a.Street)-4))
		for _, ending := range streetEndings {
			if strings.HasSuffix(a.Street, ending) && rng.IntN(3) > 0 {
				at = len(a.Street) - len(ending)
			}
		}
		if at < 1 || at >= len(a.Street) {
			return ""
		}
		return withTown(rng, a, a.Street[:at]+[]string{" ", "-"}[rng.IntN(2)]+a.Street[at:])
	}},
	{"together", func(rng *rand.Rand, a gevel.Address) string {
		if !strings.Contains(a.Street, " ") {
			return ""
		}
		return withTown(rng, a, strings.ReplaceAll(a.Street, " ", []string{"", "-"}[rng.IntN(2)]))
	}},
	{"number on the street", func(rng *rand.Rand, a gevel.Address) string { return inTown(rng, a, a.Street+numberOf(a)) }},
	{"postal code and number", func(rng *rand.Rand, a gevel.Address) string {
		code := string(a.PostalCode)
		if rng.IntN(2) == 0 {
			code = strings.ToLower(code[:4] + " " + code[4:] + " ")
		}
		return code + []string{"", " ", ", ", " nr "}[rng.IntN(4)] + numberOf(a)
	}},
	{"abbreviated", func(rng *rand.Rand, a gevel.Address) string {
		if short := abbreviated(rng, a.Street); short != a.Street {
			return withTown(rng, a, short)
		}
		return ""
	}},
	{"in full", func(rng *rand.Rand, a gevel.Address) string {
		if long := spelledInFull(a.Street); long != a.Street {
			return withTown(rng, a, long)
		}
		return ""
	}},
	{"abbreviated with a slip", func(rng *rand.Rand, a gevel.Address) string {
		if short := abbreviated(rng, a.Street); short != a.Street && len(short) > 9 {
			return fmt.Sprintf("%s %s %s", oneSlip(rng, short), numberOf(a), a.City)
		}
		return ""
	}},
	{"last words", func(rng *rand.Rand, a gevel.Address) string {
		words := strings.Fields(a.Street)
		if len(words) < 2 || len(words[len(words)-1]) < 5 {
			return ""
		}
		return fmt.Sprintf("%s %s, %s %s", words[len(words)-1], numberOf(a), a.PostalCode[:4], a.City)
	}},
	{"initials", func(rng *rand.Rand, a gevel.Address) string {
		words := strings.Fields(a.Street)
		if len(words) < 2 || len(words[len(words)-1]) < 5 {
			return ""
		}
		for i := range words[:len(words)-1] {
			words[i] = words[i][:1] + "."
		}
		return withTown(rng, a, strings.Join(words, []string{" ", ""}[rng.IntN(2)]))
	}},
	{"nr", func(rng *rand.Rand, a gevel.Address) string {
		return fmt.Sprintf("%s %s %s, %s", a.Street, []string{"nr.", "nr", "no", "no.", "huisnummer", "nummer", "huisnr."}[rng.IntN(7)], numberOf(a), a.City)
	}},
	{"number first", func(rng *rand.Rand, a gevel.Address) string {
		return inTown(rng, a, numberOf(a)+[]string{" ", ", "}[rng.IntN(2)]+a.Street)
	}},
	{"any order and country", func(rng *rand.Rand, a gevel.Address) string {
		parts := []string{
			a.Street + " " + numberOf(a), string(a.PostalCode[:4] + " " + a.PostalCode[4:]), a.City, a.Province,
			"Nederland",
		}
		if rng.IntN(2) == 0 {
			parts[4] = "The Netherlands"
		}
		rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		return strings.Join(parts, []string{", ", "\n", " ", "; "}[rng.IntN(4)])
	}},
	{"storey", func(rng *rand.Rand, a gevel.Address) string {
		said := storeyOf(rng, a)
		if said == "" {
			return ""
		}
		return fmt.Sprintf("%s %d %s", []string{string(a.PostalCode), a.Street}[rng.IntN(2)], a.HouseNumber, said)
	}},
	{"suffix in another way", func(rng *rand.Rand, a gevel.Address) string {
		if a.Extension() == "" {
			return ""
		}
		sep := []string{" ", "-", "/", "", " - "}
		suffix := strings.ToLower(a.HouseLetter + sep[rng.IntN(len(sep))] + a.HouseNumberExt)
		between := sep[rng.IntN(len(sep))]
		if suffix = strings.Trim(suffix, " -/"); suffix[0] >= '0' && suffix[0] <= '9' && between == "" {
			between = "-"
		}
		return fmt.Sprintf("%s %d%s%s", []string{string(a.PostalCode), a.Street + " " + a.City}[rng.IntN(2)], a.HouseNumber,
			between, suffix)
	}},
	{"as it sounds", func(rng *rand.Rand, a gevel.Address) string {
		for _, pair := range rng.Perm(len(alike)) {
			if strings.Contains(a.Street, alike[pair][0]) {
				return withTown(rng, a, strings.Replace(a.Street, alike[pair][0], alike[pair][1], 1))
			}
		}
		return ""
	}},
	{"several at once", func(rng *rand.Rand, a gevel.Address) string {
		parts := []string{oneSlip(rng, abbreviated(rng, a.Street)) + numberOf(a), strings.ToUpper(a.City), "Nederland"}
		if rng.IntN(2) == 0 {
			parts[0] = "nr " + numberOf(a) + " " + oneSlip(rng, a.Street)
			parts[2] = strings.ToLower(string(a.PostalCode))
		}
		return strings.Join(parts, []string{" ", "\n", ", "}[rng.IntN(3)])
	}},
	{"id", func(rng *rand.Rand, a gevel.Address) string {
		id := string(a.ObjectID)
		return []string{
			id, strings.TrimLeft(id, "0"), "NL.IMBAG.Verblijfsobject." + id, strings.TrimLeft(id, "0") + ".0",
			"https://bag.basisregistraties.overheid.nl/bag/id/verblijfsobject/" + id, "BAG-id: " + id,
		}[rng.IntN(6)]
	}},
}

var alike = [][2]string{
	{"y", "ij"},
	{"ij", "y"},
	{"c", "k"},
	{"ae", "aa"},
	{"aa", "ae"},
	{"dt", "d"},
	{"ç", "c"},
	{"th", "t"},
	{"û", "u"},
	{"k", "c"},
}

func numberOf(a gevel.Address) string {
	s := fmt.Sprintf("%d%s", a.HouseNumber, a.HouseLetter)
	if a.HouseNumberExt != "" {
		s += "-" + a.HouseNumberExt
	}
	return s
}

// misspelled makes a slip in the street, whose town comes with it half of the time.
func misspelled(slip func(*rand.Rand, string) string) func(*rand.Rand, gevel.Address) string {
	return func(rng *rand.Rand, a gevel.Address) string {
		if wrong := slip(rng, a.Street); wrong != "" {
			return withTown(rng, a, wrong)
		}
		return ""
	}
}

// withTown writes the number behind a street, and half of the time its town.
func withTown(rng *rand.Rand, a gevel.Address, street string) string {
	return inTown(rng, a, street+" "+numberOf(a))
}

func inTown(rng *rand.Rand, a gevel.Address, text string) string {
	switch rng.IntN(4) {
	case 0:
		return text + " " + strings.ToLower(a.City)
	case 1:
		return text + ", " + a.City
	}
	return text
}

func oneSlip(rng *rand.Rand, s string) string {
	slips := []func(*rand.Rand, string) string{wrongLetter, droppedLetter, doubledLetter, swappedLetters}
	return slips[rng.IntN(len(slips))](rng, s)
}

// letterAt returns where a text has a letter.
func letterAt(rng *rand.Rand, runes []rune) int {
	for {
		if at := rng.IntN(len(runes)); runes[at] >= 'A' {
			return at
		}
	}
}

func wrongLetter(rng *rand.Rand, s string) string {
	runes := []rune(s)
	runes[letterAt(rng, runes)] = rune('a' + rng.IntN(26))
	return string(runes)
}

func droppedLetter(rng *rand.Rand, s string) string {
	runes := []rune(s)
	at := letterAt(rng, runes)
	return string(slices.Delete(runes, at, at+1))
}

func doubledLetter(rng *rand.Rand, s string) string {
	runes := []rune(s)
	at := letterAt(rng, runes)
	return string(slices.Insert(runes, at, runes[at]))
}

func swappedLetters(rng *rand.Rand, s string) string {
	runes := []rune(s)
	if at := letterAt(rng, runes); at+1 < len(runes) && runes[at+1] >= 'A' {
		runes[at], runes[at+1] = runes[at+1], runes[at]
	}
	return string(runes)
}

// shorts are abbreviations of words, and of the ends of words.
var (
	shorts = map[string][]string{
		"Burgemeester": {"Burg.", "Burg", "Bgm."}, "Koningin": {"Kon.", "Kon"}, "Prins": {"Pr."}, "Prinses": {"Pr.", "Prinses"},
		"Sint": {"St.", "St"}, "Meester": {"Mr."}, "Dokter": {"Dr."}, "Generaal": {"Gen."}, "Pastoor": {"Past."}, "Professor": {"Prof."},
		"Wethouder": {"Weth."}, "Admiraal": {"Adm."}, "Luitenant": {"Lt.", "Luit."}, "Minister": {"Min."}, "Eerste": {
			"1e",
			"1ste",
		}, "Tweede": {"2e", "2de"},
		"Derde": {"3e"}, "Vierde": {"4e"}, "van": {"v.", "v"}, "Van": {"v."}, "de": {"d."}, "der": {"d."}, "den": {
			"d.",
			"de",
		}, "Nieuwe": {"Nw."},
	}
	shortEnds = [][2]string{{"straat", "str."}, {"straat", "str"}, {"laan", "ln"}, {"weg", "wg"}, {"plein", "pln"}}
	longs     = map[string]string{
		"St.": "Sint", "Burg.": "Burgemeester", "Dr.": "Dokter", "Ds.": "Dominee", "Kon.": "Koningin", "Jhr.": "Jonkheer", "Prof.": "Professor",
		"1e": "Eerste", "2e": "Tweede", "3e": "Derde",
	}
	someWord = regexp.MustCompile(`[^ ]+`)
)

func abbreviated(rng *rand.Rand, street string) string {
	short := someWord.ReplaceAllStringFunc(street, func(word string) string {
		if list := shorts[word]; len(list) > 0 && rng.IntN(4) > 0 {
			return list[rng.IntN(len(list))]
		}
		return word
	})
	end := shortEnds[rng.IntN(len(shortEnds))]
	if stem, ok := strings.CutSuffix(short, end[0]); ok && len(stem) > 3 {
		return stem + end[1]
	}
	return strings.ReplaceAll(short, "v. d.", "v.d.")
}

func spelledInFull(street string) string {
	return someWord.ReplaceAllStringFunc(street, func(word string) string {
		if long := longs[word]; long != "" {
			return long
		}
		return word
	})
}

// storeyOf says an extension that is a storey as people do.
func storeyOf(rng *rand.Rand, a gevel.Address) string {
	if a.HouseLetter != "" {
		return ""
	}
	n := map[string]int{"I": 1, "II": 2, "III": 3, "1": 1, "2": 2, "3": 3}[a.HouseNumberExt]
	switch {
	case a.HouseNumberExt == "HS" || a.HouseNumberExt == "H":
		return []string{"hs", "huis", "bg", "begane grond", "H", "beneden"}[rng.IntN(6)]
	case n == 0:
		return ""
	}
	word := [...]string{"", "een", "twee", "drie"}[n]
	return []string{
		fmt.Sprintf("%d hoog", n), fmt.Sprintf("%dhoog", n), fmt.Sprintf("%de verdieping", n), fmt.Sprintf("%de etage",
			n), strings.Repeat("I", n), word + " hoog",
	}[rng.IntN(6)]
}
