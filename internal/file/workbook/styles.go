package workbook

import (
	"encoding/xml"
	"regexp"
	"strconv"
	"strings"
)

// readStyles finds the styles whose numbers are days.
func (b *book) readStyles() error {
	dated, within := map[string]bool{}, false
	return b.each("xl/styles.xml", func(e xml.StartElement, _ *reader) error {
		switch e.Name.Local {
		case "numFmt":
			dated[attribute(e, "numFmtId")] = isDay(attribute(e, "formatCode"))
		case "cellXfs":
			within = true
		case "cellStyleXfs", "cellStyles", "dxfs":
			within = false
		case "xf":
			if within {
				format := attribute(e, "numFmtId")
				is, named := dated[format]
				b.days = append(b.days, is || !named && isStandardDay(format))
			}
		}
		return nil
	})
}

// isStandardDay reports whether a format that every workbook has is one of days.
func isStandardDay(format string) bool {
	n, err := strconv.Atoi(format)
	return err == nil && (n >= 14 && n <= 17 || n == 22 || n >= 27 && n <= 36 || n >= 50 && n <= 58)
}

// plainOfFormat matches what a format shows as it stands: quoted, behind a backslash, or in brackets.
var plainOfFormat = regexp.MustCompile(`"[^"]*"|\\.|\[[^\]]*\]|_.|\*.`)

// isDay reports whether a format of numbers shows a day: dd-mm-yyyy, d mmm jj.
func isDay(format string) bool {
	format, _, _ = strings.Cut(plainOfFormat.ReplaceAllString(format, ""), ";")
	return strings.ContainsAny(strings.ToLower(format), "dyj") && !strings.EqualFold(format, "standard")
}
