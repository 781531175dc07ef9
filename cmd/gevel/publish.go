// gevel publish: copies an edition to where services look for it.

package main

import (
	"fmt"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/mirror"
)

// publishCmd is gevel publish.
type publishCmd struct {
	Edition string `arg:"" help:"The directory of an edition, or a folder of editions: its newest."`
	To      string `arg:"" help:"The destination: s3://bucket/prefix, or a folder."`

	Keep     *int     `name:"keep" placeholder:"N" help:"Keep the newest N editions there, at least 2, and remove older ones (default: remove none)."`
	KeepDays *int     `name:"keep-days" placeholder:"DAYS" help:"Also keep the editions published in the last DAYS days."`
	Serving  []string `name:"serving" placeholder:"URL" help:"Also keep the edition in use by the service at this URL, which is asked at /readyz; repeatable."`
}

// Help describes access to S3.
func (*publishCmd) Help() string {
	return `The command verifies the edition first. It does not send files that are there already with
the same checksum, and sends the manifest last, so that services see a complete edition or
none. Publishing an earlier edition again makes it the newest: that is the way to roll back.

A location in S3 is s3://bucket/prefix?region=eu-west-1, on another server than Amazon's
with &endpoint=https://s3.example; AWS_REGION and AWS_ENDPOINT_URL have the same effect.
Credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, from ~/.aws under
AWS_PROFILE, or from the role of the machine.

With --keep or --keep-days the command removes the editions that no flag keeps, also damaged
ones. The newest edition of each format that this program reads stays, for a roll-back of the
program. The manifest is removed first, so that services never see half an edition. If a
service does not answer, nothing is removed.`
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
	bar := newProgress(c.stderr, c.now)
	defer bar.finish()
	began := c.now()
	p, err := mirror.Publish(c.ctx, dir, cmd.To, began, func(done, total int64) { bar.step("publish", "", done, total) })
	if err != nil {
		return err
	}
	bar.finish()
	fmt.Fprintf(c.stdout, "edition %s is the newest in %s: %d of %d files sent, %.1f of %.1f MB, in %.1f s\n", p.ID, p.To,
		p.Sent, p.Files, megabytes(p.SentBytes), megabytes(p.Bytes), c.now().Sub(began).Seconds())
	return cmd.retire(c)
}

func megabytes(bytes int64) float64 { return float64(bytes) / 1e6 }
