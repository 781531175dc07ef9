package bag

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

// registered gives an occurrence its times of registration.
func (o thing) registered(occurrence int, begin, end, known, endKnown string) thing {
	o.occurrence, o.begin, o.end = occurrence, begin, end
	o.extra += "<h:tijdstipRegistratie>2001-01-01T00:00:00</h:tijdstipRegistratie>" +
		"<h:tijdstipRegistratieLV>" + known + "T09:00:00.000</h:tijdstipRegistratieLV>"
	if endKnown != "" {
		o.extra += "<h:tijdstipEindRegistratieLV>" + endKnown + "T09:00:00.000</h:tijdstipEindRegistratieLV>"
	}
	return o
}

func (o thing) withStatus(status string) thing {
	o.status = status
	return o
}

func (o thing) takenBack(day string) thing {
	o.extra += "<h:tijdstipInactief>" + day + "T09:00:00.000</h:tijdstipInactief>"
	return o
}

// TestTheRegisterIsKnownAsOfEachDay reads homes that changed, and asks what they were by what was known when.
func TestTheRegisterIsKnownAsOfEachDay(t *testing.T) {
	const before, open = "2010-01-01", ""
	was, is := vbo(1, "80", 1), vbo(1, "96", 1)
	steady := []thing{pnd(1, "1931", 10, 8)}
	changed := func(extra ...thing) []thing {
		return append(append(extra, was.registered(1, before, "2020-05-01", before, "2020-06-01"),
			is.registered(9, "2020-05-01", open, "2020-06-01", "")), steady...)
	}
	rebuilding := vbo(1, "80", 1).withStatus("Verbouwing verblijfsobject")
	tests := []struct {
		name   string
		things []thing
		want   string // surface or year by known / valid
	}{
		{
			"a better measurement counts for all days, once it is registered", changed(),
			"2020-06-01/2020-05-15: 80, 2020-06-02/2015-01-01: 96, 2020-06-02/2020-06-01: 96",
		},
		{"a rebuilt home was smaller before", []thing{
			steady[0], was.registered(1, before, "2019-01-01", before, "2019-01-01"),
			rebuilding.registered(2, "2019-01-01", "2020-05-01", "2019-01-01", "2020-06-01"),
			is.registered(3, "2020-05-01", open, "2020-06-01", ""),
		}, "2020-06-01/2020-05-15: 80, 2020-06-02/2020-04-30: 80, 2020-06-02/2020-05-01: 96"},
		{
			"so it is where its building was rebuilt", append(changed()[:2],
				pnd(1, "1931", 10, 8).registered(1, before, "2019-01-01", before, "2019-01-01"),
				pnd(1, "1931", 10, 8).withStatus("Verbouwing pand").registered(2, "2019-01-01", "2020-05-01", "2019-01-01", "2020-05-01"),
				pnd(1, "1931", 10, 8).registered(3, "2020-05-01", open, "2020-05-01", "")),
			"2020-06-02/2015-01-01: 80, 2020-06-02/2020-05-02: 96",
		},
		{
			"a rebuilding long before explains no new surface", append(changed()[:2],
				pnd(1, "1931", 10, 8).withStatus("Verbouwing pand").registered(1, before, "2013-01-01", before, "2013-01-01"),
				pnd(1, "1931", 10, 8).registered(2, "2013-01-01", open, "2013-01-01", "")),
			"2020-06-02/2015-01-01: 96",
		},
		{
			"the end of a rebuilding is not known before its registration", append(changed()[:2],
				pnd(1, "1931", 10, 8).withStatus("Verbouwing pand").registered(1, before, "2013-01-01", before, "2020-08-01"),
				pnd(1, "1931", 10, 8).registered(2, "2013-01-01", open, "2020-08-01", "")),
			"2020-06-02/2015-01-01: 80, 2020-08-01/2015-01-01: 80, 2020-08-02/2015-01-01: 96",
		},
		{"another building is another home", []thing{
			steady[0], pnd(2, "2020", 20, 8), was.registered(1, before, "2020-05-01", before, "2020-05-01"),
			vbo(1, "96", 2).registered(2, "2020-05-01", open, "2020-05-01", ""),
		}, "2020-05-02/2015-01-01: 80 of 1931, 2020-05-02/2020-05-01: 96 of 2020"},
		{"twice the surface is no mistake in measuring", []thing{
			steady[0], was.registered(1, before, "2020-05-01", before, "2020-05-01"),
			vbo(1, "160", 1).registered(2, "2020-05-01", open, "2020-05-01", ""),
		}, "2020-05-02/2015-01-01: 80, 2020-05-02/2020-05-01: 160"},
		{"a home that was split was larger before", []thing{
			steady[0], vbo(1, "100", 1).registered(1, before, "2020-05-01", before, "2020-06-01"),
			vbo(1, "70", 1).registered(2, "2020-05-01", open, "2020-06-01", ""),
			vbo(2, "30", 1).registered(1, "2020-05-01", open, "2020-06-01", ""),
		}, "2020-06-02/2015-01-01: 100, 2020-06-02/2020-05-02: 70"},
		{"a merged home was smaller before", []thing{
			steady[0], vbo(1, "70", 1).registered(1, before, "2020-05-01", before, "2020-06-01"),
			vbo(1, "100", 1).registered(2, "2020-05-01", open, "2020-06-01", ""),
			vbo(2, "30", 1).registered(1, before, "2020-04-20", before, "2020-06-01"),
			vbo(2, "30", 1).withStatus("Verblijfsobject ingetrokken").registered(2, "2020-04-20", open, "2020-06-01", ""),
		}, "2020-06-02/2015-01-01: 70, 2020-06-02/2020-05-02: 100"},
		{
			"a split that was taken back was known until then",
			[]thing{
				steady[0], vbo(1, "100", 1).registered(1, before, "2020-05-01", before, "2020-06-01"),
				vbo(1, "70", 1).registered(2, "2020-05-01", open, "2020-06-01", ""),
				vbo(2, "30", 1).registered(1, "2020-05-01", open, "2020-06-01", "").takenBack("2021-01-01"),
			},
			"2021-01-01/2015-01-01: 100, 2021-01-01/2020-05-02: 70, 2021-01-02/2015-01-01: 70",
		},
		{
			"a split that was registered again is one",
			[]thing{
				steady[0], vbo(1, "100", 1).registered(1, before, "2020-05-01", before, "2020-06-01"),
				vbo(1, "70", 1).registered(2, "2020-05-01", open, "2020-06-01", ""),
				vbo(2, "30", 1).registered(1, "2020-05-01", open, "2020-06-01", "").takenBack("2021-01-01"),
				vbo(2, "31", 1).registered(1, "2020-05-01", open, "2021-01-01", ""),
			},
			"2021-01-02/2015-01-01: 100, 2021-01-02/2020-05-02: 70",
		},
		{"another home that comes long after explains no new surface", append(changed(),
			vbo(2, "30", 1).registered(1, "2020-07-01", open, "2020-07-01", "")), "2021-01-01/2015-01-01: 96"},
		{
			"what was taken back was known until then", append(changed(),
				vbo(1, "300", 1).registered(2, "2012-01-01", open, "2012-02-01", "").takenBack("2014-01-01")),
			"2012-02-01/2012-01-15: 80, 2012-02-02/2011-01-01: 80, 2014-01-01/2013-01-01: 300, 2014-01-02/2013-01-01: 80",
		},
		{
			"a correction reaches back to its day", append(changed(),
				vbo(1, "200", 1).registered(2, "2013-01-01", "2014-01-01", "2016-01-01", "2016-01-01")),
			"2016-01-01/2013-06-01: 80, 2016-01-02/2012-06-01: 80, 2016-01-02/2013-06-01: 200, 2016-01-02/2014-06-01: 80",
		},
		{"a stand-in is no state", []thing{
			vbo(1, "999999", 1).registered(1, before, "2011-09-06", before, "2011-09-06"),
			vbo(1, "96", 1).registered(2, "2011-09-06", open, "2011-09-06", ""),
			pnd(1, "9999", 10, 8).registered(1, before, "2011-09-06", before, "2011-09-06"),
			pnd(1, "1931", 10, 8).registered(2, "2011-09-06", open, "2011-09-06", ""),
		}, "2010-06-01/2010-05-01: 96 of 1931"},
		{"but what it stands for is not known before its registration", []thing{
			vbo(1, "999999", 1).registered(1, before, "2015-01-01", before, "2015-01-01"),
			vbo(1, "96", 1).registered(2, "2015-01-01", open, "2015-01-01", ""),
			pnd(1, "9999", 10, 8).registered(1, before, "2016-01-01", before, "2016-01-01"),
			pnd(1, "1931", 10, 8).registered(2, "2016-01-01", open, "2016-01-01", ""),
		}, "2015-01-01/2014-01-01: 0 of 0, 2015-01-02/2014-01-01: 96 of 0, 2016-01-02/2014-01-01: 96 of 1931"},
		{"the year of another building is none of a stand-in", []thing{
			pnd(1, "9999", 10, 8), pnd(2, "2020", 20, 8), was.registered(1, before, "2020-05-01", before, "2020-05-01"),
			vbo(1, "96", 2).registered(2, "2020-05-01", open, "2020-05-01", ""),
		}, "2020-05-01/2015-01-01: 80 of 0, 2020-05-02/2015-01-01: 80 of 0, 2020-05-02/2020-05-01: 96 of 2020"},
		{"its own building's later is", []thing{
			pnd(1, "9999", 10, 8).registered(1, before, "2016-01-01", before, "2016-01-01"),
			pnd(1, "1931", 10, 8).registered(2, "2016-01-01", open, "2016-01-01", ""),
			pnd(2, "2020", 20, 8), was.registered(1, before, "2014-05-01", before, "2014-05-01"),
			vbo(1, "96", 2).registered(2, "2014-05-01", open, "2014-05-01", ""),
		}, "2014-05-02/2013-01-01: 80 of 0, 2014-05-02/2014-05-01: 96 of 2020, 2016-01-02/2013-01-01: 80 of 1931"},
		{
			"the first of an object whose earlier occurrences are not there stands for them",
			append(steady, is.registered(7, "2020-05-01", open, "2020-06-01", "")), "2012-01-01/2012-01-01: 96",
		},
		{
			"a building that came after its unit gives no year to the days before",
			[]thing{is, pnd(1, "1931", 10, 8).registered(1, "2020-05-01", open, "2020-06-01", "")},
			"2020-06-01/2020-05-15: 96 of 0, 2020-06-02/2015-01-01: 96 of 1931",
		},
		{
			"unless earlier occurrences of the unit are not there",
			[]thing{
				is.registered(7, "2020-05-01", open, "2020-06-01", ""), pnd(1, "1931", 10, 8).registered(1, "2018-01-01", open, "2018-01-01", ""),
			},
			"2012-01-01/2012-01-01: 96 of 1931, 2019-01-01/2012-01-01: 96 of 1931",
		},
		{
			"also if it came some days later",
			[]thing{
				is.registered(7, "2020-05-01", open, "2020-06-01", ""), pnd(1, "1931", 10, 8).registered(1, "2020-05-01", open, "2020-06-20", ""),
			},
			"2012-01-01/2012-01-01: 96 of 1931, 2020-06-02/2012-01-01: 96 of 0, 2020-06-21/2012-01-01: 96 of 1931",
		},
		{"a corrected build year holds from its day on", []thing{
			is, pnd(1, "1931", 10, 8).registered(1, before, "2018-01-01", before, "2018-03-01"),
			pnd(1, "1901", 10, 8).registered(2, "2018-01-01", open, "2018-03-01", ""),
		}, "2018-03-01/2018-02-01: 96 of 1931, 2018-03-02/2018-02-01: 96 of 1901, 2018-03-02/2017-02-01: 96 of 1931"},
		{"what a withdrawal says of the surface was never the home's", []thing{
			steady[0], was.registered(1, before, "2020-05-01", before, "2020-06-01"),
			vbo(1, "96", 1).withStatus("Verblijfsobject ingetrokken").registered(2, "2020-05-01", open, "2020-06-01", ""),
		}, "2020-06-01/2015-01-01: 80, 2020-06-02/2015-01-01: 80, 2020-06-02/2020-06-01: 80"},
		{"a surface that is not known any more stays what it was", []thing{
			steady[0], was.registered(1, before, "2020-05-01", before, "2020-06-01"),
			vbo(1, "999999", 1).registered(2, "2020-05-01", open, "2020-06-01", ""),
		}, "2020-06-01/2015-01-01: 80, 2020-06-02/2015-01-01: 80, 2020-06-02/2020-06-01: 80"},
		{"nor does a build year that is not known any more change", []thing{
			is, pnd(1, "1931", 10, 8).registered(1, before, "2018-01-01", before, "2018-03-01"),
			pnd(1, "9999", 10, 8).registered(2, "2018-01-01", open, "2018-03-01", ""),
		}, "2018-03-01/2017-02-01: 96 of 1931, 2018-03-02/2018-02-01: 96 of 1931"},
		{"what has not begun is left out", append(steady, was.registered(1, before, "2030-01-01", before, "2020-01-01"),
			is.registered(2, "2030-01-01", open, "2020-01-01", "")), "2031-01-01/2031-01-01: 80"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := readVillage(t, append(tt.things, num(1, "1", "3511AB", 1))...)
			home := dwellingOf(t, r, 1)
			for asked := range strings.SplitSeq(tt.want, ", ") {
				at, want, _ := strings.Cut(asked, ": ")
				known, valid, _ := strings.Cut(at, "/")
				then := home.Seen(gevel.Moment{Before: dayOf([]byte(known)), Valid: dayOf([]byte(valid))}, gevel.Standard())
				got := fmt.Sprint(then.UseSurface.V)
				if strings.Contains(want, "of") {
					got += fmt.Sprint(" of ", then.BuildYear.V)
				}
				if got != want {
					t.Errorf("before %s, on %s the home had %s, want %s; facts %+v", known, valid, got, want, home.Facts)
				}
			}
		})
	}
}

