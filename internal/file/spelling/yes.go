package spelling

import "strings"

// Yes reads yes or no, as files in Dutch and English spell it; ok is false when it is neither.
func Yes(s string) (yes, ok bool) {
	switch strings.ToLower(s) {
	case "j", "ja", "y", "yes", "true", "t", "1":
		return true, true
	case "n", "nee", "no", "false", "f", "0":
		return false, true
	}
	return false, false
}
