package photos

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
