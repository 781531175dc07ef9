package gevel

import (
	"fmt"
	"regexp"
	"strings"
)

// BAGID is an identification number of the register of addresses and buildings (BAG): 16 digits. The first four name
// the municipality of origin, the next two the kind of object. It is a string because leading zeros are part of it.
type BAGID string

// ObjectCode is the fifth and sixth digit of a BAGID.
type ObjectCode string

// The kinds of object that bear a 16-digit BAGID.
const (
	CodeVerblijfsobject  ObjectCode = "01"
	CodeLigplaats        ObjectCode = "02"
	CodeStandplaats      ObjectCode = "03"
	CodePand             ObjectCode = "10"
	CodeNummeraanduiding ObjectCode = "20"
	CodeOpenbareRuimte   ObjectCode = "30"
)

const bagIDDigits = 16

// ParseBAGID reads an id of 16 digits, also as the register's own data write it, NL.IMBAG.Pand.0363100012061200, and as
// spreadsheets and programs do that took it for a number: without its leading zeros, all of them, and with a zero
// fraction. At least 13 digits must be left.
func ParseBAGID(s string) (BAGID, error) {
	if len(s) == bagIDDigits && allDigits(s) {
		return BAGID(s), nil
	}
	written := s
	s = strings.TrimSpace(s)
	if prefix := "NL.IMBAG."; len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		var ok bool
		if _, s, ok = strings.Cut(s[len(prefix):], "."); !ok || len(s) != bagIDDigits {
			s = ""
		}
	}
	if err := CheckDigits(s); err != nil {
		return "", err
	}
	s = withoutZeroFraction(s)
	if !allDigits(s) || len(s) > bagIDDigits || len(s) < bagIDDigits-3 || len(s) < bagIDDigits && s[0] == '0' {
		return "", fmt.Errorf("%q is no BAG id of %d digits", written, bagIDDigits)
	}
	return BAGID(strings.Repeat("0", bagIDDigits-len(s)) + s), nil
}

// CheckDigits returns why a text is no id of any register: a spreadsheet made a power of ten of it.
func CheckDigits(s string) error {
	if !lostDigits.MatchString(s) {
		return nil
	}
	return fmt.Errorf("%q is an id that a spreadsheet turned into a number, and its last digits are lost: "+
		"make the column text in the source and export it again", s)
}

// lostDigits is how spreadsheets show a long number.
var lostDigits = regexp.MustCompile(`^[0-9]([.,][0-9]+)?[eE]\+?1[0-9]$`)

// Code returns the kind of object, or "" when the id is not 16 digits long.
func (id BAGID) Code() ObjectCode {
	if len(id) != bagIDDigits {
		return ""
	}
	return ObjectCode(id[4:6])
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// BAGNumber is a BAGID as a number, where there are millions of them: 16 digits fit, and numbers sort as
// their texts do.
type BAGNumber uint64

// Number returns the id as a number, 0 when it is not 16 digits.
func (id BAGID) Number() BAGNumber {
	if len(id) != bagIDDigits || !allDigits(string(id)) {
		return 0
	}
	var n BAGNumber
	for i := range len(id) {
		n = 10*n + BAGNumber(id[i]-'0')
	}
	return n
}

// ID returns the id with its leading zeros.
func (n BAGNumber) ID() BAGID { return BAGID(fmt.Sprintf("%0*d", bagIDDigits, uint64(n))) }
