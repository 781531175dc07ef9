package register

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/energy"
)

// Energy labels: each home learns the labels that were registered for it, and the house types that these say.

// LabelCount counts the energy labels by their use.
type LabelCount struct {
	Joined int // labels of homes of the register
	ByID   int // joined by the home's id; the others by its address
	LabelUse
}

// LabelUse compares the newest labels of homes with their walls.
type LabelUse struct {
	Homes    int `json:"homes"`    // with a label
	Expired  int `json:"expired"`  // whose newest label no longer holds on the day of the labels
	Typed    int `json:"typed"`    // whose label says a house type
	Refined  int `json:"-"`        // more exact than the type by the walls, such as a kind of flat
	Disagree int `json:"disagree"` // of another group than the type by the walls: the label wins
}

// String says it in sentences.
func (c *LabelCount) String() string {
	return fmt.Sprintf("%d energy labels belong to %d homes: %d by id, %d by address; of %d homes the newest has expired\n"+
		"the labels of %d homes say a house type: %d say more than the walls, %d otherwise (the label wins)",
		c.Joined, c.Homes, c.ByID, c.Joined-c.ByID, c.Expired, c.Typed, c.Refined, c.Disagree)
}

// Reasons of labels.
const (
	ReasonUnknownHome = "unknown_home"       // the label is of no home of the register: no home, gone, or addressed otherwise
	ReasonOtherHome   = "id_of_another_home" // the label's id is of one home, and its address of another
)

// LearnLabels gives the homes their energy labels. Labels of no home are counted among the rejects.
// Error: ctx ended.
func (g *Homes) LearnLabels(ctx context.Context, labels *energy.Labels, asOf gevel.Date,
	rejects *gevel.Rejects,
) (LabelCount, error) {
	var count LabelCount
	learned := map[int]bool{} // homes that learned by address, and may learn more by their id
	n := 0
	for history := range labels.Homes() {
		if n++; n%checkEvery == 0 {
			gevel.Report(ctx, n, g.Len())
			if ctx.Err() != nil {
				return count, ctx.Err()
			}
		}
		row, byID, ok := g.homeOf(&history[0])
		if !ok {
			for i := range history {
				rejects.Add(ReasonUnknownHome, labelled(&history[i]), "")
			}
			continue
		}
		history = slices.DeleteFunc(history, func(l energy.Label) bool {
			other := g.otherHome(&l)
			if other != "" {
				rejects.Add(ReasonOtherHome, labelled(&l), "its address is "+other)
			}
			return other != ""
		})
		count.Joined += len(history)
		if byID {
			count.ByID += len(history)
		}
		g.Learn(row, factsOf(history))
		learned[row] = true
	}
	for row := range learned {
		d := g.At(row)
		count.Add(&d, asOf)
	}
	return count, nil
}

// checkEvery is after how many homes the context is looked at.
const checkEvery = 1 << 14

// homeOf returns the row of the home of a label: by its id, and else by its address.
func (g *Homes) homeOf(l *energy.Label) (row int, byID, ok bool) {
	if l.ID != "" {
		if row, ok = g.Row(l.ID); ok {
			return row, true, true
		}
	}
	if l.Address == (gevel.AddressQuery{}) {
		return 0, false, false
	}
	address, err := g.homeAt(l.Address, l.Registered)
	if err != nil {
		return 0, false, false
	}
	row, ok = g.Row(address.ObjectID)
	return row, false, ok
}

// otherHome returns the home of the address of a label, on its day, where that is another than its id's. Many labels of
// flats have the number alone.
func (g *Homes) otherHome(l *energy.Label) string {
	q := &l.Address
	_, address, known := g.rowsOf(l.ID)
	found, err := g.homeAt(*q, l.Registered)
	if !known || err != nil || found.ObjectID == l.ID {
		return ""
	}
	if of := g.Addresses.At(address); q.SaysNumber(&of) || q.Says(&of) {
		return ""
	}
	return found.String()
}

func labelled(l *energy.Label) string {
	if l.ID != "" {
		return string(l.ID)
	}
	q := &l.Address
	return fmt.Sprintf("%s %d %s", q.PostalCode, q.HouseNumber, gevel.JoinSuffix(q.HouseLetter, q.HouseNumberExt))
}

// factsOf returns what labels say.
func factsOf(history energy.History) []gevel.Fact {
	facts := make([]gevel.Fact, 0, 2*len(history))
	for i := range history {
		l := &history[i]
		from := gevel.Provenance{Source: gevel.FromLabel, Known: l.Registered, Until: l.ValidUntil}
		facts = append(facts, gevel.Fact{Attribute: gevel.AtEnergyLabel, Value: float64(l.Class), Provenance: from})
		if l.Type != 0 {
			from.Until = gevel.NoDate // a house outlives its label
			facts = append(facts, gevel.Fact{Attribute: gevel.AtBuildType, Value: float64(l.Type), Provenance: from})
		}
	}
	return facts
}

// Add counts a home, if it has a label; asOf is the day of the labels.
func (u *LabelUse) Add(d *gevel.Dwelling, asOf gevel.Date) {
	var label, kind *gevel.Fact
	for i := range d.Facts { // the last fact of each characteristic counts
		switch f := &d.Facts[i]; {
		case f.Attribute == gevel.AtEnergyLabel && f.Source == gevel.FromLabel:
			label = f
		case f.Attribute == gevel.AtBuildType && f.Source == gevel.FromLabel:
			kind = f
		}
	}
	if label == nil {
		return
	}
	u.Homes++
	if label.Expired(asOf) {
		u.Expired++
	}
	if kind == nil {
		return
	}
	u.Typed++
	switch walls, labelled := wallType(d), gevel.BuildType(kind.Value); {
	case walls.Group() == 0 || walls == labelled:
	case walls.Group() == labelled.Group():
		u.Refined++
	default:
		u.Disagree++
	}
}

// wallType returns the house type that the walls say last, 0 for none.
func wallType(d *gevel.Dwelling) (last gevel.BuildType) {
	for _, f := range d.Facts {
		if f.Attribute == gevel.AtBuildType && f.Source == gevel.FromWalls && gevel.Latest.Sees(f.Known, f.Since) {
			last = gevel.BuildType(0)
			if !math.IsNaN(f.Value) {
				last = gevel.BuildType(f.Value)
			}
		}
	}
	return last
}
