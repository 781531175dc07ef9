package photos

// Photos in an S3 bucket, which serves the pictures itself.

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
)

// locksFolder holds a lock per home being written to, outside the listed prefixes.
const locksFolder = "locks/"

// s3Lock is a lock per home.
type s3Lock struct{ leases *bucket.Leases }

// Lock implements locker.
func (l s3Lock) Lock(ctx context.Context, home gevel.BAGID) (held context.Context, unlock func(), err error) {
	return l.leases.Lock(ctx, locksFolder+shard(home)+string(home))
}

// Check reports whether the photos can be read. For S3 it returns the errors of bucket.S3.Check.
func (s *Store) Check(ctx context.Context) error {
	if s3, ok := s.bucket.(*bucket.S3); ok {
		return s3.Check(ctx)
	}
	return nil
}

// Close closes connections.
func (s *Store) Close() error {
	if s3, ok := s.bucket.(*bucket.S3); ok {
		return s3.Close()
	}
	return nil
}

// Links makes URLs of pictures, valid for URLLifetime.
type Links interface {
	// URL returns a picture's URL for an answer given now.
	URL(ctx context.Context, imageID string, now time.Time) (string, error)
}

// Presigned makes URLs that the bucket answers itself.
type Presigned struct {
	s3    *bucket.S3
	Cache time.Duration // as of Handler
}

// Presigned returns the maker of URLs for photos in S3. Not ok: the photos are in a folder, for which a
// Signer makes URLs.
func (s *Store) Presigned() (p *Presigned, ok bool) {
	s3, ok := s.bucket.(*bucket.S3)
	return &Presigned{s3, DefaultCache}, ok
}

// At returns the maker of URLs for another endpoint of the same server, such as its public one. Error:
// gevel.Invalid.
func (p *Presigned) At(endpoint string) (*Presigned, error) {
	s3, err := p.s3.At(endpoint)
	return &Presigned{s3, p.Cache}, err
}

// URL implements Links. The S3 client dates URLs by the machine's clock, to the second, instead of by the
// time of the answer; they differ by a second at most.
func (p *Presigned) URL(ctx context.Context, imageID string, _ time.Time) (string, error) {
	home, content, ok := splitImageID(imageID)
	if !ok {
		return "", fmt.Errorf("%q is no id of an image", imageID)
	}
	signed, err := p.s3.URL(ctx, imageKey(home, content), URLLifetime, cacheControl(p.Cache))
	if err != nil {
		return "", fmt.Errorf("sign the URL of a picture: %w", withoutPath(err))
	}
	return signed, nil
}

// Origin returns scheme and host of the URLs, for the policy of a page that shows the pictures.
func (p *Presigned) Origin(ctx context.Context) (string, error) {
	signed, err := p.s3.URL(ctx, imageKey("0000000000000000", "0"), URLLifetime, "")
	if err != nil {
		return "", fmt.Errorf("sign a URL: %w", withoutPath(err))
	}
	u, err := url.Parse(signed)
	if err != nil {
		return "", fmt.Errorf("read a signed URL: %w", err)
	}
	return u.Scheme + "://" + u.Host, nil
}

// Temporary reports whether URLs may end before URLLifetime, because their credentials do.
func (p *Presigned) Temporary(ctx context.Context) bool { return p.s3.Temporary(ctx) }

// Signed makes URLs that the service's own Handler answers.
type Signed struct {
	signer *Signer
	base   string
}

// NewSigned returns a maker of URLs below base, the public address of the service.
func NewSigned(signer *Signer, base string) *Signed {
	return &Signed{signer, strings.TrimRight(base, "/")}
}

// URL implements Links.
func (s *Signed) URL(_ context.Context, imageID string, now time.Time) (string, error) {
	return s.signer.URL(s.base, imageID, now), nil
}
