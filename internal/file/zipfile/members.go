package zipfile

import (
	"path"
	"strings"

	"github.com/klauspost/compress/zip"
)

// CSVs returns the members with the name of a CSV file, gzipped or not.
func CSVs(members []*zip.File) []*zip.File {
	var found []*zip.File
	for _, m := range members {
		name := strings.ToLower(path.Base(m.Name))
		isCSV := strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".csv.gz")
		if isCSV && !strings.HasPrefix(name, "._") { // macOS adds such files
			found = append(found, m)
		}
	}
	return found
}

// Names returns the names of members.
func Names(members []*zip.File) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Name
	}
	return names
}
