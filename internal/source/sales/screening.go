package sales

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/num/list"
)

// Screening decides by price and by other sales which sales are no evidence of value. Each
// field is the threshold of one rule; zero switches it off. What a delivery itself says of a
// sale, for instance that it was an auction, always counts.
//
// A sale is compared with sales known before it, in whatever file, and with those known on
// the same day that come before it by date and id. Those known later never change
// whether it is kept: an edition of any day holds the same earlier sales.
type Screening struct {
	// MinPrice is the least that a home can cost; less is price_too_low.
	MinPrice gevel.Euro `yaml:"min_price" json:"min_price" bounds:"0 or more" doc:"Least that a home can cost, euros; 0 is no limit."`
	// AreaFactor is how many times more or less, per m2 of use surface, a sale may cost than the median of its
	// postal-code area; further off is price_off_area. Judged where at least 20 sales of the last 24 months are known.
	AreaFactor float64 `yaml:"area_factor" json:"area_factor" bounds:"above 1, or 0" doc:"How many times above or below the median price per m2 of its postal-code area a sale may be, where 20 sales of the last 24 months are known; 0 is no limit."`
	// DealHomes is how many homes sold on one day for one price in one street, postal code or building are
	// a deal. Where its price is nearer to what they are worth together than to what each is worth, by like
	// homes nearby, it is their total: deal_total. Else they are one piece of evidence.
	//
	// A deal is judged by its known sales. Sales that were kept before others showed that their price is a total
	// stay: removing them would change the past.
	DealHomes int `yaml:"deal_homes" json:"deal_homes" bounds:"2 or more, or 0" doc:"Homes sold on one day for one price in one street, postal code or building that are a deal: no evidence when that is the price of all, else together one piece of evidence; 0 finds no deals."`
	// ResaleMonths is the number of months within which a second sale of a dwelling is a resale: a link in a chain
	// of buyers, or the same deed delivered twice. The sale known first stays, although the last link of a chain is
	// the better evidence: removing it when a later one arrives would change the past.
	ResaleMonths int `yaml:"resale_months" json:"resale_months" bounds:"0 or more" doc:"Months after a sale of a home in which another one is no evidence; 0 counts all."`
}

// DefaultScreening returns the thresholds for deliveries of Dutch sales.
func DefaultScreening() Screening {
	return Screening{
		// Below it are symbolic prices, plots and garages; since 1995 the average
		// home has cost more than three times as much.
		MinPrice: 25_000,
		// A digit too many or too few is a factor 10. Real prices are seldom so far
		// off: of the 65 000 that could be judged in three public files (King County,
		// Seattle, Singapore), 15 lie beyond 4, 109 beyond 3 and 309 beyond 2.5.
		AreaFactor: 4,
		DealHomes:  2,
		// Chains of buyers pass a home on within weeks; who lived in it seldom sells within half a year.
		ResaleMonths: 6,
	}
}

// Validate checks the thresholds.
func (s Screening) Validate() error {
	switch {
	case s.MinPrice < 0 || s.ResaleMonths < 0:
		return fmt.Errorf("screening: a threshold is negative")
	case s.DealHomes < 0 || s.DealHomes == 1:
		return fmt.Errorf("screening: a deal of %d homes is none", s.DealHomes)
	case s.AreaFactor != 0 && !(s.AreaFactor > 1) || math.IsInf(s.AreaFactor, 0):
		return fmt.Errorf("screening: area factor %g is not above 1", s.AreaFactor)
	}
	return nil
}

// screenedPerReport is the number of sales between two reports of progress.
const screenedPerReport = 1 << 12

