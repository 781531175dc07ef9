package server

import (
	"context"
	"net"
	"net/http"
	"slices"
	"time"
)

// What is answered on connections beyond the bound: probes, at once.

// Probes returns the paths by which others see whether the service lives.
func Probes() []string { return []string{"/healthz", "/readyz", "/metrics"} }

// probeTimeout bounds how long such a connection stays open.
const probeTimeout = 5 * time.Second

// onlyProbes marks the context of a connection on which only probes are answered.
type onlyProbes struct{}

func (c *connections) mark(ctx context.Context, conn net.Conn) context.Context {
	conn = counted(conn)
	if !c.isBeyond(conn) {
		return ctx
	}
	time.AfterFunc(probeTimeout, func() { conn.Close() })
	return context.WithValue(ctx, onlyProbes{}, true)
}

// guarded answers with a bare 503 what is no probe on such a connection.
func guarded(service http.Handler) http.Handler {
	probes := Probes()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		beyond := r.Context().Value(onlyProbes{}) != nil
		if beyond {
			w.Header().Set("Connection", "close")
		}
		if beyond && !slices.Contains(probes, r.URL.Path) {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		service.ServeHTTP(w, r)
	})
}
