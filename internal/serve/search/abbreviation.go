package search

// What names and people abbreviate. Words that stand for each other are written as one of them: koning and koningin,
// de, den and der.

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
