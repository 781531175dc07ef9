// The home that the arguments of gevel value name, and the warning about old sales.

package main

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/serve/search"
	"github.com/gevel/gevel/internal/value/bulk"
)

// mostNamed limits the homes that an error lists.
const mostNamed = 8

// homeOf returns the query for the home that a text names. Errors: gevel.AddressNotFound; gevel.AmbiguousAddress with what
// to type for each home that may be meant.
func homeOf(text string, e *edition.Edition) (gevel.AddressQuery, error) {
	home, err := spelling.ReadHome(text)
	if err == nil || spelling.IsNumber(text) { // a number may be a broken id
		if err != nil {
			return gevel.AddressQuery{}, err
		}
		return bulk.Query(home, e)
	}
	found := search.New(e.AddressRows()).Find(text, mostNamed)
	switch {
	case found.Meant:
		return found.Addresses[0].Query(), nil
	case len(found.Addresses) == 0:
		return gevel.AddressQuery{}, &gevel.Error{
			Code: gevel.AddressNotFound, Message: "there is no address " + spelling.Quote(text),
			Hint: "give street and house number, or a postal code such as 1234AB 12 A-2, or a BAG id",
		}
	}
	return gevel.AddressQuery{}, severalHomes(text, found)
}

// severalHomes returns the error that lists what was found for a text.
func severalHomes(text string, found search.Result) error {
	message := fmt.Sprintf("%s may be one of several homes", spelling.Quote(text))
	if found.Guessed {
		message = fmt.Sprintf("no address is written %s", spelling.Quote(text))
	}
	var b strings.Builder
	b.WriteString("type one of these, or more of the address:")
	for _, a := range found.Addresses {
		typed := strings.TrimSpace(fmt.Sprintf("%s %d %s", a.PostalCode, a.HouseNumber, a.Extension()))
		fmt.Fprintf(&b, "\n  gevel value %-16s  %s, %s", typed, a.Street, a.City)
	}
	if found.More {
		b.WriteString("\n  and more")
	}
	return &gevel.Error{Code: gevel.AmbiguousAddress, Message: message, Hint: b.String()}
}

// salesStaleAfter is how many months old the newest known sale may be without a warning: the index continues
// its last level, and within half a year prices may move.
const salesStaleAfter = 6

// warnOfOldSales warns when the newest sale known before the valuation date, valued, is old.
func (c *console) warnOfOldSales(sales *market.Sales, valued gevel.Date) {
	until := sales.LastKnownDay(valued)
	if until == gevel.NoDate || until >= valued.AddMonths(-salesStaleAfter) {
		return
	}
	c.say("gevel: no sale became known between %s and the valuation date, %s: "+
		"rebuild the edition with newer sales\n", until, valued)
}
