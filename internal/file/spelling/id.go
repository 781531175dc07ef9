package spelling

import (
	"strings"

	"github.com/gevel/gevel"
)

// ID reads a BAG id as files write it: in each of the ways of gevel.ParseBAGID, or as an address of the web that ends in
// it, as linked data do.
func ID(s string) (gevel.BAGID, error) {
	if at := strings.LastIndexByte(strings.TrimRight(s, "/"), '/'); at >= 0 {
		return gevel.ParseBAGID(strings.TrimRight(s[at+1:], "/"))
	}
	return gevel.ParseBAGID(s)
}

// IsNumber reports whether a text is a number and nothing else. What is no number may say that there is no id; a number is
// one, and a broken id is that of another home or of none.
func IsNumber(s string) bool {
	return strings.Trim(s, "0123456789.,+eE") == "" && strings.ContainsAny(s, "0123456789")
}
