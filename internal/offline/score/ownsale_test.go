package score

import (
	"maps"
	"testing"
)

// TestAnOwnSaleCountsOnceItIsKnown is as gevel evaluate has it.
func TestAnOwnSaleCountsOnceItIsKnown(t *testing.T) {
	for _, tt := range []struct {
		name, sales string
		want        map[float64]string
	}{
		{"known later", `sale_id,dwelling_id,sale_date,known_date,price
a,1,2015-01-01,2015-02-01,100001
b,1,2019-02-01,2019-02-10,100002
c,1,2021-09-01,2022-04-01,100003
d,1,2022-04-01,2022-04-20,100004
e,1,2022-11-01,2022-11-20,100005
f,1,2026-06-03,,100006
`, map[float64]string{
			100001: "none", 100002: "2 to 5 years ago", 100003: "2 to 5 years ago",
			100004: "2 to 5 years ago", // by b: c is known on the day itself, which is too late
			100005: "under 2 years ago", 100006: "2 to 5 years ago",
		}},
		{"known in another order than sold", `sale_id,dwelling_id,sale_date,known_date,price
a,1,2011-01-01,2021-01-01,100001
b,1,2020-01-01,2020-02-01,100002
c,1,2021-05-01,2021-05-01,100003
`, map[float64]string{100001: "none", 100002: "none", 100003: "under 2 years ago"}},
		{"known on a day that can't be read", `sale_id,dwelling_id,sale_date,known_date,price
a,1,2015-01-01,2015-02-01,100001
b,1,2021-02-01,later,100002
c,1,2021-05-01,2021-05-03,100003
`, map[float64]string{100001: "none", 100003: "5 to 10 years ago"}},
		{"without the column", `sale_id,dwelling_id,sale_date,price
a,1,2021-02-01,100001
b,1,2021-09-01,100002
c,1,2022-05-01,100003
`, map[float64]string{100001: "none", 100002: "under 2 years ago", 100003: "under 2 years ago"}},
		{"never known in time", `sale_id,dwelling_id,sale_date,known_date,price
a,1,2021-02-01,2022-01-01,100001
b,1,2021-09-01,2022-01-01,100002
`, map[float64]string{}},
	} {
		paths := write(t, "sales.csv", tt.sales, "values.csv", "sale_id,value\na,100000\nb,100000\nc,100000\nd,100000\ne,100000\nf,100000\n")
		if got := segmentsIn(&scored(t, paths[0], paths[1]).Vendors[0], "own last sale"); !maps.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
