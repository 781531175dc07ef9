package frame

// Answers that a caller has already. An answer that follows from the edition and the parameters alone has a tag: send
// it back and you get 304, in a few bytes and without a valuation, while it still holds.

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/gevel/gevel/internal/serve/measure"
	"github.com/gevel/gevel/internal/serve/param"
)

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

// Compression, where it pays. An answer that fits into what a connection sends before it waits for the
// other side gains nothing but a few kilobytes for more of a processor than they are worth; so a
// valuation, of some 5 kB, goes out as it is. Pictures are compressed already and never come here.

// compressFrom is from how many bytes an answer is compressed: ten segments of 1 460 bytes, the initial
// window of TCP (RFC 6928).
const compressFrom = 10 * 1460

// The encodings, by their names in HTTP, the preferred one first.
const (
	encodingZstd = "zstd"
	EncodingGzip = "gzip"
)

// zstdWindow bounds the memory of compressing, and of reading it.
const zstdWindow = 256 << 10

var (
	gzips = sync.Pool{New: func() any {
		w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed)
		return w
	}}
	// oneZstd compresses whole answers, each in the goroutine that asks.
	oneZstd = sync.OnceValue(func() *zstd.Encoder {
		w, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(zstdWindow),
			zstd.WithLowerEncoderMem(true))
		return w
	})
)

// Compress returns the body compressed in a way that the caller reads, and says so in the headers; or
// the body itself. It gives back the buffer that it does not return.
func Compress(h, asked http.Header, body *bytes.Buffer) *bytes.Buffer {
	encoding := choose(h, asked, body.Len())
	if encoding == "" {
		return body
	}
	defer buffers.Put(body)
	return squeeze(encoding, body.Bytes())
}

// choose returns the encoding of a body of so many bytes, and says so in the headers; "" for none.
func choose(h, asked http.Header, bytes int) string {
	if bytes < compressFrom {
		return ""
	}
	h.Add("Vary", "Accept-Encoding")
	encoding := EncodingOf(asked, encodingZstd, EncodingGzip)
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	return encoding
}

// squeeze returns a text in an encoding.
func squeeze(encoding string, text []byte) *bytes.Buffer {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	if encoding == encodingZstd {
		b.Write(oneZstd().EncodeAll(text, b.AvailableBuffer()))
		return b
	}
	w := gzips.Get().(*gzip.Writer)
	defer gzips.Put(w)
	w.Reset(b)
	_, _ = w.Write(text) // to memory
	_ = w.Close()
	return b
}

// EncodingOf returns the encoding that a caller likes best by Accept-Encoding, of equals the first; "" for none.
func EncodingOf(asked http.Header, known ...string) (best string) {
	weights := map[string]float64{}
	for _, line := range asked.Values("Accept-Encoding") {
		for offer := range strings.SplitSeq(line, ",") {
			name, weight, _ := strings.Cut(offer, ";")
			weights[strings.ToLower(strings.TrimSpace(name))] = weightOf(weight)
		}
	}
	most := 0.0
	for _, encoding := range known {
		if w := weights[encoding]; w > most {
			best, most = encoding, w
		}
	}
	return best
}

// weightOf returns the weight of an offer, such as q=0.5: 1 where there is none, and 0 for what HTTP does not know.
func weightOf(parameter string) float64 {
	parameter = strings.TrimSpace(parameter)
	if parameter == "" {
		return 1
	}
	name, number, _ := strings.Cut(parameter, "=")
	q, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if !strings.EqualFold(strings.TrimSpace(name), "q") || err != nil || !(q > 0 && q <= 1) {
		return 0
	}
	return q
}

// Fixed serves a text that never changes, and compresses it once an encoding, when a caller first reads it so.
func Fixed(contentType string, text []byte) http.Handler {
	packed := map[string]func() []byte{"": func() []byte { return text }}
	for _, encoding := range []string{encodingZstd, EncodingGzip} {
		packed[encoding] = sync.OnceValue(func() []byte { return squeeze(encoding, text).Bytes() })
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := packed[choose(w.Header(), r.Header, len(text))]()
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	})
}
