// gevel publish: bring an edition to where services look for it.

package main

import (
	"fmt"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/mirror"
)

// publishCmd is gevel publish.
type publishCmd struct {
	Edition string `arg:"" help:"The directory of an edition, or a folder of editions: its newest."`
	To      string `arg:"" help:"Where it goes: s3://bucket/prefix, or a folder."`

	Keep     *int     `name:"keep" placeholder:"N" help:"Keep the newest N editions there, at least 2, and take older ones out (default: none goes)."`
	KeepDays *int     `name:"keep-days" placeholder:"DAYS" help:"Keep those published in the last so many days too."`
	Serving  []string `name:"serving" placeholder:"URL" help:"Keep the one too that the service at this URL answers from, asked at /readyz; may be given again."`
}

// Help says how S3 is reached.
func (*publishCmd) Help() string {
	return `The edition is verified first. Files that are there already, with the same checksum, are
not sent again, and the manifest comes last: services see all of the edition or none.
Published again it becomes the newest again, which is the way back to an earlier one.

A location of S3 is s3://bucket/prefix?region=eu-west-1, for another server than Amazon's
with &endpoint=https://s3.example; AWS_REGION and AWS_ENDPOINT_URL say the same. Credentials
come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, from ~/.aws under AWS_PROFILE, or
from the role of the machine.

With --keep or --keep-days, editions that no flag keeps are taken out, damaged ones of that age
too. The newest of each format that this program reads stays, for the program before. The
manifest goes first, so nobody sees half an edition. When a service can't be asked, nothing
is taken out.`
}

// Run publishes the edition, with progress on stderr.
func (cmd *publishCmd) Run(c *console) error {
	if err := cmd.check(); err != nil {
		return err
	}
	dir, err := edition.Named(cmd.Edition)
	if err != nil {
		return err
	}
	bar := newProgress(c.stderr)
	defer bar.finish()
	began := c.now()
	p, err := mirror.Publish(c.ctx, dir, cmd.To, began, func(done, total int64) { bar.step("publish", done, total) })
	if err != nil {
		return err
	}
	bar.finish()
	fmt.Fprintf(c.stdout, "edition %s is the newest in %s: %d of %d files sent, %.1f of %.1f MB, in %.1f s\n", p.ID, p.To,
		p.Sent, p.Files, megabytes(p.SentBytes), megabytes(p.Bytes), c.now().Sub(began).Seconds())
	return cmd.retire(c)
}

func megabytes(bytes int64) float64 { return float64(bytes) / 1e6 }
