package textreport

import (
	"fmt"
	"io"

	"github.com/gevel/gevel/internal/offline/build"
)

// writeNeighbourhoods writes what became of the key figures of each year.
func writeNeighbourhoods(w io.Writer, years []build.NeighbourhoodCount) {
	if len(years) > 0 {
		fmt.Fprintln(w)
	}
	for _, y := range years {
		fmt.Fprintf(w, "neighbourhoods of %d: %d homes lie in one; figures of %d areas count from %s on; "+
			"%d that are not known are those of the area around\n", y.Year, y.Homes, y.Areas, y.Published, y.FromAround)
	}
}