// screen finds the sales of all files that are evidence, and rejects the others. The entries of a file are in the order in
// which they were known.
func screen(ctx context.Context, files []*importer, s Screening) {
	var all []*entry
	for _, im := range files {
		all = append(all, im.entries...)
	}
	if len(files) > 1 { // of two known on one day, the earlier file's first
		slices.SortStableFunc(all, compareKnown)
	}
	judge := newJudge(s)
	if s.DealHomes > 0 {
		findAlike(all, s.MinPrice)
	}
	met := 0
	for i, e := range all {
		if i%screenedPerReport == 0 {
			gevel.Report(ctx, i, len(all))
		}
		for ; met < len(all) && all[met].KnownDate <= e.KnownDate; met++ {
			judge.meet(all[met])
		}
		im := e.from
		reason, what, by := judge.verdict(e)
		switch reason {
		case "":
			judge.keep(e)
		case faultCorrected:
			by.correct(e)
			im.corrections++
			im.Faults.Add(reason, e.at(), what)
		default:
			im.drop(e, reason, what)
			if d := judge.dealOf(e); reason == ReasonDealTotal && !d.named {
				d.named = true
				im.totals = append(im.totals, d.String())
			}
			if reason == ReasonDealTotal || reason == ReasonResale || by != nil && by.from != im {
				im.Excused++
			}
		}
	}
}

// evidence returns the sales that were kept, by date, then id, and what was known of them later.
func (im *importer) evidence() ([]*gevel.Sale, gevel.Revisions) {
	kept, revisions := slices.DeleteFunc(im.entries, func(e *entry) bool { return !e.kept }), gevel.Revisions{}
	slices.SortFunc(kept, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID))
	})
	for _, e := range kept {
		if len(e.revisions) > 0 {
			revisions[e.ID] = e.revisions
		}
	}
	return list.Of(kept, func(e *entry) *gevel.Sale { return &e.Sale }), revisions
}

// Corrections: a later delivery of a sale with another price, which counts from the day on which that became known.

// faultCorrected counts the rows that correct another one.
const faultCorrected = "corrected_price" // the row corrects the price of a sale known before: it counts from this row's known date on

// redelivers reports whether an entry is of the sale of another one of its id, and became known later.
func (e *entry) redelivers(first *entry) bool {
	return e.KnownDate > first.KnownDate && e.Date == first.Date && e.DwellingID == first.DwellingID
}

// paid returns the price of the sale as known last.
func (e *entry) paid() gevel.Euro {
	if n := len(e.revisions); n > 0 {
		return e.revisions[n-1].Price
	}
	return e.Price
}

// correct gives an entry the price of a later delivery, from the day on which it became known.
func (e *entry) correct(by *entry) {
	at, is := 0, e.Characteristics
	for ; at < len(e.revisions) && e.revisions[at].Known <= by.KnownDate; at++ {
		is = e.revisions[at].Characteristics
	}
	for i := range e.revisions[at:] {
		e.revisions[at+i].Price = by.Price
	}
	if at > 0 && e.revisions[at-1].Known == by.KnownDate {
		e.revisions[at-1].Price = by.Price
		return
	}
	e.revisions = slices.Insert(e.revisions, at, gevel.Revision{Known: by.KnownDate, Price: by.Price, Characteristics: is})
}

// drop rejects a row that was counted when it was read.
func (im *importer) drop(e *entry, reason, what string) {
	im.Rejects.Add(reason, e.at(), what)
	if d := im.details[e.ID]; d != nil && reason != ReasonDuplicateID {
		im.leftOut = append(im.leftOut, gevel.LeftOut{ID: e.ID, Homes: d.Homes, Date: e.Date, Reason: reason})
	}
}

// at says where the sale stands.
func (e *entry) at() string {
	return fmt.Sprintf("%s line %d: sale %s", e.from.Name, e.line, spelling.Quote(e.ID))
}

// doubtsOf returns, by id, which of the sales that were kept screening finds fault with, and which are of a deal that
// another sale stands for.
func doubtsOf(files []*importer, s Screening) map[string]gevel.Detail {
	s.DealHomes = 0 // deals are found
	judge, doubts := newJudge(s), map[string]gevel.Detail{}
	var kept []*entry
	for _, im := range files {
		kept = append(kept, slices.DeleteFunc(slices.Clone(im.entries), func(e *entry) bool { return !e.kept })...)
	}
	slices.SortStableFunc(kept, compareKnown)
	for _, e := range kept {
		paid := *e // studies judge by the last price
		paid.Price = e.paid()
		reason, what, _ := judge.verdict(&paid)
		if reason == "" && e.Deal != "" {
			reason, what = ReasonDeal, "its deal counts as one sale, "+spelling.Quote(e.Deal)
		}
		if reason != "" {
			doubts[e.ID] = gevel.Detail{Reason: reason, Message: e.at() + ": " + what}
		}
	}
	return doubts
}

