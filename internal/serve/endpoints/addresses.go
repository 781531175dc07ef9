package endpoints

import (
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/search"
)

// GET /v1/addresses: addresses as people type them.

// Bounds on what a search asks for.
const (
	usualFound = 8
	mostFound  = 50
)

type searchInput struct {
	query string
	limit int
}

type addressesResponse struct {
	Homes   []FoundHome `json:"homes" doc:"the best first"`
	More    bool        `json:"more" doc:"whether there are others"`
	Meant   bool        `json:"meant" doc:"whether the query says the first one, and no other"`
	Guessed bool        `json:"guessed" doc:"whether it says none of them: something in it was put right"`
}

// FoundHome is a home that was found, by its address.
type FoundHome struct {
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
func searchTable() []param.Row[searchInput] {
	return []param.Row[searchInput]{
		{Param: param.Param{
			Name: "query", Kind: param.Text, Required: true, Longest: search.Longest,
			Doc: "An address as people write it, as far as it is typed: kerkstr 12-a amsterdam, 1234AB12, St. Jansplein 5 2 hoog; or " +
				"the id of a home in the BAG register. A letter or two may be wrong.",
			Example: func(h param.ExampleHome) any { return h.Address.String() },
		}, Set: func(in *searchInput, v param.Value) error {
			in.query = v.Spelled
			return nil
		}},
		{Param: param.Param{
			Name: "limit", Kind: param.Integer, Min: 1, Max: mostFound,
			Fallback: func(param.Limits) param.Value { return param.Value{Known: true, Number: usualFound} },
			Doc:      "How many addresses to answer at most; the default is 8.",
		}, Set: func(in *searchInput, v param.Value) error {
			in.limit = v.Number
			return nil
		}},
	}
}

func (s *Endpoints) addresses(c frame.Call, in searchInput) (frame.Answer, error) {
	if _, err := spelling.ID(in.query); err != nil && spelling.IsNumber(in.query) && strings.ContainsAny(in.query, "eE") {
		return frame.Answer{}, param.Invalid([]gevel.Detail{{Reason: "query", Message: "query " + err.Error()}})
	}
	found := Addresses(c.Live).Find(in.query, in.limit)
	data := addressesResponse{
		Homes: make([]FoundHome, len(found.Addresses)), More: found.More, Meant: found.Meant,
		Guessed: found.Guessed,
	}
	for i, a := range found.Addresses {
		data.Homes[i] = NewFoundHome(c.Live, a)
	}
	return frame.Answer{Data: data}, nil
}

// NewFoundHome returns the home of an address.
func NewFoundHome(live *live.Live, a gevel.Address) FoundHome {
	return FoundHome{
		Label: a.String(), Street: a.Street, HouseNumber: a.HouseNumber, HouseLetter: present.OrNull(a.HouseLetter),
		HouseNumberExt: present.OrNull(a.HouseNumberExt), PostalCode: string(a.PostalCode), City: a.City,
		BagID: string(a.ObjectID), Position: positionOf(live, a.ObjectID),
	}
}

// positionOf returns where a home stands.
func positionOf(l *live.Live, id gevel.BAGID) present.Position {
	d, ok := l.Edition.Dwelling(id)
	if !ok {
		return present.Position{}
	}
	return present.PositionOf(d.At)
}
