// What a caller knows of a home better than the register: the same eight
// characteristics as flags for one home and as columns of a file of homes.

package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/bulk"
)

// overrideFlags are the characteristics as flags, named after the parameters of
// the service.
type overrideFlags struct {
	BuildType     string `placeholder:"TYPE" help:"House type, such as Tussenwoning; like the following, instead of the register's."`
	BuildYear     string `placeholder:"YEAR" help:"Year of original construction."`
	UseSurface    string `placeholder:"M2" help:"Usable area, m2."`
	ParcelSurface string `placeholder:"M2" help:"Lot area, m2; 0 is no lot."`
	Volume        string `placeholder:"M3" help:"Volume, m3."`
	Rooms         string `placeholder:"N" help:"Number of rooms."`
	EnergyLabel   string `placeholder:"LABEL" help:"Energy label, A+++++ to G."`
	Monument      *bool  `negatable:"" help:"A listed monument, or not."`
}

// text returns what was given for a characteristic by the name of its column.
func (f *overrideFlags) text(column string) string {
	switch column {
	case "build_type":
		return f.BuildType
	case "build_year":
		return f.BuildYear
	case "use_surface":
		return f.UseSurface
	case "parcel_surface":
		return f.ParcelSurface
	case "volume":
		return f.Volume
	case "rooms":
		return f.Rooms
	case "energy_label":
		return f.EnergyLabel
	case "monument":
		if f.Monument != nil {
			return strconv.FormatBool(*f.Monument)
		}
	}
	return ""
}

// first returns the first flag that was given.
func (f *overrideFlags) first() (flag string, given bool) {
	for _, o := range overrides {
		if f.text(o.column) != "" {
			return flagName(o.column), true
		}
	}
	return "", false
}

func flagName(column string) string { return "--" + strings.ReplaceAll(column, "_", "-") }

// override is one characteristic by the name of its column in gevel's files and that of
// the service's parameter. read takes its text for a valuation in a year.
type override struct {
	column    string
	parameter string
	read      func(c *gevel.Characteristics, text string, year int) error
}

var overrides = []override{
	{"build_type", "buildType", func(c *gevel.Characteristics, text string, _ int) (err error) {
		c.BuildType, err = gevel.ParseBuildType(text)
		return err
	}},
	{"build_year", "buildYear", func(c *gevel.Characteristics, text string, year int) (err error) {
		c.BuildYear, err = wholeWithin(text, gevel.MinBuildYear, year+gevel.MaxYearsAhead)
		return err
	}},
	{"use_surface", "useSurface", func(c *gevel.Characteristics, text string, _ int) (err error) {
		c.UseSurface, err = wholeWithin(text, gevel.MinUseSurface, gevel.MaxUseSurface)
		return err
	}},
	{"parcel_surface", "parcelSurface", func(c *gevel.Characteristics, text string, _ int) (err error) {
		c.ParcelSurface, err = wholeWithin(text, 0, gevel.MaxParcelSurface)
		return err
	}},
	{"volume", "volume", func(c *gevel.Characteristics, text string, _ int) (err error) {
		c.Volume, err = wholeWithin(text, gevel.MinVolume, gevel.MaxVolume)
		return err
	}},
	{"rooms", "numberOfRooms", func(c *gevel.Characteristics, text string, _ int) (err error) {
		c.Rooms, err = wholeWithin(text, gevel.MinRooms, gevel.MaxRooms)
		return err
	}},
	{"energy_label", "energyLabel", func(c *gevel.Characteristics, text string, _ int) (err error) {
		c.EnergyLabel, err = gevel.ParseEnergyLabel(text)
		return err
	}},
	{"monument", "monument", func(c *gevel.Characteristics, text string, _ int) error {
		monument, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		c.Monument = gevel.Some(monument)
		return nil
	}},
}

// readOverrides reads the characteristics that text has something for, by column.
// Each fault has the column for its reason.
func readOverrides(text func(column string) string, year int) (gevel.Characteristics, []gevel.Detail) {
	var c gevel.Characteristics
	var faults []gevel.Detail
	for _, o := range overrides {
		given := strings.TrimSpace(text(o.column))
		if given == "" {
			continue
		}
		if err := o.read(&c, given, year); err != nil {
			faults = append(faults, gevel.Detail{Reason: o.column, Message: err.Error()})
		}
	}
	return c, faults
}

// fileCharacteristics are the columns of a file of homes.
func fileCharacteristics() bulk.Characteristics {
	columns := make(map[string]string, len(overrides))
	for _, o := range overrides {
		columns[o.parameter] = o.column
	}
	return bulk.Characteristics{Columns: columns, Read: readOverrides}
}

// flagOf returns the flag for a parameter of the service, "" when there is none.
func flagOf(parameter string) string {
	if column, ok := fileCharacteristics().Columns[parameter]; ok {
		return flagName(column)
	}
	return ""
}

// wholeWithin reads a whole number from low to high. Spreadsheets write 105 as
// 105.0 where another row of the column is empty.
func wholeWithin(text string, low, high int) (gevel.Opt[int], error) {
	n, err := strconv.Atoi(strings.TrimSuffix(text, ".0"))
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && (n < low || n > high):
		return gevel.Opt[int]{}, fmt.Errorf("%s is not from %d to %d", text, low, high)
	case err != nil:
		return gevel.Opt[int]{}, fmt.Errorf("%q is no whole number", text)
	}
	return gevel.Some(n), nil
}
