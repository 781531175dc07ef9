package sales

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// The rules of a file, where its columns are.

// mark is a column whose values decide whether a sale is evidence.
type mark struct {
	flatfile.Field
	name  string
	rule  Rule
	yesNo bool
}

// bound is a number that decides it, once the home is known.
type bound struct {
	name      string
	rule      Rule
	attribute int // in the table, -1 for the price and what follows from it
}

// setRules finds what the rules are about. Rules of the mapping must find their column.
func (im *importer) setRules(mapped, all map[string]Rule) error {
	table := im.Table
	for _, name := range slices.SortedFunc(maps.Keys(all), compareColumns) {
		rule := all[name]
		f, at, found := im.Find(name)
		if rule.names() {
			if _, own := mapped[name]; own && !found {
				return fmt.Errorf("mapping: rules name %s, and the file has no such column; map one to it", name)
			}
			if found {
				asks := at >= 0 && table[at].Kind == gevel.YesNo || at < 0 && isYesNo(name)
				im.marks = append(im.marks, mark{Field: f, name: name, rule: rule, yesNo: asks})
			}
		}
		if at = table.Column(name); rule.bounds() && (at >= 0 || name == schema.Names[price] || name == pricePerM2) {
			im.bounds = append(im.bounds, bound{name, rule, at})
		}
	}
	return nil
}

// compareColumns orders the names of columns: first gevel's own, as they are listed, and last what follows from two.
func compareColumns(a, b string) int {
	place := func(name string) int {
		switch c := slices.Index(schema.Names, name); {
		case c >= 0:
			return c
		case name == pricePerM2:
			return len(schema.Names) + 1
		}
		return len(schema.Names)
	}
	return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
}

func isYesNo(name string) bool {
	return slices.Contains([]int{packageDeal, familySale, rentedOut, auction}, slices.Index(schema.Names, name))
}

// checkMarks rejects the row for what its columns say; unknown ones say nothing.
func (r *row) checkMarks() {
	for i := range r.im.marks {
		m := &r.im.marks[i]
		written := m.Of(r.Fields)
		if written == "" {
			continue
		}
		value := written
		if m.yesNo {
			says, err := spelling.Yes(written)
			if err != nil {
				r.Fail(flatfile.ReasonBadColumn+m.name, "%s: %v", m.name, err)
				continue
			}
			if value = no; says {
				value = yes
			}
		}
		if reason := m.rule.reason(value); reason != "" {
			r.Fail(reason, "%s says %s", m.name, spelling.Quote(written))
		}
	}
	r.checkShare()
}

// checkShare rejects the sale of a part.
func (r *row) checkShare() {
	s := r.Value(ownershipShare)
	if s == "" {
		return
	}
	share, err := fraction(r.Notation, s)
	if err != nil {
		r.Bad(ownershipShare, err)
	} else if share != 1 {
		r.Fail(ReasonPartialShare, "ownership_share %s", spelling.Quote(s))
	}
}

// checkBounds rejects the sale for its numbers, also for numbers of the register.
func (r *row) checkBounds(s *gevel.Sale) {
	for _, b := range r.im.bounds {
		v := float64(s.Price)
		switch {
		case b.attribute >= 0:
			v = r.Table[b.attribute].Get(&s.Characteristics)
		case b.name == pricePerM2 && s.UseSurface.Known:
			v /= float64(s.UseSurface.V)
		case b.name == pricePerM2:
			v = math.NaN()
		}
		if !b.rule.allows(v) {
			r.Fail(b.rule.Otherwise, "%s: %.10g is not %s", b.name, v, b.rule.within())
		}
	}
}

// Which part of a home was sold.

// shareWords are the words for shares.
var shareWords = map[string]float64{
	"geheel": 1, "gehele": 1, "heel": 1, "hele": 1, "volledig": 1, "volledige": 1, "vol": 1, "volle": 1, "100": 1,
	"eigendom": 1, "volle eigendom": 1, "volledige eigendom": 1, "gehele eigendom": 1, "enig eigenaar": 1, "full": 1, "whole": 1,
	"half": 0.5, "helft": 0.5, "derde": 1.0 / 3, "twee derde": 2.0 / 3, "kwart": 0.25, "vierde": 0.25, "driekwart": 0.75,
}

// shareNoise are words that change no share.
var shareNoise = strings.NewReplacer("het ", "", "de ", "", "een ", "", "één ", "", "onverdeelde ", "", "onverdeeld ", "",
	" aandeel", "", "aandeel ", "", " procent", "%", " pct", "%")

// fraction reads a share such as 1/2, 50%, 0.5 or helft.
func fraction(n flatfile.Notation, s string) (float64, error) {
	s = shareNoise.Replace(strings.ToLower(strings.Join(strings.Fields(s), " ")))
	if v, ok := shareWords[s]; ok {
		return v, nil
	}
	divisor := 1.0
	if part, whole, ok := strings.Cut(s, "/"); ok {
		d, err := share(n, strings.TrimSpace(whole))
		if err != nil {
			return 0, err
		}
		s, divisor = strings.TrimSpace(part), d
	} else if percent, ok := strings.CutSuffix(s, "%"); ok {
		s, divisor = strings.TrimSpace(percent), 100
	}
	v, err := share(n, s)
	if err != nil {
		return 0, err
	}
	if v <= 0 || v > divisor {
		return 0, fmt.Errorf("%s is no share of a whole", spelling.Quote(s))
	}
	return v / divisor, nil
}

