// What a caller knows of a home better than the register: the same eight
// characteristics as flags for one home and as columns of a file of homes.

package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
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
		if f.text(o.Column) != "" {
			return flagName(o.Column), true
		}
	}
	return "", false
}

func flagName(column string) string { return "--" + strings.ReplaceAll(column, "_", "-") }

// overrides are the characteristics that a caller may give.
var overrides = gevel.Standard()

// readOverrides reads the characteristics that text has something for, by column.
// Each fault has the column for its reason.
func readOverrides(text func(column string) string, year int) (c gevel.Characteristics, faults []gevel.Detail) {
	for i := range overrides {
		a := &overrides[i]
		given := strings.TrimSpace(text(a.Column))
		if given == "" {
			continue
		}
		v, err := a.Parse(given, year)
		if err != nil {
			faults = append(faults, gevel.Detail{Reason: a.Column, Message: err.Error()})
			continue
		}
		a.Set(&c, v)
	}
	return c, faults
}

// invalidInput makes one error of faults, nil when there are none; name spells a
// column as the caller knows it.
func invalidInput(faults []gevel.Detail, name func(column string) string) error {
	if len(faults) == 0 {
		return nil
	}
	told := make([]string, len(faults))
	for i, f := range faults {
		told[i] = name(f.Reason) + ": " + f.Message
	}
	return &gevel.Error{Code: gevel.Invalid, Message: strings.Join(told, "; "), Details: faults}
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
