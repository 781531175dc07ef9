package api

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Texts that never change.

// packed is a text that many ask for, compressed once.
type packed struct{ plain, gzip, zstd []byte }

// pack compresses a text as far as it goes.
func pack(text []byte) (packed, error) {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return packed{}, err
	}
	defer w.Close()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return packed{}, err
	}
	if _, err := z.Write(text); err != nil {
		return packed{}, err
	}
	if err := z.Close(); err != nil {
		return packed{}, err
	}
	return packed{text, b.Bytes(), w.EncodeAll(text, nil)}, nil
}

// serve answers with the text, as the caller reads it.
func (p packed) serve(w http.ResponseWriter, r *http.Request, contentType string) {
	body, encoding := p.plain, encodingOf(r.Header, encodingZstd, encodingGzip)
	switch encoding {
	case encodingZstd:
		body = p.zstd
	case encodingGzip:
		body = p.gzip
	}
	w.Header().Add("Vary", "Accept-Encoding")
	if encoding != "" {
		w.Header().Set("Content-Encoding", encoding)
	}
	fixed(contentType, body).ServeHTTP(w, r)
}

// fixed serves bytes that never change.
func fixed(contentType string, body []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	})
}
