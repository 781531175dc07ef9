package server

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"runtime"
	"testing"
	"time"
)

func TestTheLongestIdleConnectionMakesRoom(t *testing.T) {
	server, open := boundServer(t, 2, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") })
	first := connect(t, server)
	first.ask(t, "HTTP/1.1 200 OK")
	waitForIdle(open, 1)
	second := connect(t, server)
	second.ask(t, "HTTP/1.1 200 OK")
	waitForIdle(open, 2)
	third := connect(t, server)
	third.ask(t, "HTTP/1.1 200 OK")
	if _, err := first.in.ReadByte(); err != io.EOF {
		t.Errorf("the longest idle connection is open: %v", err)
	}
	second.ask(t, "HTTP/1.1 200 OK")
}

// waitForIdle waits for the server to see that it has answered: the caller sees it first.
func waitForIdle(open *connections, n int) {
	idle := func() int {
		open.mu.Lock()
		defer open.mu.Unlock()
		return open.idle.Len()
	}
	for idle() != n {
		runtime.Gosched()
	}
}

func TestAConnectionTooManyIsTurnedAway(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	server, _ := boundServer(t, 1, func(http.ResponseWriter, *http.Request) {
		begun <- struct{}{}
		<-release
	})
	first := connect(t, server)
	first.Send(t)
	<-begun
	second := connect(t, server)
	second.ask(t, "HTTP/1.1 503 Service Unavailable")
	if _, err := second.in.ReadString('!'); err != io.EOF {
		t.Errorf("the connection stays open: %v", err)
	}
	close(release)
	first.expect(t, "HTTP/1.1 200 OK")
}

func TestProbesAreAnsweredBesideAFloodOfOthers(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	server, open := boundServer(t, 4, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			begun <- struct{}{}
			<-release
		}
	})
	for range 3 * forProbes { // requests that do not end
		connect(t, server).send(t, "/healthz", "")
	}
	connect(t, server).send(t, "/readyz", "\r\n")
	probe := connect(t, server)
	probe.send(t, "/readyz", "\r\n")
	probe.expect(t, "HTTP/1.1 200 OK")
	for range 4 {
		begin(t, server, begun)
	}
	for range 3 * forProbes { // with all at work
		connect(t, server).send(t, "/healthz", "")
	}
	for range 2 * forProbes {
		probe := connect(t, server)
		probe.send(t, "/healthz", "\r\n")
		probe.expect(t, "HTTP/1.1 200 OK")
	}
	connect(t, server).ask(t, "HTTP/1.1 503 Service Unavailable")
	if n, _ := open.counts(); n > 4+forProbes {
		t.Errorf("%d connections are open, want %d at most", n, 4+forProbes)
	}
	close(release)
}

// begin brings a request to work. It is turned away as long as the server has not yet seen that it answered another: the
// caller sees it first.
func begin(t *testing.T, server net.Addr, begun <-chan struct{}) {
	t.Helper()
	for range 1000 {
		c := connect(t, server)
		c.Send(t)
		away := make(chan struct{})
		go func() {
			_, _ = c.in.Peek(1)
			close(away)
		}()
		select {
		case <-begun:
			return
		case <-away:
		}
	}
	t.Fatal("no request is let in")
}

// boundServer answers on at most so many connections.
func boundServer(t *testing.T, most int, answer http.HandlerFunc) (net.Addr, *connections) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	open := newConnections(most)
	server := &http.Server{Handler: open.guarded(answer), ReadHeaderTimeout: time.Minute}
	server.ConnState, server.ConnContext = open.follow, open.mark
	go func() { _ = server.Serve(open.accepting(listener)) }()
	t.Cleanup(func() { server.Close() })
	return listener.Addr(), open
}

// connection is a connection as a test sees it.
type connection struct {
	net.Conn
	in *bufio.Reader
}

func connect(t *testing.T, to net.Addr) *connection {
	t.Helper()
	c, err := net.Dial(to.Network(), to.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return &connection{c, bufio.NewReader(c)}
}

func (c *connection) Send(t *testing.T) {
	t.Helper()
	c.send(t, "/", "\r\n")
}

// send sends a request for a path, with an end that may be missing.
func (c *connection) send(t *testing.T, path, end string) {
	t.Helper()
	if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: here\r\n"+end); err != nil {
		t.Fatal(err)
	}
}

// expect reads an answer.
func (c *connection) expect(t *testing.T, status string) {
	t.Helper()
	answer, err := http.ReadResponse(c.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		t.Fatal(err)
	}
	if got := answer.Proto + " " + answer.Status; got != status {
		t.Errorf("got %s, want %s", got, status)
	}
}

func (c *connection) ask(t *testing.T, status string) {
	t.Helper()
	c.Send(t)
	c.expect(t, status)
}
