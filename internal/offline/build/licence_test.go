package build_test

import (
	"testing"

	"github.com/gevel/gevel/internal/edition"
)

func TestTheManifestSaysWhatBecameOfEachSourceAndUnderWhichLicence(t *testing.T) {
	_, s := builtTown(t)
	m, err := edition.ReadManifest(s.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for source, read := range m.Read {
		c := m.Counts[source]
		if c != s.Counts[source] || c.Read != read || c.Used+c.Past+c.Withdrawn+c.NoHomes+c.Rejected != read {
			t.Errorf("%s: %d rows became %+v, and the summary says %+v", source, read, c, s.Counts[source])
		}
		if m.Licences[source] == "" {
			t.Errorf("the licence of %s is not told", source)
		}
	}
}
