package source

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/gevel/gevel"
)

// Settings are what a build file says of a source: a pointer to what has yaml, bounds and doc tags, from which the
// build file is read and described. A field with the tag json:"-" is a file, or belongs to another row of the section;
// all else decides how the files are read, so another value makes a build read homes anew.
type Settings interface {
	// Files returns where the paths of the files of a source lie, by the source's name; "" for one that is not given.
	Files(source string) []*string
	// Days returns the days that are given: none may lie ahead.
	Days() []Day
	// Check finds the first setting that can't be. Error: a *Fault.
	Check() error
}

// Day is a day that a build file gives, and under what name.
type Day struct {
	What string
	Day  gevel.Date
}

// Fault is a setting that can't be.
type Fault struct {
	Key  string // in the section of the source, such as [1].known_date; "" is the section
	Line string // key whose line the error names; "" is Key
	Err  error
}

// Error says what is wrong, without the section.
func (f *Fault) Error() string { return fmt.Sprintf("%s: %v", f.Key, f.Err) }

// Unwrap returns what is wrong with the value.
func (f *Fault) Unwrap() error { return f.Err }

// ErrNoFile is the fault of settings without a file.
var ErrNoFile = errors.New("file is missing")

// Path is the settings of a source that are one file.
type Path string

// Files returns the path.
func (p *Path) Files(string) []*string { return []*string{(*string)(p)} }

// Days returns none.
func (*Path) Days() []Day { return nil }

// Check finds nothing.
func (*Path) Check() error { return nil }

// Files are one file or several, as a text or a list of texts.
type Files []string

// Paths returns where the path of each lies.
func (f Files) Paths() []*string {
	paths := make([]*string, len(f))
	for i := range f {
		paths[i] = &f[i]
	}
	return paths
}

// UnmarshalYAML reads either.
func (f *Files) UnmarshalYAML(unmarshal func(any) error) error {
	var one string
	if err := unmarshal(&one); err == nil {
		*f = Files{one}
		return nil
	}
	var many []string
	err := unmarshal(&many)
	*f = many
	return err
}

// alwaysKnown is the known date of what never changes.
const alwaysKnown = "always"

// KnownDate is the known date of rows without a day of their own: a day, or always.
type KnownDate string

// Parse returns the day, gevel.NoDate for always; unknown if there is none.
func (k KnownDate) Parse() (gevel.Opt[gevel.Date], error) {
	switch k {
	case "":
		return gevel.Opt[gevel.Date]{}, nil
	case alwaysKnown:
		return gevel.Some(gevel.NoDate), nil
	}
	day, err := gevel.ParseDate(string(k))
	if err != nil {
		return gevel.Opt[gevel.Date]{}, fmt.Errorf("%w, nor is it %s", err, alwaysKnown)
	}
	return gevel.Some(day), nil
}

// Of returns the known date of a file for Settings.Days; gevel.NoDate where there is none.
func (k KnownDate) Of(file string) Day {
	known, _ := k.Parse()
	return Day{filepath.Base(file) + ": known_date", known.Or(gevel.NoDate)}
}

// DayOf reads a day of the build file; gevel.NoDate where there is none.
func DayOf(text string) gevel.Date {
	day, err := gevel.ParseDate(text)
	if err != nil {
		return gevel.NoDate
	}
	return day
}
