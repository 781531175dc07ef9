//go:build linux

package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/testing/s3test"
)

var (
	upstreamLine = regexp.MustCompile(`(?m)^ *server [0-9.]+:8080( .*;)\n`)
	listenLine   = regexp.MustCompile(`(?m)^ *listen 8080;$`)
)

// startNginx starts nginx with deploy/nginx.conf, other addresses filled in, and returns its own.
func (s *stand) startNginx(t *testing.T) string {
	t.Helper()
	shipped, err := os.ReadFile("../../../deploy/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	site, dir, address := string(shipped), t.TempDir(), s3test.FreeAddress(t)
	found := upstreamLine.FindStringSubmatchIndex(site)
	if found == nil || !listenLine.MatchString(site) {
		t.Fatal("deploy/nginx.conf has no lines to put addresses in")
	}
	options := site[found[2]:found[3]]
	var servers strings.Builder
	for _, r := range s.replicas {
		fmt.Fprintf(&servers, "    server %s%s\n", r.address, options)
	}
	site = site[:found[0]] + servers.String() + upstreamLine.ReplaceAllString(site[found[0]:], "")
	site = listenLine.ReplaceAllString(site, "    listen "+address+";")
	config := "daemon off;\nmaster_process off;\nerror_log stderr warn;\npid " + dir + "/pid;\nevents {}\nhttp {\naccess_log off;\n"
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		config += fmt.Sprintf("%s_temp_path %s;\n", kind, filepath.Join(dir, kind))
	}
	path := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(path, []byte(config+site+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	launch(t, "nginx", installed(t, "nginx"), "-p", dir, "-c", path)
	eventually(t, "nginx answers", func() bool {
		_, err := s.ask(address, "", question{target: "/v1/nothing"})
		return err == nil
	})
	return address
}

// nginxInstead replaces haproxy by nginx, restarts one replica and kills another.
func nginxInstead(t *testing.T, s *stand) {
	haproxy := s.balancer
	s.balancer = s.startNginx(t)
	defer func() { s.balancer = haproxy }()
	l := s.prepare(t, steady, "nginx", 0)
	count := s.during(t, l, func() {
		s.replicas[0].running.stop(t)
		s.start(t, 0)
		s.awaitReady(t, 0)
		pause(t.Context(), 3*time.Second) // until nginx tries it again
		if err := s.replicas[1].running.kill(); err != nil {
			t.Fatal(err)
		}
		pause(t.Context(), time.Second)
		s.start(t, 1)
		s.awaitReady(t, 1)
	})
	t.Log(count)
	if count.failed > l.callers {
		t.Errorf("%d requests failed, more than can have been in flight; the first: %s", count.failed, count.firstFailure)
	}
}
