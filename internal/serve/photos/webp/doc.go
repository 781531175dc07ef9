// Package webp writes photos as lossy WebP: the key frame of VP8 (RFC 6386) in a RIFF container.
//
// A photo is cut into macroblocks of 16 x 16 pixels. Each is predicted from what stands above and left of it, and what
// the prediction misses is transformed, quantized and coded. Of the ways to predict, that is taken which costs least:
// squared errors of the pixels, and lambda times the bits. The decoder of golang.org/x/image is the judge in the tests.
package webp
