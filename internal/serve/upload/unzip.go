package upload

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/gevel/gevel"
)

// A gzipped body may be longer than what was sent by mostExpansion, beyond freeExpansion bytes: rows of homes are
// some ten times as long, blank lines a thousand times.
const (
	mostExpansion = 100
	freeExpansion = 8 << 20
)

// Text returns the text of the body. Errors of reading it are of gevel, but for io.EOF.
func (u *Upload) Text() io.Reader {
	if u.zipped {
		return &unzipped{source: u}
	}
	return u
}

// unzipped is the text of a gzipped body. Its length is bounded too: a small body may unzip to a very long one.
type unzipped struct {
	source *Upload
	text   *gzip.Reader
	read   int64
}

// Read reads of the text. Errors are of gevel, but for io.EOF.
func (z *unzipped) Read(p []byte) (n int, err error) {
	if z.text == nil {
		if z.text, err = gzip.NewReader(z.source); err != nil {
			return 0, brokenZip(err)
		}
	}
	n, err = z.text.Read(p)
	z.read += int64(n)
	switch {
	case z.read > z.source.most:
		return 0, tooLarge(z.source.most)
	case z.read > freeExpansion && z.read > mostExpansion*z.source.sent:
		return 0, &gevel.Error{
			Code: gevel.TooLarge, Message: fmt.Sprintf("the body unzips to more than %d times its size", mostExpansion),
			Hint: "send it as it is",
		}
	}
	if err := z.source.payText(n); err != nil {
		return 0, err
	}
	return n, brokenZip(err)
}

func brokenZip(err error) error {
	var known *gevel.Error
	if err == nil || err == io.EOF || errors.As(err, &known) || errors.Is(err, context.Canceled) { //nolint:errorlint // gzip wraps no end
		return err
	}
	return &gevel.Error{Code: gevel.Invalid, Message: "the body is no whole gzip", Err: err}
}
