package photos

// What the caller of a URL can show.

import (
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// Media types of pictures.
const (
	typeJPEG = "image/jpeg"
	typeWebP = "image/webp"
)

// prefersWebP reports whether an Accept header names WebP, and wants it no less than JPEG. A wildcard is not enough:
// programs that can show no WebP send it too.
func prefersWebP(asked http.Header) bool {
	weights := map[string]float64{}
	for _, line := range asked.Values("Accept") {
		for part := range strings.SplitSeq(line, ",") {
			kind, parameters, err := mime.ParseMediaType(part)
			if err != nil {
				continue
			}
			weights[kind] = weightOf(parameters)
		}
	}
	for _, kind := range []string{typeJPEG, "image/*", "*/*"} {
		if weight, ok := weights[kind]; ok {
			return weights[typeWebP] > 0 && weights[typeWebP] >= weight
		}
	}
	return weights[typeWebP] > 0
}

// weightOf returns how much a type is wanted: 1 where nothing is said, and 0 for what HTTP does not know.
func weightOf(parameters map[string]string) float64 {
	q, given := parameters["q"]
	if !given {
		return 1
	}
	weight, err := strconv.ParseFloat(q, 64)
	if err != nil || !(weight > 0 && weight <= 1) {
		return 0
	}
	return weight
}
