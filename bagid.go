package gevel

import (
	"fmt"
	"strings"
)

// BAGID is an identification number of the register of addresses and buildings
// (BAG): 16 digits. The first four name the municipality of origin, the next two
// the kind of object. It is a string because leading zeros are part of it.
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

// ParseBAGID reads an id of 16 digits. An id whose leading zeros were lost, all of them, as
// spreadsheets do, is padded; s must have at least 13 digits for that.
func ParseBAGID(s string) (BAGID, error) {
	if !allDigits(s) || len(s) > bagIDDigits || len(s) < bagIDDigits-3 || len(s) < bagIDDigits && s[0] == '0' {
		return "", fmt.Errorf("%q is no BAG id of %d digits", s, bagIDDigits)
	}
	return BAGID(strings.Repeat("0", bagIDDigits-len(s)) + s), nil
}

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
