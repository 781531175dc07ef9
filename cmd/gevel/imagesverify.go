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

// Help describes the faults.
func (*imagesVerifyCmd) Help() string {
	return `Prints a line for each fault, with the key of its object below the photos:

lost_catalogue     a home has pictures and no catalogue: restore homes/ from a back-up
damaged_catalogue  its home's photos are not answered: restore it
lost_picture       a catalogue names it: restore it, or import the photo again
damaged_picture    its bytes do not fit its name, so it is not served: restore it, or
                   delete it and import the photo again
lost_record        a home has blocked pictures, and no record says so: it counts as
                   blocked. Restore record/, or block or unblock the home again
leftover           no catalogue names it. A killed import leaves such pictures, and so does
                   a restore of homes/ older than images/: then import these photos
                   again. Else --leftovers deletes it
withdrawn          a restore brought back what was removed; it is not served, and --clear
                   deletes it
misplaced          a blocked home's picture among the others, or one of a home whose block
                   was lifted among the blocked: --clear moves it
unknown_file       no file of gevel, left alone

A picture that is read costs its bytes, and in S3 a request. Exit code 1 if faults stay.`
}

// Run verifies the photos.
func (cmd *imagesVerifyCmd) Run(c *console, images *photosFlag) error {
	store, err := images.open(c)
	if err != nil {
		return err
	}
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
