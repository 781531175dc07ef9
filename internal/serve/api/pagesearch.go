package api

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/search"
)

// GET /page/search: addresses as people type them.

// Bounds on what a search asks for.
const (
	usualFound = 8
	mostFound  = 50
)

type searchInput struct {
	query string
	limit int
}

type pageSearch struct {
	Homes []foundHome `json:"homes" doc:"the best first"`
	More  bool        `json:"more" doc:"whether there are others"`
}

type foundHome struct {
	Label          string  `json:"label" doc:"the address on one line"`
	Street         string  `json:"street"`
	HouseNumber    int     `json:"houseNumber"`
	HouseLetter    *string `json:"houseLetter"`
	HouseNumberExt *string `json:"houseNumberExt"`
	PostalCode     string  `json:"postalCode"`
	City           string  `json:"city"`
	BagID          string  `json:"bagId"`
	present.Position
}

// searchTable are the rows of a searchInput.
func searchTable() []row[searchInput] {
	return []row[searchInput]{
		{param{
			name: "query", kind: text, required: true, longest: search.Longest,
			doc: "Street, number, city and postal code in any order, as far as they are typed: kerkstr 12-a amsterdam, 1234 AB 12, " +
				"or the id of a home in the BAG register, 16 digits. Case and diacritics do not count.",
			example: func(h exampleHome) any { return h.address.String() },
		}, func(in *searchInput, v value) error {
			in.query = v.spelled
			return nil
		}},
		{param{
			name: "limit", kind: integer, min: 1, max: mostFound, fallback: func(limits) value { return value{known: true, number: usualFound} },
			doc: "How many addresses to answer at most; the default is 8.",
		}, func(in *searchInput, v value) error {
			in.limit = v.number
			return nil
		}},
	}
}

func (p *PageAnswers) pageSearch(c call, in searchInput) (answer, error) {
	found := derivedOf(c).search().Find(in.query, in.limit)
	data := pageSearch{Homes: make([]foundHome, len(found.Addresses)), More: found.More}
	for i, a := range found.Addresses {
		data.Homes[i] = newFoundHome(c.live, a)
	}
	return answer{data: data}, nil
}

func newFoundHome(live *Live, a gevel.Address) foundHome {
	return foundHome{
		Label: a.String(), Street: a.Street, HouseNumber: a.HouseNumber, HouseLetter: orNull(a.HouseLetter),
		HouseNumberExt: orNull(a.HouseNumberExt), PostalCode: string(a.PostalCode), City: a.City,
		BagID: string(a.ObjectID), Position: positionOf(live, a.ObjectID),
	}
}

// positionOf returns where a home stands.
func positionOf(l *Live, id gevel.BAGID) present.Position {
	d, ok := l.Edition.Dwelling(id)
	if !ok {
		return present.Position{}
	}
	return present.PositionOf(d.At)
}
