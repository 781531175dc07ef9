package sales

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

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
