package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// running is gevel serve as a user started it.
type running struct {
	printed string // before it answers
	at      string // where it listens
	log     bytes.Buffer
	end     func() (code int)
}

// serveTown starts gevel serve over a servable folder, and waits until it has printed so many lines.
func serveTown(t *testing.T, dir string, lines int, flags ...string) *running {
	t.Helper()
	r := new(running)
	ctx, interrupt := context.WithCancel(t.Context())
	stdout, printed := io.Pipe()
	code := make(chan int, 1)
	args := append([]string{
		"serve", "--addr", "127.0.0.1:0", "--editions", filepath.Join(dir, "editions"), "--photos", filepath.Join(dir, "bucket"),
		"--keys", filepath.Join(dir, "keys.db"),
	}, flags...)
	go func() {
		code <- run(&console{ctx: ctx, stdout: printed, stderr: &r.log, now: townNow}, args)
		printed.Close()
	}()
	scanner := bufio.NewScanner(stdout)
	for range lines {
		if !scanner.Scan() {
			t.Fatalf("exit code %d after %q\n%s", <-code, r.printed, r.log.String())
		}
		r.printed += scanner.Text() + "\n"
	}
	r.at = regexp.MustCompile(`https?://127\.0\.0\.1:\d+`).FindString(r.printed)
	r.end = func() int {
		interrupt()
		return <-code
	}
	return r
}

// TestServeByTLSWithProfilesAndALogOfRequests has everything on that an operator may want to look through.
func TestServeByTLSWithProfilesAndALogOfRequests(t *testing.T) {
	dir := t.TempDir()
	makeServable(t, dir)
	cert, key := filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	writeCertificate(t, cert, key)
	s := serveTown(t, dir, 5, "--tls-cert", cert, "--tls-key", key, "--pprof", "127.0.0.1:0", "--log-level", "debug")
	if !strings.HasPrefix(s.at, "https://") || !strings.Contains(s.printed, "API      "+s.at+"/v1") {
		t.Errorf("printed\n%s", s.printed)
	}
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true,
	}}
	defer client.CloseIdleConnections()
	get := func(address string) (status int, text string) {
		t.Helper()
		answer, err := client.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	if status, text := get(s.at + "/readyz"); status != http.StatusOK || !strings.Contains(text, "ready") {
		t.Errorf("readyz by TLS: %d %s", status, text)
	}
	profiles := regexp.MustCompile(`profiles (http://\S+)`).FindStringSubmatch(s.printed)
	if profiles == nil {
		t.Fatalf("printed\n%s", s.printed)
	}
	if status, text := get(profiles[1] + "goroutine?debug=1"); status != http.StatusOK || !strings.Contains(text, "goroutine profile") {
		t.Errorf("profiles: %d %.200s", status, text)
	}
	if status, _ := get(strings.TrimSuffix(profiles[1], "debug/pprof/") + "v1/openapi.json"); status != http.StatusNotFound {
		t.Errorf("the port of profiles answers the API: %d", status)
	}
	if status, _ := get(s.at + "/debug/pprof/"); status != http.StatusNotFound {
		t.Errorf("the port of the API has profiles: %d", status)
	}
	client.CloseIdleConnections()
	if code := s.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if !strings.Contains(s.log.String(), `"msg":"request"`) {
		t.Errorf("no request is in the log:\n%s", s.log.String())
	}
}

func TestServeNamesACertificateThatIsMissingWithAllElse(t *testing.T) {
	dir := t.TempDir()
	var faults bytes.Buffer
	code := run(&console{ctx: t.Context(), stdout: io.Discard, stderr: &faults, now: townNow}, []string{
		"serve", "--editions", dir, "--keys", filepath.Join(dir, "keys.db"), "--tls-cert", filepath.Join(dir, "c.pem"),
		"--tls-key", filepath.Join(dir, "k.pem"),
	})
	for _, want := range []string{"there is no edition", "c.pem", "k.pem"} {
		if code == 0 || !strings.Contains(faults.String(), want) {
			t.Errorf("exit code %d; %s is not named:\n%s", code, want, faults.String())
		}
	}
}

func TestALogOfWarningsHasNoRequest(t *testing.T) {
	dir := t.TempDir()
	makeServable(t, dir)
	s := serveTown(t, dir, 4, "--log-level", "warn")
	answer, err := http.Get(s.at + "/docs")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if code := s.end(); code != 0 || strings.Contains(s.log.String(), `"msg":"request"`) {
		t.Errorf("exit code %d, log\n%s", code, s.log.String())
	}
}

// writeCertificate writes a certificate of this machine that signed itself.
func writeCertificate(t *testing.T, cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<32, 0),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(
		os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600),
		os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
	if err != nil {
		t.Fatal(err)
	}
}
