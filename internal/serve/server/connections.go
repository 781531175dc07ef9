package server

import (
	"container/list"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// How many connections are open at once. Each takes memory and a file descriptor, also one
// on which nothing is asked. Beyond the bound the one that was idle for the longest is
// closed; where none is idle the new one is turned away.

// connections are those that are open.
type connections struct {
	most int

	mu         sync.Mutex
	open       map[net.Conn]*list.Element // in idle; nil where a request is in work
	idle       *list.List                 // of net.Conn, the longest idle first
	turnedAway int64
}

func newConnections(most int) *connections {
	return &connections{most: most, open: make(map[net.Conn]*list.Element), idle: list.New()}
}

// accepting returns a listener that yields the connections for which there is room.
func (c *connections) accepting(l net.Listener) net.Listener { return &boundListener{l, c} }

type boundListener struct {
	net.Listener
	bound *connections
}

// Accept returns the next connection for which there is room.
func (l *boundListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil || l.bound.enter(conn) {
			return conn, err
		}
		go turnAway(conn)
	}
}

// enter notes a new connection. It returns false when there is no room for it.
func (c *connections) enter(conn net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.open) >= c.most && !c.closeIdle() {
		c.turnedAway++
		return false
	}
	c.open[conn] = nil
	return true
}

// closeIdle closes the connection that was idle for the longest, if there is one.
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
	if secured, ok := conn.(*tls.Conn); ok {
		conn = secured.NetConn() // which was counted
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	place, open := c.open[conn]
	if !open {
		return // it was closed to make room
	}
	if place != nil {
		c.idle.Remove(place)
	}
	switch state {
	case http.StateIdle:
		c.open[conn] = c.idle.PushBack(conn)
	case http.StateClosed, http.StateHijacked:
		delete(c.open, conn)
	default:
		c.open[conn] = nil
	}
}

// counts returns how many connections are open, and how many were turned away.
func (c *connections) counts() (open, turnedAway int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return int64(len(c.open)), c.turnedAway
}

// connectionTooMany is the answer to a connection too many. Its request is not understood.
const connectionTooMany = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n" +
	"Content-Length: 0\r\n\r\n"

// turnAwayTimeout bounds the farewell to a connection too many.
const turnAwayTimeout = 100 * time.Millisecond

// turnAway answers a connection too many. It reads what the caller sent: closing a connection with
// unread bytes takes back the answer.
func turnAway(conn net.Conn) {
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(turnAwayTimeout))
	if _, err := io.WriteString(conn, connectionTooMany); err != nil {
		return
	}
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
	_, _ = io.Copy(io.Discard, conn)
}
