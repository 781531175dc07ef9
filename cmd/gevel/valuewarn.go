// What gevel value warns of: sales that are too old for the day asked about.

package main

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// salesStaleAfter is how many months before the valuation date sales may end without a
// warning: the index carries its last level on, and half a year is enough for prices to move.
const salesStaleAfter = 6

// warnOfOldSales warns when the last sale known before the valuation date, valued, became
// known long before it.
func (c *console) warnOfOldSales(sales *market.Sales, valued gevel.Date) {
	until := sales.LastKnownDay(valued)
	if until == gevel.NoDate || until >= valued.AddMonths(-salesStaleAfter) {
		return
	}
	c.say("gevel: no sale became known between %s and the valuation date, %s: the edition wants "+
		"newer sales\n", until, valued)
}
