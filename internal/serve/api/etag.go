package api

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
)

// Answers that a caller has already. An answer that follows from the edition and the parameters alone has a tag: send it
// back and you get 304, in a few bytes and without a valuation, while it still holds.

// unchangedAfterAsking is the Cache-Control of such an answer: the caller may keep it, and asks each time whether it still
// holds.
const unchangedAfterAsking = "private, no-cache"

// tagOf returns the entity tag of an answer. It covers program, edition, route, and the parameters as they were
// understood, the valuation date among them: all that decides the answer but its id, so the tag is a weak one.
func tagOf(program, edition, route string, bound params) (string, error) {
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
	given := make([]byte, len(bound.values))
	for i, v := range bound.values {
		if v.given {
			given[i] = 1
		}
	}
	h.Write(given)
	return `W/"` + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16]) + `"`, nil
}

// listed returns the tags of a header.
func listed(h http.Header, name string) (tags []string) {
	for _, line := range h.Values(name) {
		for tag := range strings.SplitSeq(line, ",") {
			tags = append(tags, strings.TrimSpace(tag))
		}
	}
	return tags
}

// anyTag asks whether there is an answer at all.
const anyTag = "*"

// tagsOf returns the tags of answers that the caller has, without the mark of weak ones.
func tagsOf(h http.Header) []string {
	tags := listed(h, "If-None-Match")
	for i, tag := range tags {
		tags[i] = strings.TrimPrefix(tag, "W/")
	}
	return tags
}

// setTag sets the headers of an answer that has a tag, or of its 304.
func setTag(h http.Header, tag string) {
	h.Set("ETag", tag)
	h.Set("Cache-Control", unchangedAfterAsking)
}
