package textreport

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/register/parcels"
	"github.com/gevel/gevel/internal/source/building3d"
)

// What the homes have, and from which source.

// writeFillRates writes the share of the homes that each source gives each characteristic.
func writeFillRates(w io.Writer, s *build.Summary) error {
	var sources []gevel.Source
	for _, source := range gevel.Sources() {
		if slices.ContainsFunc(s.FillRates, func(r register.FillRate) bool { return r.Source[source] > 0 }) {
			sources = append(sources, source)
		}
	}
	fmt.Fprintln(w, "\nwhat the registers know of the homes, in per cent, by source")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, source := range sources {
		fmt.Fprintf(t, "%s\t", source)
	}
	fmt.Fprint(t, "unknown\t  characteristic\n")
	for _, rate := range s.FillRates {
		for _, source := range append(sources, gevel.NoSource) {
			fmt.Fprintf(t, "%s\t", share(rate.Source[source], rate.Homes))
		}
		fmt.Fprintf(t, "  %s\n", rate.Label)
	}
	return t.Flush()
}

func share(n, of int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*float64(n)/float64(max(of, 1)))
}

// writeLots writes what became of the lots of homes, if there are parcels.
func writeLots(w io.Writer, c *parcels.Count) {
	if c == nil {
		return
	}
	fmt.Fprintf(w, "\n%d homes stand on a parcel of their own, of known size, and %d on one that is shared: unknown for each; "+
		"of %d the parcel has no known size, and %d stand on none\n", c.Homes, c.Shared, c.NoSize, c.NoParcel)
}

// writeBuildings writes what became of the buildings of 3DBAG, if there were any.
func writeBuildings(w io.Writer, c *register.BuildingCount) {
	if c == nil {
		return
	}
	fmt.Fprintf(w, "\n3DBAG gives %d homes a volume, of which %d share their building", c.Volumes, c.Shared)
	if c.Storeys > 0 {
		fmt.Fprintf(w, ", and %d the storeys of their building", c.Storeys)
	}
	fmt.Fprintln(w)
	fmt.Fprint(w, "volumes of buildings by level of detail:")
	for d, n := range c.Details {
		fmt.Fprintf(w, " %s %d", building3d.Detail(d), n)
	}
	fmt.Fprintf(w, "\nparty walls of %d buildings of one home beside the type that the register's walls say: "+
		"%d are detached and have some, %d are not and have none (the type stays)\n", c.Walled, c.DetachedJoined, c.JoinedSingle)
}

// writeLabels writes what became of the energy labels, if there were any.
func writeLabels(w io.Writer, c *register.LabelCount) {
	if c == nil {
		return
	}
	fmt.Fprintf(w, "\n%d energy labels belong to %d homes: %d by id, %d by address; of %d homes the newest has expired\n",
		c.Joined, c.Homes, c.ByID, c.Joined-c.ByID, c.Expired)
	fmt.Fprintf(w, "the labels of %d homes say a house type: %d say more than the walls, %d otherwise (the label wins)\n",
		c.Typed, c.Refined, c.Disagree)
}
