package build

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/cbs"
)

// The edition's own prices beside those that CBS publishes.

// yearSales is how many sales a year of a region needs to be compared: with fewer, the region has
// the index of the area around it.
const yearSales = 50

// placeSales notes the region of each sale, as long as the homes are there.
func (b *builder) placeSales() error {
	if len(b.published.index)+len(b.published.average) == 0 {
		return nil
	}
	b.prices = &priceChecker{builder: b}
	b.prices.placeSales()
	return b.prices.nameMunicipalities()
}

// checkPrices compares them with the edition's own. newest is its newest model.
func (b *builder) checkPrices(newest *vintage.Vintage) {
	c := b.prices
	if c == nil {
		return
	}
	c.vintage = newest
	averages, indexes := cbs.ByRegion(b.published.average), cbs.ByRegion(b.published.index)
	for _, region := range slices.Sorted(maps.Keys(averages)) {
		c.averages(region, averages[region])
	}
	for _, region := range slices.Sorted(maps.Keys(indexes)) {
		c.index(region, cbs.Shortest(indexes[region]))
	}
	b.contents.Prices = c.points
	b.summary.Prices = pricecheck.Lines(c.points)
	for i := range b.summary.Prices {
		if warning := b.summary.Prices[i].Warning(); warning != "" {
			b.summary.Warnings = append(b.summary.Warnings, warning)
		}
	}
}

// priceChecker gathers points.
type priceChecker struct {
	*builder
	vintage        *vintage.Vintage
	municipalities map[string]string // names by code
	sales          map[string][]int32
	points         []pricecheck.Point
}

func (c *priceChecker) nameMunicipalities() (err error) {
	c.municipalities, err = bag.MunicipalityNames(c.contents.AsOf[bag.Row.Name], c.ownMunicipalities)
	return err
}

// Keys of sales: names of provinces and municipalities may be the same.
const (
	ofProvince     = "PV "
	ofMunicipality = "GM "
)

// placeSales notes the sales by region.
func (c *priceChecker) placeSales() {
	c.sales = map[string][]int32{}
	s := c.contents.Sales
	for row := range int32(s.Len()) {
		if !s.IsFirst(int(row)) {
			continue
		}
		c.sales[string(cbs.Country)] = append(c.sales[string(cbs.Country)], row)
		_, a, ok := c.homes.Dwelling(gevel.BAGID(s.DwellingID(int(row))))
		if !ok {
			continue
		}
		for _, key := range []string{ofProvince + a.Province, ofMunicipality + a.Municipality} {
			c.sales[key] = append(c.sales[key], row)
		}
	}
}

// named returns the name of a region and the sales in it; none where the addresses do not know it.
func (c *priceChecker) named(region cbs.Region) (name string, rows []int32) {
	switch {
	case region == cbs.Country:
		return "the Netherlands", c.sales[string(region)]
	case region.Province() != "":
		return region.Province() + " (province)", c.sales[ofProvince+region.Province()]
	}
	name = c.municipalities[region.Municipality()]
	return name, c.sales[ofMunicipality+name]
}

// yearly counts sales by year.
func (c *priceChecker) yearly(rows []int32) map[int]int {
	n := map[int]int{}
	for _, row := range rows {
		n[c.contents.Sales.Date[row].Year()]++
	}
	return n
}

// averages compares the average prices of a region, by year.
func (c *priceChecker) averages(region cbs.Region, published []cbs.Price) {
	name, rows := c.named(region)
	if len(rows) < yearSales {
		return
	}
	counts, sums := c.yearly(rows), map[int]float64{}
	for _, row := range rows {
		sums[c.contents.Sales.Date[row].Year()] += float64(c.contents.Sales.Paid(row))
	}
	for _, p := range published {
		year := p.Period.Year()
		if p.Period.Months != 12 || counts[year] < yearSales {
			continue
		}
		point := pointOf(pricecheck.AveragePrice, name, p)
		point.Sales, point.Own = int32(counts[year]), math.Round(sums[year]/float64(counts[year]))
		c.points = append(c.points, point)
	}
}

func pointOf(m pricecheck.Measure, name string, p cbs.Price) pricecheck.Point {
	return pricecheck.Point{
		Measure: m, Region: string(p.Region), Name: name, Year: int32(p.Period.Year()), Months: int32(p.Period.Months),
		Part: int32(p.Period.Part()), Published: p.Value, Provisional: p.Provisional,
	}
}

// index compares the index of a region, by its shortest periods.
func (c *priceChecker) index(region cbs.Region, published []cbs.Price) {
	name, rows := c.named(region)
	if len(rows) < yearSales {
		return
	}
	level, counts := c.levelOf(region, rows), c.yearly(rows)
	sold := map[gevel.Month]int32{}
	for _, row := range rows {
		sold[c.contents.Sales.Date[row].Month()]++
	}
	newest := c.vintage.Indexes[len(c.vintage.Indexes)-1].Index
	var points []pricecheck.Point
	for _, p := range published {
		last := p.Period.First + gevel.Month(p.Period.Months) - 1
		if p.Period.First < newest.First || last > newest.End || counts[p.Period.Year()] < yearSales {
			continue
		}
		point := pointOf(pricecheck.Index, name, p)
		for m := p.Period.First; m <= last; m++ {
			point.Own += math.Exp(level(m)) / float64(p.Period.Months)
			point.Sales += sold[m]
		}
		points = append(points, point)
	}
	if from100(points) {
		c.points = append(c.points, points...)
	}
}

// levelOf returns the log level of the index of a region by month: for the country the level of the whole market, else
// the mean over the homes sold in the region, the same homes in every month.
func (c *priceChecker) levelOf(region cbs.Region, rows []int32) func(gevel.Month) float64 {
	newest := c.vintage.Indexes[len(c.vintage.Indexes)-1].Index
	if region == cbs.Country {
		return func(m gevel.Month) float64 { return newest.Level(0, 0, float64(m)) }
	}
	type kind struct {
		area  int32
		group gevel.BuildGroup
	}
	n := map[kind]int{}
	for _, row := range rows {
		n[kind{c.vintage.Area(row), c.vintage.Sales().Group(row)}]++
	}
	kinds := slices.SortedFunc(maps.Keys(n), func(a, b kind) int {
		return cmp.Or(cmp.Compare(a.area, b.area), cmp.Compare(a.group, b.group))
	})
	return func(m gevel.Month) float64 {
		sum := 0.0
		for _, k := range kinds {
			sum += float64(n[k]) * newest.Level(k.area, k.group, float64(m))
		}
		return sum / float64(len(rows))
	}
}

// from100 puts both lines at 100 on average in their first whole year. It reports whether there are
// two whole years, without which there is no growth to compare.
func from100(points []pricecheck.Point) bool {
	line := pricecheck.Line{Points: points}
	years := line.Years()
	if len(years) < 2 {
		return false
	}
	hundredths := func(x float64) float64 { return math.Round(100*x) / 100 }
	for i := range points {
		points[i].Own = hundredths(100 * points[i].Own / years[0].Own)
		points[i].Published = hundredths(100 * points[i].Published / years[0].Published)
	}
	return true
}
