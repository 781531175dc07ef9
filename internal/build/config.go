package build

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/sales"
)

// Config is a build file, gevel.yaml: what an edition is made from, and how.
// Paths are relative to the file.
type Config struct {
	// Editions is the folder in which editions are published.
	Editions string `yaml:"editions"`
	// Seed makes whatever is drawn by lot the same every time.
	Seed uint64 `yaml:"seed"`
	// AsOf is the day of the newest model; sales known from then on are not
	// learned from. NoDate: the day after the last known sale, today at most.
	AsOf gevel.Date `yaml:"as_of"`
	// Vintages is how many years back the edition can value, with one model each.
	Vintages  int             `yaml:"vintages"`
	Sources   Sources         `yaml:"sources"`
	Screening sales.Screening `yaml:"screening"`
}

// Sources are the files that an edition is made from.
type Sources struct {
	// BAG is a delivery of the register of addresses and buildings.
	BAG string `yaml:"bag"`
	// Municipalities is a list of municipality names that comes before the
	// built-in one; "" is none.
	Municipalities string        `yaml:"municipalities"`
	Sales          []SalesSource `yaml:"sales"`
}

// SalesSource is a sales file and how it spells things.
type SalesSource struct {
	File    string        `yaml:"file"`
	Mapping sales.Mapping `yaml:"mapping"`
}

const (
	defaultEditions = "editions"
	defaultVintages = 5
	maxVintages     = 30
)

// ReadConfig reads a build file. Errors name the file, and the line where the
// fault lies in one.
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
		return Config{}, &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("build file %s", path), Err: err}
	}
	c.resolve(filepath.Dir(path))
	return c, nil
}

func parseConfig(text []byte) (Config, error) {
	c := Config{
		Editions: defaultEditions, Seed: 1, AsOf: gevel.NoDate, Vintages: defaultVintages,
		Screening: sales.DefaultScreening(),
	}
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(&c); err != nil {
		return c, fmt.Errorf("is not understood: %s", yaml.FormatError(err, false, true))
	}
	return c, c.validate()
}

func (c *Config) validate() error {
	switch {
	case c.Sources.BAG == "":
		return errors.New("names no register: sources.bag is missing")
	case len(c.Sources.Sales) == 0:
		return errors.New("names no sales: sources.sales is missing")
	case c.Vintages < 0 || c.Vintages > maxVintages:
		return fmt.Errorf("vintages: %d is not between 0 and %d", c.Vintages, maxVintages)
	}
	for i, s := range c.Sources.Sales {
		if s.File == "" {
			return fmt.Errorf("sources.sales: entry %d has no file", i+1)
		}
	}
	return nil
}

// resolve makes the paths relative to dir.
func (c *Config) resolve(dir string) {
	from := func(path *string) {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(dir, *path)
		}
	}
	from(&c.Editions)
	from(&c.Sources.BAG)
	from(&c.Sources.Municipalities)
	for i := range c.Sources.Sales {
		from(&c.Sources.Sales[i].File)
	}
}
