package build

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/facts"
	"github.com/gevel/gevel/internal/source/sales"
)

// Config is a build file, gevel.yaml: what an edition is made from, and how. Paths are relative to the file.
type Config struct {
	Editions string `yaml:"editions" doc:"Folder in which editions are published; made when it is missing."`
	Seed     uint64 `yaml:"seed" doc:"Seed of the samples that trees learn from. Another seed makes another edition."`
	// Season is as train.Options has it.
	Season index.Season `yaml:"season" bounds:"'dutch', 'unknown'" doc:"What to expect of the calendar's part in prices while fewer than 24 months of sales are known and no price series shows it: 'dutch', the third of a percent seen in the Dutch index of existing homes since 1995, or 'unknown', 2 %, as in some other countries, which makes intervals of such sales wider. Without it 'dutch' where the sales lie in the Netherlands."`
	// AsOf is read apart. NoDate: by the calendar; see train.Calendar.
	AsOf gevel.Date `yaml:"-" key:"as_of" bounds:"not after today" doc:"Day of the newest model; sales known from then on teach it nothing. Without it: the last 1 January that has passed and before which new sales became known."`
	// ValuedFrom is read apart, too. NoDate: none.
	ValuedFrom      gevel.Date                `yaml:"-" key:"valued_from" bounds:"not after today" doc:"Day that stays among the valuation dates: as many models are kept as that takes, also beyond 'vintages'. Without it each New Year takes the oldest year away; the summary says so before."`
	Vintages        int                       `yaml:"vintages" bounds:"0 to 30" doc:"Years before the newest model that can be valued, with a model each. Fewer are made when the sales of early years are too few to learn from."`
	MaxRejectShare  float64                   `yaml:"max_reject_share" bounds:"0 to 1" doc:"Largest share of the rows of all files of sales, or of a file of characteristics, that may be rejected; homes sold twice, totals of deals and rows that another file has do not count. Beyond it the build publishes nothing and names the reasons with their counts."`
	Sources         Sources                   `yaml:"sources" doc:"The files that an edition is made from. 'bag' and one file under 'sales' are required."`
	Screening       sales.Screening           `yaml:"screening" doc:"Which sales are no evidence of a value."`
	Limits          Limits                    `yaml:"limits" doc:"What may be lost against the edition before. A build that goes beyond publishes nothing. A share of 1 is no limit; groups of fewer than 50 rows pass every share."`
	Characteristics map[string]Characteristic `yaml:"characteristics" doc:"What columns named 'num_*' or 'cat_*' are, by column. One without a row is a number or a category, not for callers."`
	// Attributes is the table of characteristics to which those are added; nil is the
	// standard one. A build file does not have it.
	Attributes gevel.Attributes `yaml:"-"`
	// Table is the table of sources; nil is the standard one. A build file does not have it.
	Table Table `yaml:"-"`
}

const (
	// mostConfig is far beyond any build file, bytes.
	mostConfig      = 1 << 20
	defaultEditions = "editions"
	defaultVintages = 5
	maxVintages     = 30
	// DefaultRejectShare leaves room for what a delivery of all that was sold holds
	// besides homes sold one by one, and none for a mapping that is off.
	DefaultRejectShare = 0.5
)

func defaultConfig(t Table) Config {
	return Config{
		Editions: defaultEditions, Seed: 1, AsOf: gevel.NoDate, ValuedFrom: gevel.NoDate, Vintages: defaultVintages,
		MaxRejectShare: DefaultRejectShare, Screening: sales.DefaultScreening(), Limits: defaultLimits(), Table: t,
		Sources: t.settings(),
	}
}

// ReadConfig reads a build file with the sources of the standard table; see Table.ReadConfig.
func ReadConfig(path string) (Config, error) { return Table(nil).ReadConfig(path) }

// ReadConfig reads a build file. Errors name the file, the line and the key at fault.
func (t Table) ReadConfig(path string) (Config, error) {
	text, err := regular.Read(path, mostConfig)
	if errors.Is(err, os.ErrNotExist) {
		return Config{}, gevel.Refusal("name one with -c; docs/operations.md shows what it holds, and "+
			"`gevel demo --dir DIR` writes one", "there is no build file %s", path)
	}
	if err != nil {
		return Config{}, err
	}
	c, err := parseConfig(text, t)
	if err != nil {
		return Config{}, &gevel.Error{Code: gevel.Invalid, Message: "build file " + path, Err: err}
	}
	for _, relative := range append(c.sourcePaths(), &c.Editions) {
		if *relative != "" && !filepath.IsAbs(*relative) {
			*relative = filepath.Join(filepath.Dir(path), *relative)
		}
	}
	return c, nil
}

// sourcePaths returns where the paths of the sources lie, "" where there is none.
func (c *Config) sourcePaths() (paths []*string) {
	for _, s := range c.Table.Rows() {
		paths = append(paths, s.files(c)...)
	}
	return paths
}

// checkSources makes sure that all sources are there before the first is read, which may take minutes.
func (c *Config) checkSources() error {
	for _, path := range c.sourcePaths() {
		if *path == "" {
			continue
		}
		if _, err := os.Stat(*path); err != nil {
			return &gevel.Error{Code: gevel.Invalid, Message: "a source of the build file can't be read", Err: err}
		}
	}
	return nil
}

// checkDays makes sure that nothing is of a day that is yet to come.
func (c *Config) checkDays(today gevel.Date) error {
	if c.AsOf > today {
		return gevel.Refusal("what is sold until then can't be known yet",
			"as_of %s lies after today, %s", c.AsOf, today)
	}
	if c.ValuedFrom > today {
		return gevel.Refusal("", "valued_from %s lies after today, %s", c.ValuedFrom, today)
	}
	return c.Sources.checkDays(today)
}

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
