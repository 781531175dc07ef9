package spelling

import (
	"strings"

	"github.com/gevel/gevel"
)

// Home is a home as people name it: by an id, or by an address.
type Home struct {
	ID      gevel.BAGID // of the dwelling or of an address, "" when it is named by address
	Address gevel.AddressQuery
}

// ReadHome reads an id, or a postal code and house number with whatever letter and extension come after them: 2511CV 12,
// 2511 CV 12-A, 2511cv12 bis.
func ReadHome(text string) (Home, error) {
	id, err := ID(text)
	if err == nil {
		return Home{ID: id}, nil
	}
	if IsNumber(text) {
		return Home{}, gevel.Refusal("", "%v", err)
	}
	plain := strings.TrimSpace(text)
	for _, length := range []int{len("1234AB"), len("1234 AB")} {
		if len(plain) < length {
			break
		}
		if _, err := gevel.ParsePostalCode(plain[:length]); err != nil {
			continue
		}
		q, faults := Address{PostalCode: plain[:length], HouseNumber: strings.TrimLeft(plain[length:], " ,")}.Query()
		if len(faults) == 0 {
			return Home{Address: q}, nil
		}
	}
	return Home{}, gevel.Refusal("", "%s is neither an address such as 1234AB 12 A-2 nor a BAG id of 16 digits", Quote(text))
}
