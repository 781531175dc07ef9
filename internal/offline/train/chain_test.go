package train

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

func TestACalendarDatesModelsOnNewYearsDays(t *testing.T) {
	day := func(s string) gevel.Date { d, _ := gevel.ParseDate(s); return d }
	var known []gevel.Date // 10 a month from May 2015, none in 2018, again in 2019
	for month := day("2015-05-10").Month(); month <= day("2019-08-10").Month(); month++ {
		for range 10 {
			if d := month.First() + 9; d.Year() != 2018 {
				known = append(known, d)
			}
		}
	}
	for _, tt := range []struct {
		name string
		c    Calendar
		last string // of the known dates
		want []string
	}{
		{"all", Calendar{Today: day("2020-06-01"), AsOf: gevel.NoDate}, "2020-01-01", []string{"2016-02-01", "2017-01-01", "2018-01-01", "2020-01-01"}},
		{"a year that is not over", Calendar{Today: day("2019-09-01"), AsOf: gevel.NoDate}, "2020-01-01", []string{"2016-02-01", "2017-01-01", "2018-01-01"}},
		{"built on a day", Calendar{Today: day("2020-06-01"), AsOf: day("2019-07-11")}, "2020-01-01", []string{"2016-02-01", "2017-01-01", "2018-01-01", "2019-07-11"}},
		{"on New Year's Day", Calendar{Today: day("2020-06-01"), AsOf: day("2017-01-01")}, "2020-01-01", []string{"2016-02-01", "2017-01-01"}},
		{"fewer sales", Calendar{Today: day("2020-06-01"), AsOf: gevel.NoDate}, "2016-03-01", []string{"2016-02-01", "2017-01-01"}},
		{"too few sales", Calendar{Today: day("2016-01-05"), AsOf: gevel.NoDate}, "2016-01-01", []string{"2016-01-05"}},
		{"too few sales by then", Calendar{Today: day("2020-06-01"), AsOf: day("2015-08-01")}, "2020-01-01", []string{"2015-08-01"}},
	} {
		until, _ := slices.BinarySearch(known, day(tt.last))
		var got []string
		for _, c := range chainOf(known[:until], tt.c) {
			got = append(got, c.day.String())
			if before, _ := slices.BinarySearch(known[:until], c.day); c.known != before {
				t.Errorf("%s: %d sales are known before %s, and the calendar says %d", tt.name, before, c.day, c.known)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestKernelsAreOfTheFirstModelThatKnowsEnough(t *testing.T) {
	chain := []chained{{10, 90}, {20, 130}, {30, 1100}, {40, 3900}, {50, 9000}, {60, 20_000}}
	for day, want := range map[gevel.Date]gevel.Date{5: 5, 10: 10, 20: 20, 30: 30, 40: 40, 50: 50, 60: 50} {
		if got := kernelDate(chain, day); got != want {
			t.Errorf("the model of day %d takes the kernel of day %d, want %d", day, got, want)
		}
	}
	slow := []chained{{10, 90}, {20, 100}, {30, 120}, {40, 130}, {50, 240}}
	for day, want := range map[gevel.Date]gevel.Date{20: 10, 30: 10, 40: 40, 50: 40} {
		if got := kernelDate(slow, day); got != want {
			t.Errorf("of few sales the model of day %d takes the kernel of day %d, want %d", day, got, want)
		}
	}
}
