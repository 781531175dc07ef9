package api

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// What the suite, which asks as a stranger would, needs to know from inside.

// LookAgain is one look of Follow.
func (f *Folder) LookAgain(ctx context.Context) { f.look(ctx) }

// Waiting returns how many wait for a place.
func (p *Places) Waiting() int64 { return p.waiting() }

// Connections bounds the connections of a server.
type Connections = connections

// BoundConnections bounds the connections of a server that listens.
func BoundConnections(most int, server *http.Server, l net.Listener) (net.Listener, *Connections) {
	c := newConnections(most)
	server.ConnState = c.follow
	return c.accepting(l), c
}

// Idle returns how many connections are idle.
func (c *connections) Idle() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.idle.Len()
}

// LookAgain is one look of Follow.
func (c *Certificate) LookAgain(log *slog.Logger) { c.look(log) }

// CallerOf returns who sent a request through proxies.
func CallerOf(peer string, forwarded []string, trusted []Network) string {
	return callerOf(peer, forwarded, trusted)
}

// EncodingOf returns the encoding to answer in.
func EncodingOf(accept string) string {
	return encodingOf(http.Header{"Accept-Encoding": {accept}}, encodingZstd, encodingGzip)
}

// Compress compresses a body as an answer would be.
func Compress(h http.Header, accept string, body []byte) []byte {
	return compress(h, http.Header{"Accept-Encoding": {accept}}, bytes.NewBuffer(body)).Bytes()
}

// CompressAlways compresses a body of any size, and returns the size that it then has.
func CompressAlways(encoding string, body []byte) int {
	b := squeeze(encoding, body)
	defer buffers.Put(b)
	return b.Len()
}

// WaitBatches lets batches wait for the rate of a key in another way.
func (s *Service) WaitBatches(wait func(context.Context, time.Duration) error) { s.batches.wait = wait }

// BatchesInWork returns how many batches are answered now.
func (s *Service) BatchesInWork() int { return s.batches.InWork() }

// Swap lets another edition answer.
func (c *Current) Swap(l *Live) { c.swap(l) }

// WithoutAddresses is what the log has of what the HTTP server says.
var WithoutAddresses = withoutAddresses
