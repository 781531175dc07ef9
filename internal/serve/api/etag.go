package api

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
)

// Answers that a caller has already. What follows from the edition and the parameters alone bears a
// tag; who sends it back is told in a few bytes, and without a valuation, that nothing has changed.

// unchangedAfterAsking is the Cache-Control of such an answer: it may be kept by who asked, who asks
// each time whether it still holds.
const unchangedAfterAsking = "private, no-cache"

// tagOf returns the entity tag of an answer. It covers edition, program, route, and the parameters as
// they were understood, the valuation date among them: whatever decides the answer but its id, so the
// tag is a weak one.
func (s *Service) tagOf(live *Live, route string, bound params) (string, error) {
	echo, err := bound.MarshalJSON()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, part := range []string{live.Edition.ID(), s.version, route} {
		_, _ = io.WriteString(h, part+"\n")
	}
	h.Write(echo)
	// The echo does not tell a default from the same value given, which the valuation may.
	given := make([]byte, len(bound.values))
	for i, v := range bound.values {
		if v.given {
			given[i] = 1
		}
	}
	h.Write(given)
	return `W/"` + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16]) + `"`, nil
}

// anyTag asks whether there is an answer at all.
const anyTag = "*"

// tagsOf returns the tags of answers that the caller has, without the mark of weak ones.
func tagsOf(h http.Header) (tags []string) {
	for _, line := range h.Values("If-None-Match") {
		for tag := range strings.SplitSeq(line, ",") {
			tags = append(tags, strings.TrimPrefix(strings.TrimSpace(tag), "W/"))
		}
	}
	return tags
}

// setTag sets what an answer that bears a tag says of it, and so does a 304.
func setTag(h http.Header, tag string) {
	h.Set("ETag", tag)
	h.Set("Cache-Control", unchangedAfterAsking)
}
