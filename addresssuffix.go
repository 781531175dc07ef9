package gevel

import "strings"

// JoinSuffix joins a letter and an extension in the form in which spellings are compared: upper case, without space,
// hyphen, full stop, comma and slash, and without a zero fraction: 1.0 is 1. A sign between two digits, or two Roman
// numerals, stays as a hyphen: 1/2 are two units, and not unit 12.
func JoinSuffix(letter, ext string) string {
	letter, ext = plainSuffix(letter), plainSuffix(ext)
	if letter != "" && ext != "" && isDigit(letter[len(letter)-1]) && isDigit(ext[0]) {
		return letter + "-" + ext
	}
	return letter + ext
}

// plainSuffix returns one field as JoinSuffix does.
func plainSuffix(s string) string {
	if strings.Trim(s, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" { // as nearly all of the register
		return s
	}
	s = withoutZeroFraction(strings.ToUpper(s))
	plain, apart := make([]byte, 0, len(s)), false
	for i := range len(s) {
		c := s[i]
		if strings.IndexByte(" -.,/", c) >= 0 {
			apart = len(plain) > 0
			continue
		}
		if last := len(plain) - 1; apart && (isDigit(plain[last]) && isDigit(c) || isRoman(plain[last]) && isRoman(c)) {
			plain = append(plain, '-')
		}
		plain, apart = append(plain, c), false
	}
	return string(plain)
}

// withoutZeroFraction returns a text without the zero fraction of the number that ends it, as programs write whole
// numbers where another row of the column is empty.
func withoutZeroFraction(s string) string {
	whole := strings.TrimRight(s, "0")
	if len(whole) < 2 || len(whole) == len(s) || whole[len(whole)-1] != '.' && whole[len(whole)-1] != ',' {
		return s
	}
	if whole = whole[:len(whole)-1]; !isDigit(whole[len(whole)-1]) {
		return s
	}
	return whole
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isRoman(c byte) bool { return c == 'I' || c == 'V' || c == 'X' }
