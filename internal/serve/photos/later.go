package photos

// A picture that is made when its bytes are needed.

import "io"

// later is a picture that make returns once it is read or measured: net/http does neither where a tag is all that it needs
// to answer.
type later struct {
	make    func() (io.ReadSeeker, error)
	picture io.ReadSeeker
	err     error // of make
}

// Read implements io.Reader.
func (l *later) Read(p []byte) (int, error) {
	if err := l.ready(); err != nil {
		return 0, err
	}
	return l.picture.Read(p)
}

// Seek implements io.Seeker.
func (l *later) Seek(offset int64, whence int) (int64, error) {
	if err := l.ready(); err != nil {
		return 0, err
	}
	return l.picture.Seek(offset, whence)
}

func (l *later) ready() error {
	if l.picture == nil && l.err == nil {
		l.picture, l.err = l.make()
	}
	return l.err
}
