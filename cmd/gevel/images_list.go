// gevel images list: lists photos.

package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"github.com/gevel/gevel"
)

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