// TestOfRealBuildingsFewDiffered reads 13 098 occurrences of 7 797 buildings: 2 978 of them had a stand-in for their build
// year before a real one, which is no state.
func TestOfRealBuildingsFewDiffered(t *testing.T) {
	all, err := readTables(t.Context(), sharedData(t, "bag/0221PND15092020.zip"), Options{Footprints: func(Footprint) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	differ := map[key]int32{}
	n := 0
	for _, o := range all.past {
		if was := differ[o.key]; was > 0 && o.value > 0 && o.value != was {
			n, differ[o.key] = n+1, -1
		} else if was == 0 {
			differ[o.key] = o.value
		}
	}
	if n != 458 || all.counts[Pand].StandIns != 2978 {
		t.Errorf("%d buildings had another build year before, %d a stand-in", n, all.counts[Pand].StandIns)
	}
}

// TestATimeWithAZoneIsOfAmsterdam reads times that name a zone.
func TestATimeWithAZoneIsOfAmsterdam(t *testing.T) {
	for text, want := range map[string]string{
		"2020-06-01T23:30:00.123": "2020-06-01", "2020-06-01T23:30:00Z": "2020-06-02", "2020-06-01T01:30:00+09:00": "2020-05-31",
		"2020-02-30": "", "2020-13-01T00:00:00": "",
	} {
		var o occurrence
		o.put(fieldRegistered, text)
		if got := registered(&o, fieldRegisteredLV, fieldRegistered); got != dayOf([]byte(want)) && (got != 0 || want != "") {
			t.Errorf("%s is of %s, want %s", text, got, want)
		}
	}
}

// TestANumberThatWasTakenBackIsBorneUntilThen has a home whose number was registered as 1A, and as 1B in its place.
func TestANumberThatWasTakenBackIsBorneUntilThen(t *testing.T) {
	things := []thing{pnd(1, "1931", 10, 8), vbo(1, "80", 1)}
	was := num(1, "1 A", "3511AB", 1).takenBack("2021-01-01")
	for name, tt := range map[string]struct {
		numbers []thing
		want    string
	}{
		"the first": {[]thing{
			was.registered(1, "2010-01-01", "", "2010-01-01", ""),
			num(1, "1 B", "3511AB", 1).registered(1, "2010-01-01", "", "2021-01-01", ""),
		}, "2009-01-01: A, 2020-12-31: A, 2021-01-02: B"},
		"a later one": {[]thing{
			num(1, "1 B", "3511AB", 1).registered(1, "2010-01-01", "", "2010-01-01", ""),
			was.registered(2, "2020-01-01", "", "2020-01-01", ""),
		}, "2009-01-01: B, 2019-12-31: B, 2020-12-31: A, 2021-01-02: B"},
	} {
		r := readVillage(t, append(tt.numbers, things...)...)
		for asked := range strings.SplitSeq(tt.want, ", ") {
			day, want, _ := strings.Cut(asked, ": ")
			got := ""
			for _, a := range r.Addresses {
				if a.ObjectID == gevel.BAGID(id("01", 1)) && a.BorneOn(dayOf([]byte(day))) {
					got += a.HouseLetter
				}
			}
			if got != want {
				t.Errorf("%s: on %s the home was at 1%s, want 1%s; addresses %v", name, day, got, want, r.Addresses)
			}
		}
	}
}

// TestAHomeThatWasTakenBackStoodUntilThen has homes of which the register says today, by all of their occurrences, that they
// never were: the first since the register was filled, with its number, and another that came later.
func TestAHomeThatWasTakenBackStoodUntilThen(t *testing.T) {
	const day = "2021-01-01"
	r := readVillage(t, pnd(1, "1931", 10, 8),
		vbo(1, "80", 1).registered(1, "2010-01-01", "", "2010-01-01", "").takenBack(day),
		num(1, "1", "3511AB", 1).registered(1, "2010-01-01", "", "2010-01-01", "").takenBack(day),
		vbo(2, "70", 1).registered(1, "2013-01-01", "2015-01-01", "2013-01-01", "2015-01-01").takenBack(day),
		vbo(2, "90", 1).registered(2, "2015-01-01", "", "2015-01-01", "").takenBack(day), num(2, "2", "3511AB", 1),
	)
	for asked, want := range map[string]string{
		"1 2009-01-01": `"" 80 m2 of 1931 at {100012 450002}, Vrijstaande woning, 1`,
		"1 2021-01-01": `"" 80 m2 of 1931 at {100012 450002}, Appartement, 1`,
		"1 2021-01-02": "no home", "2 2013-01-01": "no home", "2 2014-01-01": `"" 70 m2 of 1931 at {100022 450002}, Appartement, 2`,
		"2 2020-01-01": `"" 90 m2 of 1931 at {100022 450002}, Appartement, 2`, "2 2023-01-01": "no home",
	} {
		n, on, _ := strings.Cut(asked, " ")
		if got := stateOn(r, int(n[0]-'0'), dayOf([]byte(on))); got != want {
			t.Errorf("home %s was on %s\n%s, want\n%s", n, on, got, want)
		}
	}
}

// TestATypeByWallsHasDays has a home beside a building that was demolished, one that got a second home into its building,
// that one, one that always stood alone, a row that was built within a year beside an older home, and one in a building that
// closed.
func TestATypeByWallsHasDays(t *testing.T) {
	const before, open = "2010-01-01", ""
	r := readVillage(t,
		pnd(1, "1931", 0, 8), vbo(1, "80", 1), num(1, "1", "3511AB", 1),
		pnd(2, "1931", 8, 8).registered(1, before, "2020-05-01", before, "2020-05-01"),
		pnd(2, "1931", 8, 8).withStatus("Pand gesloopt").registered(2, "2020-05-01", open, "2020-05-01", ""),
		vbo(2, "80", 2).registered(1, before, "2020-05-01", before, "2020-05-01"),
		vbo(2, "80", 2).withStatus("Verblijfsobject ingetrokken").registered(2, "2020-05-01", open, "2020-05-01", ""), num(2, "2", "3511AB", 1),
		pnd(3, "1931", 40, 8), vbo(3, "80", 3), num(3, "3", "3511AB", 1),
		vbo(4, "30", 3).registered(1, "2020-05-01", open, "2020-05-01", ""), num(4, "4", "3511AB", 1),
		pnd(5, "1931", 80, 8), vbo(5, "80", 5), num(5, "5", "3511AB", 1),
		pnd(6, "1931", 120, 8), vbo(6, "80", 6), num(6, "6", "3511AB", 1),
		pnd(7, "2020", 128, 8).withStatus("Bouw gestart").registered(1, "2019-05-01", "2020-03-01", "2019-05-01", "2020-03-02"),
		pnd(7, "2020", 128, 8).registered(2, "2020-03-01", open, "2020-03-02", ""),
		vbo(7, "80", 7).withStatus("Verblijfsobject gevormd").registered(1, "2019-05-01", "2020-03-01", "2019-05-01", "2020-03-02"),
		vbo(7, "80", 7).registered(2, "2020-03-01", open, "2020-03-02", ""), num(7, "7", "3511AB", 1),
		pnd(8, "2020", 136, 8).registered(1, "2020-09-01", open, "2020-09-02", ""),
		vbo(8, "80", 8).registered(1, "2020-09-01", open, "2020-09-02", ""), num(8, "8", "3511AB", 1),
		pnd(9, "1931", 180, 8).registered(1, before, "2020-05-01", before, "2020-05-01"),
		pnd(9, "1931", 180, 8).withStatus("Pand buiten gebruik").registered(2, "2020-05-01", open, "2020-05-01", ""),
		vbo(9, "80", 9), num(9, "9", "3511AB", 1),
	)
	for asked, want := range map[string]gevel.BuildType{
		"1 2020-05-01/2020-05-01": semi, "1 2020-05-02/2020-05-01": detached, "1 2022-01-01/2019-01-01": semi,
		"2 2020-05-01/2019-01-01": semi, "2 2022-01-01/2022-01-01": semi,
		"3 2020-05-01/2020-05-01": detached, "3 2020-05-02/2020-05-01": flat, "3 2022-01-01/2010-01-01": detached,
		"4 2020-05-01/2020-05-01": flat, "4 2022-01-01/2022-01-01": flat, "5 2022-01-01/2022-01-01": detached,
		// The older home had no neighbour before 7 stood; 8 made it the corner of a row.
		"6 2020-03-02/2020-03-01": detached, "6 2020-03-03/2020-03-01": semi, "6 2020-09-03/2020-09-02": corner,
		"6 2022-01-01/2019-01-01": detached, "6 2022-01-01/2020-05-01": semi,
		// What is built has no type before it stands, and is of its row from its beginning once that stands.
		"7 2020-01-01/2020-01-01": 0, "7 2020-06-01/2020-06-01": semi, "7 2020-06-01/2019-06-01": semi,
		"7 2022-01-01/2019-06-01": terraced, "7 2022-01-01/2022-01-01": terraced, "8 2022-01-01/2022-01-01": corner,
		"9 2020-05-01/2020-05-01": detached, "9 2022-01-01/2022-01-01": detached,
	} {
		n, at, _ := strings.Cut(asked, " ")
		known, valid, _ := strings.Cut(at, "/")
		home := dwellingOf(t, r, int(n[0]-'0'))
		m := gevel.Moment{Before: dayOf([]byte(known)), Valid: dayOf([]byte(valid))}
		if got := home.Seen(m, gevel.Standard()).BuildType; got != want {
			t.Errorf("before %s, on %s home %s was %q, want %q; facts %+v", known, valid, n, got, want, home.Facts)
		}
	}
	for n, want := range map[int]bool{1: true, 2: false, 3: true, 4: false, 5: false, 6: true, 7: true, 8: false, 9: false} {
		if got := len(dwellingOf(t, r, n).Facts) > 0; got != want {
			t.Errorf("home %d has facts: %t, want %t", n, got, want)
		}
	}
}

// TestWhatWasTakenBackIsGoneUntilItComesAgain has a home beside one that was taken back and registered anew, and in a second
// building that came later and was taken back.
func TestWhatWasTakenBackIsGoneUntilItComesAgain(t *testing.T) {
	const before, open = "2010-01-01", ""
	r := readUnits(
		t, pnd(1, "1931", 0, 8), vbo(1, "80", 1), num(1, "1", "3511AB", 1),
		pnd(2, "1931", 8, 8), num(2, "2", "3511AB", 1),
		vbo(2, "80", 2).registered(1, before, open, before, "").takenBack("2014-01-01"),
		vbo(2, "90", 2).registered(2, "2016-01-01", open, "2016-01-01", ""),
		pnd(3, "1931", 40, 8), vbo(3, "80", 3, 4), num(3, "3", "3511AB", 1),
		pnd(4, "1901", 32, 8).registered(1, "2013-01-01", open, "2013-01-01", "").takenBack("2021-01-01"),
	)
	for asked, want := range map[string]string{
		"1 2014-01-01": "80 m2 of 1931, 2-onder-1-kapwoning, 80 m2 in 1", "1 2016-01-01": "80 m2 of 1931, Vrijstaande woning, 80 m2 in 1",
		"1 2016-01-02": "80 m2 of 1931, 2-onder-1-kapwoning, 80 m2 in 1",
		"3 2013-01-01": "80 m2 of 1931, Vrijstaande woning, 80 m2 in 3",
		"3 2021-01-01": "80 m2 of 1901, 2-onder-1-kapwoning, 40 m2 in 3, 40 m2 in 4",
		"3 2021-01-02": "80 m2 of 1931, Vrijstaande woning, 80 m2 in 3",
	} {
		n, on, _ := strings.Cut(asked, " ")
		if got, in := stateAt(r, int(n[0]-'0'), gevel.OnDay(dayOf([]byte(on)))); got+in != want {
			t.Errorf("home %s was on %s\n%s, want\n%s", n, on, got+in, want)
		}
	}
}

// TestABuildingIsSharedFromWhenItIsKnown has homes that the register got to know before their buildings: one that always was
// there, one that came later, one whose earlier occurrences are not there, and one built with its building. The surface of a
// last one is not known any more.
func TestABuildingIsSharedFromWhenItIsKnown(t *testing.T) {
	const before, open = "2010-01-01", ""
	things := []thing{
		vbo(1, "80", 1), vbo(2, "80", 2).registered(1, "2013-01-01", open, "2013-01-01", ""),
		vbo(3, "80", 3).registered(7, "2018-01-01", open, "2018-01-01", ""),
		vbo(4, "80", 4).registered(1, "2018-01-01", open, "2020-01-01", ""),
		pnd(5, "1931", 100, 8), vbo(5, "80", 5).registered(1, before, "2020-01-01", before, "2020-01-01"),
		vbo(5, "999999", 5).registered(2, "2020-01-01", open, "2020-01-01", ""),
	}
	for n := 1; n <= 5; n++ {
		things = append(things, num(n, fmt.Sprint(n), "3511AB", 1))
	}
	for n := 1; n <= 4; n++ {
		things = append(things, pnd(n, "2010", float64(20*n), 8).registered(1, "2018-01-01", open, "2020-01-01", ""))
	}
	r := readUnits(t, things...)
	const unknown, known = "80 m2 of 0, ", "80 m2 of 2010, Vrijstaande woning, 80 m2 in "
	for asked, want := range map[string]string{
		"1 2012-01-01": unknown, "1 2020-01-01": unknown, "1 2020-01-02": known + "1",
		"2 2013-01-02": unknown, "2 2020-01-01": unknown, "2 2020-01-02": known + "2",
		"3 2012-01-01": known + "3", "3 2018-01-02": unknown, "3 2020-01-01": unknown, "3 2020-01-02": known + "3",
		"4 2020-01-01": "no home", "4 2020-01-02": known + "4", "5 2021-01-01": "80 m2 of 1931, Vrijstaande woning, 80 m2 in 5",
	} {
		n, on, _ := strings.Cut(asked, " ")
		if got, in := stateAt(r, int(n[0]-'0'), gevel.OnDay(dayOf([]byte(on)))); got+in != want {
			t.Errorf("home %s was on %s\n%s, want\n%s", n, on, got+in, want)
		}
	}
	if len(r.Pasts) != 3 {
		t.Errorf("%d units shared their buildings otherwise, want 3: %v", len(r.Pasts), r.Pasts)
	}
}

// TestTooManyOccurrencesMoveNoEarlierDay has a home that came in 2013, and each month since has one square metre more in a
// street number that changes with it.
func TestTooManyOccurrencesMoveNoEarlierDay(t *testing.T) {
	stateOf := func(most int) func(day string) string {
		things := []thing{pnd(1, "1931", 10, 8)}
		for n := range most {
			day := func(n int) string { return gevel.NewDate(2013, time.Month(1+n), 1).String() }
			home, number := vbo(1, fmt.Sprint(80+n), 1), num(1, fmt.Sprint(1+n), "3511AB", 1)
			if n+1 < most {
				home, number = home.registered(1+n, day(n), day(n+1), day(n), day(n+1)), number.registered(1+n, day(n), day(n+1), day(n), day(n+1))
			} else {
				home, number = home.registered(1+n, day(n), "", day(n), ""), number.registered(1+n, day(n), "", day(n), "")
			}
			things = append(things, home, number)
		}
		r := readUnits(t, things...)
		return func(day string) string { return stateOn(r, 1, dayOf([]byte(day))) }
	}
	few, many := stateOf(60), stateOf(mostOccurrences+20)
	for _, day := range []string{"2012-06-01", "2013-01-02", "2015-06-01", "2017-06-01", "2017-12-01"} {
		if got, want := many(day), few(day); got != want {
			t.Errorf("the home was on %s\n%s, by what was known then\n%s", day, got, want)
		}
	}
	for day, want := range map[string]string{
		"2012-06-01": "no home", "2022-06-01": `"" 179 m2 of 1931 at {100012 450002}, Vrijstaande woning, 100`,
		"2023-01-01": `"" 199 m2 of 1931 at {100012 450002}, Vrijstaande woning, 120`,
	} {
		if got := many(day); got != want {
			t.Errorf("the home was on %s\n%s, want\n%s", day, got, want)
		}
	}
}
