package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The normal form of words: the same for a name of the register and for what people write for it.

// spelledOut replaces letters that Unicode does not decompose into a plain letter and a mark.
var spelledOut = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ĳ", "ij", "ł", "l", "đ", "d", "ð", "d",
	"þ", "th")

// sounds replaces what Dutch names spell in more than one way. The beginning of a text has the beginning of its
// sound, so a name is found while it is typed.
var sounds = strings.NewReplacer("uij", "ui", "uy", "ui", "eij", "ei", "ey", "ei", "ay", "ai", "oy", "oi", "y", "ij",
	"ae", "aa", "c", "k", "gh", "g", "th", "t", "dt", "d")

// wordsOf splits a text into runs of letters and runs of digits, in lower case without diacritics: 2594AN has two.
func wordsOf(text string) []string {
	bare := strings.Map(func(c rune) rune {
		switch {
		case unicode.Is(unicode.Mn, c):
			return -1
		case unicode.IsLetter(c), unicode.IsDigit(c):
			return c
		}
		return ' '
	}, norm.NFD.String(strings.ToLower(text)))
	var list []string
	for _, field := range strings.Fields(spelledOut.Replace(bare)) {
		start := 0
		for i := 1; i < len(field); i++ {
			if isDigit(field[i]) != isDigit(field[i-1]) {
				list = append(list, field[start:i])
				start = i
			}
		}
		list = append(list, field[start:])
	}
	return list
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isNumber reports whether a word is digits.
func isNumber(word string) bool { return isDigit(word[0]) }

// normal writes words as one: abbreviations in full, joined, as they sound.
func normal(words []string) string {
	var b strings.Builder
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) && isOrdinal[words[i+1]] && ordinals[words[i]] != "" {
			b.WriteString(ordinals[words[i]])
			i++
			continue
		}
		b.WriteString(inFull(words[i]))
	}
	return sounds.Replace(b.String())
}

// begun writes words as normal does, except that the last one may be unfinished, and so is no abbreviation.
func begun(words []string) string {
	last := len(words) - 1
	var b strings.Builder
	for _, word := range words[:last] {
		b.WriteString(inFull(word))
	}
	return sounds.Replace(b.String() + words[last])
}

// plain writes words as one without any abbreviation in full.
func plain(words []string) string { return sounds.Replace(strings.Join(words, "")) }

// inFull writes a word without abbreviating it.
func inFull(word string) string {
	if long, ok := abbreviations[word]; ok {
		return long
	}
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(word, e.short); ok && (stem == "" || len(stem) >= shortestStem) {
			return stem + e.long
		}
	}
	return word
}

var abbreviations = map[string]string{
	"st": "sint", "sinte": "sint", "kon": "koning", "koningin": "koning", "pr": "prins", "prinses": "prins", "prs": "prins",
	"burg": "burgemeester", "bgm": "burgemeester", "burgm": "burgemeester", "burgem": "burgemeester", "bgmr": "burgemeester",
	"weth": "wethouder", "pres": "president", "min": "minister", "gouv": "gouverneur", "secr": "secretaris", "not": "notaris",
	"mr": "meester", "dr": "dokter", "doctor": "dokter", "ds": "dominee", "prof": "professor", "ir": "ingenieur", "ing": "ingenieur",
	"gen": "generaal", "adm": "admiraal", "kol": "kolonel", "luit": "luitenant", "lt": "luitenant", "kapt": "kapitein",
	"kap": "kapitein", "maj": "majoor", "past": "pastoor", "kard": "kardinaal", "mgr": "monseigneur", "rect": "rector",
	"kan": "kanunnik", "jhr": "jonkheer", "jkvr": "jonkvrouw", "zr": "zuster", "br": "broeder",
	"v": "van", "vd": "vande", "d": "de", "den": "de", "der": "de", "het": "t", "ter": "te", "ten": "te",
	"nw": "nieuwe", "nwe": "nieuwe", "kl": "kleine", "grt": "grote", "ong": "ongenummerd",
	"oz": "oostzijde", "wz": "westzijde", "nz": "noordzijde", "zz": "zuidzijde",
}

// endings of streets, alone or behind a stem, the longer before what they end in.
var endings = []struct{ short, long string }{
	{"strwg", "straatweg"},
	{"plnts", "plantsoen"},
	{"pltsn", "plantsoen"},
	{"sngl", "singel"},
	{"mrkt", "markt"},
	{"str", "straat"},
	{"pln", "plein"},
	{"drf", "dreef"},
	{"prk", "park"},
	{"stg", "steeg"},
	{"ln", "laan"},
	{"wg", "weg"},
	{"gr", "gracht"},
	{"kd", "kade"},
	{"dk", "dijk"},
	{"hf", "hof"},
	{"pd", "pad"},
}

const shortestStem = 3

// ordinals are numbers before a street, behind which isOrdinal has the letters.
var (
	ordinals = map[string]string{
		"1": "eerste", "2": "tweede", "3": "derde", "4": "vierde", "5": "vijfde", "6": "zesde", "7": "zevende", "8": "achtste",
		"9": "negende", "10": "tiende", "11": "elfde", "12": "twaalfde",
	}
	isOrdinal = map[string]bool{"e": true, "de": true, "ste": true, "st": true}
)

// aliases are common names of cities and provinces that the register spells differently.
var aliases = map[string][]string{
	"'s-Gravenhage": {"Den Haag", "The Hague"}, "Den Haag": {"'s-Gravenhage", "The Hague"},
	"'s-Hertogenbosch": {"Den Bosch"}, "Den Bosch": {"'s-Hertogenbosch"},
	"Noord-Holland": {"NH"}, "Zuid-Holland": {"ZH"}, "Noord-Brabant": {"NB", "Brabant"}, "Limburg": {"Lb"}, "Gelderland": {"Gld"},
	"Overijssel": {"Ov"}, "Zeeland": {"Zld"}, "Fryslân": {"Friesland", "Fr"}, "Friesland": {"Fryslân", "Fr"}, "Groningen": {"Gr"},
	"Drenthe": {"Dr"}, "Flevoland": {"Fl"}, "Utrecht": {"Utr"},
}

// labels are words around an address that name no part of it.
var labels = map[string]bool{
	"nr": true, "no": true, "num": true, "nummer": true, "huisnr": true, "huisnummer": true, "hnr": true, "adres": true, "straat": true,
	"postcode": true, "pc": true, "plaats": true, "woonplaats": true, "gemeente": true, "gem": true, "provincie": true, "prov": true,
	"te": true, "in": true, "nederland": true, "nl": true, "netherlands": true, "the": true, "holland": true,
}

// floors are words of a storey behind a house number: 2 hoog is 2. What storeys has as nothing names no part of an extension.
var (
	floors  = map[string]bool{"hoog": true, "hg": true, "verdieping": true, "verd": true, "etage": true, "et": true}
	storeys = map[string]string{
		"een": "1", "twee": "2", "drie": "3", "vier": "4", "eerste": "1", "tweede": "2", "derde": "3", "vierde": "4",
		"eenhoog": "1", "tweehoog": "2", "driehoog": "3", "vierhoog": "4", "zwart": "ZW", "rood": "RD",
		"app": "", "apt": "", "appartement": "", "kamer": "", "unit": "", "flat": "",
		"boven": "BOVEN", "onder": "ONDER", "achter": "ACHTER", "voor": "VOOR", "links": "LINKS", "rechts": "RECHTS",
		"bg": "HS", "begane": "HS", "grond": "", "parterre": "HS", "beneden": "HS", "benedenhuis": "HS", "hs": "HS", "huis": "HS",
	}
)
