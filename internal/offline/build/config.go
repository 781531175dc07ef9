package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/source/sales"
)

// Config is a build file, gevel.yaml: what an edition is made from, and how.
// Paths are relative to the file.
type Config struct {
	// Editions is the folder in which editions are published.
	Editions string `yaml:"editions"`
	// Seed makes whatever is drawn by lot the same every time.
	Seed uint64 `yaml:"seed"`
	// AsOf, as_of in the file, is the day of the newest model; sales known from then
	// on are not learned from. NoDate: as the calendar has it; see train.Calendar.
	AsOf gevel.Date `yaml:"-"`
	// Vintages is how many years before the newest model the edition can value, with
	// one model each.
	Vintages int `yaml:"vintages"`
	// MaxRejectShare is which share of the rows of a sales file may be rejected.
	MaxRejectShare float64         `yaml:"max_reject_share"`
	Sources        Sources         `yaml:"sources"`
	Screening      sales.Screening `yaml:"screening"`
	Limits         Limits          `yaml:"limits"`
	// Characteristics say by column what the extra columns of the sales files are. One that
	// is not among them is a number or a category, as its name has it, and not for callers.
	Characteristics map[string]Characteristic `yaml:"characteristics"`
	// Attributes is the table of characteristics to which those are added; nil is the
	// standard one. A build file does not have it.
	Attributes gevel.Attributes `yaml:"-"`
	// Table is the table of sources; nil is the standard one. A build file does not have it.
	Table Table `yaml:"-"`
}

// Sources are the settings of the sources that an edition is made from, by their keys in the build file.
type Sources struct {
	BAG             string          `yaml:"bag" doc:"A delivery of the register of addresses and buildings (BAG)."`
	Municipalities  string          `yaml:"municipalities" doc:"A list of municipality names that comes before the built-in one."`
	EnergyLabels    string          `yaml:"energy_labels" doc:"A total file of the register of energy labels, EP-Online."`
	Buildings       BuildingsSource `yaml:"buildings" doc:"Volumes and storeys of buildings by 3DBAG."`
	CBS             CBSSources      `yaml:"cbs" doc:"Tables of Statistics Netherlands (CBS)."`
	Sales           []SalesSource   `yaml:"sales" doc:"Files of sales, with what the homes were like then."`
	Monuments       FactsSource     `yaml:"monuments" doc:"A list of national monuments. Homes that it lacks are none."`
	Parcels         ParcelsSource   `yaml:"parcels" doc:"Parcels of the cadastral map."`
	Characteristics []FactsSource   `yaml:"characteristics" doc:"The operator's own files of what homes have."`
	// Added are the settings of the sources of a table beyond these, by key.
	Added map[string]any `yaml:"-"`
}

// FactsSource is a file of characteristics of homes and how it spells things.
type FactsSource struct {
	File      string           `yaml:"file" json:"-" doc:"The file."`
	KnownDate string           `yaml:"known_date" doc:"Known date of rows without one: a day, or always. Without it the file must have the column."`
	Mapping   flatfile.Mapping `yaml:"mapping" doc:"What the file calls columns and values."`
}

// alwaysKnown is the KnownDate of what never changes.
const alwaysKnown = "always"

// known reads KnownDate as facts.Source has it.
func (s FactsSource) known() (gevel.Opt[gevel.Date], error) { return knownDate(s.KnownDate) }

func knownDate(text string) (gevel.Opt[gevel.Date], error) {
	switch text {
	case "":
		return gevel.Opt[gevel.Date]{}, nil
	case alwaysKnown:
		return gevel.Some(gevel.NoDate), nil
	}
	day, err := gevel.ParseDate(text)
	if err != nil {
		return gevel.Opt[gevel.Date]{}, fmt.Errorf("%w, nor is it %s", err, alwaysKnown)
	}
	return gevel.Some(day), nil
}

// SalesSource is a sales file and how it spells things.
type SalesSource struct {
	File    string        `yaml:"file" json:"-" doc:"The file."`
	Preset  string        `yaml:"preset" doc:"A kind of delivery that gevel knows: kadaster or nvm."`
	Mapping sales.Mapping `yaml:"mapping" doc:"What the file calls columns and values. It comes before the preset, key by key."`
}

const (
	defaultEditions = "editions"
	defaultVintages = 5
	maxVintages     = 30
	// defaultRejectShare leaves room for what a delivery of all that was sold holds
	// besides homes sold one by one, and none for a mapping that is off.
	defaultRejectShare = 0.5
)

func defaultConfig() Config {
	return Config{
		Editions: defaultEditions, Seed: 1, AsOf: gevel.NoDate, Vintages: defaultVintages,
		MaxRejectShare: defaultRejectShare, Screening: sales.DefaultScreening(), Limits: defaultLimits(),
	}
}

// ReadConfig reads a build file whose sources are those of the standard table; see Table.ReadConfig.
func ReadConfig(path string) (Config, error) { return Table(nil).ReadConfig(path) }

// ReadConfig reads a build file. Errors name the file, the line and the key at
// fault.
func (t Table) ReadConfig(path string) (Config, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return Config{}, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("there is no build file %s", path),
			Hint:    "name one with -c; docs/operations.md shows what it holds, and `gevel demo --dir DIR` writes one",
		}
	}
	if err != nil {
		return Config{}, err
	}
	c, err := parseConfig(text, t)
	if err != nil {
		return Config{}, &gevel.Error{Code: gevel.Invalid, Message: "build file " + path, Err: err}
	}
	c.resolve(filepath.Dir(path))
	return c, nil
}

// resolve makes the paths relative to dir.
func (c *Config) resolve(dir string) {
	for _, path := range append(c.sourcePaths(), &c.Editions) {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(dir, *path)
		}
	}
}

// sourcePaths returns where the paths of the sources lie, "" where there is none.
func (c *Config) sourcePaths() (paths []*string) {
	for _, s := range c.Table.Rows() {
		paths = append(paths, s.Files(&c.Sources)...)
	}
	return paths
}

// checkSources makes sure that all sources are there before the first is read,
// which may take minutes.
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
		return &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("as_of %s lies after today, %s", c.AsOf, today),
			Hint:    "what is sold until then can't be known yet",
		}
	}
	for _, s := range c.Table.Rows() {
		if s.Days == nil {
			continue
		}
		for _, given := range s.Days(&c.Sources) {
			if given.Day > today {
				return &gevel.Error{
					Code: gevel.Invalid, Message: fmt.Sprintf("%s %s lies after today, %s", given.What, given.Day, today),
				}
			}
		}
	}
	return nil
}

// presets are the names of those that files of sales are given with: what one says of a column holds for files of
// homes, too.
func (c *Config) presets() []string {
	names := make([]string, len(c.Sources.Sales))
	for i, s := range c.Sources.Sales {
		names[i] = s.Preset
	}
	return names
}
