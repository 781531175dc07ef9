package energy

import (
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel/internal/textfile"
)

// What a file is that holds no labels: people mistake the files of a build for each other.

const (
	fetchCSV   = "EP-Online offers the same labels as csv: give that zip, as it was fetched"
	giveAsBAG  = "it belongs to the register (BAG) of the build file, and not to the energy labels"
	giveAsSale = "it belongs to the sales of the build file, and not to the energy labels"
)

var bagMember = regexp.MustCompile(`^(\d{4}(WPL|OPR|NUM|LIG|STA|VBO|PND)\d{8}|Leveringsdocument-BAG|GEM-WPL)`)

// otherZip says what a zip without a CSV looks like.
func otherZip(members []*zip.File) error {
	has := func(is func(name string) bool) bool {
		return slices.ContainsFunc(members, func(m *zip.File) bool { return is(m.Name) })
	}
	ends := func(ext string) func(string) bool {
		return func(name string) bool { return strings.HasSuffix(strings.ToLower(name), ext) }
	}
	switch {
	case has(func(name string) bool { return bagMember.MatchString(name[strings.LastIndex(name, "/")+1:]) }):
		return refusal(giveAsBAG, "the file looks like a delivery of the register of addresses (BAG)")
	case has(func(name string) bool { return name == "[Content_Types].xml" }), has(ends(".xlsx")):
		return refusal(fetchCSV, "the file looks like a spreadsheet (xlsx)")
	case has(ends(".xml")):
		return refusal(fetchCSV, "the file looks like a zip of xml")
	}
	return refusal("give the zip of EP-Online as it was fetched", "the zip holds no csv")
}

// otherText says what a text looks like in which no header was found, by its beginning.
func otherText(start string) error {
	plain := strings.ToLower(strings.TrimSpace(start))
	contains := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(plain, word) })
	}
	switch {
	case strings.HasPrefix(plain, "<") && contains("<html", "<!doctype html"):
		return refusal("fetch it anew: its address may have expired", "the file looks like a web page")
	case strings.HasPrefix(plain, "<") && contains("lvbag", "bagstand", "kadaster"):
		return refusal(giveAsBAG, "the file looks like xml of the register of addresses (BAG)")
	case strings.HasPrefix(plain, "<"):
		return refusal(fetchCSV, "the file looks like xml")
	case strings.HasPrefix(plain, "{"), strings.HasPrefix(plain, "["):
		return refusal("fetch the zip that its downloadUrl names", "the file looks like json, an answer of EP-Online's API")
	}
	return otherTable(start)
}

// otherTable says what a table looks like.
func otherTable(start string) error {
	line, _, _ := strings.Cut(start, "\n")
	names := map[string]bool{}
	comma := textfile.Delimiter(line)
	for name := range strings.SplitSeq(line, string(comma)) {
		names[plainName([]byte(name))] = true
	}
	switch {
	case names["saledate"] && names["price"], names["koopsom"], names["transactieprijs"], names["transactionprice"]:
		return refusal(giveAsSale, "the file looks like a sales file")
	case names["pc6"] && names["huisnummer"]:
		return refusal("it has no place in the build", "the file looks like a list of addresses and neighbourhoods (CBS)")
	case names[columnNames[class][0]] && comma != delimiter:
		return refusal("give the csv as EP-Online delivers it",
			"the columns of the file are separated by %s, not by %s", quote(string(comma)), quote(string(delimiter)))
	}
	return refusal("give the total file of EP-Online, as csv",
		"none of the first %d lines is a header with the column Energieklasse; the file begins with %s",
		headLines, quote(strings.TrimRight(line, "\r")))
}
