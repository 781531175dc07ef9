package frame

import (
	"regexp"
	"strconv"
)

// Ranges of bytes, of an endpoint that answers a large file by them.

// LongestRange is how many bytes are answered at once: far more than the largest tile or directory of a map has, and
// little beside the gigabytes of its file.
const LongestRange = 16 << 20

// RangeReason is the reason of a fault in the header Range.
const RangeReason = "Range"

// OneRange matches a header Range of one range.
var OneRange = regexp.MustCompile(`^bytes=([0-9]{0,18})-([0-9]{0,18})$`)

// ParseRange reads a range of a file of a size, from its first byte to its last one; a range beyond the end stays so.
func ParseRange(given string, size int64) (first, last int64, ok bool) {
	m := OneRange.FindStringSubmatch(given)
	if m == nil || m[1] == "" && m[2] == "" {
		return 0, 0, false
	}
	// 18 digits fit, and what is left out is 0.
	from, _ := strconv.ParseInt(m[1], 10, 64)
	to, _ := strconv.ParseInt(m[2], 10, 64)
	switch {
	case m[1] == "": // so many at the end
		return max(0, size-to), size - 1, true
	case m[2] == "":
		to = size - 1
	case to < from:
		return 0, 0, false
	}
	return from, min(to, size-1), true
}
