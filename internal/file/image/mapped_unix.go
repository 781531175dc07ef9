//go:build unix

package image

import (
	"io"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapping is the beginning of a file in memory.
type mapping struct{ data []byte }

func mapFile(f *os.File, n int) (m mapping, err error) {
	if n == 0 {
		return m, nil
	}
	at, err := unix.MmapPtr(int(f.Fd()), 0, nil, uintptr(n), unix.PROT_READ, unix.MAP_SHARED)
	if err == nil {
		m.data = unsafe.Slice((*byte)(at), n) //nolint:gosec // what was mapped
	}
	return m, err
}

// checked is what is to be checked: the file itself, so that only what is used counts as the process's memory.
func (mapping) checked(f *os.File) io.ReaderAt { return f }

// release lets the file go and keeps its addresses, so that nothing else is ever read by them.
func (m mapping) release() {
	if len(m.data) > 0 {
		_, _ = unix.MmapPtr(-1, 0, unsafe.Pointer(&m.data[0]), uintptr(len(m.data)), unix.PROT_NONE, //nolint:gosec // what was mapped
			unix.MAP_FIXED|unix.MAP_PRIVATE|unix.MAP_ANON)
	}
}
