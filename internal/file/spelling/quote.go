package spelling

import "strconv"

// longestQuoted is how many bytes of a value a message shows.
const longestQuoted = 60

// Quote returns a value of a file for a message, without any control character.
func Quote[T string | []byte](v T) string {
	if len(v) > longestQuoted {
		return strconv.Quote(string(v[:longestQuoted])) + "..."
	}
	return strconv.Quote(string(v))
}
