package deploy_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestHaproxyKeepsMetricsFromTheOutside asks for metrics in each spelling of their path that the service
// accepts.
func TestHaproxyKeepsMetricsFromTheOutside(t *testing.T) {
	replica := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "reached "+r.URL.Path)
	}))
	t.Cleanup(replica.Close)
	balancer := startHaproxy(t, replica.Listener.Addr().String())
	for path, reached := range map[string]bool{
		"/metrics": false, "/metrics?name=up": false, "/%6detrics": false, "/metric%73": false,
		"/readyz": true, "/v1/homevalue": true,
	} {
		answer, err := http.Get("http://" + balancer + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || strings.HasPrefix(string(text), "reached") != reached {
			t.Errorf("%s is answered %d %q, %v, want one of the replica: %v", path, answer.StatusCode, text, err, reached)
		}
	}
}

// startHaproxy starts haproxy with haproxy.cfg, other addresses filled in, and returns its own.
func startHaproxy(t *testing.T, replica string) string {
	t.Helper()
	haproxy, path := find(t, "haproxy"), filepath.Join(t.TempDir(), "haproxy.cfg")
	shipped, err := os.ReadFile("haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	config := regexp.MustCompile(`(?m)^ *server .*\n`).ReplaceAllString(string(shipped), "")
	config = strings.Replace(config, "    bind :8080\n", "    bind fd@3\n", 1)
	write(t, path, config+"    server replica "+replica+"\n")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	socket, err := listener.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	command := exec.CommandContext(t.Context(), haproxy, "-db", "-q", "-f", path)
	command.ExtraFiles = []*os.File{socket} // file descriptor 3: early callers wait in its queue
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Wait() })
	return listener.Addr().String()
}
