package watch

// What the test finds, and raises falsely, on open walks: GEVEL_WALKS names pairs of predictions, which gevel evaluate
// writes, and the file of their sales: "predictions.csv=sales.csv.gz", separated by spaces. Those of one file of sales are
// watched together; GEVEL_WALKS_FROM is the first day whose alarms count.

import (
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/testing/csvrows"
)

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// walk reads predictions of the sales of a file.
func walk(t *testing.T, predictions []string, file string) (list []Sale) {
	t.Helper()
	sold := map[string]map[string]string{}
	csvrows.Each(t, file, func(row map[string]string) { sold[row["sale_id"]] = row })
	lat, lon := []float64{}, []float64{}
	for _, path := range predictions {
		csvrows.Each(t, path, func(p map[string]string) {
			if p["value"] == "" || p["fsd"] == "" {
				return
			}
			row, price := sold[p["sale_id"]], number(t, p["price"])
			day, err := gevel.ParseDate(row["sale_date"])
			if err != nil {
				t.Fatal(err)
			}
			s := Sale{
				Known: day, Error: math.Log(price / number(t, p["value"])), Size: number(t, p["fsd"]),
				Held: number(t, p["low80"]) <= price && price <= number(t, p["high80"]),
			}
			region := row["postal_code"]
			switch {
			case row["cat_town"] != "":
				region = row["cat_town"]
			case len(region) == 5:
				region = region[:4]
			case len(region) > 2:
				region = region[:4]
			}
			s.Parts = []Part{{"region", region}}
			if row["build_type"] != "" {
				s.Parts = append(s.Parts, Part{"house type", row["build_type"]})
			}
			if row["lat"] != "" {
				lat, lon = append(lat, number(t, row["lat"])), append(lon, number(t, row["lon"]))
			}
			list = append(list, s)
		})
	}
	if len(lat) < len(list) {
		return list
	}
	north, _ := stats.Median(lat)
	east, _ := stats.Median(lon)
	for i := range list {
		name := map[bool]string{false: "south-", true: "north-"}[lat[i] > north] + map[bool]string{false: "west", true: "east"}[lon[i] > east]
		list[i].Parts = append(list[i].Parts, Part{"side", name})
	}
	return list
}

// stepped returns the sales with a step of a part from a day on, as far as the values do not follow it.
func stepped(sales []Sale, part Part, from gevel.Date, by float64) []Sale {
	list := slices.Clone(sales)
	for i := range list {
		if list[i].Known >= from && slices.Contains(list[i].Parts, part) {
			list[i].Error += by
		}
	}
	return list
}

func TestAlarmsOfOpenWalks(t *testing.T) {
	walks := os.Getenv("GEVEL_WALKS")
	if walks == "" {
		t.Skip("GEVEL_WALKS names no walks")
	}
	files := map[string][]string{}
	for _, pair := range strings.Fields(walks) {
		predictions, sales, _ := strings.Cut(pair, "=")
		files[sales] = append(files[sales], predictions)
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		sales := walk(t, files[file], file)
		r := Of(sales)
		years := float64(r.Until-r.From+1) / daysPerYear
		t.Logf("%s: %d sales, %s to %s; %d alarms in %.2f years", file, r.Sales, r.From, r.Until, len(r.Alarms), years)
		for _, a := range r.Alarms {
			t.Logf("  %s %s: %s, since %s, raised %s, %d sales, off %.1f %%, held %.0f %%", a.Dimension, a.Name, a.What, a.Since, a.Raised, a.Sales, 100*a.Off, 100*a.Held)
		}
		for _, p := range r.Parts {
			if p.Part == (Part{}) {
				continue
			}
			found, tried, delays := 0, 0, []float64{}
			for from := r.From + 60; from+60 <= r.Until; from += 30 {
				for _, by := range []float64{Step, -Step} {
					tried++
					what := Above
					if by < 0 {
						what = Below
					}
					for _, a := range Of(stepped(sales, p.Part, from, by)).Alarms {
						if a.Part == p.Part && a.What == what && a.Raised >= from {
							delays = append(delays, float64(a.Raised-from))
							if a.Raised <= from+60 {
								found++
							}
							break
						}
					}
				}
			}
			median, _ := stats.Median(delays)
			t.Logf("  %s %s: %d sales, expected %.0f days; %d of %d found in 60 days, median %.0f days of %d", p.Dimension, p.Name, p.Sales, p.Days, found, tried, median, len(delays))
		}
	}
}
