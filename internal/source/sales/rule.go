package sales

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

// What a delivery itself says of a sale that makes it no evidence of value.

// Rule says by what a sale has in a column whether it is evidence of value, and under which
// reason it is rejected when it is none. Unknown is no reason. The empty rule keeps all.
type Rule struct {
	Refuse    map[string]string `yaml:"refuse" doc:"Values that are no evidence, each with the reason for the rejects. Case does not count; in a column of yes and no they are 'yes' and 'no'."`
	Keep      []string          `yaml:"keep" doc:"Values that are kept. Any other is rejected."`
	Least     *float64          `yaml:"least" doc:"Least number that is kept, of the register too."`
	Most      *float64          `yaml:"most" doc:"Most that is kept."`
	Otherwise string            `yaml:"otherwise" bounds:"lower-case letters, digits and '_'" doc:"Reason for what is not kept or out of bounds."`
}

// pricePerM2 is what a rule may bound besides columns: euros per m2 of use surface.
const pricePerM2 = "price_per_m2"

// Words for what a column of yes and no says.
const (
	yes = "yes"
	no  = "no"
)

// usualRules hold for every file that has the columns, by gevel's name. The codes are from
// the Dutch land registry, as its purchase information gives them.
var usualRules = map[string]Rule{
	"package_deal": {Refuse: map[string]string{yes: ReasonPackageDeal}},
	"family_sale":  {Refuse: map[string]string{yes: ReasonFamilySale}},
	"rented_out":   {Refuse: map[string]string{yes: ReasonRentedOut}},
	"auction":      {Refuse: map[string]string{yes: ReasonAuction}},
	"mutation_code": {
		Keep:      []string{"606"},                                               // a normal sale
		Refuse:    map[string]string{"583": ReasonAuction, "659": ReasonAuction}, // by a creditor, by the seller
		Otherwise: ReasonOtherMutation,
	},
	"building_code": {Keep: []string{"11", "12"}, Otherwise: ReasonNotAHome}, // a home, an apartment
	"ownership_right": {
		Keep: []string{"VE", "EP", "EO", "EPEP"}, // full ownership; leasehold, with a right to build, twice
		Refuse: map[string]string{
			"EV": ReasonEncumbered, "EVBD": ReasonEncumbered, "EVGB": ReasonEncumbered, "EVOD": ReasonEncumbered, "EVOL": ReasonEncumbered,
			"EVOS": ReasonEncumbered, "EVVG": ReasonEncumbered, "EVEP": ReasonEncumbered, "EVBP": ReasonEncumbered,
		},
		Otherwise: ReasonOtherRight,
	},
}

// reason returns why a sale with a value is rejected, "" when it is not.
func (r Rule) reason(value string) string {
	for refused, reason := range r.Refuse {
		if strings.EqualFold(refused, value) {
			return reason
		}
	}
	if len(r.Keep) == 0 || slices.ContainsFunc(r.Keep, func(kept string) bool { return strings.EqualFold(kept, value) }) {
		return ""
	}
	return r.Otherwise
}

func (r Rule) names() bool  { return len(r.Refuse) > 0 || len(r.Keep) > 0 }
func (r Rule) bounds() bool { return r.Least != nil || r.Most != nil }

// allows reports whether a number lies within the bounds. Unknown, which is NaN, does.
func (r Rule) allows(v float64) bool {
	return !(r.Least != nil && v < *r.Least || r.Most != nil && v > *r.Most)
}

// within says what the bounds are.
func (r Rule) within() string {
	switch {
	case r.Most == nil:
		return fmt.Sprintf("%.10g or more", *r.Least)
	case r.Least == nil:
		return fmt.Sprintf("%.10g or less", *r.Most)
	}
	return fmt.Sprintf("from %.10g to %.10g", *r.Least, *r.Most)
}

// reasonName is how reasons are called.
var reasonName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// validate says what is wrong with the rule of a column.
func (r Rule) validate(column string, attributes gevel.Attributes) error {
	for _, value := range slices.Sorted(maps.Keys(r.Refuse)) {
		if !reasonName.MatchString(r.Refuse[value]) {
			return fmt.Errorf("%q is refused for %q, which is no reason: lower-case letters, digits and _",
				value, r.Refuse[value])
		}
	}
	others := len(r.Keep) > 0 || r.bounds()
	switch {
	case others && !reasonName.MatchString(r.Otherwise):
		return fmt.Errorf("otherwise is %q, which is no reason: lower-case letters, digits and _, such as not_a_home",
			r.Otherwise)
	case !others && r.Otherwise != "":
		return fmt.Errorf("otherwise %s goes with keep, least or most", r.Otherwise)
	case r.bounds() && !bounded(column, attributes):
		return fmt.Errorf("least and most are for numbers")
	case r.names() && column == pricePerM2:
		return fmt.Errorf("keep and refuse are for columns")
	case r.Least != nil && r.Most != nil && !(*r.Least <= *r.Most):
		return fmt.Errorf("least %g is above most %g", *r.Least, *r.Most)
	}
	for _, bound := range []*float64{r.Least, r.Most} {
		if bound != nil && (math.IsNaN(*bound) || math.IsInf(*bound, 0)) {
			return fmt.Errorf("%g is no bound", *bound)
		}
	}
	return nil
}

// bounded reports whether a rule may bound what stands in a column.
func bounded(column string, attributes gevel.Attributes) bool {
	if k := attributes.Column(column); k >= 0 {
		return !attributes[k].IsNamed() && attributes[k].Kind != gevel.YesNo
	}
	return column == schema.Names[price] || column == pricePerM2 || strings.HasPrefix(column, gevel.NumPrefix)
}

// Mapping describes how a file that was not made for gevel spells things, and which of its sales are
// evidence. The zero Mapping is gevel's own flat sales file.
type Mapping struct {
	flatfile.Mapping `yaml:",inline"`
	Rules            map[string]Rule `yaml:"rules" doc:"Which sales are evidence, per column by gevel's name, or 'price_per_m2'. A row replaces the column's usual rule; '{}' keeps all."`
}

// Validate says what is wrong with the mapping, apart from any file. Attributes are those
// that gevel knows; nil are the standard ones.
func (m Mapping) Validate(attributes gevel.Attributes) error {
	if attributes == nil {
		attributes = gevel.Standard()
	}
	if err := m.Mapping.Validate(&schema, attributes); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(m.Rules)) {
		if name != pricePerM2 {
			if err := schema.CheckName("rules", name, attributes); err != nil {
				return err
			}
		}
		if err := m.Rules[name].validate(name, attributes); err != nil {
			return fmt.Errorf("mapping: rules: %s: %w", name, err)
		}
	}
	return nil
}

// rulesOver returns the rules of the mapping, and the preset's rules for the other columns.
func (m Mapping) rulesOver(preset Mapping) map[string]Rule {
	rules := maps.Clone(usualRules)
	maps.Copy(rules, preset.Rules)
	maps.Copy(rules, m.Rules)
	return rules
}
