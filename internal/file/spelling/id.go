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

// IsNumber reports whether a text is a number and nothing else. Other text in a column of ids may mean that there is no
// id. A number means an id, and a broken one must not pass for no id.
func IsNumber(s string) bool {
	return strings.Trim(s, "0123456789.,+eE") == "" && strings.ContainsAny(s, "0123456789")
}
