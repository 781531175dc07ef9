package build

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// Which files an entry of sales means: one file, all files of a folder, or all that match a pattern.

// findSales replaces each entry of sales by one for each of its files, in the order of their names.
func (c *Config) findSales(today gevel.Date) error {
	var found []SalesSource
	for i, s := range c.Sources.Sales {
		paths, err := filesAt(s.File)
		if err != nil {
			return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("sources.sales[%d]: file", i), Err: err}
		}
		for _, path := range paths {
			one := s
			one.File = path
			if one.Known, err = knownByName(s.Known, filepath.Base(path), today); err != nil {
				return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("sources.sales[%d]: known_date", i), Err: err}
			}
			found = append(found, one)
		}
	}
	c.Sources.Sales = found
	return nil
}

// filesAt returns the files of a folder or a pattern, by name, without hidden ones. Any other path names a file.
func filesAt(path string) ([]string, error) {
	pattern := path
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		pattern = filepath.Join(escaped(path), "*")
	case err == nil || !strings.ContainsAny(path, "*?["):
		return []string{path}, nil
	}
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	files = slices.DeleteFunc(files, func(file string) bool {
		info, err := os.Stat(file)
		return strings.HasPrefix(filepath.Base(file), ".") || err == nil && info.IsDir()
	})
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no file", path)
	}
	slices.Sort(files)
	return files, nil
}

// escaped returns a path as a pattern of itself alone.
func escaped(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// salesNames returns what the files of sales are called in the summary: without their folders, or with as many as tell
// them apart.
func (c *Config) salesNames() []string {
	names := make([]string, len(c.Sources.Sales))
	for depth, twice := 1, true; twice && depth <= mostFolders; depth++ {
		times := map[string]int{}
		for _, name := range names {
			times[name]++
		}
		twice = false
		for i, s := range c.Sources.Sales {
			if names[i] == "" || times[names[i]] > 1 {
				names[i], twice = lastParts(s.File, depth), true
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
