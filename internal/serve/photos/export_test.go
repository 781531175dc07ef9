package photos

import (
	"context"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/testing/icctest"
)

// ShortenLeases makes the locks of killed processes expire sooner.
func ShortenLeases(s *Store, stale time.Duration) { s.writing.(s3Lock).leases.Stale = stale }

// Shared by tests inside and outside the package.
var (
	AnimatedGIF  = animatedGIF
	AnimatedPNG  = animatedPNG
	AnimatedWebP = animatedWebP
	CameraEXIF   = cameraEXIF
	ContentOf    = contentOf
	EncodeJPEG   = encodeJPEG
	EncodePNG    = encodePNG
	Four         = four
	Grain        = grain
	HugePNG      = hugePNG
	ReasonOf     = reasonOf
	ScansOf      = scansOf
	Shade        = shade
	WithEXIF     = withEXIF
	WithXMP      = withXMP
)

// InAdobeRGB is a picture whose colours are converted.
func InAdobeRGB(t testing.TB) []byte {
	return withProfile(encodeJPEG(t, plain(aRedInAdobe)), icctest.AdobeRGB(), 65519)
}

// Reencode makes our own picture of a file.
func (s *Store) Reencode(ctx context.Context, file []byte) ([]byte, error) {
	return s.reencode(ctx, file)
}

// Clear does once what Follow does.
func (k *Kept) Clear(ctx context.Context) { k.clear(ctx) }
