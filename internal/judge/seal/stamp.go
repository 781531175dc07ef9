package seal

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/smallstep/pkcs7"
)

// Time stamps by RFC 3161: an authority signs a hash and the time.

var (
	oidSHA256  = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}
	oidTSTInfo = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 1, 4}
)

type imprint struct {
	Algorithm pkix.AlgorithmIdentifier
	Hash      []byte
}

func imprintOf(link Hash) imprint {
	return imprint{pkix.AlgorithmIdentifier{Algorithm: oidSHA256, Parameters: asn1.NullRawValue}, link[:]}
}

// StampRequest returns the request of a stamp of a link, with the certificate of who signs.
func StampRequest(link Hash) ([]byte, error) {
	nonce, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 63))
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(struct {
		Version int
		Imprint imprint
		Nonce   *big.Int
		Certify bool
	}{1, imprintOf(link), nonce, true})
}

// StampOf returns the stamp in an authority's answer. Error: it gave none, or one of another link.
func StampOf(answer []byte, link Hash) ([]byte, error) {
	var a struct {
		Status struct{ Code int }
		Token  asn1.RawValue `asn1:"optional"`
	}
	if rest, err := asn1.Unmarshal(answer, &a); err != nil || len(rest) > 0 {
		return nil, errors.New("the answer is not a time-stamp response")
	}
	if a.Status.Code > 1 || len(a.Token.FullBytes) == 0 { // 0 granted, 1 with modifications
		return nil, fmt.Errorf("the authority refused, with status %d", a.Status.Code)
	}
	_, _, err := readStamp(a.Token.FullBytes, link)
	return a.Token.FullBytes, err
}

// readStamp reads the time of a stamp of a link, whose signature is not checked.
func readStamp(stamp []byte, link Hash) (*pkcs7.PKCS7, time.Time, error) {
	signed, err := pkcs7.Parse(stamp)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("it can't be read: %w", err)
	}
	var info struct {
		Version int
		Policy  asn1.ObjectIdentifier
		Imprint imprint
		Serial  *big.Int
		Time    asn1.RawValue
	}
	if _, err := asn1.Unmarshal(signed.Content, &info); err != nil {
		return nil, time.Time{}, fmt.Errorf("it can't be read: %w", err)
	}
	if !info.Imprint.Algorithm.Algorithm.Equal(oidSHA256) || len(info.Imprint.Hash) != sha256.Size || !bytes.Equal(info.Imprint.Hash, link[:]) {
		return nil, time.Time{}, errors.New("it is of something else")
	}
	at, err := time.Parse("20060102150405Z", string(info.Time.Bytes)) // with or without parts of a second
	if err != nil {
		return nil, time.Time{}, errors.New("it has no time")
	}
	return signed, at, nil
}

// CheckStamp returns when an authority stamped a link. Error: it did not, as far as the stamp shows.
func CheckStamp(stamp []byte, link Hash, authority *x509.CertPool) (time.Time, error) {
	signed, at, err := readStamp(stamp, link)
	if err != nil {
		return time.Time{}, err
	}
	var content asn1.ObjectIdentifier
	signer := signed.GetOnlySigner()
	switch {
	case signer == nil || !slices.Contains(signer.ExtKeyUsage, x509.ExtKeyUsageTimeStamping):
		return time.Time{}, errors.New("its signer is not a time-stamp authority")
	case signed.UnmarshalSignedAttribute(pkcs7.OIDAttributeContentType, &content) != nil || !content.Equal(oidTSTInfo):
		return time.Time{}, errors.New("what is signed is no time stamp")
	}
	if err := signed.VerifyWithChainAtTime(authority, at); err != nil {
		return time.Time{}, fmt.Errorf("the authority does not vouch for it: %w", err)
	}
	return at, nil
}
