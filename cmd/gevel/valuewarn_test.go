package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestOldSalesAreWarnedOfFromHalfAYear(t *testing.T) {
	valued := gevel.NewDate(2026, time.August, 31)
	for until, warns := range map[gevel.Date]bool{
		gevel.NewDate(2026, time.August, 30):    false,
		gevel.NewDate(2026, time.February, 28):  false,
		gevel.NewDate(2026, time.February, 27):  true,
		gevel.NewDate(2020, time.January, 1):    true,
		gevel.NewDate(2026, time.September, 30): false, // none is known yet, so nothing can be valued
	} {
		sale := gevel.Sale{Date: until - 1, KnownDate: until, Price: 1, At: gevel.Point{X: 1, Y: 1}}
		sales := market.NewSales(gevel.Standard(), []gevel.Sale{sale})
		var stderr bytes.Buffer
		(&console{ctx: t.Context(), stderr: &stderr}).warnOfOldSales(sales, valued)
		if got := stderr.Len() > 0; got != warns {
			t.Errorf("sales until %s warn: %v, want %v", until, got, warns)
		}
		if warns && !(strings.Contains(stderr.String(), until.String()) && strings.Contains(stderr.String(), "2026-08-31")) {
			t.Errorf("the warning does not say both days: %s", stderr.String())
		}
	}
}