// share reads a number of a share, which has no thousands.
func share(n flatfile.Notation, s string) (float64, error) {
	decimal, _ := spelling.SignOf(s)
	return n.Number(s, decimal)
}

// Why a sale is no evidence of value. Package flatfile has further reasons, and so may a mapping's rules.
const (
	ReasonPackageDeal   = "package_deal"      // several homes or other goods were sold for one sum
	ReasonFamilySale    = "family_sale"       // sold within the family
	ReasonRentedOut     = "rented_out"        // sold with a tenant
	ReasonAuction       = "auction"           // sold by auction
	ReasonOtherMutation = "other_mutation"    // the land registry's code is of no sale of a home
	ReasonNotAHome      = "not_a_home"        // the land registry's code is of no home
	ReasonEncumbered    = "encumbered"        // others have a right to the home
	ReasonOtherRight    = "other_right"       // neither ownership nor leasehold was sold
	ReasonPartialShare  = "partial_share"     // a part of the home was sold
	ReasonAbroad        = "bad_lat"           // the position lies outside the Netherlands, among homes inside
	ReasonDuplicateID   = "duplicate_sale_id" // another sale with the id was known before
	ReasonPriceTooLow   = "price_too_low"     // below screening.min_price
	ReasonPriceOffArea  = "price_off_area"    // more than screening.area_factor times above or below the area's median per m2
	ReasonDealTotal     = "deal_total"        // the price of several homes sold together on that day: see screening.deal_homes
	ReasonDeal          = "deal"              // another sale of its deal, homes sold together at a price each, counts; only studies leave it out
	ReasonResale        = "resale"            // within screening.resale_months of a sale of the home known earlier
)

// On which day a file of sales was delivered: by the build file, or by the name of the file.

// checkDelivered finds what can't be in the known_date of an entry of sales.
func checkDelivered(known string) error {
	if isPattern(known) {
		_, err := formOf(known)
		return err
	}
	_, err := parseDelivered(known)
	return err
}

// isPattern reports whether a known_date is the pattern of a day in the names of files.
func isPattern(known string) bool { return strings.Contains(known, "YYYY") }

// formOf returns the pattern of a form: YYYY and MM once each, DD at most once.
func formOf(form string) (*regexp.Regexp, error) {
	if strings.Count(form, "YYYY") != 1 || strings.Count(form, "MM") != 1 || strings.Count(form, "DD") > 1 {
		return nil, fmt.Errorf("%q holds YYYY and MM once each, and DD at most once, as in YYYY-MM-DD", form)
	}
	pattern := strings.NewReplacer("YYYY", `(?<year>\d{4})`, "MM", `(?<month>\d\d)`, "DD", `(?<day>\d\d)`).
		Replace(regexp.QuoteMeta(form))
	return regexp.Compile(`(?:^|\D)` + pattern + `(?:\D|$)`)
}

// knownByName returns the known_date of a file of sales: where it is a pattern, the day in the file's name.
func knownByName(known, name string, today gevel.Date) (string, error) {
	if !isPattern(known) {
		return known, nil
	}
	form, err := formOf(known)
	if err != nil {
		return "", err
	}
	found := form.FindStringSubmatch(name)
	if found == nil {
		return "", fmt.Errorf("the name of %s has no day of the form %s", name, known)
	}
	part := func(name string) string { return found[form.SubexpIndex(name)] }
	if strings.Contains(known, "DD") {
		day, err := gevel.ParseDate(part("year") + "-" + part("month") + "-" + part("day"))
		if err != nil {
			return "", fmt.Errorf("the name of %s: %w", name, err)
		}
		return day.String(), nil
	}
	first, err := gevel.ParseDate(part("year") + "-" + part("month") + "-01")
	if err != nil {
		return "", fmt.Errorf("the name of %s: %w", name, err)
	}
	last := (first.Month() + 1).First() - 1
	if first <= today { // the month is not over
		last = min(last, today)
	}
	return last.String(), nil
}

// Delivered returns the day of delivery that an entry of one file gives.
func (e *Entry) Delivered() (gevel.Opt[gevel.Date], error) {
	if isPattern(e.Known) { // whose files have not been found yet
		return gevel.Opt[gevel.Date]{}, nil
	}
	return parseDelivered(e.Known)
}

// parseDelivered reads a day; "" is none.
func parseDelivered(text string) (gevel.Opt[gevel.Date], error) {
	if text == "" {
		return gevel.Opt[gevel.Date]{}, nil
	}
	day, err := gevel.ParseDate(text)
	if err != nil {
		return gevel.Opt[gevel.Date]{}, fmt.Errorf("%w, nor a form of one such as YYYY-MM-DD", err)
	}
	return gevel.Some(day), nil
}
