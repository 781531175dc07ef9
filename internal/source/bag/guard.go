package bag

import (
	"fmt"
	"io"
)

// maxObject limits an object's size, bytes. The largest, outlines of cities, take under 2 MiB; without a
// limit an endless tag would fill the memory.
const maxObject = 32 << 20

// guard limits what the tokeniser reads, whose buffer grows until a token ends: it fails when an object is
// longer than maxObject.
type guard struct {
	r     io.Reader
	since int // bytes since the last object ended
}

func (g *guard) Read(p []byte) (int, error) {
	if g.since > maxObject {
		return 0, fmt.Errorf("more than %d bytes without the end of an object", maxObject)
	}
	for range maxEmptyReads {
		n, err := g.r.Read(p)
		if n > 0 || err != nil {
			g.since += n
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// maxEmptyReads is how often in a row a reader may return nothing before it counts as stuck; the tokeniser
// would take an empty read for the end.
const maxEmptyReads = 100
