package build

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/source/sales"
)

// Config is a build file, gevel.yaml: what an edition is made from, and how. Paths are relative to the file.
type Config struct {
	Editions string `yaml:"editions" doc:"Folder in which editions are published; made when it is missing."`
	Seed     uint64 `yaml:"seed" doc:"Seed of the samples that trees learn from. Another seed makes another edition."`
	// Season is as train.Options has it.
	Season index.Season `yaml:"season" bounds:"'dutch', 'unknown'" doc:"What to expect of the calendar's part in prices while fewer than 24 months of sales are known: 'dutch', the third of a percent seen in the Dutch index of existing homes since 1995, or 'unknown', 2 %, as in some other countries, which makes intervals of such sales wider. Without it 'dutch' where the sales lie in the Netherlands."`
	// AsOf is read apart. NoDate: by the calendar; see train.Calendar.
	AsOf gevel.Date `yaml:"-" key:"as_of" bounds:"not after today" doc:"Day of the newest model; sales known from then on teach it nothing. Without it: the last 1 January that has passed and before which new sales became known."`
	// ValuedFrom is read apart, too. NoDate: none.
	ValuedFrom      gevel.Date                `yaml:"-" key:"valued_from" bounds:"not after today" doc:"Day that stays among the valuation dates: as many models are kept as that takes, also beyond 'vintages'. Without it each New Year takes the oldest year away; the summary says so before."`
	Vintages        int                       `yaml:"vintages" bounds:"0 to 30" doc:"Years before the newest model that can be valued, with a model each. Fewer are made when the sales of early years are too few to learn from."`
	MaxRejectShare  float64                   `yaml:"max_reject_share" bounds:"0 to 1" doc:"Largest share of the rows of a file of sales or characteristics that reading may reject; what screening leaves out later, such as a home sold twice, does not count. Beyond it the build publishes nothing and names the reasons with their counts."`
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
