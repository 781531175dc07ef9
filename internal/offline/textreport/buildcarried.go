package textreport

import (
	"fmt"
	"io"
	"strings"

	"github.com/gevel/gevel/internal/offline/build"
)

// What a build carried on from the edition before, and why not the rest.

func writeCarried(w io.Writer, c *build.Carried) {
	if c.Why != "" {
		fmt.Fprintf(w, "\nnothing is carried on: %s\n", c.Why)
		return
	}
	fmt.Fprintln(w)
	if c.Homes {
		fmt.Fprintf(w, "the homes are those of edition %s: their sources are the same\n", c.Edition)
	} else {
		fmt.Fprintf(w, "the homes were read: %s\n", c.HomesWhy)
	}
	var carried []string
	for _, m := range c.Models {
		if m.Carried {
			carried = append(carried, m.Day.String())
		}
	}
	if len(carried) > 0 {
		fmt.Fprintf(w, "carried on from edition %s: the models of %s\n", c.Edition, strings.Join(carried, ", "))
	}
	for _, m := range c.Models {
		if !m.Carried {
			fmt.Fprintf(w, "the model of %s was trained: %s\n", m.Day, m.Why)
		}
	}
}
