package postgrestest

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy is a faulty connection between programs and a server, controlled by the test.
type Proxy struct {
	Listener net.Listener
	server   string
	Lose     atomic.Int64 // number of commits to come whose answer is lost, with their connections
	Lost     atomic.Int64 // answers lost so far

	mu    sync.Mutex
	conns map[net.Conn]*line
	done  sync.WaitGroup
}

// NewProxy starts a proxy for the server of a location, and returns the location through it. It ends with the test.
func NewProxy(t testing.TB, location string) (*Proxy, string) {
	t.Helper()
	u, err := url.Parse(location)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{server: u.Host, conns: make(map[net.Conn]*line)}
	p.Open(t, "127.0.0.1:0")
	u.Host = p.Listener.Addr().String()
	t.Cleanup(p.Close)
	return p, u.String()
}

// Open makes the proxy listen, again or for the first time.
func (p *Proxy) Open(t testing.TB, address string) {
	t.Helper()
	var err error
	if p.Listener, err = net.Listen("tcp", address); err != nil {
		t.Fatal(err)
	}
	p.done.Go(func() {
		for {
			client, err := p.Listener.Accept()
			if err != nil {
				return
			}
			p.done.Go(func() { p.serve(client) })
		}
	})
}

// Close cuts all connections and accepts no more.
func (p *Proxy) Close() {
	p.Listener.Close()
	p.mu.Lock()
	for c := range p.conns {
		c.Close()
	}
	p.mu.Unlock()
	p.done.Wait()
}

// Silence keeps all connections open but passes nothing on. It returns their number.
func (p *Proxy) Silence() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	lines := make(map[*line]bool)
	for _, l := range p.conns {
		l.mute.Store(true)
		lines[l] = true
	}
	return len(lines)
}

func (p *Proxy) keep(c net.Conn, l *line) (forget func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns[c] = l
	return func() {
		c.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.conns, c)
	}
}

func (p *Proxy) serve(client net.Conn) {
	line := &line{Proxy: p}
	defer p.keep(client, line)()
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		return
	}
	defer p.keep(server, line)()
	var both sync.WaitGroup
	both.Go(func() { line.pass(server, client, line.asks) })
	both.Go(func() { line.pass(client, server, line.answers) })
	both.Wait()
}

// line is one connection through a proxy.
type line struct {
	*Proxy
	losing atomic.Bool
	mute   atomic.Bool
}

// pass passes on what look lets through, until one end is closed, and then closes the other.
func (l *line) pass(to, from net.Conn, look func([]byte) bool) {
	defer to.Close()
	defer from.Close()
	buf := make([]byte, 1<<16)
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		if l.mute.Load() {
			_, _ = io.Copy(io.Discard, from)
			return
		}
		if !look(buf[:n]) {
			return
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}

// asks marks a commit whose answer is to be lost.
func (l *line) asks(message []byte) bool {
	if bytes.Contains(message, []byte("commit\x00")) && l.Lose.Add(-1) >= 0 {
		l.losing.Store(true)
	}
	return true
}

// answers loses the answer to a commit that the server has carried out.
func (l *line) answers([]byte) bool {
	if l.losing.Load() {
		l.Lost.Add(1)
		return false
	}
	return true
}
