package gevel

// RowCount counts the rows of a source, or the objects of the register, by their use. Read is the sum
// of Used, Past, Withdrawn, NoHomes, Empty and Rejected.
type RowCount struct {
	Read      int `json:"read"`
	Used      int `json:"used"`                // in the edition
	Past      int `json:"past,omitempty"`      // history of the register, and future registrations
	Withdrawn int `json:"withdrawn,omitempty"` // current, but withdrawn, demolished or never built
	NoHomes   int `json:"no_homes,omitempty"`  // of buildings without homes
	Empty     int `json:"empty,omitempty"`     // without content
	Rejected  int `json:"rejected,omitempty"`  // left out, under the reasons of the report
	Faults    int `json:"faults,omitempty"`    // faulty parts of used rows, left out under such reasons too
	// Used rows that belong to a home by its id, and by its address, and the homes that
	// have one. All are 0 for a source that is not joined to homes.
	ByID      int `json:"by_id,omitempty"`
	ByAddress int `json:"by_address,omitempty"`
	Homes     int `json:"homes,omitempty"`
	// Shared counts the homes whose value a source gives as shared with other homes, and so not known.
	Shared int `json:"shared,omitempty"`
}

// AddRows adds the rows of other, by their use.
func (c *RowCount) AddRows(other RowCount) {
	c.Read, c.Used, c.Past, c.Withdrawn = c.Read+other.Read, c.Used+other.Used, c.Past+other.Past, c.Withdrawn+other.Withdrawn
	c.NoHomes, c.Empty = c.NoHomes+other.NoHomes, c.Empty+other.Empty
	c.Rejected, c.Faults = c.Rejected+other.Rejected, c.Faults+other.Faults
}
