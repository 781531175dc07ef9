package bag

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

// TestTheHistoryOfAStatusIsKept reads units with several occurrences. The delivery is of 2023-09-08.
func TestTheHistoryOfAStatusIsKept(t *testing.T) {
	const formed, out, rebuilding, used = "Verblijfsobject gevormd", "Verblijfsobject buiten gebruik", "Verbouwing verblijfsobject", "Verblijfsobject in gebruik"
	at := func(n, occurrence int, status, begin, end string) thing {
		o := vbo(n, "90", 1)
		o.occurrence, o.status, o.begin, o.end = occurrence, status, begin, end
		return o
	}
	inactive := at(1, 2, out, "2015-01-01", "2016-01-01")
	inactive.extra += "<h:tijdstipInactief>2015-02-01T00:00:00</h:tijdstipInactief>"
	shop := at(6, 1, formed, "2020-01-01", "")
	shop.extra = mainAddress(6) + "<o:gebruiksdoel>winkelfunctie</o:gebruiksdoel>"
	r := readVillage(t, pnd(1, "1931", 10, 8),
		num(1, "1", "3511AB", 1), num(2, "2", "3511AB", 1), num(3, "3", "3511AB", 1), num(4, "4", "3511AB", 1),
		num(5, "5", "3511AB", 1), num(6, "6", "3511AB", 1), num(7, "7", "3511AB", 1),
		// Built once, its surface corrected before it was finished, and closed for a year.
		at(1, 1, formed, "2012-03-01", "2012-06-01"), inactive, at(1, 3, formed, "2012-06-01", "2013-01-01"),
		at(1, 4, used, "2013-01-01", "2018-01-01"), at(1, 5, out, "2018-01-01", "2019-01-01"), at(1, 6, used, "2019-01-01", ""),
		at(2, 1, formed, "2021-02-17", ""),
		// The end of what is valid now lies ahead, and what comes then has not begun.
		at(3, 1, rebuilding, "2022-01-01", "2024-01-01"), at(3, 2, out, "2024-01-01", ""),
		// Two are valid: the later one counts.
		at(4, 1, formed, "2020-01-01", ""), at(4, 2, used, "2021-01-01", ""),
		at(5, 1, formed, "2020-01-01", "2020-01-01"), at(5, 2, used, "2020-01-01", ""),
		shop,
		at(7, 1, formed, "2020-01-01", "2021-01-01"), at(7, 2, "Niet gerealiseerd verblijfsobject", "2021-01-01", ""),
	)
	day := func(text string) gevel.Date {
		d, err := gevel.ParseDate(text)
		if err != nil && text != "" {
			t.Fatal(err)
		}
		return d
	}
	step := func(n int, status gevel.Status, since string) gevel.StatusStep {
		return gevel.StatusStep{Home: gevel.BAGID(id("01", n)), Status: status, Known: day(since), Since: day(since)}
	}
	notYet := func(n int) gevel.StatusStep {
		return gevel.StatusStep{Home: gevel.BAGID(id("01", n)), Status: gevel.Gone, Known: gevel.NoDate, Since: gevel.Always}
	}
	want := []gevel.StatusStep{
		notYet(1), step(1, gevel.Formed, "2012-03-01"), step(1, gevel.InUse, "2013-01-01"),
		step(1, gevel.OutOfUse, "2018-01-01"), step(1, gevel.InUse, "2019-01-01"),
		notYet(2), step(2, gevel.Formed, "2021-02-17"), notYet(3), step(3, gevel.Rebuilding, "2022-01-01"),
		notYet(4), step(4, gevel.Formed, "2020-01-01"), step(4, gevel.InUse, "2021-01-01"),
		notYet(5), step(5, gevel.InUse, "2020-01-01"), // never formed for a day
		notYet(6), step(6, gevel.Closed, "2020-01-01"),
		notYet(7), step(7, gevel.Formed, "2020-01-01"), step(7, gevel.Gone, "2021-01-01"),
	}
	if diff := cmp.Diff(want, r.Statuses); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
}
