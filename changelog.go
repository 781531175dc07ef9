package gevel

import (
	_ "embed"
	"regexp"
)

// The version that the changelog speaks of.

//go:embed CHANGELOG.md
var changelog string

// entryHeading begins an entry of the changelog: the version, then the day or that it isn't released yet.
var entryHeading = regexp.MustCompile(`(?m)^## \[([0-9]+\.[0-9]+\.[0-9]+)\] - `)

// NewestVersion returns the version of the changelog's newest entry, released or not.
func NewestVersion() string { return newestVersion(changelog) }

func newestVersion(changelog string) string {
	heading := entryHeading.FindStringSubmatch(changelog)
	if heading == nil {
		return "0.0.0"
	}
	return heading[1]
}
