package build

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/facts"
	"github.com/gevel/gevel/internal/source/sales"
)

// Presets are parts of build files for deliveries that many have: one file each.

//go:embed presets/*.yaml
var presetFiles embed.FS

// preset is what a build file would have to say of a delivery.
type preset struct {
	Mapping         sales.Mapping             `yaml:"mapping"`
	Characteristics map[string]Characteristic `yaml:"characteristics"`
}

// PresetNames returns the names of the presets that a build file may give, in order.
func PresetNames() []string {
	files, _ := presetFiles.ReadDir("presets")
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(f.Name(), ".yaml")
	}
	return names
}

// readPreset returns the preset of a name; "" gives an empty one.
func readPreset(name string) (p preset, err error) {
	if name == "" {
		return p, nil
	}
	if names := PresetNames(); !slices.Contains(names, name) {
		return p, fmt.Errorf("%q is no preset; there are %s", name, strings.Join(names, ", "))
	}
	text, err := presetFiles.ReadFile("presets/" + name + ".yaml")
	if err == nil {
		err = yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(&p)
	}
	if err != nil {
		return p, fmt.Errorf("preset %s: %w", name, err)
	}
	for column, c := range p.Characteristics {
		if key, err := c.check(column); err != nil {
			return p, fmt.Errorf("preset %s: %s%s: %w", name, column, key, err)
		}
	}
	return p, p.Mapping.Validate(nil)
}

// salesSources returns the sales files as they are to be read, and what their presets say of extra
// characteristics where the build file does not.
func (c *Config) salesSources() (sources []sales.Source, extras gevel.Attributes, err error) {
	for _, s := range *SettingsOf[sales.Settings](c.Sources) {
		p, err := readPreset(s.Preset)
		if err != nil {
			return nil, nil, err
		}
		delivered, err := s.Delivered()
		if err != nil {
			return nil, nil, err
		}
		sources = append(sources, sales.Source{Path: s.File, Mapping: s.Mapping, Preset: p.Mapping, Delivered: delivered})
		for _, column := range slices.Sorted(maps.Keys(p.Characteristics)) {
			if extras.Column(column) < 0 {
				extras = append(extras, p.Characteristics[column].attribute(column))
			}
		}
	}
	return sources, extras, nil
}

// checkPresets finds a preset of sales that does not exist.
func checkPresets(c *Config) error {
	for i, s := range *SettingsOf[sales.Settings](c.Sources) {
		if _, err := readPreset(s.Preset); err != nil {
			return &source.Fault{Key: fmt.Sprintf("[%d].preset", i), Err: err}
		}
	}
	return nil
}

// declaredColumns are what decides, beside the files, what the operator's own files say of homes.
func declaredColumns(c *Config) any {
	return []any{c.Sources[facts.Row.Section()], c.Characteristics, c.presetsOfHomes()}
}

// presetsOfHomes returns what presets of sales say of columns of the operator's own files of homes: what one says of a
// column holds for these, too. Without such files they say nothing of homes.
func (c *Config) presetsOfHomes() map[string]Characteristic {
	if len(*SettingsOf[facts.Settings](c.Sources)) == 0 {
		return nil
	}
	all := map[string]Characteristic{}
	for _, s := range slices.Backward(*SettingsOf[sales.Settings](c.Sources)) { // the first preset of a column counts
		p, _ := readPreset(s.Preset) // the check of the build file has read it
		maps.Copy(all, p.Characteristics)
	}
	return all
}
