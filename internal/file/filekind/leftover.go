package filekind

import (
	"slices"
	"strings"
)

// What programs leave beside the files that people keep.
var (
	leftovers       = []string{"thumbs.db", "ehthumbs.db", "desktop.ini", "__macosx"}
	leftoverStarts  = []string{".", "~$", "_success", "_started", "_committed"}
	leftoverEndings = []string{".part", ".partial", ".crdownload", ".download", ".tmp", "~"}
)

// IsLeftover reports whether programs leave files or folders of that name behind: locks of spreadsheets, thumbnails,
// marks of Spark, unfinished downloads.
func IsLeftover(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(leftovers, name) ||
		slices.ContainsFunc(leftoverStarts, func(start string) bool { return strings.HasPrefix(name, start) }) ||
		slices.ContainsFunc(leftoverEndings, func(end string) bool { return strings.HasSuffix(name, end) })
}
