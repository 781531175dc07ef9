package textfile

import (
	"io"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// packedAhead is how many bytes of a gzipped text are read before they are needed.
const packedAhead = 4 << 10

// counted counts the bytes that are read.
type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// inflated is an unzipped text, which ends with an error when it is so much larger that it can't be meant as data.
type inflated struct {
	io.Reader
	packed *counted
	n      int64
}

func (f *inflated) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	f.n += int64(n)
	if f.n > zipfile.InflationFloor && f.n/zipfile.MaxInflation > f.packed.n {
		return 0, gevel.Refusal("unpack it and give the text", "the gzipped text inflates more than %d times", zipfile.MaxInflation)
	}
	return n, err
}
