//go:build !unix

package image

import (
	"bytes"
	"io"
	"os"
)

// mapping is the beginning of a file in memory, which is read where files are not mapped.
type mapping struct{ data []byte }

func mapFile(f *os.File, n int) (mapping, error) {
	m := mapping{make([]byte, n)}
	_, err := f.ReadAt(m.data, 0)
	return m, err
}

// checked is what is to be checked: what was read.
func (m mapping) checked(*os.File) io.ReaderAt { return bytes.NewReader(m.data) }

func (mapping) release() {}
