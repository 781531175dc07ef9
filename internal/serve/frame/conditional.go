package frame

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strings"

	"github.com/gevel/gevel/internal/serve/param"
)

// Answers that a caller has already. An answer that follows from the edition and the parameters alone has a tag: send it
// back and you get 304, in a few bytes and without a valuation, while it still holds.

// UnchangedAfterAsking is the Cache-Control of such an answer: the caller may keep it, and asks each time whether it still
// holds.
const UnchangedAfterAsking = "private, no-cache"

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
