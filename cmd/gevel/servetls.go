// TLS of gevel serve itself, where no proxy does it.

package main

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/serve/api"
)

func (cmd *serveCmd) checkTLS() error {
	if (cmd.TLSCert == "") != (cmd.TLSKey == "") {
		return errors.New("--tls-cert and --tls-key go together")
	}
	return nil
}

// scheme is how the service is spoken to.
func (cmd *serveCmd) scheme() string {
	if cmd.TLSCert != "" {
		return "https"
	}
	return "http"
}

// loadCertificate returns the certificate, nil for plain HTTP.
func (cmd *serveCmd) loadCertificate(c *console, log *slog.Logger) (*api.Certificate, error) {
	if cmd.TLSCert == "" {
		return nil, nil
	}
	certificate, err := api.LoadCertificate(cmd.TLSCert, cmd.TLSKey)
	if err != nil {
		return nil, err
	}
	if mode, open := atomicfile.OpenToOthers(cmd.TLSKey); open {
		log.Warn("the key of the certificate is open to others than its owner", slog.String("file", cmd.TLSKey),
			slog.String("mode", fmt.Sprintf("%o", mode)), slog.String("hint", "chmod 600 "+cmd.TLSKey))
	}
	if ends := certificate.Expires(); !c.now().Before(ends) {
		log.Warn("the certificate has ended, callers will refuse it", slog.String("file", cmd.TLSCert), slog.Time("expires", ends))
	}
	return certificate, nil
}
