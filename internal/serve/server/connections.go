package server

import (
	"container/list"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// How many connections are open at once. Each takes memory and a file descriptor, also one on which nothing is
// asked. Beyond the bound the one that has asked nothing for the longest is closed. Where all are at work a few
// more are answered, but only to probes: callers that send requests slowly do not make the service look dead.

// connections are those that are open.
type connections struct {
	most int

	mu         sync.Mutex
	open       map[net.Conn]*list.Element // in idle; nil where a request is in work
	idle       *list.List                 // of net.Conn, the longest idle first
	beyond     []net.Conn                 // beyond the bound, the oldest first
	turnedAway int64
}

// forProbes is how many connections are answered to probes when all others are at work.
const forProbes = 16

func newConnections(most int) *connections {
	return &connections{most: most, open: make(map[net.Conn]*list.Element), idle: list.New()}
}

// accepting returns a listener whose connections are counted.
func (c *connections) accepting(l net.Listener) net.Listener { return &countingListener{l, c} }

type countingListener struct {
	net.Listener
	bound *connections
}

// Accept returns the next connection.
func (l *countingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err == nil {
		l.bound.enter(conn)
	}
	return conn, err
}

// enter notes a new connection.
func (c *connections) enter(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.open) < c.most || c.closeIdle() {
		c.open[conn] = c.idle.PushBack(conn) // until its first request has come, whole
		return
	}
	if len(c.beyond) >= forProbes {
		c.beyond[0].Close()
		c.beyond = c.beyond[1:]
	}
	c.turnedAway++
	c.beyond = append(c.beyond, conn)
}

// closeIdle closes the connection that has asked nothing for the longest, if there is one.
func (c *connections) closeIdle() bool {
	if c.idle.Len() == 0 {
		return false
	}
	oldest := c.idle.Remove(c.idle.Front()).(net.Conn)
	delete(c.open, oldest)
	oldest.Close()
	return true
}

// follow notes what the server says of a connection.
func (c *connections) follow(conn net.Conn, state http.ConnState) {
	conn = counted(conn)
	c.mu.Lock()
	defer c.mu.Unlock()
	place, open := c.open[conn]
	if !open { // it was closed to make room, or is beyond the bound
		if state == http.StateClosed {
			c.beyond = slices.DeleteFunc(c.beyond, func(other net.Conn) bool { return other == conn })
		}
		return
	}
	if place != nil {
		c.idle.Remove(place)
	}
	switch state {
	case http.StateIdle, http.StateNew:
		c.open[conn] = c.idle.PushBack(conn)
	case http.StateClosed, http.StateHijacked:
		delete(c.open, conn)
	default:
		c.open[conn] = nil
	}
}

// counted returns the connection that was counted.
func counted(conn net.Conn) net.Conn {
	if secured, ok := conn.(*tls.Conn); ok {
		return secured.NetConn()
	}
	return conn
}

// isBeyond reports whether a connection is beyond the bound.
func (c *connections) isBeyond(conn net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Contains(c.beyond, conn)
}

// counts returns how many connections are open, and how many came beyond the bound.
func (c *connections) counts() (open, turnedAway int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return int64(len(c.open) + len(c.beyond)), c.turnedAway
}

// What is answered on connections beyond the bound: probes, at once.

// Probes returns the paths by which others see whether the service lives.
func Probes() []string { return []string{"/healthz", "/readyz", "/metrics"} }

// probeTimeout bounds how long such a connection stays open.
const probeTimeout = 5 * time.Second

// What the context of a request has of its connection.
type (
	onlyProbes    struct{} // a mark: only probes are answered on it
	connectionKey struct{} // the connection
)

func (c *connections) mark(ctx context.Context, conn net.Conn) context.Context {
	conn = counted(conn)
	ctx = context.WithValue(ctx, connectionKey{}, conn)
	if !c.isBeyond(conn) {
		return ctx
	}
	time.AfterFunc(probeTimeout, func() { conn.Close() })
	return context.WithValue(ctx, onlyProbes{}, true)
}

// guarded answers with a bare 503 what is no probe on such a connection.
func (c *connections) guarded(service http.Handler) http.Handler {
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
		closes := r.ProtoMajor == 1 && w.Header().Get("Connection") == "close"
		if conn, ok := r.Context().Value(connectionKey{}).(net.Conn); ok && closes {
			c.follow(conn, http.StateIdle) // it lingers, for its caller to read the answer, and asks nothing more
		}
	})
}
