package api

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/gevel/gevel"
)

// Running the service: connections, readiness, shutdown and shedding.

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
		ErrorLog:                     s.serverLog(),
		ConnState:                    s.connections.follow,
		DisableGeneralOptionsHandler: true,
	}
	server.RegisterOnShutdown(s.batches.finish)
	ended := make(chan error, 1)
	go func() { ended <- s.listen(server, s.connections.accepting(listener)) }()
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

// listen answers at the listener, by TLS where there is a certificate.
func (s *Service) listen(server *http.Server, listener net.Listener) error {
	if s.certificate == nil {
		return server.Serve(listener)
	}
	server.TLSConfig = s.certificate.config()
	return server.ServeTLS(listener, "", "")
}

// healthz answers as long as the process does.
func (s *Service) healthz(w http.ResponseWriter, _ *http.Request) {
	_ = writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readiness is the answer of readyz.
type readiness struct {
	Status  string           `json:"status"`
	Edition string           `json:"edition"`
	Refused []refusedEdition `json:"refused,omitempty"`
}

type refusedEdition struct {
	Edition string    `json:"edition"`
	Since   time.Time `json:"since"`
}

// readyz says whether requests should be sent here: from the first edition until
// the shutdown begins. It names newer editions that can't answer; the log says why.
func (s *Service) readyz(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() {
		s.fail(w.(*exchange), &gevel.Error{Code: gevel.Unavailable, Message: "the service is shutting down"})
		return
	}
	ready := readiness{Status: "ready", Edition: s.current.Get().Edition.ID()}
	for _, r := range s.current.Refused() {
		ready.Refused = append(ready.Refused, refusedEdition(r))
	}
	_ = writeJSON(w, http.StatusOK, ready)
}

// Drain makes readyz say that no further requests should be sent here. Requests
// that come are answered all the same.
func (s *Service) Drain() { s.draining.Store(true) }
