package frame

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/gevel/gevel/internal/serve/measure"
	"github.com/gevel/gevel/internal/serve/param"
)

// Answers that a caller has already. An answer that follows from the edition and the parameters alone has a tag: send
// it back and you get 304, in a few bytes and without a valuation, while it still holds.

// UnchangedAfterAsking is the Cache-Control of such an answer: the caller may keep it, and asks each time whether it
// still holds.
const UnchangedAfterAsking = string(measure.Kept)

// TagOf returns the entity tag of an answer. It covers program, edition, route, and the parameters as they were
// understood, the valuation date among them: all that decides the answer but its id, so the tag is a weak one.
func TagOf(program, edition, route string, bound param.Bound) (string, error) {
	echo, err := bound.MarshalJSON()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, part := range []string{edition, program, route} {
		_, _ = io.WriteString(h, part+"\n")
	}
	h.Write(echo)
	// The echo has a default like the same value given, and the valuation may not.
	given := make([]byte, len(bound.Values))
	for i, v := range bound.Values {
		if v.Given {
			given[i] = 1
		}
	}
	h.Write(given)
	return `W/"` + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16]) + `"`, nil
}

// Listed returns the tags of a header.
func Listed(h http.Header, name string) (tags []string) {
	for _, line := range h.Values(name) {
		for tag := range strings.SplitSeq(line, ",") {
			tags = append(tags, strings.TrimSpace(tag))
		}
	}
	return tags
}

// AnyTag asks whether there is an answer at all.
const AnyTag = "*"

// TagsOf returns the tags of answers that the caller has, without the mark of weak ones.
func TagsOf(h http.Header) []string {
	tags := Listed(h, "If-None-Match")
	for i, tag := range tags {
		tags[i] = strings.TrimPrefix(tag, "W/")
	}
	return tags
}

// SetTag sets the headers of an answer that has a tag, or of its 304.
func SetTag(h http.Header, tag string) {
	h.Set("ETag", tag)
	h.Set("Cache-Control", UnchangedAfterAsking)
}

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
