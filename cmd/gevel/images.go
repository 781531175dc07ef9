// gevel images: add photos of homes, list them, take them down, and make the keys
// that sign their URLs.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/photos"
)

// imagesCmd is gevel images.
type imagesCmd struct {
	Photos string `env:"GEVEL_PHOTOS" default:"photos" placeholder:"DIR" help:"The photo folder, or a bucket URL (${default}; env ${env})."`

	Add        imagesAddCmd        `cmd:"" help:"Add a folder or a manifest of photos."`
	List       imagesListCmd       `cmd:"" help:"List the photos, of one home or all."`
	Remove     imagesRemoveCmd     `cmd:"" help:"Take photos down. Their URLs stop working at once."`
	SigningKey imagesSigningKeyCmd `cmd:"" help:"Make the key that signs image URLs, or put a new one first."`
}

// editionsFlag says where addresses are looked up.
type editionsFlag struct {
	Editions string `env:"GEVEL_EDITIONS" default:"editions" placeholder:"DIR" help:"Where the editions are, to look addresses up in the newest (${default}; env ${env})."`
}

// imagesListCmd is gevel images list.
type imagesListCmd struct {
	editionsFlag
	Home string `placeholder:"HOME" help:"An address ('2511CV 12 A') or a number id (default: all homes)."`
	JSON bool   `name:"json" help:"Print JSON, one object a line."`
}

// Run lists the photos.
func (cmd *imagesListCmd) Run(c *console, images *imagesCmd) error {
	store, err := photos.Open(c.ctx, images.Photos)
	if err != nil {
		return err
	}
	defer store.Close()
	listed := store.All(c.ctx)
	if cmd.Home != "" {
		of, err := cmd.photosOf(c, store, cmd.Home)
		if err != nil {
			return err
		}
		listed = each(of)
	}
	show := c.printImage
	if cmd.JSON {
		show = c.printImageJSON
	}
	n := 0
	for image, err := range listed {
		if err == nil {
			err = show(image)
		}
		if err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		fmt.Fprintln(c.stderr, "there are no photos")
	}
	return nil
}

// imagesRemoveCmd is gevel images remove.
type imagesRemoveCmd struct {
	editionsFlag
	ID   []string `arg:"" optional:"" name:"image-id" help:"Ids of photos, as gevel images list prints them."`
	Home string   `placeholder:"HOME" help:"All photos of this home: an address ('2511CV 12 A') or a number id."`
}

// Run takes the photos down.
func (cmd *imagesRemoveCmd) Run(c *console, images *imagesCmd) error {
	if (len(cmd.ID) == 0) == (cmd.Home == "") {
		return &gevel.Error{Code: gevel.Invalid, Message: "give the ids of photos, or --home"}
	}
	store, err := photos.Open(c.ctx, images.Photos)
	if err != nil {
		return err
	}
	defer store.Close()
	ids := cmd.ID
	if cmd.Home != "" {
		if ids, err = cmd.idsOf(c, store); err != nil {
			return err
		}
	}
	var faults []error // one id misspelled must not keep the others up
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

// imagesSigningKeyCmd is gevel images signing-key.
type imagesSigningKeyCmd struct {
	SigningKeys string `env:"GEVEL_SIGNING_KEYS" default:"signing.keys" placeholder:"FILE" help:"The file of signing keys (${default}; env ${env})."`
	Rotate      bool   `help:"Put a new key in front of those in the file, which go on verifying."`
}

// Run makes the file, or rotates the key in it.
func (cmd *imagesSigningKeyCmd) Run(c *console) error {
	if !cmd.Rotate {
		if err := photos.CreateKeys(cmd.SigningKeys); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.stdout, "made a signing key in %s; give each server the same file\n", cmd.SigningKeys)
		return err
	}
	keys, err := photos.RotateKeys(cmd.SigningKeys)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s holds %d keys, the new one first; running servers take it up within seconds\n"+
		"the lines below the first may go once URLs signed with them have expired, in %d hours\n",
		cmd.SigningKeys, keys, int(photos.URLLifetime.Hours()))
	return err
}

// photosOf returns the photos of the home that a user named. A number id needs no
// edition when photos are filed under it.
func (f editionsFlag) photosOf(c *console, store *photos.Store, home string) ([]gevel.Image, error) {
	id, err := gevel.ParseBAGID(home)
	isID := err == nil
	if isID && id.Code() == gevel.CodeNummeraanduiding {
		if of, err := store.Of(c.ctx, id); err != nil || len(of) > 0 {
			return of, err
		}
	}
	known, err := edition.OpenNewest(f.Editions)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", home, err)
	}
	var main gevel.Address
	if isID {
		main, err = photos.MainAddress(known, id)
	} else {
		main, err = findHome(known, home)
	}
	if err != nil {
		return nil, err
	}
	return store.Of(c.ctx, main.NumberID)
}

func findHome(known photos.Addresses, text string) (gevel.Address, error) {
	q, err := gevel.ParseAddressQuery(text)
	if err != nil {
		return gevel.Address{}, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("%q is neither an address such as '2511CV 12 A' nor a number id of 16 digits", text),
		}
	}
	return photos.FindMainAddress(known, q)
}

func each(images []gevel.Image) iter.Seq2[gevel.Image, error] {
	return func(yield func(gevel.Image, error) bool) {
		for _, image := range images {
			if !yield(image, nil) {
				return
			}
		}
	}
}

func (c *console) printImage(i gevel.Image) error {
	_, err := fmt.Fprintf(c.stdout, "%s  %-5s  %s  %s\n", i.ID, i.Kind, moment(gevel.Some(i.TakenAt)), i.Source)
	return err
}

func (c *console) printImageJSON(i gevel.Image) error {
	return json.NewEncoder(c.stdout).Encode(struct {
		ID       string          `json:"id"`
		NumberID gevel.BAGID     `json:"numberId"`
		Kind     gevel.ImageKind `json:"kind"`
		TakenAt  time.Time       `json:"takenAt"`
		Source   string          `json:"source"`
	}{i.ID, i.NumberID, i.Kind, i.TakenAt, i.Source})
}
