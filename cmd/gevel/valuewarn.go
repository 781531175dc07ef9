// The warning of gevel value about old sales.

package main

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

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
