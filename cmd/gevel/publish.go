// gevel publish: copies an edition to where services look for it, and removes old ones there.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gevel/gevel"
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

// retires reports whether old editions are to be removed.
func (cmd *publishCmd) retires() bool { return cmd.Keep != nil || cmd.KeepDays != nil }

// check refuses flags that contradict each other.
func (cmd *publishCmd) check() error {
	switch {
	case cmd.Keep != nil && *cmd.Keep < mirror.LeastKept:
		return gevel.Refusal("", "--keep %d: at least %d editions stay: the newest, and the one to go back to", *cmd.Keep,
			mirror.LeastKept)
	case cmd.KeepDays != nil && (*cmd.KeepDays < 1 || *cmd.KeepDays > maxKeepDays):
		return gevel.Refusal("", "--keep-days %d is not from 1 to %d", *cmd.KeepDays, maxKeepDays)
	case len(cmd.Serving) > 0 && !cmd.retires():
		return gevel.Refusal("", "--serving says what stays when editions go: give --keep or --keep-days with it")
	}
	for _, text := range cmd.Serving {
		if u, err := url.Parse(text); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
			return gevel.Refusal("", "--serving: give the address of a service, such as http://10.0.0.7:8080")
		}
	}
	return nil
}

// maxKeepDays is a century; it can't overflow a duration.
const maxKeepDays = 36_500

// retire removes old editions, after asking which are in use.
func (cmd *publishCmd) retire(c *console) error {
	if !cmd.retires() {
		return nil
	}
	r := mirror.Retention{}
	if cmd.Keep != nil {
		r.Keep = *cmd.Keep
	}
	if cmd.KeepDays != nil {
		r.Age = time.Duration(*cmd.KeepDays) * 24 * time.Hour
	}
	for _, service := range cmd.Serving {
		id, err := servedBy(c.ctx, service)
		if err != nil {
			return fmt.Errorf("the edition is published, and nothing was removed: %w", err)
		}
		r.InUse = append(r.InUse, id)
	}
	done, err := mirror.Retire(c.ctx, cmd.To, r, c.now())
	if len(done.Editions) > 0 {
		fmt.Fprintf(c.stdout, "removed as old: %s\n", strings.Join(done.Editions, ", "))
	}
	if err != nil {
		return fmt.Errorf("the edition is published, and not all old editions were removed: %w", err)
	}
	fmt.Fprintf(c.stdout, "editions kept: %d; removed: %d, %.1f MB\n", done.Kept, len(done.Editions), megabytes(done.Bytes))
	return nil
}

// patience is how long a service may take to name its edition.
const patience = 10 * time.Second

// servedBy asks a service for the edition that it answers from.
func servedBy(ctx context.Context, service string) (id string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(service, "/")+"/readyz", nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", fmt.Errorf("ask for the edition in use: %w", err)
	}
	defer answer.Body.Close()
	defer http.DefaultClient.CloseIdleConnections()
	var ready struct {
		Edition string `json:"edition"`
	}
	const most = 1 << 20
	if err := json.NewDecoder(http.MaxBytesReader(nil, answer.Body, most)).Decode(&ready); err != nil ||
		!edition.IsID(ready.Edition) {
		return "", gevel.Failure(gevel.Unavailable, "is it a gevel serve, and ready?",
			"%s does not name its edition (status %d)", r.URL, answer.StatusCode)
	}
	return ready.Edition, nil
}
