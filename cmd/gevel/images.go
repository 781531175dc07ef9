// gevel images: its signing keys, the home for its subcommands, and the list of photos.

package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/photos"
)

// imagesCmd is gevel images.
type imagesCmd struct {
	Photos string `env:"GEVEL_PHOTOS" default:"photos" placeholder:"WHERE" help:"The photos, a folder or s3://bucket/prefix (${default}; env ${env})."`

	Add        imagesAddCmd        `cmd:"" help:"Add a folder or a manifest of photos."`
	List       imagesListCmd       `cmd:"" help:"List the photos of one home or of all."`
	Remove     imagesRemoveCmd     `cmd:"" help:"Remove photos. Their URLs stop working at once."`
	SigningKey imagesSigningKeyCmd `cmd:"" help:"Make the key that signs image URLs, or rotate it."`
}

// imagesSigningKeyCmd is gevel images signing-key.
type imagesSigningKeyCmd struct {
	SigningKeys string `env:"GEVEL_SIGNING_KEYS" default:"signing.keys" placeholder:"FILE" help:"The file of signing keys (${default}; env ${env})."`
	Rotate      bool   `help:"Put a new key in front of the others, whose URLs stay valid."`
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
	_, err = fmt.Fprintf(c.stdout, "%s holds %d keys, the new one first; running servers use it within seconds\n"+
		"the lines below the first may go once URLs signed with them have expired, in %d hours\n",
		cmd.SigningKeys, keys, int(photos.URLLifetime.Hours()))
	return err
}

// editionsFlag is the location of the editions used to look up addresses.
type editionsFlag struct {
	Editions string `env:"GEVEL_EDITIONS" default:"editions" placeholder:"DIR" help:"The folder of editions; addresses are looked up in the newest (${default}; env ${env})."`
}

// open opens the photos; they must exist.
func (cmd *imagesCmd) open(c *console) (*photos.Store, error) {
	store, err := photos.Open(cmd.Photos)
	if err != nil {
		return nil, err
	}
	return store, store.Check(c.ctx)
}

// photosOf returns the photos of the home that a user named. It needs no edition for a number id under which
// photos are filed.
func (f editionsFlag) photosOf(c *console, store *photos.Store, named string) ([]gevel.Image, error) {
	home, err := spelling.ReadHome(named)
	if err != nil {
		return nil, err
	}
	if home.ID.Code() == gevel.CodeNummeraanduiding {
		if of, err := filedUnder(c, store, home.ID); err != nil || len(of) > 0 {
			return of, err
		}
	}
	known, err := openNewest(c, f.Editions)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", named, err)
	}
	var main gevel.Address
	if home.ID != "" {
		main, err = photos.MainAddress(known, home.ID)
	} else {
		main, err = photos.FindMainAddress(known, home.Address)
	}
	if err != nil {
		return nil, err
	}
	return filedUnder(c, store, main.NumberID)
}

// filedUnder returns the photos of a home. Its error names the home; the store's does not.
func filedUnder(c *console, store *photos.Store, home gevel.BAGID) ([]gevel.Image, error) {
	of, err := store.Of(c.ctx, home)
	if err != nil {
		return nil, fmt.Errorf("photos of %s: %w", home, err)
	}
	return of, nil
}

// openNewest opens the newest edition in a folder.
func openNewest(c *console, editions string) (*edition.Edition, error) {
	dir, err := editionsFolder(editions)
	if err != nil {
		return nil, err
	}
	return edition.OpenNewest(c.ctx, dir)
}

// editionsFolder returns the folder at the location of editions. Error: gevel.Invalid.
func editionsFolder(location string) (string, error) {
	if bucket.IsS3(location) {
		return "", &gevel.Error{
			Code: gevel.Invalid, Message: "only gevel serve, value and replay read editions from S3",
			Hint: "give a folder with --editions, such as the one below its --cache",
		}
	}
	return bucket.FolderOf(location)
}

// imagesListCmd is gevel images list.
type imagesListCmd struct {
	editionsFlag
	Home string `placeholder:"HOME" help:"An address ('2511CV 12 A') or a number id (default: all homes)."`
	JSON bool   `name:"json" help:"Print JSON, one object a line."`
}

// Run lists the photos.
func (cmd *imagesListCmd) Run(c *console, images *imagesCmd) error {
	store, err := images.open(c)
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
		c.say("there are no photos\n")
	}
	return nil
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
	_, err := fmt.Fprintf(c.stdout, "%s  %-5s  %s  %s\n", i.ID, i.Kind, gevel.ClockTime(i.TakenAt), i.Source)
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
