package gevel

import "testing"

func TestTheNewestEntryOfTheChangelogHasAVersion(t *testing.T) {
	for text, want := range map[string]string{
		"# Changelog\n\n## [0.2.0] - unreleased\n\n## [0.1.0] - 2026-12-01\n": "0.2.0",
		"# Changelog\n\n## [0.1.0] - 2026-12-01\n":                            "0.1.0",
		"# Changelog\n": "0.0.0",
	} {
		if got := newestVersion(text); got != want {
			t.Errorf("newest version of %q is %s, want %s", text, got, want)
		}
	}
	if NewestVersion() == "0.0.0" {
		t.Error("CHANGELOG.md has no entry of the form ## [1.2.3] - unreleased")
	}
}
