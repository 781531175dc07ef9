// gevel images add, list and signing-key: photos, and the keys that sign their URLs.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

// imagesSigningKeyCmd is gevel images signing-key.
type imagesSigningKeyCmd struct {
	SigningKeys string `env:"GEVEL_SIGNING_KEYS" default:"signing.keys" placeholder:"FILE" help:"The file of signing keys (${default}; env ${env})."`
	Rotate      bool   `help:"Put a new key in front of the others, whose URLs stay valid."`
}

// Run makes the file, or rotates the key in it.
func (cmd *imagesSigningKeyCmd) Run(c *console) error {
	if !cmd.Rotate {
		if err := photos.SigningKeys.Create(cmd.SigningKeys); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.stdout, "made a signing key in %s; give each server the same file\n", cmd.SigningKeys)
		return err
	}
	keys, err := photos.SigningKeys.Rotate(cmd.SigningKeys)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s holds %d keys, the new one first; running servers sign with it once\n"+
		"all had time to read it, in 10 seconds\n"+
		"the lines below the first may go once URLs signed with them have expired, in %d hours\n",
		cmd.SigningKeys, keys, int(photos.URLLifetime.Hours()))
	return err
}

// imagesListCmd is gevel images list.
type imagesListCmd struct {
	editionsFlag
	Home    string `placeholder:"HOME" help:"An address ('2511CV 12 A') or a BAG id (default: all homes)."`
	Orphans bool   `help:"List the photos of homes alone that the newest edition does not have. They come back with the home."`
	JSON    bool   `name:"json" help:"Print JSON, one object a line."`
}

// Run lists the photos.
func (cmd *imagesListCmd) Run(c *console, store *photos.Store) error {
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
	isListed := func(gevel.Image) bool { return true }
	if cmd.Orphans {
		known, err := openNewest(c, cmd.Editions)
		if err != nil {
			return err
		}
		isListed = func(i gevel.Image) bool { _, ok := known.MainAddress(i.ObjectID); return !ok }
	}
	n, faults := 0, []error(nil)
	for image, err := range listed {
		switch {
		case err != nil:
			faults = append(faults, err)
		case isListed(image):
			if err := show(image); err != nil {
				return err
			}
			n++
		}
	}
	if n == 0 && faults == nil {
		c.say("there are no photos\n")
	}
	return errors.Join(faults...)
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
	mark := ""
	if i.Guess {
		mark = " (guess)"
	}
	_, err := fmt.Fprintf(c.stdout, "%s  %-5s  %s%s  %s\n", i.ID, i.Kind, gevel.ClockTime(i.TakenAt), mark, i.Source)
	return err
}

func (c *console) printImageJSON(i gevel.Image) error {
	return json.NewEncoder(c.stdout).Encode(struct {
		ID      string          `json:"id"`
		BAGID   gevel.BAGID     `json:"bagId"`
		Kind    gevel.ImageKind `json:"kind"`
		TakenAt time.Time       `json:"takenAt"`
		Guess   bool            `json:"guess,omitempty"` // takenAt is the file's time
		Source  string          `json:"source"`
	}{i.ID, i.ObjectID, i.Kind, i.TakenAt, i.Guess, i.Source})
}

// imagesAddCmd is gevel images add.
type imagesAddCmd struct {
	editionsFlag
	Path   string          `arg:"" help:"A folder, a manifest (.csv, .xlsx or .parquet) or one photo."`
	Source string          `placeholder:"NAME" help:"The maker of photos for which the manifest names none (default: own)."`
	Kind   gevel.ImageKind `enum:",photo,front" default:"" help:"The kind of photos for which neither manifest nor file name gives one: photo or front (default: photo)."`

	streetFlags

	RemovedToo bool `help:"Add also photos that were removed before. Their old URLs stay dead."`

	Rejects string `placeholder:"FILE" help:"Write every photo that is not used as CSV: file, line of the manifest, reason, message."`
}

// Run adds the photos.
func (cmd *imagesAddCmd) Run(c *console, images *photosFlag) (err error) {
	rejects, err := openRejects(cmd.Rejects, cmd.Path, "file", "line", "reason", "message")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rejects.discard()) }()
	add := photoImport{cmd.Editions, images.Photos, photos.Import{
		Kind: cmd.Kind, Source: cmd.Source, Again: cmd.RemovedToo, Rejected: rejects.photo,
	}}
	if cmd.Street {
		return errors.Join(cmd.streetFlags.run(c, add, cmd.Path, cmd.Rejects), rejects.finish())
	}
	report, err := add.run(c, cmd.Path)
	if err = errors.Join(err, rejects.finish()); report.Files > 0 {
		c.printImport(report, cmd.Rejects)
	}
	if err != nil {
		return err
	}
	if report.Added+report.Present+report.Renewed+report.Corrected == 0 {
		return fmt.Errorf("none of %d photos in %s could be used", report.Files, cmd.Path)
	}
	return nil
}
