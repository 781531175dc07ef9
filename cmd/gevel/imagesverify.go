// gevel images verify: names photos that are lost, damaged or left over.

package main

import (
	"errors"
	"fmt"

	"github.com/gevel/gevel/internal/serve/photos"
)

// imagesVerifyCmd is gevel images verify.
type imagesVerifyCmd struct {
	NamesOnly bool `help:"Do not read the pictures: names alone tell what is lost and left over."`
	Clear     bool `help:"Delete what was withdrawn, move what is misplaced, and name each."`
	Leftovers bool `help:"Delete what is left over, and name each. Not after a restore."`
}

// Run verifies the photos.
func (cmd *imagesVerifyCmd) Run(c *console, store *photos.Store) error {
	defer store.Close()
	faults, cleared := 0, 0
	done, err := store.Verify(c.ctx, photos.Verification{
		NamesOnly: cmd.NamesOnly, Clear: cmd.Clear, Leftovers: cmd.Leftovers,
		Found: func(f photos.Finding) error {
			note := ""
			if faults++; f.Cleared {
				note, cleared = "  cleared", cleared+1
			}
			_, err := fmt.Fprintf(c.stdout, "%-17s  %s%s\n", f.Fault, f.Key, note)
			return err
		},
	})
	fmt.Fprintf(c.stdout, "%d homes with %d photos: %d faults, %d cleared\n", done.Homes, done.Pictures, faults, cleared)
	if err == nil && faults > cleared {
		err = errors.New("the photos are not whole")
	}
	return err
}
