package edition

import (
	"fmt"

	"github.com/gevel/gevel"
)

// A sourceRow describes a source of characteristics that a build added, in the manifest. The standard ones need
// no row.
type sourceRow struct {
	Name        string `json:"name"`
	Dutch       string `json:"dutch,omitempty"`
	Derived     bool   `json:"derived,omitempty"`
	SaysUnknown bool   `json:"says_unknown,omitempty"`
	Over        string `json:"over,omitempty"` // the source that it wins over
}

func sourceRows(t gevel.Sources) (rows []sourceRow) {
	for _, s := range t.Added() {
		rows = append(rows, sourceRow{s.Name, s.Dutch, s.Derived, s.SaysUnknown, t.Name(s.Over)})
	}
	return rows
}

// sources returns the table of the edition's sources.
func (m Manifest) sources() gevel.Sources {
	table := gevel.StandardSources()
	for _, row := range m.Sources {
		over, _ := table.Named(row.Over)
		table = table.With(gevel.SourceRow{
			Name: row.Name, Dutch: row.Dutch, Derived: row.Derived, SaysUnknown: row.SaysUnknown, Over: over,
		})
	}
	return table
}

// checkSources checks that each added source has a name of its own, and a place in the table.
func (m Manifest) checkSources() error {
	table := gevel.StandardSources()
	for _, row := range m.Sources {
		if _, err := table.Named(row.Name); row.Name == "" || err == nil {
			return fmt.Errorf("%s: a source has no name, or that of another: %q", ManifestName, row.Name)
		}
		if _, err := table.Named(row.Over); err != nil {
			return fmt.Errorf("%s: the source %s stands behind another: %w", ManifestName, row.Name, err)
		}
		table = table.With(gevel.SourceRow{Name: row.Name})
	}
	return nil
}
