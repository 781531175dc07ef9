package photos

import "time"

// ShortenLeases lets locks of the dead go stale sooner.
func ShortenLeases(s *Store, stale time.Duration) { s.writing.(s3Lock).leases.Stale = stale }

// What tests outside the package share with those within it.
var (
	AnimatedGIF  = animatedGIF
	AnimatedPNG  = animatedPNG
	AnimatedWebP = animatedWebP
	CameraEXIF   = cameraEXIF
	EncodeJPEG   = encodeJPEG
	EncodePNG    = encodePNG
	Four         = four
	HugePNG      = hugePNG
	ReasonOf     = reasonOf
	Shade        = shade
	WithEXIF     = withEXIF
)
