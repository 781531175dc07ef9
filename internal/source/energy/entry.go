package energy

import (
	"cmp"
	"math"
	"strconv"

	"github.com/gevel/gevel"
)

// entry is a label in 40 bytes.
type entry struct {
	id         uint64 // the digits of the BAG id; 0 is none
	address    uint64 // postal code, house number and suffix, in that order; 0 is none
	registered gevel.Date
	surveyed   gevel.Date
	validUntil gevel.Date
	surface    float32 // NaN is unknown
	energy     float32 // NaN is unknown
	class      gevel.EnergyLabel
	buildType  gevel.BuildType
	status     Status
	method     Method
}

// Bits of an address: 23 for 9 000 x 676 postal codes, 17 for the house number, the rest for the
// place of letter and extension in the list of suffixes.
const (
	suffixBits = 24
	numberBits = 17
	mostSuffix = 1 << suffixBits
)

func packAddress(code gevel.PostalCode, number int, suffix int) uint64 {
	return packCode(code)<<(numberBits+suffixBits) | uint64(number)<<suffixBits | uint64(suffix)
}

// packCode numbers the postal codes in their order, from 1000AA = 676000.
func packCode(code gevel.PostalCode) uint64 {
	digits, _ := strconv.ParseUint(code.PC4(), 10, 64) // four digits: ParsePostalCode checked it
	return (digits*26+uint64(code[4]-'A'))*26 + uint64(code[5]-'A')
}

func unpackCode(n uint64) gevel.PostalCode {
	var code [6]byte
	code[5], n = 'A'+byte(n%26), n/26
	code[4], n = 'A'+byte(n%26), n/26
	for i := 3; i >= 0; i-- {
		code[i], n = '0'+byte(n%10), n/10
	}
	return gevel.PostalCode(code[:])
}

func unpackID(n uint64) gevel.BAGID {
	if n == 0 {
		return ""
	}
	const zeros = "0000000000000000"
	digits := strconv.FormatUint(n, 10)
	return gevel.BAGID(zeros[:len(zeros)-len(digits)] + digits)
}

// home is the key under which the labels of a home are together: its id, else its address.
func (e *entry) home() (id, address uint64) {
	if e.id != 0 {
		return e.id, 0
	}
	return 0, e.address
}

func (e *entry) sameHome(other *entry) bool {
	return e.id == other.id && (e.id != 0 || e.address == other.address)
}

// compareEntries orders by home, then by the day of registration, then by the survey's day and the
// label's certainty: the last label of a day counts. It looks at every field, so that the order
// of rows in a file changes nothing.
func compareEntries(a, b *entry) int {
	switch {
	case a.id != b.id: // nearly always; the rest is dear
		return cmp.Compare(a.id, b.id)
	case a.id == 0 && a.address != b.address:
		return cmp.Compare(a.address, b.address)
	case a.registered != b.registered:
		return cmp.Compare(a.registered, b.registered)
	}
	return cmp.Or(
		cmp.Compare(a.surveyed, b.surveyed),
		cmp.Compare(built(b.status), built(a.status)), // one of a drawing before one of the building
		cmp.Compare(a.validUntil, b.validUntil),
		cmp.Compare(b.class, a.class), // in doubt the worse one counts
		cmp.Compare(a.method, b.method), cmp.Compare(a.buildType, b.buildType), cmp.Compare(a.status, b.status),
		cmp.Compare(math.Float32bits(a.surface), math.Float32bits(b.surface)),
		cmp.Compare(math.Float32bits(a.energy), math.Float32bits(b.energy)),
		cmp.Compare(a.address, b.address),
	)
}

// built is 0 for a label of a building that stands, 1 for one of a drawing.
func built(s Status) int {
	if s == Permit {
		return 1
	}
	return 0
}

func packOpt(o gevel.Opt[float32]) float32 { return o.Or(float32(math.NaN())) }

func unpackOpt(f float32) gevel.Opt[float32] {
	if f != f {
		return gevel.Opt[float32]{}
	}
	return gevel.Some(f)
}
