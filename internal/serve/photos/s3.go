package photos

// Photos in a bucket of S3, which serves the pictures itself.

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
)

// locksFolder holds a lock for each home that is being written to, outside the listed prefixes.
const locksFolder = "locks/"

// s3Lock is a lock for each home.
type s3Lock struct{ leases *bucket.Leases }

// Lock implements locker.
func (l s3Lock) Lock(ctx context.Context, home gevel.BAGID) (held context.Context, unlock func(), err error) {
	return l.leases.Lock(ctx, locksFolder+shard(home)+string(home))
}

// clearLocked removes what is left over at the homes that have a lock: S3 has no drafts, and an import
// that was killed between a picture and its catalogue left its lock too. To read the catalogues of
// all homes would take a request each.
func (s *Store) clearLocked(ctx context.Context, s3 *bucket.S3) error {
	var homes []gevel.BAGID
	for key, err := range s3.List(ctx, locksFolder) {
		if err != nil {
			return fmt.Errorf("list locks of photos: %w", err)
		}
		if home := gevel.BAGID(path.Base(key)); isHome(home) {
			homes = append(homes, home)
		}
	}
	var faults error
	for _, home := range homes {
		faults = errors.Join(faults, s.update(ctx, home, func(ctx context.Context, c *catalogue) (bool, error) {
			return false, s.clearHome(ctx, *c)
		}))
	}
	return faults
}

// Check asks whether the photos can be read. Errors of a bucket of S3 are those of its Check.
func (s *Store) Check(ctx context.Context) error {
	if s3, ok := s.bucket.(*bucket.S3); ok {
		return s3.Check(ctx)
	}
	return nil
}

// Close lets go of connections.
func (s *Store) Close() error {
	if s3, ok := s.bucket.(*bucket.S3); ok {
		return s3.Close()
	}
	return nil
}

// Links makes the URLs of pictures, each good for URLLifetime.
type Links interface {
	// URL returns the URL of a picture for an answer given now.
	URL(ctx context.Context, imageID string, now time.Time) (string, error)
}

// Presigned makes URLs that the bucket of the photos answers itself.
type Presigned struct{ s3 *bucket.S3 }

// Presigned returns who makes the URLs of photos in S3; ok is false for photos in a folder, whose
// URLs a Signer makes.
func (s *Store) Presigned() (p *Presigned, ok bool) {
	s3, ok := s.bucket.(*bucket.S3)
	return &Presigned{s3}, ok
}

// At returns who makes URLs under another endpoint of the same server, such as the one by which callers reach it
// from outside. Error: gevel.Invalid.
func (p *Presigned) At(endpoint string) (*Presigned, error) {
	s3, err := p.s3.At(endpoint)
	return &Presigned{s3}, err
}

// URL implements Links. The client of S3 dates URLs by the machine's clock, to the second, and not by the
// time of the answer, which is the same second or the one before.
func (p *Presigned) URL(ctx context.Context, imageID string, _ time.Time) (string, error) {
	home, content, ok := splitImageID(imageID)
	if !ok {
		return "", fmt.Errorf("%q is no id of an image", imageID)
	}
	signed, err := p.s3.URL(ctx, imageKey(home, content), URLLifetime)
	if err != nil {
		return "", fmt.Errorf("sign the URL of a picture: %w", withoutPath(err))
	}
	return signed, nil
}

// Origin returns scheme and host of the URLs, which a page that shows the pictures must allow.
func (p *Presigned) Origin(ctx context.Context) (string, error) {
	signed, err := p.s3.URL(ctx, imageKey("0000000000000000", "0"), URLLifetime)
	if err != nil {
		return "", fmt.Errorf("sign a URL: %w", withoutPath(err))
	}
	u, err := url.Parse(signed)
	if err != nil {
		return "", fmt.Errorf("read a signed URL: %w", err)
	}
	return u.Scheme + "://" + u.Host, nil
}

// Temporary reports whether URLs may end before URLLifetime, since the credentials that sign them do.
func (p *Presigned) Temporary(ctx context.Context) bool { return p.s3.Temporary(ctx) }

// Signed makes URLs that a Handler answers at the service.
type Signed struct {
	signer *Signer
	base   string
}

// NewSigned returns a maker of URLs that begin with base, the public address of the service.
func NewSigned(signer *Signer, base string) *Signed {
	return &Signed{signer, strings.TrimRight(base, "/")}
}

// URL implements Links.
func (s *Signed) URL(_ context.Context, imageID string, now time.Time) (string, error) {
	return s.signer.URL(s.base, imageID, now), nil
}
