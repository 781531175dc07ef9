package sales

import (
	"strings"
)

// What a delivery itself says of a sale that makes it no evidence of value.

// yesMarks are columns that speak against a sale when they say yes.
var yesMarks = [...]column{packageDeal, familySale, rentedOut, auction}

// Codes of the Dutch land registry, as its purchase information gives them.
const (
	normalSale      = "606"
	executionSale   = "583" // by order of a creditor
	publicSale      = "659" // auctioned of the seller's own will
	codeHome        = "11"
	codeApartment   = "12"
	fullOwnership   = "VE"
	leasehold       = "EP"
	leaseAndSurface = "EO"
	doubleLeasehold = "EPEP"
)

// checkMarks rejects the row for what its marks say; unknown ones say nothing.
func (r *row) checkMarks() {
	for _, c := range yesMarks {
		if r.layout.has(c) && r.yes(c).Or(false) {
			r.fail(c.String(), "%s says %s", c, quote(r.value(c)))
		}
	}
	r.checkCodes()
	if s := r.value(ownershipShare); s != "" {
		share, err := r.notation.fraction(s)
		if err != nil {
			r.bad(ownershipShare, err)
		} else if share != 1 {
			r.fail("partial_share", "ownership_share %s", quote(s))
		}
	}
}

func (r *row) checkCodes() {
	switch v := r.value(mutationCode); v {
	case "", normalSale:
	case executionSale, publicSale:
		r.fail(auction.String(), "mutation_code %s", v)
	default:
		r.fail("other_mutation", "mutation_code %s", quote(v))
	}
	switch v := r.value(buildingCode); v {
	case "", codeHome, codeApartment:
	default:
		r.fail("not_residential", "building_code %s", quote(v))
	}
	switch v := strings.ToUpper(r.value(ownershipRight)); v {
	case "", fullOwnership, leasehold, leaseAndSurface, doubleLeasehold:
	default:
		r.fail("other_right", "ownership_right %s", quote(v))
	}
}
