package bag

import (
	"fmt"
	"io"
)

// maxObject is how many bytes an object may take. The largest ones, the outlines
// of cities, take under 2 MiB; without a limit one endless tag would fill the
// memory.
const maxObject = 32 << 20

// guard stands between a member and the tokeniser, whose buffer grows until a
// token ends: it refuses to go on when an object is longer than any can be.
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

// maxEmptyReads is how often a reader may return nothing before it counts as
// stuck; the tokeniser would take nothing for the end.
const maxEmptyReads = 100
