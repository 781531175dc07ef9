// gevel images remove: removes photos.

package main

import (
	"errors"
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

// imagesRemoveCmd is gevel images remove.
type imagesRemoveCmd struct {
	editionsFlag
	ID   []string `arg:"" optional:"" name:"image-id" help:"Ids of photos, from gevel images list."`
	Home string   `placeholder:"HOME" help:"Remove all photos of this home: an address ('2511CV 12 A') or a number id."`
}

// Help describes what is removed.
func (*imagesRemoveCmd) Help() string {
	return `Also removes the pictures and drafts that killed imports left in the folder.`
}

// Run removes the photos.
func (cmd *imagesRemoveCmd) Run(c *console, images *imagesCmd) error {
	if (len(cmd.ID) == 0) == (cmd.Home == "") {
		return &gevel.Error{Code: gevel.Invalid, Message: "give the ids of photos, or --home"}
	}
	store, err := images.open(c)
	if err != nil {
		return err
	}
	defer store.Close()
	err = cmd.remove(c, store)
	// The same picture may be left over at other homes, also at ones without photos.
	return errors.Join(err, store.Clear(c.ctx))
}

func (cmd *imagesRemoveCmd) remove(c *console, store *photos.Store) (err error) {
	ids := cmd.ID
	if cmd.Home != "" {
		if ids, err = cmd.idsOf(c, store); err != nil {
			return err
		}
	}
	var faults []error // one misspelled id must not stop the others
	for _, id := range ids {
		if err := store.Remove(c.ctx, id); err != nil {
			faults = append(faults, err)
			continue
		}
		fmt.Fprintln(c.stdout, "removed", id)
	}
	return errors.Join(faults...)
}

func (cmd *imagesRemoveCmd) idsOf(c *console, store *photos.Store) ([]string, error) {
	of, err := cmd.photosOf(c, store, cmd.Home)
	if err != nil {
		return nil, err
	}
	if len(of) == 0 {
		return nil, &gevel.Error{Code: gevel.NotFound, Message: "there are no photos of " + cmd.Home}
	}
	ids := make([]string, len(of))
	for i, image := range of {
		ids[i] = image.ID
	}
	return ids, nil
}
