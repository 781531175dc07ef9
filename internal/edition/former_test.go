package edition

import (
	"testing"

	"github.com/gevel/gevel"
)

// TestANumberIsFoundAtItsAddressOfToday recodes an address, so that its number has a former address before it.
func TestANumberIsFoundAtItsAddressOfToday(t *testing.T) {
	c := inventContents(20, 1)
	is := c.Addresses[3]
	was := is
	was.PostalCode, was.Until = "1000AA", gevel.NewDate(2020, 5, 1)
	is.PostalCode, is.From = "1000AB", was.Until
	c.Addresses[3] = is
	c.Addresses = append(c.Addresses, was)
	e := opened(t, c)
	for name, of := range map[string]func(gevel.BAGID) (gevel.Address, bool){
		"AddressByNumber": e.AddressByNumber, "WithID": e.AddressRows().WithID,
	} {
		if got, ok := of(is.NumberID); !ok || got != is {
			t.Errorf("%s(%s) = %v, %t, want %v", name, is.NumberID, got, ok, is)
		}
	}
}
