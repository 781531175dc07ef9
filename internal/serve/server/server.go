// Package server runs the service: connections, TLS, and an end that cuts no request off.
package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/metric"
)

// The server's patience with a connection. A caller with a slow line still gets a photo of 1 MB at 150 kbit/s; one
// that trickles its request does not hold a connection for long.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 10 * time.Second
	writeTimeout      = time.Minute
	idleTimeout       = 2 * time.Minute
	shutdownTimeout   = 30 * time.Second // for the requests in flight when the end comes

	// maxHeaderBytes leaves room for a query of 100 ids in the longest spelling ten times over.
	maxHeaderBytes = 64 << 10

	// mostStreams is how many requests a connection of HTTP/2 has at once; a browser asks for some thirty tiles.
	mostStreams = 100
	// mostReceived is how much of the bodies of a connection waits to be read, and of a stream a quarter.
	mostReceived = 1 << 20
)

// DefaultMaxConnections is how many connections are open at once unless said otherwise.
const DefaultMaxConnections = 2048

// Settings say how long a server goes on when its end comes, how many connections it has, and by which certificate
// it speaks TLS.
type Settings struct {
	TLSSettings    `embed:""`
	MaxConnections int           `env:"GEVEL_MAX_CONNECTIONS" default:"${max_connections}" placeholder:"N" help:"Connections open at once; downloads of photos may be half of them (${default}; env ${env})."`
	DrainFor       time.Duration `env:"GEVEL_DRAIN_FOR" default:"0s" placeholder:"TIME" help:"How long to go on, no longer ready, before shutting down, for a load balancer to notice (${default}; env ${env})."`
}

// Validate refuses what no machine can do.
func (s *Settings) Validate() error {
	switch {
	case s.MaxConnections < 1 || s.MaxConnections > admission.MostAtOnce:
		return fmt.Errorf("--max-connections must be from 1 to %d", admission.MostAtOnce)
	case s.DrainFor < 0:
		return errors.New("--drain-for must be 0s or more")
	}
	return s.TLSSettings.Validate()
}

// Downloads returns how many of the connections may be downloads.
func (s *Settings) Downloads() int { return cmp.Or(s.MaxConnections, DefaultMaxConnections) / 2 }

// Batches returns how many of the connections may be batches.
func (s *Settings) Batches() int { return cmp.Or(s.MaxConnections, DefaultMaxConnections) / 4 }

// Service is what a server answers with.
type Service interface {
	http.Handler
	// Drain makes the service say that it is not ready. It answers requests that come nevertheless.
	Drain()
	// End ends answers that would go on for long.
	End()
}

// Server answers requests at a listener.
type Server struct {
	settings    Settings
	certificate *Certificate // nil without TLS
	log         *log.Logger
	connections *connections
}

// New returns a server, which writes its own lines to a log. A certificate of nil is plain HTTP.
func New(s Settings, certificate *Certificate, lines *log.Logger) *Server {
	return &Server{s, certificate, lines, newConnections(cmp.Or(s.MaxConnections, DefaultMaxConnections))}
}

// Serve answers requests at the listener until ctx ends. Then it drains the service, goes on for as long as a load
// balancer needs to notice, and returns when the requests in flight are answered.
func (s *Server) Serve(ctx context.Context, listener net.Listener, service Service) error {
	server := &http.Server{
		Handler:                      s.connections.guarded(service),
		ConnContext:                  s.connections.mark,
		ReadHeaderTimeout:            readHeaderTimeout,
		ReadTimeout:                  readTimeout,
		WriteTimeout:                 writeTimeout,
		IdleTimeout:                  idleTimeout,
		MaxHeaderBytes:               maxHeaderBytes,
		ErrorLog:                     s.log,
		ConnState:                    s.connections.follow,
		DisableGeneralOptionsHandler: true,
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams: mostStreams, MaxReceiveBufferPerConnection: mostReceived,
			MaxReceiveBufferPerStream: mostReceived / 4, SendPingTimeout: idleTimeout, WriteByteTimeout: writeTimeout,
		},
	}
	server.RegisterOnShutdown(service.End)
	ended := make(chan error, 1)
	go func() { ended <- s.listen(server, s.connections.accepting(listener)) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	service.Drain()
	select {
	case err := <-ended:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-time.After(s.settings.DrainFor):
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		return fmt.Errorf("requests in flight were cut off: %w", errors.Join(err, server.Close()))
	}
	return nil
}

// listen answers at the listener, by TLS where there is a certificate.
func (s *Server) listen(server *http.Server, listener net.Listener) error {
	if s.certificate == nil {
		return server.Serve(listener)
	}
	server.TLSConfig = s.certificate.config()
	return server.ServeTLS(listener, "", "")
}

// Metrics returns the metrics of connections, and of the certificate where there is one.
func (s *Server) Metrics() []prometheus.Collector {
	all := []prometheus.Collector{
		metric.Gauge("gevel_http_connections", "Connections open now.", func() float64 {
			open, _ := s.connections.counts()
			return float64(open)
		}),
		metric.Counter("gevel_http_connections_turned_away_total", "Connections closed because too many were open.",
			func() float64 {
				_, turnedAway := s.connections.counts()
				return float64(turnedAway)
			}),
	}
	if s.certificate != nil {
		all = append(all, metric.Gauge("gevel_tls_certificate_expiry_timestamp_seconds", "When the certificate in use ends.",
			func() float64 { return metric.Seconds(s.certificate.Expires()) }))
	}
	return all
}
