package describe

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
)

// The home that a description asks about.

// exampleTries bounds how many dwellings are looked at for an example: in a register that
// has sales at all, one home in a few can be valued.
const exampleTries = 10_000

// ExampleOf returns the first dwelling of the edition that postal code and house number alone
// name and that can be valued as it is, nil when there is none among the first.
func ExampleOf(l *live.Live) *param.ExampleHome {
	tries := 0
	for dwelling := range l.Edition.Dwellings {
		if tries++; tries > exampleTries {
			break
		}
		address, ok := l.Edition.MainAddress(dwelling.ID)
		if ok && address.Extension() == "" && valuesByNumber(l, address) {
			return &param.ExampleHome{Address: address, Dwelling: dwelling}
		}
	}
	return nil
}

// valuesByNumber reports whether a home can be valued that is asked for by postal code and
// house number, on the first day that knows all sales: on later days it can be as well.
func valuesByNumber(l *live.Live, a gevel.Address) bool {
	q := gevel.AddressQuery{PostalCode: a.PostalCode, HouseNumber: a.HouseNumber}
	found, err := l.Edition.Find(q)
	if err != nil || found.ObjectID != a.ObjectID {
		return false
	}
	return l.Valuer.Available(gevel.Inquiry{AddressQuery: q, Date: l.NewestSale() + 1}) == nil
}
