package main

import (
	"crypto/tls"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/testing/s3test"
)

// proxy is a file of deploy, and what is changed in it for one service on this machine, and HTTP/2 to its callers.
// HERE and THERE are the addresses of the proxy and of the service, CERT a certificate with its key, DIR a folder.
type proxy struct {
	name, file, head, tail string
	changes                [][2]string // expression and replacement
	args                   []string    // before the path of the file
}

var proxies = []proxy{
	{
		name: "haproxy", file: "haproxy.cfg", args: []string{"-db", "-f"},
		changes: [][2]string{
			{`(?m)^    bind :8080$`, "    bind HERE ssl crt CERT alpn h2,http/1.1"},
			{`(?m)^    server gevel-1 .*\n`, "    server gevel-1 THERE\n"},
			{`(?m)^    server gevel-2 .*\n`, ""},
			{`(?m)^resolvers system\n.*\n`, ""},
			{` resolvers system init-addr \S+`, ""},
			{`(?m)^ +log .*\n`, ""},
		},
	},
	{
		name: "nginx", file: "nginx.conf", args: []string{"-p", "DIR", "-c"},
		head: "daemon off;\nmaster_process off;\nerror_log stderr emerg;\npid DIR/pid;\nevents { worker_connections 4000; }\nhttp {\naccess_log off;\n" +
			"client_body_temp_path DIR/b;\nproxy_temp_path DIR/p;\nfastcgi_temp_path DIR/f;\nuwsgi_temp_path DIR/u;\nscgi_temp_path DIR/s;\n",
		tail: "}\n",
		changes: [][2]string{
			{`(?m)^    server 192\.0\.2\.11:8080(.*)$`, "    server THERE$1"},
			{`(?m)^    server 192\.0\.2\.12:8080.*\n`, ""},
			{`(?m)^    listen 8080;$`, "    listen HERE ssl http2;\n    ssl_certificate CERT;\n    ssl_certificate_key CERT;"},
		},
	},
}

// behind starts a proxy with its file in deploy, and returns the service as it is reached through it.
func (s *attacked) behind(t *testing.T, p proxy) *attacked {
	t.Helper()
	shipped, err := os.ReadFile(filepath.Join("..", "..", "deploy", p.file))
	if err != nil {
		t.Fatal(err)
	}
	text := string(shipped)
	for _, change := range p.changes {
		expression := regexp.MustCompile(change[0])
		if !expression.MatchString(text) {
			t.Fatalf("deploy/%s has nothing like %s", p.file, change[0])
		}
		text = expression.ReplaceAllString(text, change[1])
	}
	dir, here := t.TempDir(), s3test.FreeAddress(t)
	cert := filepath.Join(dir, "both.pem")
	filled := strings.NewReplacer("HERE", here, "THERE", strings.TrimPrefix(s.at, "http://"), "CERT", cert, "DIR", dir)
	path := filepath.Join(dir, p.file)
	if err := os.WriteFile(cert, s.certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(filled.Replace(p.head+text+p.tail)), 0o600); err != nil {
		t.Fatal(err)
	}
	var args []string
	for _, a := range append(p.args, path) {
		args = append(args, filled.Replace(a))
	}
	running := exec.CommandContext(t.Context(), p.name, args...)
	running.Stdout, running.Stderr = os.Stderr, os.Stderr
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Process.Kill(); _ = running.Wait() })
	through := *s
	through.at = "https://" + here
	for range 100 {
		if c, err := tls.Dial("tcp", here, &tls.Config{InsecureSkipVerify: true}); err == nil {
			c.Close()
			return &through
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("%s does not listen", p.name)
	return nil
}
