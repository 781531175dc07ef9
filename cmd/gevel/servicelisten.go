// Where a service listens: for callers, and on its own machine for profiles of it.

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"syscall"
	"time"

	"github.com/gevel/gevel"
)

// onLoopback reports whether other machines can't reach an address, host:port.
func onLoopback(addr string) (bool, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false, err
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback(), nil
}

// listen listens at an address, host:port, that a flag names. Error: gevel.Unavailable when something
// else does already.
func listen(flag, addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, gevel.Failure(gevel.Unavailable, "stop it, or name another port with "+flag+"; port 0 takes a free one",
			"another program listens at %s", addr)
	}
	return listener, err
}

// profilesFlag says where profiles are served.
type profilesFlag struct {
	Pprof string `env:"GEVEL_PPROF" placeholder:"HOST:PORT" help:"Serve profiles of the process there, on this machine only, such as 127.0.0.1:6060 (default: not at all; env ${env})."`
}

// checkPprof refuses an address that other machines could reach: profiles show what a process does,
// and taking one costs it something.
func (f profilesFlag) checkPprof() error {
	if f.Pprof == "" {
		return nil
	}
	switch own, err := onLoopback(f.Pprof); {
	case err != nil:
		return fmt.Errorf("--pprof: %w", err)
	case !own:
		return fmt.Errorf("--pprof %s can be reached from other machines; name 127.0.0.1:6060", f.Pprof)
	}
	return nil
}

// listenPprof listens for requests for profiles; nil: profiles are off.
func (f profilesFlag) listenPprof() (net.Listener, error) {
	if f.Pprof == "" {
		return nil, nil
	}
	listener, err := listen("--pprof", f.Pprof)
	if err != nil {
		return nil, err
	}
	if at, ok := listener.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() { // what localhost turned out to be
		listener.Close()
		return nil, gevel.Refusal("", "--pprof: %s is no loopback address", listener.Addr())
	}
	return listener, nil
}

// pprofHeaderTimeout bounds how long a request may take to say what it wants.
const pprofHeaderTimeout = 5 * time.Second

// servePprof answers with profiles until ctx ends.
func servePprof(ctx context.Context, listener net.Listener, log *slog.Logger) {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: pprofHeaderTimeout,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.Error("profiles are no longer served", slog.Any("error", err))
	}
}
