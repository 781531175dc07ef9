package edition

// Count says what became of the rows of a source, or of the objects of the register. Read is the sum
// of Used, Past, Withdrawn, NoHomes, Empty and Rejected.
type Count struct {
	Read      int `json:"read"`
	Used      int `json:"used"`                // the edition is made of them
	Past      int `json:"past,omitempty"`      // the register's history, and what is yet to begin
	Withdrawn int `json:"withdrawn,omitempty"` // current, but withdrawn, demolished or never built
	NoHomes   int `json:"no_homes,omitempty"`  // of buildings that are none
	Empty     int `json:"empty,omitempty"`     // that say nothing
	Rejected  int `json:"rejected,omitempty"`  // left out, under the reasons of the report
	Faults    int `json:"faults,omitempty"`    // parts that used ones go without, under such reasons too
	// Of the used rows those that belong to a home by its id, and by its address; and the homes that
	// have one. All are 0 of a source that is not joined to homes.
	ByID      int `json:"by_id,omitempty"`
	ByAddress int `json:"by_address,omitempty"`
	Homes     int `json:"homes,omitempty"`
	// Shared are the homes of which a source says that what they have is shared with others, and so not known.
	Shared int `json:"shared,omitempty"`
}
