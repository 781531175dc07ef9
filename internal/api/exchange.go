package api

import (
	"net/http"
	"time"
)

// exchange is one request and its answer on the way, with what the log and the
// metrics want to know of it.
type exchange struct {
	http.ResponseWriter
	id      string
	started time.Time
	route   string // for metrics: of a closed set
	keyID   string // public id of the key, "" without one
	inputs  inputs
	status  int // 0 until the answer has begun
	bytes   int64
}

// WriteHeader notes the status.
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 && status >= http.StatusOK {
		x.status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (x *exchange) Write(p []byte) (int, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	n, err := x.ResponseWriter.Write(p)
	x.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }
