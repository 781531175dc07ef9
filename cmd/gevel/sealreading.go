// Reading a file of seals, with what shows when they were there.

package main

import (
	"crypto/x509"
	"errors"
	"os"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/judge/seal"
	"github.com/gevel/gevel/internal/offline/studysales"
	"github.com/gevel/gevel/internal/serve/seals"
)

// readChain reads a file of seals.
func readChain(path string) (seal.Chain, error) {
	text, err := regular.Read(path, seals.MostBytes)
	if errors.Is(err, os.ErrNotExist) {
		return nil, gevel.Refusal("", "there is no file of seals %s", path)
	}
	if err != nil {
		return nil, err
	}
	chain, err := seal.ParseChain(text)
	if err != nil {
		return nil, gevel.Refusal("", "%s is no chain of seals: %v", path, err)
	}
	return chain, nil
}

// mostCertificateBytes is far beyond the certificates of authorities.
const mostCertificateBytes = 1 << 20

// sealWitnesses are what a judge has beside the seals.
type sealWitnesses struct {
	Authority string      `placeholder:"FILE" help:"The certificates (PEM) of time-stamp authorities that you trust."`
	Copy      string      `placeholder:"FILE" help:"A copy of the seals that somebody else holds."`
	CopyDate  *gevel.Date `placeholder:"DATE" help:"The day on which that copy was taken."`
}

// seals reads the file of seals with its witnesses.
func (w *sealWitnesses) seals(c *console, path string) (_ *studysales.Seals, err error) {
	if (w.Copy == "") != (w.CopyDate == nil) {
		return nil, gevel.Refusal("", "--copy and --copy-date go together")
	}
	s, by := &studysales.Seals{}, seal.Witnesses{CopyDay: given(w.CopyDate, gevel.NoDate)}
	if err = c.notAfterToday("--copy-date", w.CopyDate); err != nil {
		return nil, err
	}
	if s.Chain, err = readChain(path); err != nil {
		return nil, err
	}
	if w.Copy != "" {
		if by.Copy, err = readChain(w.Copy); err != nil {
			return nil, err
		}
	}
	if w.Authority != "" {
		text, err := regular.Read(w.Authority, mostCertificateBytes)
		if err != nil {
			return nil, err
		}
		if by.Authority = x509.NewCertPool(); !by.Authority.AppendCertsFromPEM(text) {
			return nil, gevel.Refusal("", "%s has no certificate (PEM)", w.Authority)
		}
	}
	s.Shown, err = s.Chain.Shown(by)
	return s, err
}
