package spelling

import (
	"fmt"
	"strings"
)

// Yes reads yes or no, as files in Dutch and English spell it, and programs: True, 1.0, WAAR.
func Yes(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "j", "ja", "y", "yes", "true", "t", "waar", "1", "1.0", "1,0":
		return true, nil
	case "n", "nee", "no", "false", "f", "onwaar", "0", "0.0", "0,0":
		return false, nil
	}
	return false, fmt.Errorf("%s is neither yes nor no", Quote(s))
}
