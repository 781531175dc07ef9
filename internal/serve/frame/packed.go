package frame

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Texts that never change.

// Packed is a text that many ask for, compressed once.
type Packed struct{ plain, gzip, zstd []byte }

// Pack compresses a text as far as it goes.
func Pack(text []byte) (Packed, error) {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return Packed{}, err
	}
	defer w.Close()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return Packed{}, err
	}
	if _, err := z.Write(text); err != nil {
		return Packed{}, err
	}
	if err := z.Close(); err != nil {
		return Packed{}, err
	}
	return Packed{text, b.Bytes(), w.EncodeAll(text, nil)}, nil
}

// Serve answers with the text, as the caller reads it.
func (p Packed) Serve(w http.ResponseWriter, r *http.Request, contentType string) {
	body, encoding := p.plain, EncodingOf(r.Header, encodingZstd, EncodingGzip)
	switch encoding {
	case encodingZstd:
		body = p.zstd
	case EncodingGzip:
		body = p.gzip
	}
	w.Header().Add("Vary", "Accept-Encoding")
	if encoding != "" {
		w.Header().Set("Content-Encoding", encoding)
	}
	Fixed(contentType, body).ServeHTTP(w, r)
}

// Fixed serves bytes that never change.
func Fixed(contentType string, body []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	})
}
