package spelling_test

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// street has addresses, each the main one of its object.
type street []gevel.Address

func (s street) AddressByNumber(gevel.BAGID) (a gevel.Address, ok bool) { return a, false }

func (s street) MainAddress(object gevel.BAGID) (a gevel.Address, ok bool) {
	for _, a := range s {
		if a.ObjectID == object {
			return a, true
		}
	}
	return a, false
}

func (s street) Find(q gevel.AddressQuery) (gevel.Address, error) { return q.Match(s) }

func at12(id gevel.BAGID, letter, ext string) gevel.Address {
	return gevel.Address{ObjectID: id, PostalCode: "2511CV", HouseNumber: 12, HouseLetter: letter, HouseNumberExt: ext}
}

func TestTheAddressOfAnIDIsItsOwnWhateverElseBearsIt(t *testing.T) {
	const id, older gevel.BAGID = "0518010000000012", "0518010000000001"
	for _, tt := range []struct {
		suffix, of string // beside the id, and its own
		then       street // what stood on the day
		want       bool
	}{
		{"A", "A", street{at12(older, "", "")}, true}, // split since
		{"a-2", "A2", street{at12(older, "", "")}, true},
		{"", "", street{at12(older, "", "")}, true}, // built anew
		{"", "", street{at12(older, "A", ""), at12("0518010000000002", "B", "")}, true},
		{"B", "A", street{at12(older, "", ""), at12(older, "B", "")}, false},
	} {
		q := gevel.AddressQuery{PostalCode: "2511CV", HouseNumber: 12, HouseNumberExt: tt.suffix}
		home := spelling.Home{ID: id, Address: q, Whole: true}
		found, fault := tt.then.Find(q)
		if err := home.CheckAddress(at12(id, "", tt.of), found, fault); (err == nil) != tt.want {
			t.Errorf("12 %s beside the id of 12 %s, where %v stood: %v", tt.suffix, tt.of, tt.then, err)
		}
	}
}

func TestEachIDOfARowIsOfTheHome(t *testing.T) {
	ids := []gevel.BAGID{"0518010000000001", "0518010000000002", "0518010000000003", "0518010000000004"}
	for other := 1; other < len(ids); other++ {
		var home spelling.Home
		for _, id := range ids {
			home.Name(id)
		}
		known := street{}
		for i, id := range ids { // numbers of one object, but for the other's
			a := at12(ids[0], "", "")
			if i == other {
				a = at12(id, "", "")
			}
			known = append(known, a)
		}
		if _, err := home.Query(numbered{ids, known}); err == nil || !strings.Contains(err.Error(), string(ids[other])) {
			t.Errorf("id %d of another home: %v", other+1, err)
		}
	}
}

// numbered are addresses by number ids.
type numbered struct {
	ids []gevel.BAGID
	street
}

func (n numbered) AddressByNumber(id gevel.BAGID) (a gevel.Address, ok bool) {
	for i := range n.ids {
		if n.ids[i] == id {
			return n.street[i], true
		}
	}
	return a, false
}
