package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// The server's patience with a connection. A caller with a slow line still gets a
// photo of 1 MB at 150 kbit/s; one that trickles its request does not hold a
// connection for long.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 10 * time.Second
	writeTimeout      = time.Minute
	idleTimeout       = 2 * time.Minute
	shutdownTimeout   = 30 * time.Second // for the requests in flight when the end comes

	// maxHeaderBytes leaves room for a query of 100 ids in the longest spelling ten
	// times over.
	maxHeaderBytes = 64 << 10
)

// Serve answers requests at the listener until ctx ends. Then it says at /readyz
// that no more should come, keeps on for the notice that a load balancer needs,
// and returns when the requests in flight are answered.
func (s *Service) Serve(ctx context.Context, listener net.Listener, notice time.Duration) error {
	server := &http.Server{
		Handler:                      s,
		ReadHeaderTimeout:            readHeaderTimeout,
		ReadTimeout:                  readTimeout,
		WriteTimeout:                 writeTimeout,
		IdleTimeout:                  idleTimeout,
		MaxHeaderBytes:               maxHeaderBytes,
		ErrorLog:                     slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
		DisableGeneralOptionsHandler: true,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	s.Drain()
	select {
	case err := <-ended:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-time.After(notice):
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		return fmt.Errorf("requests in flight were cut off: %w", errors.Join(err, server.Close()))
	}
	return nil
}
