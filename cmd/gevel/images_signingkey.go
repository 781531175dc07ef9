// gevel images signing-key: make and rotate the keys that sign image URLs.

package main

import (
	"fmt"

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
