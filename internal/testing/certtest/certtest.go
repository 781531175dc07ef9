// Package certtest makes certificates of this machine, in files that a test renews. It is for tests alone.
package certtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Begin is a day from which certificates are dated: Make's end 20 years after it.
var Begin = time.Date(2026, time.June, 14, 22, 30, 0, 0, time.UTC)

// Files are the files of a certificate and of its key.
type Files struct{ Cert, Key string }

// New returns files that are not there yet.
func New(t testing.TB) Files {
	t.Helper()
	dir := t.TempDir()
	return Files{filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")}
}

// Write writes a certificate with a serial number, and its key.
func (f Files) Write(t testing.TB, serial int64) {
	t.Helper()
	certificate, key := Make(t, serial)
	Put(t, f.Cert, certificate)
	Put(t, f.Key, key)
}

// Put writes one of the files.
func Put(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Make makes a certificate with a serial number, which ends so many days after 20 years, and its key.
func Make(t testing.TB, serial int64) (certificate, key []byte) {
	t.Helper()
	return MakeUntil(t, serial, Begin.AddDate(20, 0, int(serial)))
}

// MakeUntil makes a certificate that ends at a moment.
func MakeUntil(t testing.TB, serial int64, end time.Time) (certificate, key []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: end.AddDate(-30, 0, 0), NotAfter: end,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
}
