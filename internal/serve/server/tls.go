package server

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/gevel/gevel/internal/file/atomicfile"
)

// TLSSettings are the certificate of a server that speaks TLS itself, where no proxy does it.
type TLSSettings struct {
	TLSCert string `name:"tls-cert" env:"GEVEL_TLS_CERT" placeholder:"FILE" help:"Speak TLS, with this certificate in PEM; taken up anew when it is renewed (default: none; env ${env})."`
	TLSKey  string `name:"tls-key" env:"GEVEL_TLS_KEY" placeholder:"FILE" help:"The key of that certificate (env ${env})."`
}

// Validate refuses a certificate without its key.
func (s *TLSSettings) Validate() error {
	if (s.TLSCert == "") != (s.TLSKey == "") {
		return errors.New("--tls-cert and --tls-key go together")
	}
	return nil
}

// Scheme returns what URLs of the server begin with, http or https.
func (s *TLSSettings) Scheme() string {
	if s.TLSCert != "" {
		return "https"
	}
	return "http"
}

// Certificate returns the certificate, nil for plain HTTP. It warns of one that has ended, and of a key that others can
// read.
func (s *TLSSettings) Certificate(now time.Time, log *slog.Logger) (*Certificate, error) {
	if s.TLSCert == "" {
		return nil, nil
	}
	certificate, err := LoadCertificate(s.TLSCert, s.TLSKey)
	if err != nil {
		return nil, err
	}
	if mode, open := atomicfile.OpenToOthers(s.TLSKey); open {
		log.Warn("the key of the certificate is open to others than its owner", slog.String("file", s.TLSKey),
			slog.String("mode", fmt.Sprintf("%o", mode)), slog.String("hint", "chmod 600 "+s.TLSKey))
	}
	if ends := certificate.Expires(); !now.Before(ends) {
		log.Warn("the certificate has ended, callers will refuse it", slog.String("file", s.TLSCert), slog.Time("expires", ends))
	}
	return certificate, nil
}
