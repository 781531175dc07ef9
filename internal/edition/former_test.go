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

// TestOfOneAddressTheHomeInUseOnTheDayIsMeant has two homes at one address; that with the lower id goes out of use.
func TestOfOneAddressTheHomeInUseOnTheDayIsMeant(t *testing.T) {
	c := inventContents(20, 1)
	first, second := &c.Addresses[3], &c.Addresses[4]
	if first.ObjectID > second.ObjectID {
		first, second = second, first
	}
	is := *second
	*second = *first
	second.ObjectID, second.NumberID = is.ObjectID, is.NumberID
	day := gevel.NewDate(2024, 5, 1)
	c.Statuses = []gevel.StatusStep{{Home: first.ObjectID, Status: gevel.OutOfUse, Known: day, Since: day}}
	e := opened(t, c)
	q := first.Query()
	q.ObjectID = ""
	for on, want := range map[gevel.Date]gevel.BAGID{day: first.ObjectID, day + 1: second.ObjectID} {
		if got, err := e.FindOn(q, on); err != nil || got.ObjectID != want {
			t.Errorf("on %s it is %s, %v, want %s", on, got.ObjectID, err, want)
		}
	}
}