// judge meets sales in the order in which they were known, all of a day before the first of that day is judged.
type judge struct {
	Screening
	first  map[string]firstOf  // by sale id
	sold   map[string][]*entry // dwelling -> the sales kept
	prices *priceRules

	market       *dealMarket
	met, monthly int // sales met, and those dated on the first of a month
}

func newJudge(s Screening) *judge {
	return &judge{
		Screening: s, first: map[string]firstOf{}, sold: map[string][]*entry{},
		prices: &priceRules{s, map[string]*areaPrices{}}, market: newDealMarket(),
	}
}

// meet takes note of a sale that becomes known with others, before any of them is judged.
func (j *judge) meet(e *entry) {
	if d := e.dealOf(); j.DealHomes > 0 && e.Price >= j.MinPrice && (d == nil || len(d.homes) < j.DealHomes) {
		j.market.add(e)
	}
	j.met++
	if e.Date == e.Date.Month().First() {
		j.monthly++
	}
}

// firstOf is the entry of an id that was known first: of those that are evidence, if there is one.
type firstOf struct {
	*entry
	evident bool
}

// verdict returns the reason for which a sale is no evidence, "" when it is; by is the sale that takes its
// place, if one does, or whose price it corrects.
func (j *judge) verdict(e *entry) (reason, what string, by *entry) {
	first, met := j.first[e.ID]
	switch {
	case met && !e.redelivers(first.entry), met && e.Price == first.paid():
		return ReasonDuplicateID, isIDOf(first.entry), first.entry
	case met && first.evident:
		corrected := first.Sale
		corrected.Price, corrected.KnownDate = e.Price, e.KnownDate
		if reason, what = j.priced(e, &corrected); reason != "" {
			return reason, what, nil
		}
		return faultCorrected, fmt.Sprintf("%d takes the place of %d, from %s on: %s", e.Price, first.paid(), e.KnownDate,
			isIDOf(first.entry)), first.entry
	}
	reason, what, by = j.alone(e)
	j.first[e.ID] = firstOf{e, reason == ""}
	return reason, what, by
}

// alone is the verdict of a sale whose id is new.
func (j *judge) alone(e *entry) (reason, what string, by *entry) {
	if reason, what := j.priced(e, &e.Sale); reason != "" {
		return reason, what, nil
	}
	if earlier := j.resold(e); earlier != nil {
		return ReasonResale, fmt.Sprintf("the dwelling was sold on %s and again on %s", earlier.Date, e.Date), earlier
	}
	return "", "", nil
}

// priced is the verdict of the price of an entry, which is of a sale.
func (j *judge) priced(e *entry, s *gevel.Sale) (reason, what string) {
	if reason, what = j.prices.tooLow(s.Price); reason != "" {
		return reason, what
	}
	if d := j.dealOf(e); d != nil && d.total {
		return ReasonDealTotal, d.String()
	}
	return j.prices.offArea(s)
}

// dealOf returns the deal that a sale is of with others, judged; nil for none.
func (j *judge) dealOf(e *entry) *deal {
	if j.DealHomes == 0 {
		return nil
	}
	d := e.dealOf()
	if d == nil || len(d.homes) < j.DealHomes {
		return nil
	}
	if !d.judged {
		j.market.judge(d, e.KnownDate)
	}
	return d
}

// keep notes a sale that is kept, and in it the first of its deal.
func (j *judge) keep(e *entry) {
	least := j.DealHomes
	if 2*j.monthly > j.met {
		least = max(least, leastByMonth)
	}
	if d := j.dealOf(e); d != nil && len(d.homes) >= least {
		e.Deal = d.first()
	}
	e.kept = true
}

// resold returns the earlier sale of the home that a sale resells, nil for none.
func (j *judge) resold(e *entry) *entry {
	if j.ResaleMonths == 0 || e.DwellingID == "" {
		return nil
	}
	for _, kept := range j.sold[e.DwellingID] {
		if max(kept.Date, e.Date) <= min(kept.Date, e.Date).AddMonths(j.ResaleMonths) {
			return kept
		}
	}
	j.sold[e.DwellingID] = append(j.sold[e.DwellingID], e)
	return nil
}
