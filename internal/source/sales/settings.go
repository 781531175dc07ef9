package sales

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/source"
)

// What a build file says of files of sales, and which files an entry means: one file, all files of a
// folder, or all that match a pattern.

// Row is the row of the table of sources.
var Row = source.Row{
	Name: "sales", Label: "sales", Kind: filekind.Sales, Licence: source.LicenceOwn,
	Doc:      "Sales files; at least one entry. A sale that is in several counts once, as it was known first.",
	Settings: func() source.Settings { return new(Settings) },
	Required: true,
	Origins:  source.Origins(gevel.FromSale),
	Feeds:    source.FeedsSales, Stage: "sales",
}

// Settings are the files of sales.
type Settings []Entry

// Entry is a sales file, or several that are alike, and how they spell things.
type Entry struct {
	File    string  `yaml:"file" json:"-" doc:"CSV, also gzipped, or a workbook; a folder; or a pattern such as 'sales/*.csv'. Of many files each is read by itself, in the order of their names; hidden ones, and what programs leave there, are passed over."`
	Known   string  `yaml:"known_date" bounds:"a day not after today, or YYYY-MM-DD, YYYYMMDD, YYYY-MM or the like" doc:"Day of delivery: from it on sales without a known date of their own were known, and none is dated later. A form finds it in the name of each file; without DD it is the last day of the month. Without the key a sale is known on its own day."`
	Preset  string  `yaml:"preset" bounds:"'kadaster', 'nvm'" doc:"Mapping and characteristics of a known delivery. Columns that the file lacks are listed in the summary."`
	Mapping Mapping `yaml:"mapping" doc:"How the file spells things. It comes before the preset, key by key."`
}

// Files returns the paths.
func (s *Settings) Files(string) (paths []*string) {
	for i := range *s {
		paths = append(paths, &(*s)[i].File)
	}
	return paths
}

// Days returns the days of delivery.
func (s *Settings) Days() (days []source.Day) {
	for _, e := range *s {
		if day, err := e.Delivered(); err == nil && day.Known {
			days = append(days, source.Day{What: filepath.Base(e.File) + ": known_date", Day: day.V})
		}
	}
	return days
}

// Check finds what can't be, but for presets.
func (s *Settings) Check() error {
	if len(*s) == 0 {
		return &source.Fault{Err: errors.New("is missing")}
	}
	for i, e := range *s {
		key := fmt.Sprintf("[%d]", i)
		if e.File == "" {
			return &source.Fault{Key: key, Err: source.ErrNoFile}
		}
		if err := checkDelivered(e.Known); err != nil {
			return &source.Fault{Key: key + ".known_date", Err: err}
		}
		if err := e.Mapping.Validate(nil); err != nil {
			return &source.Fault{Key: key, Line: key + ".mapping", Err: err}
		}
	}
	return nil
}

// Find returns the settings with an entry for each file, in the order of their names, and the names of the files of
// folders that are passed over, since programs left them there.
func (s Settings) Find(today gevel.Date) (found Settings, passed []string, err error) {
	wrong := func(i int, key string, err error) error {
		return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("sources.sales[%d]: %s", i, key), Err: err}
	}
	for i, e := range s {
		paths, left, err := filesAt(e.File)
		if err != nil {
			return nil, nil, wrong(i, "file", err)
		}
		passed = append(passed, left...)
		for _, path := range paths {
			one := e
			one.File = path
			if one.Known, err = knownByName(e.Known, filepath.Base(path), today); err != nil {
				return nil, nil, wrong(i, "known_date", err)
			}
			found = append(found, one)
		}
	}
	return found, passed, nil
}

// filesAt returns the files of a folder or a pattern, by name, and the names of those that programs left there. Any
// other path names a file.
func filesAt(path string) (files, passed []string, err error) {
	pattern := path
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		pattern = filepath.Join(escaped(path), "*")
	case err == nil || !strings.ContainsAny(path, "*?["):
		return []string{path}, nil, nil
	}
	if files, err = filepath.Glob(pattern); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	files = slices.DeleteFunc(files, func(file string) bool {
		info, err := os.Stat(file)
		isLeftover, isFolder := filekind.IsLeftover(filepath.Base(file)), err == nil && info.IsDir()
		if isLeftover && !isFolder {
			passed = append(passed, filepath.Base(file))
		}
		return isLeftover || isFolder
	})
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("%s has no file", path)
	}
	slices.Sort(files)
	return files, passed, nil
}

// escaped returns a path as a pattern of itself alone.
func escaped(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// Names returns what the files are called in the summary: without their folders, or with as many as distinguish them.
func (s Settings) Names() []string {
	names := make([]string, len(s))
	for depth, twice := 1, true; twice && depth <= mostFolders; depth++ {
		times := map[string]int{}
		for _, name := range names {
			times[name]++
		}
		twice = false
		for i, e := range s {
			if names[i] == "" || times[names[i]] > 1 {
				names[i], twice = lastParts(e.File, depth), true
			}
		}
	}
	return names
}

// mostFolders is how many folders a name may have: a file that is given twice has one name.
const mostFolders = 10

// lastParts returns a file with the folders that it lies in, n parts at most.
func lastParts(path string, n int) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	return cmp.Or(strings.Join(parts[max(len(parts)-n, 0):], "/"), path)
}
