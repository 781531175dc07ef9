// Package timestamp is a time-stamp authority for tests, by OpenSSL's ts.
package timestamp

import (
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Authority is a root, and an authority that it vouches for.
type Authority struct {
	Pool *x509.CertPool // the root
	Root string         // the file with its certificate

	dir string
}

const authorityConfig = `[req]
distinguished_name = dn
[dn]
[tsa]
extendedKeyUsage = critical,timeStamping
[ts]
default_tsa = one
[one]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
`

// New makes an authority. The test is skipped where there is no openssl.
func New(t testing.TB) *Authority {
	t.Helper()
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("there is no openssl")
	}
	dir := t.TempDir()
	a := &Authority{x509.NewCertPool(), filepath.Join(dir, "root.pem"), dir}
	for name, text := range map[string]string{"config": authorityConfig, "serial": "01\n"} {
		if err := os.WriteFile(filepath.Join(a.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a.openssl(t, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=root", "-days", "30", "-keyout", "root.key", "-out", "root.pem", "-config", "config")
	a.openssl(t, "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=tsa", "-keyout", "tsa.key", "-out", "tsa.csr", "-config", "config")
	a.openssl(t, "x509", "-req", "-in", "tsa.csr", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "30", "-extfile", "config",
		"-extensions", "tsa", "-out", "tsa.pem")
	text, err := os.ReadFile(a.Root)
	if err != nil || !a.Pool.AppendCertsFromPEM(text) {
		t.Fatal(err)
	}
	return a
}

func (a *Authority) openssl(t testing.TB, args ...string) {
	t.Helper()
	cmd := exec.Command("openssl", args...)
	cmd.Dir = a.dir
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("openssl %v: %v\n%s", args, err, text)
	}
}

// Answer answers a request by RFC 3161.
func (a *Authority) Answer(t testing.TB, request []byte) (answer []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(a.dir, "request"), request, 0o600); err != nil {
		t.Fatal(err)
	}
	a.openssl(t, "ts", "-reply", "-config", "config", "-section", "one", "-queryfile", "request", "-signer", "tsa.pem", "-inkey", "tsa.key", "-out", "answer")
	answer, err := os.ReadFile(filepath.Join(a.dir, "answer"))
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// Handler answers over HTTP.
func (a *Authority) Handler(t testing.TB) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("Content-Type") != "application/timestamp-query" {
			t.Errorf("asked with %q, %v", r.Header, err)
		}
		_, _ = w.Write(a.Answer(t, request))
	})
}
