package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

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
}

// Sources are the files that an edition is made from.
type Sources struct {
	// BAG is a delivery of the register of addresses and buildings.
	BAG string `yaml:"bag"`
	// Municipalities is a list of municipality names that comes before the
	// built-in one; "" is none.
	Municipalities string `yaml:"municipalities"`
	// EnergyLabels is a total file of the register of energy labels, EP-Online; "" is none.
	EnergyLabels string `yaml:"energy_labels"`
	// Buildings are files of 3DBAG.
	Buildings BuildingsSource `yaml:"buildings"`
	CBS       CBSSources      `yaml:"cbs"`
	Sales     []SalesSource   `yaml:"sales"`
	// Monuments is a list of national monuments; a File of "" is none.
	Monuments FactsSource `yaml:"monuments"`
	// Parcels is the cadastral map.
	Parcels ParcelsSource `yaml:"parcels"`
	// Characteristics are the operator's own files of what homes have.
	Characteristics []FactsSource `yaml:"characteristics"`
}

// FactsSource is a file of characteristics of homes and how it spells things.
type FactsSource struct {
	File string `yaml:"file"`
	// KnownDate is the day from which that could be known of which the file says no day, or always;
	// "": the file must say it.
	KnownDate string           `yaml:"known_date"`
	Mapping   flatfile.Mapping `yaml:"mapping"`
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
	File string `yaml:"file"`
	// Preset names a kind of delivery that gevel knows, "" for none; see PresetNames.
	Preset string `yaml:"preset"`
	// Mapping comes before the preset, key by key.
	Mapping sales.Mapping `yaml:"mapping"`
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

// ReadConfig reads a build file. Errors name the file, the line and the key at
// fault.
func ReadConfig(path string) (Config, error) {
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
	c, err := parseConfig(text)
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

// sourcePaths returns the paths of the sources, "" where there is none.
func (c *Config) sourcePaths() []*string {
	paths := []*string{
		&c.Sources.BAG, &c.Sources.Municipalities, &c.Sources.EnergyLabels, &c.Sources.Monuments.File, &c.Sources.Parcels.File,
	}
	for i := range c.Sources.Buildings.Files {
		paths = append(paths, &c.Sources.Buildings.Files[i])
	}
	paths = append(paths, c.Sources.CBS.paths()...)
	for i := range c.Sources.Sales {
		paths = append(paths, &c.Sources.Sales[i].File)
	}
	for i := range c.Sources.Characteristics {
		paths = append(paths, &c.Sources.Characteristics[i].File)
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
	if asOf := c.Sources.Buildings.asOf(); asOf > today {
		return &gevel.Error{
			Code: gevel.Invalid, Message: fmt.Sprintf("sources.buildings.as_of: %s lies after today, %s", asOf, today),
		}
	}
	dated := append(slices.Clone(c.Sources.Characteristics), c.Sources.Monuments)
	for _, s := range append(dated, FactsSource{File: c.Sources.Parcels.File, KnownDate: c.Sources.Parcels.KnownDate}) {
		if known, err := s.known(); err == nil && known.V > today {
			return &gevel.Error{
				Code:    gevel.Invalid,
				Message: fmt.Sprintf("%s: known_date %s lies after today, %s", filepath.Base(s.File), known.V, today),
			}
		}
	}
	return nil
}
